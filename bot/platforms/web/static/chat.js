/** The page of the web chat: the people at this screen and their chats side by side. */

import { Acting, HotSeat, Panel, Stage, Tabs } from "./columns.js";
import { Connection } from "./connection.js";
import { isBoard, isLive, goesOn, spoken } from "./message.js";
import { Bell, TAB, TEXTS, announce, fill, h, hush, keep, kept, labelAll, once, pieces, secretOf, showState, turnAway } from "./page.js";
import { Lobby, WISH, accepts, addressFor, askNames, closeEnlarged, enlarge, same } from "./rim.js";

const FREE_NAMES = ["Ada", "Ben"]; // of the first person at a screen, and of who joins them there
const ADDRESS = new URL(location.href);
const CHANNEL = "channel";
const START_COMMAND = "/play";
const SECRET = "tischrand.browser"; // a key of the local storage: cookies would be sent to every port of the machine
const FAULT_SHOWN = 6000; // milliseconds
const EARLIER_AT_MOST = 10; // requests for older messages in one jump

/** The ticket from the address with the token; it is removed from the address bar and the history. */
const ticket = /^#ticket=([\w-]+)$/.exec(location.hash)?.[1] ?? "";
if (ticket) history.replaceState(null, "", location.pathname + location.search);

class Chat {
  constructor(names) {
    this.people = names.map((name) => ({ name, id: null, state: "connecting" }));
    this.alone = this.people.length === 1;
    this.faults = new Set(); // why names were refused, in the server's words
    this.acting = new Acting(this.people, () => this.actingChanged());
    this.channel = this.channelPanel();
    for (const person of this.people) person.panel = this.privatePanel(person);
    const [first, second] = this.people.map((person) => person.panel);
    this.panels = second ? [first, this.channel, second] : [this.channel, first];
    this.tabs = new Tabs(this.panels, (panel) => this.go(panel));
    document.getElementById("table").append(...this.panels.map((panel) => panel.element));
    const ways = { begin: () => this.begin(), jump: (link) => this.jump(link, EARLIER_AT_MOST) };
    this.lobby = new Lobby(ways);
    Object.assign(document.body.dataset, { people: this.people.length, stage: CHANNEL });
    if (second) this.hotSeat = new HotSeat(this.people, (person) => this.looks(person), (said) => this.hidden(said));
    const here = (ids) => this.people.some(({ id }) => ids.includes(id));
    this.rules = new Stage([this.channel, ...this.people.map((person) => person.panel)], here);
    this.stage = this.channel; // the column that has the room
    this.bell = new Bell();
    this.toBoard = document.getElementById("to-board");
    this.toBoard.addEventListener("click", (event) => this.goToBoard(event));
    document.getElementById("to-channel").addEventListener("click", (event) => this.goToChannel(event));
    addEventListener("keydown", (event) => this.escape(event));
    document.addEventListener("visibilitychange", () => this.tabs.shows(this.tabs.active) && this.tabs.open(this.tabs.active));
    this.label();
  }

  /** The person whose connection feeds the channel: two people at this screen would get it twice. */
  get ear() {
    return this.people.find((person) => !person.forgotten) ?? this.people[0];
  }

  /** A name for somebody who sits down beside the first person. */
  get neighbour() {
    return FREE_NAMES.find((name) => !same(name, this.people[0].name));
  }

  open() {
    for (const person of this.people) {
      person.connection = new Connection(() => hello(person.name), (frame) => this.receive(person, frame));
      person.connection.open();
    }
  }

  // The columns

  channelPanel() {
    const place = { id: CHANNEL, class: "public", title: TEXTS.channel, tab: TEXTS.channelTab, note: "" };
    const hooks = this.hooks(CHANNEL, () => this.acting.person);
    return new Panel(place, hooks, { start: this.start(), control: this.acting.element });
  }

