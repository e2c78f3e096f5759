/** Columns side by side where there is room; tabs, one at a time, where there is not. */

const WIDTH = 1240; // pixels for a board of 640, the text beside it, and another column

export class Tabs {
  #alone = false; // whether one column has all the room because the others are empty
  #panels;
  #bar;
  #narrow;
  #texts;

  constructor(bar, panels, texts) {
    this.#bar = bar;
    this.#panels = panels;
    this.#texts = texts;
    this.active = panels.find((panel) => panel.element.id === "channel");
    bar.setAttribute("aria-label", texts.chats);
    bar.append(...panels.map((panel) => panel.tab));
    for (const panel of panels) panel.tab.addEventListener("click", () => this.open(panel));
    bar.addEventListener("keydown", (event) => this.#key(event));
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

  get #single() {
    return this.#narrow.matches || this.#alone;
  }

  /** Whether this panel is visible now. */
  shows(panel) {
    return !document.hidden && (!this.#single || panel === this.active);
  }

  open(panel) {
    this.active = panel;
    this.#arrange();
  }

  #arrange() {
    const single = this.#single;
    document.body.dataset.layout = single ? "tabs" : "columns";
    this.#bar.hidden = !single;
    this.#bar.setAttribute("role", "tablist");
    for (const panel of this.#panels) {
      const shown = !single || panel === this.active;
      panel.element.setAttribute("role", single ? "tabpanel" : "region");
      panel.element.classList.toggle("away", !shown);
      panel.tab.setAttribute("aria-selected", String(panel === this.active));
      panel.tab.tabIndex = panel === this.active ? 0 : -1;
      if (shown && !document.hidden) panel.mark(null, this.#texts);
    }
  }

  #key(event) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const count = this.#panels.length;
    this.open(this.#panels[(this.#panels.indexOf(this.active) + step + count) % count]);
    this.active.tab.focus();
  }
}
