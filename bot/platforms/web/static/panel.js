/** One column: a chat with its heading, its messages, and its input field. */

import { Composer } from "./composer.js";
import { h } from "./dom.js";
import { Feed } from "./feed.js";

export class Panel {
  unread = null; // what is unread here: null, "new" or "yours" (somebody's turn)

  /**
   * @param {object} place the `id` and `class` of the column, its `title`, the label of its `tab`, and a `note`
   * @param {object} hooks those of Feed and Composer
   * @param {object} texts sentences of the page
   * @param {object} extras elements: `start` for an empty chat, `control` beside the heading
   */
  constructor(place, hooks, texts, { start = null, control = null } = {}) {
    this.title = place.title;
    this.composer = new Composer(hooks, texts);
    this.feed = new Feed(place.title, hooks, texts, start);
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

  mark(unread, texts) {
    this.unread = unread;
    this.dot.hidden = unread === null;
    this.dot.classList.toggle("yours", unread === "yours");
    this.dot.firstElementChild.textContent = unread ? texts[`unread_${unread}`] : "";
  }
}
