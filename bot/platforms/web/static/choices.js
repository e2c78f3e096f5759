/** What can be pressed in a message: its buttons, and the positions of a replay. */

import { TEXTS, fill, h } from "./page.js";

const PAUSE = 1200; // milliseconds for each position

/** Buttons whose presses are answered one after the other. */
export class Choices {
  #press;
  #lost;
  #buttons = []; // in the order of the page, each with its `element`
  #wanted = null; // where a person put the focus: it returns there when the same button is back
  #waiting = new Map(); // the presses without an answer yet: by payload, the elements that show it
  #last = null; // settles when the last of them is answered
  #handing = false; // whether the focus is being moved because the buttons have changed

  /**
   * @param {(payload: string, of?: string) => Promise} press carries out a press, by `of` only if given; resolves when it is answered
   * @param {() => void} lost takes the focus if no button is left
   */
  constructor(press, lost) {
    this.#press = press;
    this.#lost = lost;
    this.element = h("div", { class: "rows", keydown: (event) => this.#key(event) });
  }

  get buttons() {
    return this.#buttons;
  }

  /** The button that last had the focus, if it can still be pressed. */
  get left() {
    return this.#buttons.find(({ label, disabled }) => !disabled && label === this.#wanted?.label)?.element;
  }

  /** @param {HTMLElement} [beside] stands after the first button */
  update(rows, beside) {
    const box = this.element;
    box.dataset.hint = TEXTS.inPicture;
    const { activeElement } = document;
    const focused = box.contains(activeElement);
    this.#buttons = rows.flat().map((button) => ({ ...button, element: this.#button(button) }));
    const elements = this.#buttons.map((button) => button.element);
    box.replaceChildren(...rows.map((row) => h("div", { class: "row" }, ...elements.splice(0, row.length))));
    const stops = new Map(this.#buttons.filter(({ disabled }) => !disabled).reverse().map(({ element }) => [isMove(element), element]));
    for (const stop of stops.values()) this.#rove(stop);
    this.#mark();
    if (beside) box.querySelector("button")?.after(beside);
    if (activeElement === beside) return beside.focus();
    if (!focused) return;
    this.#handing = true;
    this.#focusHeir();
    this.#handing = false;
  }

  /** Press something: it is marked until it is answered. What is pressed meanwhile waits, and so is it. */
  press(payload, ...marked) {
    if (this.#waiting.has(payload)) return;
    this.#waiting.set(payload, marked);
    this.#mark();
    this.#last = this.#serve(this.#last, payload, marked);
    return this.#last;
  }

  async #serve(before, payload, marked) {
    await before;
    const button = this.#buttons.find((one) => one.payload === payload);
    if (button || marked.some((element) => element.isConnected)) await this.#press(payload, button?.of);
    this.#waiting.delete(payload);
    this.#mark();
    for (const element of marked) element.classList.remove("pressed");
  }

  #mark() {
    if (this.#waiting.size) this.element.setAttribute("aria-busy", "true");
    else this.element.removeAttribute("aria-busy");
    for (const { payload, element } of this.#buttons) element.classList.toggle("pressed", this.#waiting.has(payload));
    for (const element of [...this.#waiting.values()].flat()) element.classList.add("pressed");
  }

  #focusHeir() {
    const { children } = this.element;
    const { left } = this;
    const row = [...(children[Math.min(this.#wanted.row, children.length - 1)]?.children ?? [])];
    const last = row.slice(0, this.#wanted.column + 1).findLast((button) => !button.disabled);
    const heir = left ?? last ?? row.find((button) => !button.disabled);
    if (left) this.#wanted = placeOf(left);
    if (heir) heir.focus({ preventScroll: true });
    else this.#lost();
  }

  #button({ label, style, leads, payload, disabled }) {
    const press = (event) => this.press(payload, event.currentTarget);
    const listeners = { click: press, focus: (event) => this.#focused(event.currentTarget) };
    return h("button", { type: "button", class: leads ? `${style} leads` : style, dir: "auto", disabled, ...listeners }, label);
  }

  #focused(button) {
    this.#rove(button);
    if (!this.#handing) this.#wanted = placeOf(button);
  }

  /** Make one of the moves a tab stop, and one of the other buttons; arrow keys lead to the rest. */
  #rove(stop) {
    const alike = this.#buttons.filter(({ element }) => isMove(element) === isMove(stop));
    for (const { element } of alike) element.tabIndex = element === stop ? 0 : -1;
  }

  #key(event) {
    const elements = this.#buttons.map((button) => button.element).filter((button) => !button.disabled);
    const from = document.activeElement;
    const at = elements.indexOf(from);
    const last = elements.length - 1;
    const to = {
      ArrowRight: () => elements[at === last ? 0 : at + 1],
      ArrowLeft: () => elements[at === 0 ? last : at - 1],
      ArrowDown: () => inNextLine(from, elements, 1),
      ArrowUp: () => inNextLine(from, elements, -1),
      Home: () => elements[0],
      End: () => elements[last],
    }[event.key];
    if (!to || at < 0 || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    to()?.focus();
  }
}

function isMove(button) {
  return button.classList.contains("main");
}

function placeOf(button) {
  const row = button.parentElement;
  return { label: button.textContent, row: [...row.parentElement.children].indexOf(row), column: [...row.children].indexOf(button) };
}

/** The button in the line below (1) or above (-1) on the screen, where rows may be wrapped. */
function inNextLine(button, buttons, way) {
  const from = button.getBoundingClientRect();
  const away = (box) => (way > 0 ? box.top - from.bottom : from.top - box.bottom);
  const aside = (box) => Math.abs(box.left - from.left);
  const beyond = buttons.map((one) => ({ one, box: one.getBoundingClientRect() })).filter(({ box }) => away(box) >= 0);
  const nearest = Math.min(...beyond.map(({ box }) => away(box)));
  const line = beyond.filter(({ box }) => away(box) === nearest);
  return line.sort((left, right) => aside(left.box) - aside(right.box))[0]?.one;
}

/** The positions of a replay: autoplay, and a slider. */
export class Track {
  #track;
  #press;
  #running = 0; // a new number ends the autoplay that runs

  /** @param {(payload: string) => Promise} press goes to a position; resolves when it is shown */
  constructor(press) {
    this.#press = press;
    this.slider = h("input", { type: "range", min: 0, "aria-label": TEXTS.positions, change: () => this.#go(this.slider.valueAsNumber) });
    /** Stands among the buttons of the message. */
    this.auto = h("button", { type: "button", class: "plain", click: () => this.#toggle() }, TEXTS.autoplay);
    this.element = h("div", { class: "track" }, this.slider);
  }

  /** @param {object} track `at`, and the `payloads` of all positions */
  update(track) {
    this.#track = track;
    this.slider.max = String(this.#last);
    this.slider.value = String(track.at);
    this.slider.setAttribute("aria-valuetext", fill(TEXTS.position, { number: track.at, count: this.#last }));
  }

  get #last() {
    return this.#track.payloads.length - 1;
  }

  #go(place) {
    this.#stop();
    return this.#press(this.#track.payloads[place]);
  }

  #stop() {
    this.#running += 1;
    this.auto.textContent = TEXTS.autoplay;
    this.playing = false;
  }

  async #toggle() {
    if (this.playing) return this.#stop();
    this.playing = true;
    this.auto.textContent = TEXTS.pause;
    const mine = ++this.#running;
    const goes = () => mine === this.#running && this.element.isConnected;
    if (this.#track.at === this.#last) await this.#press(this.#track.payloads[0]);
    while (goes() && this.#track.at < this.#last) {
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
      if (goes()) await this.#press(this.#track.payloads[this.#track.at + 1]);
    }
    if (mine === this.#running) this.#stop();
  }
}