  privatePanel(person) {
    const place = {
      id: `private-${this.people.indexOf(person)}`,
      class: "private",
      title: this.alone ? TEXTS.privateYours : fill(TEXTS.privateHere, person),
      tab: this.alone ? TEXTS.privateTab : person.name,
      note: this.alone ? TEXTS.privateYoursNote : fill(TEXTS.privateNote, person),
    };
    const text = this.alone ? TEXTS.startPrivateYours : fill(TEXTS.startPrivate, person);
    const start = h("div", { class: "start small" }, h("p", {}, text), h("div", { class: "cards" }));
    return new Panel(place, this.hooks(null, () => person), { start });
  }

  /** Whether a message waits for nobody, or for somebody here. */
  may = (message) => !message.awaits?.length || this.rules.asks(message);

  hooks(chat, actor) {
    const here = () => chat ?? `@${actor().id}`;
    return {
      press: (message, payload, of) => this.press([actor(), ...this.people].find(({ id }) => of?.includes(id)) ?? actor(), message, payload),
      acts: (id) => actor().id === id,
      may: this.may,
      send: (line) => this.send(actor(), here(), line),
      upload: (file) => actor().connection.upload(here(), file),
      complete: (line) => actor().connection.complete(here(), line),
      earlier: (id) => (chat ? this.ear : actor()).connection.earlier(here(), id),
      jump: (link) => this.jump(link, EARLIER_AT_MOST),
      enlarge,
      dismiss: (message) => this.panelOf(message.chat).feed.dismiss(message.id),
    };
  }

  /** The start panel for a first visit; `offer` adds a card for each game later. */
  start() {
    const [first, second] = this.people.map((person) => person.name);
    const address = addressFor([this.neighbour]);
    const link = h("a", { href: address, target: "_blank", rel: "noopener" }, `${location.host}${address}`);
    const told = fill(second ? TEXTS.startTwo : TEXTS.startAlone, { first, second });
    this.invitation = h("p", { class: "hint", dir: "auto" }, told, ...(second ? [] : [" ", link]));
    const help = pieces(TEXTS.startHelp, { help: h("code", {}, "/help") });
    this.level = this.command(TEXTS.startLevel, "quiet", `${START_COMMAND} robot`, this.inPrivate);
    return h(
      "section",
      { class: "start", "aria-labelledby": "start-title" },
      h("h3", { id: "start-title" }, TEXTS.startTitle),
      h("div", { class: "cards" }),
      this.level,
      this.invitation,
      h("p", { class: "hint" }, ...help),
      second ? h("p", { class: "hint" }, TEXTS.share) : null,
    );
  }

  /** A button that sends a command, perhaps for a `game`. By keys one goes on in what it brings. */
  command(label, kind, line, send, game) {
    const named = game && `${label}: ${game}`;
    const act = async () => {
      const byKeys = document.activeElement.matches(":focus-visible");
      await send.call(this, line);
      if (byKeys) this.stage.feed.focusNewest();
    };
    return h("button", { type: "button", class: kind, title: line, "aria-label": named, click: once(act) }, label);
  }

  offer(games) {
    for (const cards of document.querySelectorAll(".cards")) cards.replaceChildren(...games.map((game) => this.card(game)));
    this.level.hidden = !games.some(({ robot }) => robot);
  }

  card({ key, name, summary, robot }) {
    const image = h("img", { src: `${key}.png`, alt: "", width: "320", height: "180", error: () => image.remove() });
    const line = `${START_COMMAND} ${key}`;
    const first = robot && this.command(TEXTS.startFirst, "main", `${line} robot level=1`, this.inPrivate, name);
    const lesson = this.command(TEXTS.startLesson, "plain", `/learn ${key}`, this.inPrivate, name);
    const play = this.command(TEXTS.startPlay, "plain", line, this.forTwo, name);
    return h("div", { class: "card", role: "group", "aria-label": name }, image, h("h3", {}, name), h("p", {}, summary), h("div", { class: "ways" }, first || null, lesson, play));
  }

