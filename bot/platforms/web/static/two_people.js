/** Two people at one screen: who of them acts in the channel, and the hot seat, where each covers their side while the other one plays. */

import { goesOn } from "./message.js";
import { TEXTS, fill, h } from "./page.js";

/** Who acts in the channel: chosen by hand, or by whose turn it is. */
export class Acting {
  #people;
  #changed;
  #messages = []; // of the channel, without notes
  #turn = ""; // the newest turn that was handled

  /** @param {() => void} changed called when another person acts */
  constructor(people, changed) {
    this.#people = people;
    this.#changed = changed;
    this.person = people[0];
    this.radios = people.map((person) =>
      h("input", { type: "radio", name: "acting", value: person.name, change: () => this.choose(person) }),
    );
    this.radios[0].checked = true;
    this.follow = h("input", { type: "checkbox", checked: true, change: () => this.#again() });
    this.element =
      people.length === 1
        ? null
        : h(
            "fieldset",
            { class: "acting" },
            h("legend", {}, TEXTS.actAs),
            ...people.map((person, index) =>
              h("label", { class: "person", dir: "auto" }, this.radios[index], h("span", {}, person.name)),
            ),
            h("label", { class: "follow" }, this.follow, h("span", {}, TEXTS.follow)),
          );
  }

  choose(person) {
    if (this.person === person) return;
    this.person = person;
    this.radios[this.#people.indexOf(person)].checked = true;
    this.#changed();
  }

  /** Follow the channel's messages: if the newest turn is that of one of these people, they act. */
  watch(messages) {
    this.#messages = messages.filter((message) => message.kind !== "note");
    const { key, person } = this.#newestTurn();
    if (key === this.#turn) return;
    this.#turn = key;
    if (person && this.follow.checked) this.choose(person);
  }

  #newestTurn() {
    const index = this.#messages.findLastIndex((message) => message.kind === "bot" && message.rows.length);
    if (index < 0) return { key: "", person: null };
    const message = this.#messages[index];
    const awaited = message.awaits.filter((person) => person.here).map((person) => person.id);
    const here = this.#people.filter((person) => awaited.includes(person.id));
    const alone = here.length === 1 ? here[0] : null;
    const person = awaited.length ? alone : !message.board && this.#challenged(this.#messages[index - 1]);
    return { key: `${message.id} ${awaited} ${person?.id}`, person };
  }

  /** The person whom a challenge to anyone waits for: the one who did not make it. */
  #challenged(command) {
    if (!command?.text?.startsWith("/play")) return null;
    const own = this.#people.some((person) => person.id === command.author.id);
    return own ? this.#people.find((person) => person.id !== command.author.id) : null;
  }

  #again() {
    this.#turn = "";
    this.watch(this.#messages);
  }
}

export class HotSeat {
  #people;
  #opened;
  #secret = null; // the match with secrets on both sides, and the people it asks
  #open = null; // the person whose side is uncovered

  /**
   * @param {object[]} people two of them, each with a `panel`
   * @param {(person: object) => void} opened a person uncovered their side
   * @param {(said: string) => void} closed a side was covered; gets what to announce
   */
  constructor(people, opened, closed) {
    this.#people = people;
    this.#opened = opened;
    this.closed = closed;
    for (const person of people) this.#add(person);
  }

  get next() {
    return this.#secret && this.#people.find((person) => this.#secret.asked.includes(person.id));
  }

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
    if (this.#secret && !this.#open && (was || !same) && this.next) this.closed(fill(TEXTS.passTo, this.next));
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
    const look = h("button", { type: "button", class: "main", click: () => this.look(person) }, fill(TEXTS.look, person));
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
      const text = this.#secret && person === this.next && !this.#open ? TEXTS.passTo : TEXTS.covered;
      say.textContent = fill(text, person);
      look.className = person === this.next && !this.#open ? "main" : "plain";
      look.hidden = !this.#secret;
      element.hidden = !covered;
      person.toggle.hidden = Boolean(this.#secret) && covered;
      person.toggle.textContent = covered ? TEXTS.show : TEXTS.cover;
      person.toggle.setAttribute("aria-pressed", covered);
      person.panel.covered = covered;
      person.panel.element.classList.toggle("covered", covered);
    }
  }
}
