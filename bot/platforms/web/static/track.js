/** The positions of a replay: autoplay, and a slider. */

import { fill, h } from "./dom.js";
import { TEXTS } from "./page.js";

const PAUSE = 1200; // milliseconds for each position

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
