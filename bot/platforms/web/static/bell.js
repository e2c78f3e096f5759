/** The bell: a sound and a notification when it is somebody's turn. The browser remembers whether it is on. */

import { keep, kept } from "./page.js";

const KEPT = "tischrand-bell";
const TONES = [659, 880]; // Hz, one after the other
const LENGTH = 0.16; // seconds of a tone

export class Bell {
  #button = document.getElementById("bell");
  #sound = null;
  #asked = new Set(); // the matches that ask somebody here
  #called = new Set(); // the messages that called somebody

  constructor() {
    this.#button.addEventListener("click", () => this.#toggle());
    this.#show(kept(KEPT) === "on");
  }

  /**
   * Ring if one of these matches did not ask anybody here before, or reminds them.
   *
   * @param {object[]} boards of the running matches that ask somebody here
   * @param {boolean} quietly whether not to ring
   */
  look(boards, quietly = false) {
    const fresh = boards.find((message) => !this.#asked.has(message.match) || (message.calls && !this.#called.has(message.id)));
    this.#asked = new Set(boards.map((message) => message.match));
    for (const { id } of boards) this.#called.add(id);
    if (fresh && !quietly && this.#on) this.#ring(fresh);
  }

  get #on() {
    return this.#button.getAttribute("aria-pressed") === "true";
  }

  #show(on) {
    this.#button.setAttribute("aria-pressed", on);
  }

  #toggle() {
    this.#show(!this.#on);
    keep(KEPT, this.#on ? "on" : "off");
    if (this.#on && globalThis.Notification?.permission === "default") Notification.requestPermission();
  }

  #ring(message) {
    this.#sound ??= new AudioContext();
    TONES.forEach((tone, place) => this.#tone(tone, this.#sound.currentTime + place * LENGTH));
    this.#button.dataset.rung = message.match;
    if (document.hidden && globalThis.Notification?.permission === "granted") {
      new Notification(document.title, { body: message.title, tag: message.match, icon: "icon.svg" });
    }
  }

  #tone(frequency, from) {
    const tone = new OscillatorNode(this.#sound, { frequency });
    const volume = new GainNode(this.#sound, { gain: 0.12 });
    volume.gain.exponentialRampToValueAtTime(0.001, from + LENGTH);
    tone.connect(volume).connect(this.#sound.destination);
    tone.start(from);
    tone.stop(from + LENGTH);
  }
}
