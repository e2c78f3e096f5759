/** The columns of the page: each a chat; side by side where there is room, and where there is not, one at a time, with tabs. */

import { Composer } from "./composer.js";
import { h } from "./dom.js";
import { Feed } from "./feed.js";
import { TEXTS } from "./page.js";

const WIDTH = 1240; // pixels for a board of 640, the text beside it, and another column

/** A chat with its heading, its messages, and its input field. */
export class Panel {
  unread = null; // what is unread here: null, "new" or "yours" (somebody's turn)

  /**
   * @param {object} place the `id` and `class` of the column, its `title`, the label of its `tab`, and a `note`
   * @param {object} hooks those of Feed and Composer
   * @param {object} extras elements: `start` for an empty chat, `control` beside the heading
   */
  constructor(place, hooks, { start = null, control = null } = {}) {
    this.title = place.title;
    this.composer = new Composer(hooks);
    this.feed = new Feed(place.title, hooks, start);
    this.composer.element.prepend(this.feed.newer); // there it covers no text
    this.subtitle = h("p", { class: "subtitle", dir: "auto" }, place.note);
    this.heading = h("header", {}, h("h2", { id: `${place.id}-title`, dir: "auto" }, place.title), this.subtitle, control);
    this.element = h(
      "section",
      { id: place.id, class: `panel ${place.class}`, tabindex: "-1", "aria-labelledby": `${place.id}-title` },
      this.heading,
      this.feed.element,
      this.composer.element,
    );
    this.dot = h("span", { class: "dot", hidden: true }, h("span", { class: "unseen" }));
    this.tab = h(
      "button",
      { type: "button", role: "tab", id: `${place.id}-tab`, "aria-controls": place.id, dir: "auto" },
      place.tab,
      this.dot,
    );
  }

  mark(unread) {
    this.unread = unread;
    this.dot.hidden = unread === null;
    this.dot.classList.toggle("yours", unread === "yours");
    this.dot.firstElementChild.textContent = unread ? TEXTS[`unread_${unread}`] : "";
  }
}

export class Tabs {
  #alone = false; // whether one column has all the room because the others are empty
  #panels;
  #bar = document.getElementById("tabs");
  #narrow;

  /** @param {(panel: object) => void} go somebody goes to a column */
  constructor(panels, go) {
    this.#panels = panels;
    this.active = panels.find((panel) => panel.element.id === "channel");
    const bar = this.#bar;
    bar.setAttribute("aria-label", TEXTS.chats);
    bar.append(...panels.map((panel) => panel.tab));
    for (const panel of panels) panel.tab.addEventListener("click", () => go(panel));
    bar.addEventListener("keydown", (event) => this.#key(event, go));
    this.#narrow = matchMedia(`(max-width: ${WIDTH - 1}px)`);
    this.#narrow.addEventListener("change", () => this.#arrange());
    this.#arrange();
  }

  /** Show one column at a time even on a wide screen, or all again. */
  set alone(alone) {
    if (alone === this.#alone) return;
    this.#alone = alone;
    this.#arrange();
  }

  get single() {
    return this.#narrow.matches || this.#alone;
  }

  shows(panel) {
    return !document.hidden && (!this.single || panel === this.active);
  }

  open(panel) {
    this.active = panel;
    this.#arrange();
  }

  #arrange() {
    const single = this.single;
    document.body.dataset.layout = single ? "tabs" : "columns";
    this.#bar.hidden = !single;
    for (const panel of this.#panels) {
      const shown = !single || panel === this.active;
      panel.element.setAttribute("role", single ? "tabpanel" : "region");
      panel.element.classList.toggle("away", !shown);
      panel.tab.setAttribute("aria-selected", panel === this.active);
      panel.tab.tabIndex = panel === this.active ? 0 : -1;
      if (shown && !document.hidden) panel.mark(null);
    }
  }

  #key(event, go) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const count = this.#panels.length;
    go(this.#panels[(this.#panels.indexOf(this.active) + step + count) % count]);
    this.active.tab.focus();
  }
}