  /** Lead to the games if they are offered in the channel, else ask which one. */
  begin() {
    if (!this.channel.feed.start.hidden) return this.goToChannel();
    return this.inChannel(START_COMMAND).then(() => this.channel.feed.focusNewest());
  }

  /** Ask who else plays, unless somebody else is here: then it is they who accept. */
  forTwo(line) {
    if (!this.alone || this.company) return this.inChannel(line);
    return askNames([this.people[0].name, this.neighbour], { wish: line });
  }

  inChannel(line) {
    this.go(this.channel);
    return this.send(this.acting.person, CHANNEL, line);
  }

  /** Send a command in the private chat: it concerns nobody else, and secrets need no second board there. */
  async inPrivate(line) {
    const { person } = this.acting;
    await this.send(person, `@${person.id}`, line);
    this.go(person.panel, "");
    person.panel.element.focus({ preventScroll: true });
  }

  // Which board gets the room

  /** A person looks at their own side: they act from now on, and their board gets the room. */
  looks(person) {
    this.acting.choose(person);
    this.arrange();
    person.panel.feed.toEnd();
    person.panel.feed.focusNewest();
  }

  /** A side was covered: remove every other trace of it. */
  hidden(said) {
    hush();
    closeEnlarged();
    if (said) announce(said);
  }

  go(panel, match = panel.feed.front ?? "", here = true) {
    this.rules.choose(panel, match, here);
    this.arrange();
    this.tabs.open(panel);
  }

  arrange() {
    this.hotSeat?.update();
    const stage = this.rules.look(this.hotSeat?.turn?.panel);
    const messages = this.panels.flatMap(({ feed }) => feed.messages);
    const offered = messages.filter((message) => this.rules.offers(message) && !this.rules.asks(message));
    const asking = [...offered, ...this.rules.asking];
    const challenges = messages.filter(accepts).filter(this.may);
    const called = challenges.filter((message) => this.rules.asks(message));
    const count = new Set(called.map(({ match }) => match)).size;
    const news = asking.length ? TEXTS.yourTurn : count && fill(TEXTS.lobbyOpen, { count });
    document.title = this.alone && news ? `${news} · ${TEXTS.bot}` : TEXTS.bot;
    this.bell.look([...asking, ...called], this.welcoming);
    this.lobby.watch(challenges, asking);
    this.toBoard.hidden = !this.newestBoard;
    const others = this.panels.filter((panel) => panel !== stage).map(({ feed }) => feed);
    if (!this.alone && others.some((feed) => feed.last(isBoard))) this.tabs.alone = false; // the other person's
    if (stage === this.stage || this.panels.some(({ composer }) => composer.writes)) return;
    this.stage = stage;
    document.body.dataset.stage = stage.element.id;
    this.tabs.alone = stage !== this.channel && this.mayBeAlone(stage, others);
    this.tabs.open(stage);
    stage.feed.toEnd();
  }

  /** Whether a private chat may have all the room: nothing elsewhere asks anybody here. */
  mayBeAlone(stage, others) {
    const own = new Set(stage.feed.messages.filter(isBoard).map(({ match }) => match));
    return this.alone ? this.rules.asking.every(({ match }) => own.has(match)) : others.every((feed) => feed.isEmpty);
  }

  get newestBoard() {
    const panels = [this.stage, ...this.panels].filter((panel) => !panel.covered);
    return panels.find((panel) => panel.feed.last(isBoard));
  }

  goToChannel(event) {
    event?.preventDefault();
    this.go(this.channel);
    const { element, feed } = this.channel;
    (feed.start.hidden ? element : feed.start.querySelector("button")).focus();
  }

  goToBoard(event) {
    event.preventDefault();
    const panel = this.newestBoard;
    this.go(panel);
    panel.feed.toEnd();
    panel.feed.focusNewest();
  }

  label() {
    const label = fill(TEXTS.writeAs, this.acting.person);
    this.channel.composer.label(label, `${label} · ${TEXTS.slash}`, label);
    for (const person of this.people) person.panel.composer.label(fill(TEXTS.writePrivate, person), TEXTS.slash, TEXTS.slash);
  }

