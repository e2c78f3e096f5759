/** Two people at one screen: who sees their own side now, and what is drawn over it for the other. */

import { goesOn, isBoard } from "./boards.js";
import { fill, h } from "./dom.js";

/** Whether a message is the board of a match that goes on, also one that asks nobody. */
function isOpen(message) {
  return isBoard(message) && goesOn(message);
}

export class Curtain {
  #people;
  #texts;
  #opened;
  #secret = null; // the match whose secrets both sides show, and whom it asks
  #open = null; // who looks at their side of it

  /**
   * @param {object[]} people two of them, each with a `panel`
   * @param {object} texts sentences of the page
   * @param {(person: object) => void} opened somebody wants to see their side
   * @param {(said: string) => void} closed a side was covered, and what there is to say
   */
  constructor(people, texts, opened, closed) {
    this.#people = people;
    this.#texts = texts;
    this.#opened = opened;
    this.closed = closed;
    for (const person of people) this.#add(person);
  }

  /** Who is to look next, while both sides of a match are secret. */
  get next() {
    return this.#secret && this.#people.find((person) => this.#secret.asked.includes(person.id));
  }

  /** Whose side is to be seen, or is the next one to be. */
  get turn() {
    return this.#secret && (this.#open ?? this.next);
  }

  /** Look at what both sides show: where the turn has passed, the side is covered. */
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

  /** A match that goes on and has a board on both sides; while a side is not known yet, it may have one. */
  #found() {
    const [first, second] = this.#people.map((person) => (person.id ? person.panel.feed.messages.filter(isOpen) : null));
    if (!first && !second) return null;
    const shared = (first ?? second).filter((one) => !first || !second || second.some((other) => other.match === one.match));
    const match = shared.at(-1)?.match;
    if (!match) return null;
    const sides = [first, second].map((boards) => boards?.findLast((board) => board.match === match));
    const asking = sides.find((board) => board?.awaits?.length); // a new board of who waits may not say for whom
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
