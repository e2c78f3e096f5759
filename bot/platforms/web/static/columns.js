/** The columns: which has the room, who acts in the channel, and which side is covered. */

import { Composer } from "./composer.js";
import { Feed } from "./feed.js";
import { goesOn, isLive } from "./message.js";
import { TEXTS, fill, h } from "./page.js";

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

/** Columns side by side where there is room, and where there is not, one at a time, with tabs. */
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

/** Which column has the room: the one whose board asks somebody here, unless they have gone to another one. */
export class Stage {
  #panels;
  #people;
  #calls = new Map(); // by match, in the order in which they began to ask: the `panel`, the `message`, whether it `asks` now, or is put `aside`
  #chosen = null; // the column where somebody went, or was called last
  #held = null; // the running match that they opened or played on there: nothing calls them away from it
  #here = false; // whether they went to that column themselves: not even this match calls them to where it is played
  #kept = null; // the `match` held last, which is over, while nothing has called since; what ran `beside` it
  #ours = (message) => goesOn(message) && this.concerns(message);
  #seat = null; // the column of the person at the hot seat

  /**
   * @param {object[]} panels the columns; of a match with boards in two of them, that in the later one is played on
   * @param {(ids: string[]) => boolean} people whether one of these is at this screen
   */
  constructor(panels, people) {
    this.#panels = panels;
    this.#people = people;
  }

  asks({ awaits = [] }) {
    return this.#people(awaits.map(({ id }) => id));
  }

  /** Whether somebody here has a draw or a take-back to answer, by the verbs of payloads. */
  offers(message) {
    const asked = ({ payload, of = message.players }) => /^(agree|letback):/.test(payload) && this.#people(of);
    return isLive(message) && message.rows.flat().some(asked);
  }

  /** Whether a message asks somebody here, or is about what they play. */
  concerns(message) {
    return this.asks(message) || this.#people(message.players ?? []);
  }

  /** The boards that ask somebody here; those of the column that has the room come first. */
  get asking() {
    const calls = [...this.#calls.values()].filter(({ asks }) => asks);
    return [true, false].flatMap((here) => calls.filter(({ panel }) => (panel === this.#chosen) === here)).map(({ message }) => message);
  }

  /** Somebody goes to a column, by themselves (`here`) or with a match that they open, or plays on: what has called from elsewhere waits until it asks anew. */
  choose(panel, match = null, here = false) {
    if (match || panel !== this.#chosen) this.#kept = null;
    this.#chosen = panel;
    this.#held = match;
    this.#here = here;
    for (const call of this.#calls.values()) call.aside = call.panel !== panel;
  }

  /** The column where a running match is played; undefined: it has no board here. */
  placeOf(match) {
    return this.#running().get(match)?.panel;
  }

  recall(match) {
    this.#calls.delete(match);
  }

  /**
   * Look at all boards: returns the column that has the room, and puts a board in front in each column.
   *
   * @param {object} seat the column of the person at the hot seat
   */
  look(seat = null) {
    const boards = this.#running();
    this.#listen(boards);
    if (seat !== this.#seat) this.#chosen = this.#held = null; // once nothing is hidden any more, both see the channel
    this.#seat = seat;
    if (this.#held && !boards.has(this.#held)) this.#keep(boards);
    const holds = this.#held !== null && Boolean(seat || boards.has(this.#held));
    const calling = [...this.#calls.values()].findLast(({ asks, aside }) => asks && !aside);
    const called = seat ?? calling?.panel;
    if (!this.#chosen || (called && !holds)) {
      this.#chosen = called ?? [...boards.values()].at(-1)?.panel ?? null;
      this.#held = null;
    }
    if (calling || [...boards.keys()].some((match) => !this.#kept?.beside.has(match))) this.#kept = null;
    for (const panel of this.#panels) {
      const held = panel === this.#chosen ? this.#held || this.#kept?.match : null;
      const match = held ?? [...this.#calls].findLast(([, call]) => call.panel === panel)?.[0] ?? panel.feed.last(this.#ours)?.match;
      panel.feed.putInFront(match, this.#calls.get(match)?.asks);
    }
    return this.#chosen ?? this.#panels[0];
  }

  /** What was held is over: they look at its end until something else begins, or begins to ask. */
  #keep(boards) {
    this.#kept = { match: this.#held, beside: new Set(boards.keys()) };
    this.#held = null;
    for (const call of this.#calls.values()) call.aside = true;
  }

  /** The boards of the running matches of people here, in the order in which they were posted. */
  #running() {
    const found = new Map();
    for (const panel of this.#panels) {
      for (const message of panel.feed.messages.filter(this.#ours)) found.set(message.match, { panel, message });
    }
    return new Map([...found].sort(([, one], [, other]) => one.message.at - other.message.at));
  }

  /** The match that has the room asks in another column: it is played there, if not in *My view*. */
  #follow(match, panel) {
    const own = this.#chosen.feed.last((message) => message.kind === "note" && message.match === match && goesOn(message));
    if (!this.#here && !own) this.#chosen = panel;
  }

  /** Note who has begun to ask. A match keeps its place while a robot thinks, and loses it when it asks somebody else. */
  #listen(boards) {
    const here = (board) => board && (this.asks(board.message) || !board.message.awaits.length);
    for (const match of this.#calls.keys()) if (!here(boards.get(match))) this.#calls.delete(match);
    for (const [match, { panel, message }] of boards) {
      const asks = this.asks(message);
      const before = this.#calls.get(match);
      if (asks && match === this.#held && !(before?.asks && before.panel === panel)) this.#follow(match, panel);
      if (asks || this.#calls.has(match)) this.#calls.set(match, { aside: false, ...before, panel, message, asks });
    }
  }
}

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

/** Two people at one screen: each covers their side while the other one plays a match with secrets. */
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
    const asking = sides.find((board) => board?.awaits?.length); // the other board may not say it
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
