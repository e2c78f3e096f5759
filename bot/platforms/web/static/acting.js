/** Who acts in the channel when two people share the screen: chosen by hand, or by whose turn it is. */

import { h } from "./dom.js";

export class Acting {
  #people;
  #changed;
  #messages = []; // of the channel, without notes
  #turn = ""; // the newest turn that was handled

  /**
   * @param {object[]} people at this screen
   * @param {() => void} changed called when another person acts
   * @param {object} texts sentences of the page
   */
  constructor(people, changed, texts) {
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
            h("legend", {}, texts.actAs),
            ...people.map((person, index) =>
              h("label", { class: "person", dir: "auto" }, this.radios[index], h("span", {}, person.name)),
            ),
            h("label", { class: "follow" }, this.follow, h("span", {}, texts.follow)),
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
    const person = awaited.length ? alone : this.#challenged(this.#messages[index - 1]);
    return { key: `${message.id} ${awaited} ${person?.id}`, person };
  }

  /** The person whom a challenge to anyone waits for: the one who did not make it. */
  #challenged(command) {
    if (command?.kind !== "command" || !command.text.startsWith("/play")) return null;
    const own = this.#people.some((person) => person.id === command.author.id);
    return own ? this.#people.find((person) => person.id !== command.author.id) : null;
  }

  #again() {
    this.#turn = "";
    this.watch(this.#messages);
  }
}