  // What people do

  /** Escape closes the newest note on a board, unless something else uses the key. */
  escape({ key, defaultPrevented }) {
    if (key !== "Escape" || defaultPrevented || document.querySelector("dialog[open]")) return;
    [this.stage, ...this.panels].some((panel) => panel.feed.dismissNewest());
  }

  /** Press a button; this closes the earlier notes of that chat, unless a note itself was pressed. */
  async press(person, message, payload) {
    const panel = this.panelOf(message.chat);
    const { feed } = panel;
    const { front } = feed;
    const told = new Set(feed.messages.filter(({ kind }) => kind === "note").map(({ id }) => id));
    const plays = isLive(message) || (feed.runs && message.match === front); // or presses a note about what is in front
    const learns = message.image && !message.match; // they go on with a lesson or a puzzle
    await this.act(panel, person.connection.press(message.id, payload), plays ? message.match : null, () => learns || this.rules.asks(feed.find(message.id)?.message ?? {}));
    const answered = feed.find(message.id)?.message;
    if (answered && !isBoard(message) && goesOn(answered) && panel === this.stage) this.go(this.rules.placeOf(answered.match) ?? panel, answered.match, false); // they accepted it
    if (message.kind !== "note") feed.dropNotes((note) => told.has(note.id) && !isBoard(note));
    if (feed.front && feed.front !== front) feed.toEnd(); // whatever was told below a board that is over
  }

  send(person, chat, line) {
    const panel = this.panelOf(chat);
    panel.feed.toEnd();
    const stays = panel === this.channel && panel.feed.runs && !/^.(play|join|pair)/.test(line); // begins no match
    const front = panel.feed.runs ? panel.feed.front : null;
    return this.act(panel, person.connection.command(chat, line, front), stays ? panel.feed.front : null);
  }

  /** Somebody acts in a column, perhaps in a match. One beside the stage takes the room only for a picture that this brings, or with which they go on (`onward`). */
  async act(panel, answer, match = null, onward = () => false) {
    const onStage = panel === this.stage;
    const pictures = () => panel.feed.messages.filter(({ image }) => image).map(({ id }) => id);
    const before = pictures();
    if (onStage) this.rules.choose(panel, match);
    await panel.feed.answering(answer);
    const brings = pictures().some((id) => !before.includes(id));
    if (!onStage && !this.hotSeat?.turn && (brings || onward())) this.rules.choose(panel, match);
    this.arrange();
  }

  actingChanged() {
    this.label();
    this.channel.feed.look();
    // Notes about a match must not stay for the other person to see.
    this.channel.feed.dropNotes((note) => note.match && note.reader.name !== this.acting.person.name);
    this.channel.feed.filterNotes((note) => note.reader.name === this.acting.person.name);
    announce(fill(TEXTS.nowActing, this.acting.person));
  }

  jump(link, tries) {
    const panel = this.panelOf(link.chat);
    if (!panel) return;
    const view = panel.feed.find(link.message);
    if (!view) {
      if (!panel.feed.hasEarlier || tries === 0) return;
      panel.waiting = () => this.jump(link, tries - 1);
      panel.feed.askEarlier();
      return;
    }
    this.go(panel, goesOn(view.message) ? view.message.match : undefined);
    panel.feed.bring(view);
  }

  // What the server says

  receive(person, frame) {
    const deal = {
      state: () => this.connected(person, frame.state),
      welcome: () => this.welcome(person, frame),
      people: () => this.present(frame.people),
      message: () => this.show(person, frame.message),
      edit: () => this.show(person, frame.message),
      deleted: () => this.deleted(person, frame),
      note: () => this.note(person, frame.message),
      earlier: () => this.earlier(person, frame),
      forgotten: () => this.forgotten(person, frame.id),
      problem: () => this.problem(person, frame),
    }[frame.type];
    deal?.();
  }

