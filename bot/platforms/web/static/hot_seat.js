/** The hot seat: two people share the screen, and each covers their side while the other one plays. */

import { goesOn } from "./boards.js";
import { fill, h } from "./dom.js";

export class HotSeat {
  #people;
  #texts;
  #opened;
  #secret = null; // the match with secrets on both sides, and the people it asks
  #open = null; // the person whose side is uncovered

  /**
   * @param {object[]} people two of them, each with a `panel`
   * @param {object} texts sentences of the page
   * @param {(person: object) => void} opened a person uncovered their side
   * @param {(said: string) => void} closed a side was covered; gets what to announce
   */
  constructor(people, texts, opened, closed) {
    this.#people = people;
    this.#texts = texts;
    this.#opened = opened;
    this.closed = closed;
    for (const person of people) this.#add(person);
  }

  /** The person who plays next, while both sides of a match are secret. */
  get next() {
    return this.#secret && this.#people.find((person) => this.#secret.asked.includes(person.id));
  }

  /** The person whose side is uncovered, else the one who plays next. */
  get turn() {
    return this.#secret && (this.#open ?? this.next);
  }

  /** Check the boards on both sides; cover a side whose turn has passed. */
  update() {
    const before = this.#secret;
    this.#secret = this.#found();
    const was = this.#open;
    const same = this.#secret && before?.match === this.#secret.match;
    const passed = same && before.asked.includes(was?.id) && !this.#secret.asked.includes(was.id);
    if (!same || passed) this.#open = null;
    this.#show();
    if (this.#secret && !this.#open && (was || !same) && this.next) this.closed(fill(this.#texts.passTo, this.next));
  }

  look(person) {
    this.#open = person;
    this.#show();
    this.#opened(person);
  }

  /** The running match with a board on both sides; a side that is not loaded yet counts as having one. */
  #found() {
    const [first, second] = this.#people.map((person) => (person.id ? person.panel.feed.messages.filter(goesOn) : null));
    if (!first && !second) return null;
    const shared = (first ?? second).filter((one) => !first || !second || second.some((other) => other.match === one.match));
    const match = shared.at(-1)?.match;
    if (!match) return null;
    const sides = [first, second].map((boards) => boards?.findLast((board) => board.match === match));
    const asking = sides.find((board) => board?.awaits?.length); // a new board of the waiting person may not say who is asked
    return { match, asked: asking?.awaits.map((person) => person.id) ?? [] };
  }

  #add(person) {
    const say = h("p", {});
    const look = h("button", { type: "button", class: "main", click: () => this.look(person) }, fill(this.#texts.look, person));
    person.cover = { say, look, element: h("div", { class: "cover", hidden: true }, say, look) };
    person.toggle = h("button", { type: "button", class: "quiet", "aria-pressed": "false", click: () => this.#toggle(person) });
    person.panel.heading.append(person.toggle);
    person.panel.heading.after(person.cover.element);
    this.#show();
  }

  #toggle(person) {
    if (!this.#secret) person.hides = !person.hides;
    else this.#open = null;
    this.#show();
    if (person.panel.covered) this.closed("");
  }

  #show() {
    for (const person of this.#people.filter((one) => one.cover)) {
      const covered = this.#secret ? person !== this.#open : Boolean(person.hides);
      const { say, look, element } = person.cover;
      const text = this.#secret && person === this.next && !this.#open ? this.#texts.passTo : this.#texts.covered;
      say.textContent = fill(text, person);
      look.className = person === this.next && !this.#open ? "main" : "plain";
      look.hidden = !this.#secret;
      element.hidden = !covered;
      person.toggle.hidden = Boolean(this.#secret) && covered;
      person.toggle.textContent = covered ? this.#texts.show : this.#texts.cover;
      person.toggle.setAttribute("aria-pressed", String(covered));
      person.panel.covered = covered;
      person.panel.element.classList.toggle("covered", covered);
    }
  }
}