  connected(person, state) {
    person.state = state;
    const states = this.people.map((one) => one.state);
    showState(["lost", "connecting"].find((one) => states.includes(one)) ?? "open");
  }

  welcome(person, { you, menu, games, people, chats, language, theme }) {
    if (this.follow(person, { language, theme })) return;
    person.id = you.id;
    person.forgotten = false;
    for (const chat of chats) {
      if (chat.id !== CHANNEL) person.panel.feed.reset(chat);
      else if (person === this.ear) this.channel.feed.reset(chat);
    }
    person.panel.composer.menu = menu;
    this.channel.composer.menu = menu;
    this.offer(games);
    this.channel.feed.look();
    this.present(people);
    this.acting.watch(this.channel.feed.messages);
    if (person === this.ear) this.meet(person);
    this.welcoming = true;
    this.arrange();
    this.welcoming = false;
    this.recall(person);
    this.grant();
  }

  /** Send what the two who have just sat down want to play. */
  grant() {
    const line = kept(WISH, TAB);
    if (!line || this.alone || this.people.some(({ id }) => !id)) return;
    keep(WISH, "", TAB);
    this.inChannel(line);
  }

  /** Show a newcomer the games first, unless there is a match to see: in a single column, talk in the channel would hide its cards. */
  meet(person) {
    const { messages } = this.channel.feed;
    const idle = messages.length && person.panel.feed.isEmpty && !messages.some((message) => accepts(message) || goesOn(message) || this.rules.concerns(message));
    if (idle && !this.met && this.tabs.single) this.go(person.panel);
    this.met = true;
  }

  /** Show the answer that loaded the page again: a note is in no log. The focus is where it was. */
  recall({ id }) {
    const answer = JSON.parse(kept(id, TAB) || null);
    if (!answer) return;
    keep(id, "", TAB);
    const { composer, feed, element } = this.panelOf(answer.chat);
    this.tabs.open(this.panelOf(answer.chat));
    if (answer.kind === "note") this.note(this.people[0], answer);
    (answer.typed ? composer.input : (feed.find(answer.id) ?? element)).focus();
  }

  /** The page itself has the language and the theme in which the bot answers here: in private, or in a note. */
  hear(person, answer) {
    const own = answer.kind === "note" || answer.chat !== CHANNEL;
    if (own && this.panels.some(({ feed }) => feed.expecting) && this.follow(person, answer)) {
      const typed = document.activeElement.matches(".composer input");
      keep(person.id, JSON.stringify({ ...answer, typed }), TAB);
    }
  }

  /** Load the page again if it is not as its first person has it. Returns whether it is not. */
  follow(person, { language, theme }) {
    const { lang, dataset } = document.documentElement;
    language ||= lang;
    theme ??= dataset.theme; // null: it does not say
    if (person !== this.people[0] || (language === lang && theme === dataset.theme)) return false;
    ADDRESS.searchParams.set("reads", language);
    ADDRESS.searchParams.set("theme", theme);
    location.replace(ADDRESS);
    return true;
  }

  present(people) {
    const names = people.map((person) => person.name).join(", ");
    this.company = people.length > 1;
    this.invitation.hidden = this.alone && this.company;
    this.channel.subtitle.textContent = fill(TEXTS.channelNote, { names });
  }

  show(person, message) {
    const panel = this.panelOf(message.chat);
    if (!panel || (panel === this.channel && person !== this.ear && !message.alone)) return;
    const before = panel.feed.find(message.id)?.message;
    const own = this.people.some((one) => one.id === message.author?.id);
    const fresh = panel.feed.show(message, own, this.rules.concerns(message));
    this.hear(person, message);
    // *More* would cover what answers an offer.
    if (before && this.rules.offers(message) && !this.rules.offers(before)) panel.feed.dropNotes(({ under }) => under === message.id);
    const ends = fresh && message.headline && !isBoard(message) && this.rules.concerns(message); // a tournament
    if (ends && !this.panels.some(({ feed }) => feed.runs)) this.rules.choose(panel);
    if (fresh && message.calls) this.rules.recall(message.match);
    this.arrange();
    if (panel === this.channel) this.acting.watch(this.channel.feed.messages);
    const moved = before?.image ? !message.image : before?.board && !message.board; // the link that is left of a board is no news
    if (own || moved || (!fresh && before.text === message.text)) return;
    this.notice(panel, message);
  }

  deleted(person, { chat, id }) {
    const panel = this.panelOf(chat);
    if (!panel || (panel === this.channel && person !== this.ear)) return;
    if (panel.feed.find(id)?.message.kind === "note") panel.feed.dismiss(id);
    else panel.feed.remove((one) => one.id === id);
    this.arrange();
    if (panel === this.channel) this.acting.watch(this.channel.feed.messages);
  }

  note(person, message) {
    const panel = this.panelOf(message.chat);
    const known = panel.feed.find(message.id)?.message;
    if (message.again && !known) return;
    if (!known) panel.feed.dropNotes((note) => note.reader.name === person.name && (!isBoard(note) || (message.board && note.match === message.match)));
    const under = known?.under ?? message.under;
    const about = message.about ?? known?.about;
    const runs = panel.feed.running(about);
    if (runs && about !== known?.about && panel === this.stage) this.go(panel, about);
    const board = runs ?? panel.feed.find(under)?.message ?? panel.feed.last(isBoard);
    const early = Boolean(board && goesOn(board) && !isBoard(message));
    panel.feed.show({ ...message, under, about, early, reader: { name: person.name, alone: this.alone } });
    this.channel.feed.filterNotes((note) => note.reader.name === this.acting.person.name);
    this.hear(person, message);
    this.arrange();
    if (!message.again || isBoard(message)) this.notice(panel, message);
  }

  notice(panel, message) {
    if (!panel.covered) announce(spoken(message), message.language);
    if (this.tabs.shows(panel)) return;
    const asks = (one) => this.rules.asks(one) || this.rules.offers(one);
    const still = panel.unread === "yours" && panel.feed.messages.some(asks);
    panel.mark(this.alone && (asks(message) || still) ? "yours" : "new");
  }

  earlier(person, chat) {
    const panel = this.panelOf(chat.id);
    panel.feed.prepend(chat);
    const waiting = panel.waiting;
    panel.waiting = null;
    waiting?.();
  }

  forgotten(person, id) {
    this.channel.feed.remove(({ author }) => author?.id === id);
    if (person.id !== id) return;
    person.forgotten = true;
    person.panel.feed.reset({ messages: [], more: false });
    person.connection.leave();
    this.arrange();
  }

  problem(person, { problem, detail, free }) {
    if (problem === "bad_name") {
      if (named.length) this.faults.add(detail); // the default names were not typed by anybody
      askNames(named.length ? named : [""], { fault: [...this.faults].join(" "), free, must: true, wish: kept(WISH, TAB) });
    } else if (problem === "not_let_in") turnAway(detail);
    else {
      const line = document.getElementById("state");
      line.textContent = TEXTS.broken;
      console.error(problem, detail);
      setTimeout(() => this.connected(this.people[0], this.people[0].state), FAULT_SHOWN);
    }
  }

  panelOf(chat) {
    return chat === CHANNEL ? this.channel : this.people.find((person) => `@${person.id}` === chat)?.panel;
  }
}

function hello(name) {
  return { type: "hello", name, language: ADDRESS.searchParams.get("language") || navigator.language, reads: document.documentElement.lang, browser: secretOf(SECRET), ticket };
}

function namesFromAddress() {
  const names = ADDRESS.searchParams.getAll("name").slice(0, 2).filter(Boolean);
  if (names.length === 2 && same(...names)) names.pop();
  return names;
}

labelAll();
const named = namesFromAddress();
const names = named.length ? named : FREE_NAMES.slice(0, 1);
document.getElementById("play-as").addEventListener("click", () => askNames(names));
new Chat(names).open();
