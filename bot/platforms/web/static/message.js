/** One message on the page: drawn once, then updated only where it has changed. */

import { Choices, Track } from "./choices.js";
import { TEXTS, announce, fill, h, icon, localeOf, pieces, speak, spokenIn } from "./page.js";
import { Picture, enlarger } from "./picture.js";

export const MARGINS = 28; // pixels above and below a message that fills the window
const STACKED = [0.6, 0.71]; // of the window, least and most, for a picture with text and buttons above and below it
const LEAST = 180; // least height of a picture, and of the notes below it, in pixels
const READABLE = 120; // least height of a note's text beside its buttons, in pixels
const LOOKED_AT = 240; // the same with a picture such as a table, if there is room for it
const GLANCED_AT = 48; // the same below the buttons that a note is there for
const RING = 4; // pixels of paper around a note
const MOST_TOLD = 2 / 3; // of the window, for buttons with a note below them
const EDGE = 10; // pixels about below what stands at the bottom of the window
const SMALL = matchMedia("(max-width: 560px)"); // here the log is folded
const ASIDE = ".side > :is(details, .tools, .links) :is(summary, .enlarge, a), .moves, .moves li:first-child button"; // stops of Tab
const LONG = ["untitled", "dense", "cut"]; // of what is said above a picture
const CROWDED = ["full", "fuller"]; // of moves: the picture stands first for those that it calls by name

export function isBoard(message) {
  return Boolean(message.match && (message.image || message.board));
}

/** Whether a message is the board of a running match that waits for somebody. */
export function isLive(message) {
  return Boolean(isBoard(message) && message.board !== "over" && message.rows?.length && message.awaits?.length);
}

/** Whether the match is running, even while a robot thinks and nobody is asked. */
export function goesOn(message) {
  return isLive(message) || ["yours", "waiting"].includes(message.board);
}

/** Whether a message is what an opponent says, by the verb of a payload. */
function isRemark({ kind, rows }) {
  return kind === "bot" && rows.flat().some(({ payload }) => payload.startsWith("report:"));
}

/** A message as it is announced to screen readers. */
export function spoken(message) {
  const who = message.author?.name ?? TEXTS.bot;
  if (message.kind === "command") return fill(TEXTS.used, { name: who, line: message.text });
  return `${who}: ${[message.title, unsealed(inZone(message))].filter(Boolean).join(". ")}`;
}

const ELSEWHERE = { target: "_blank", rel: "noopener noreferrer" };

/** The line with a seal: its 64 digits are compared, not read. */
const SEAL = /^.*\b[0-9a-f]{64}\b.*$/m;

function unsealed(text) {
  return text.replace(SEAL, "").replace(/^\n|\n$|\n(?=\n)/g, "");
}

/** Keep what is in brackets, such as a level, on one line. */
function unbroken(title) {
  return title.replace(/\([^()]{1,20}\)/g, (aside) => aside.replaceAll(" ", "\u00a0"));
}

/** The text with its times in this browser's time zone, with 03:59 or 3:59 as in the head of a message. */
function inZone({ text, moments = [], language }) {
  const hour = /^0/.test(new Date(0, 0, 1, 3).toLocaleString(localeOf(), { timeStyle: "short" })) ? "2-digit" : "numeric";
  const time = new Intl.DateTimeFormat(localeOf(language), { weekday: "short", month: "short", day: "numeric", hour, minute: "2-digit" });
  return moments.reduce((said, [moment, at]) => said.replaceAll(moment, time.format(at * 1000)), text);
}

export class MessageView {
  #hooks;
  #message = {};
  #parts = {};
  #picture = null;
  #track = null;
  #readsOn = false; // whether the talk beside it is scrolled to its end: there it stays
  #choices = null;
  #entered = false; // whether something in it was pressed while it stands aside
  #fold = null; // the line that opens it, and closes it again

  /**
   * @param {object} message as the server sends it; a note with its `reader`: `name`, and `alone` at the screen
   * @param {object} hooks `press(message, payload, of)`, `of`: the only person who may press; `may(message)`: whether its moves are for somebody here; `acts(id)`: whether this person acts; `reads()`: they open or close it; `jump(link)`, `enlarge(message)`, `dismiss(message)`
   */
  constructor(message, hooks) {
    this.#hooks = hooks;
    this.id = message.id;
    this.element = h("article", {
      class: `message ${message.kind}`,
      id: `message-${message.id}`,
      tabindex: "-1",
      "aria-labelledby": `title-${message.id} by-${message.id}`,
    });
    if (message.author) this.#drawLine(message);
    else this.#drawSheet(message);
    this.element.addEventListener("click", (event) => this.#touched(event), { capture: true });
    this.element.addEventListener("scroll", () => cue(this.element), { passive: true });
    this.update(message);
  }

  get message() {
    return this.#message;
  }

  /** Show new contents; what is unchanged keeps its focus, opened details and position. */
  update(message) {
    const before = this.#message;
    const wasBoard = this.isBoard;
    const wasPlayed = this.isPicture && this.isLive;
    this.#message = message;
    if (message.author) return;
    this.element.classList.toggle("board", this.isBoard);
    this.element.classList.toggle("live", goesOn(message));
    if (isTask(message)) this.element.classList.add("task"); // and so is its solution
    const spoken = before.language !== message.language;
    const changed = (key) => JSON.stringify(before[key]) !== JSON.stringify(message[key]);
    const parts = this.#parts;
    if (changed("awaits") || changed("board")) this.#drawMentions(message.board === "over" ? [] : (message.awaits ?? []));
    if (changed("image")) this.#drawPicture(message.image, leaps(before, message));
    if (spoken || changed("title")) this.#drawTitle(message);
    if (spoken || changed("headline")) this.#drawHeadline(message);
    if (spoken || changed("text") || changed("fine") || changed("headline") || wasBoard !== this.isBoard) this.#say(message, wasPlayed && changed("image"));
    if (spoken) speak(parts.rows, message.language);
    this.#picture?.speak(message.language);
    if (changed("file")) this.#put("file", message.file && this.#file(message.file));
    if (changed("moves")) this.#drawMoves(message);
    if (changed("track")) this.#drawTrack(message.track);
    if (["rows", "image", "awaits"].some(changed)) this.#drawChoices(message);
    if (changed("rows") && this.#parts.side) this.#parts.side.scrollTop = 0;
    if (spoken || changed("links")) this.#put("links", message.links?.length && this.#links(message));
  }

  #drawTitle(message) {
    const said = { class: "title", id: `title-${this.id}`, ...spokenIn(message.language) };
    this.#put("title", message.title && h("h3", said, unbroken(message.title)));
  }

  #drawHeadline({ headline, language }) {
    const won = { class: "headline", ...spokenIn(language), "data-winner": headline?.winner };
    this.#put("headline", headline && h("p", won, unbroken(headline.text)));
  }

  /**
   * Separate what is to be done (the last line) from the log: beside a board it must be seen at once, and where there
   * is little room the log is folded. So is the seal of a match; a message about the seal shows it in full.
   */
  #drawText(message) {
    const whole = inZone(message);
    const seal = message.match ? whole.match(SEAL)?.[0] : null;
    const fine = message.fine && whole.endsWith(message.fine) ? message.fine : "";
    const text = (seal ? unsealed(whole) : whole).slice(0, -fine.length || undefined).trimEnd();
    const said = spokenIn(message.language);
    const [log, now] = this.#parted(text, message);
    this.#put("log", log && this.#log(log, said));
    this.#put("text", now && h("p", { class: "text", id: `task-${this.id}`, ...said }, ...withTask(now, message)));
    this.#put("fine", fine && h("details", { class: "fine" }, h("summary", {}, TEXTS.rest), h("p", { class: "text", ...said }, fine)));
    this.#put("seal", seal && h("details", { class: "seal" }, h("summary", {}, TEXTS.seal), h("p", said, seal)));
    this.#fitText();
  }

  /** What is to be done changes together with the picture, once that has come to rest. */
  async #say(message, withPicture) {
    const waits = withPicture && !message.headline && !document.hidden;
    for (let rest = null; waits && rest !== this.#picture?.atRest; ) await (rest = this.#picture?.atRest);
    this.#drawText(this.#message);
  }

  /** The log, and the current line: of a replay its position, of a board what is to be done. */
  #parted(text, { headline, track }) {
    if (headline) return [text, ""];
    const [first, ...more] = text.split("\n");
    if (track) return [more.join("\n"), first];
    const end = this.isBoard ? text.lastIndexOf("\n") : -1;
    return [text.slice(0, Math.max(0, end)), text.slice(end + 1)];
  }

  /**
   * Set the height of the picture in a window of this height. Buttons are `full` if not all of them fit there; if
   * those that are left still do not, they take a little of the picture's room. Notes get the rest, or more if that is
   * too little to read.
   */
  fit(window) {
    const sheet = this.#picture?.element.parentElement;
    if (!sheet) return;
    const height = window - MARGINS;
    const [least, most] = STACKED.map((share) => (this.isStacked ? Math.max(LEAST, share * height) : height));
    const give = (room) => sheet.style.setProperty("--room", `${Math.floor(room)}px`);
    const { rows } = this.#parts;
    this.#fitText();
    const over = () => rows.offsetTop + rows.offsetHeight - this.element.offsetTop - window;
    give(most);
    sheet.style.setProperty("--proportion", String(this.#picture.proportion));
    this.element.classList.remove(...CROWDED);
    for (const word of CROWDED) this.element.classList.toggle(word, over() > 0);
    if (over() > 0) give(Math.max(least, most - over()));
    const above = this.#picture.element.getBoundingClientRect().bottom - this.element.getBoundingClientRect().top;
    for (const note of this.notes.children) this.#fitNote(note, height, Math.max(LEAST, height - above));
    this.#cover(window - EDGE);
    if (this.#readsOn && !this.#openInTalk) this.talk.scrollTop = this.talk.scrollHeight;
  }

  /** What is told covers a row of buttons or leaves it: it is as much higher as it needs for that, above this bottom. */
  #cover(bottom) {
    const { rows, notes } = this.#parts;
    const note = notes.lastElementChild;
    if (!note || !this.isPlayed) return;
    note.style.removeProperty("--least");
    const top = this.element.getBoundingClientRect().top;
    const begin = bottom - notes.offsetHeight;
    const boxes = [...rows.querySelectorAll("button")].map((button) => button.getBoundingClientRect()).filter(({ height }) => height);
    const cut = boxes.map((box) => [box.top - top, box.bottom - top]).filter(([from, to]) => from < begin && to > begin - RING);
    if (cut.length) note.style.setProperty("--least", `${Math.ceil(note.offsetHeight + begin - Math.min(...cut.flat()))}px`);
  }

  /** Where what is said above the picture does not fit into its lines, it gets that of the title, then smaller letters; then it is scrolled. */
  #fitText() {
    const said = this.element.querySelector(":scope > .sheet > .side > :is(.headline, .text:not(.log))");
    this.element.classList.remove(...LONG);
    for (const word of LONG) this.element.classList.toggle(word, said && said.scrollHeight > said.clientHeight + 1);
  }

  /** Give a note the room below the picture if its text and buttons fit there; a note with its own title may cover it. */
  #fitNote(note, height, below) {
    const part = (name) => note.querySelector(`:scope > .sheet > .side > ${name}`);
    if (!part(".only")) return; // a line that somebody wrote
    const titled = note.classList.contains("titled");
    const buttons = titled ? part(".text").offsetTop - note.offsetTop : part(".only button").offsetHeight + part(".rows").offsetHeight;
    const readable = titled ? GLANCED_AT : READABLE;
    const wanted = note.querySelector(".picture") ? LOOKED_AT : readable;
    const whole = height - this.notes.offsetHeight + note.offsetHeight;
    const least = part(".title") && !titled ? whole : Math.min(whole, buttons + readable);
    const room = below - buttons < wanted ? Math.max(below, least) : below;
    note.style.setProperty("--below", `${Math.floor(room)}px`);
    note.classList.toggle("crowded", Math.ceil(room - buttons) < readable);
    cue(note);
  }

  /** How far to scroll a board that is over in a window of this height so that a short note below its buttons is seen. */
  covered(height) {
    const { rows, notes } = this.#parts;
    if (!this.isStacked || this.isLive || !notes.hasChildNodes()) return 0;
    const buttons = rows.getBoundingClientRect();
    if (notes.querySelector(".rows button") || buttons.height + notes.offsetHeight > MOST_TOLD * height) return 0;
    const top = this.element.getBoundingClientRect().top;
    return Math.max(0, Math.min(Math.ceil(buttons.bottom - top + notes.offsetHeight - height), Math.floor(buttons.top - top)));
  }

  /** While it stands `aside`, Tab stops at its buttons alone, until somebody presses something in it. */
  pass(aside) {
    this.#entered &&= aside;
    const passed = aside && this.isPicture && !this.#entered;
    for (const part of this.element.querySelectorAll(ASIDE)) {
      if (passed) part.tabIndex = -1;
      else part.removeAttribute("tabindex");
    }
  }

  /** A touch beside a note that covers the moves of a live board closes the note. */
  #touched(event) {
    this.#entered = true;
    this.pass(true);
    const { rows, notes } = this.#parts;
    const open = notes?.lastElementChild;
    if (!open || !this.isLive || !this.isStacked || event.target.closest(".notes, .places, button")) return;
    if (open.getBoundingClientRect().top >= rows.getBoundingClientRect().bottom) return;
    event.stopPropagation();
    this.#hooks.dismiss({ ...this.#message, id: open.id.slice("message-".length) });
  }

  /** Whether the text is above and below the picture, not beside it. */
  get isStacked() {
    const sheet = this.#picture?.element.parentElement;
    return !sheet || getComputedStyle(sheet).display !== "grid";
  }

  /** Whether it is the board of a running match, above and below which everything stands. */
  get isPlayed() {
    return this.isPicture && this.isLive && this.isStacked;
  }

  #log(text, said) {
    const before = this.#parts.log;
    const open = before.nodeName === "DETAILS" ? before.open : !SMALL.matches || Boolean(this.#message.track);
    const [first, ...more] = text.split("\n");
    if (!more.length) return h("p", { class: "text log", ...said }, text);
    return h("details", { class: "log", open }, h("summary", said, first), h("p", { class: "text", ...said }, more.join("\n")));
  }

  get isPicture() {
    return Boolean(this.#message.image);
  }

  get isLive() {
    return goesOn(this.#message);
  }

  get isBoard() {
    return Boolean(this.#message.image && this.#message.match);
  }

  /** The elements for notes about this message, and for later messages (`talk`). */
  get notes() {
    return this.#parts.notes;
  }

  get talk() {
    return this.#parts.talk;
  }

  /** Note the board that contains this message: its title is not repeated. */
  stand(host) {
    this.element.classList.toggle("titled", this.#message.title === host?.message.title);
  }

  /** Scroll to a later message, or to what somebody chooses from as long as that is open. */
  bringInTalk(element) {
    const { talk } = this.#parts;
    talk.tabIndex = 0; // it may have to be scrolled
    talk.scrollTop = (this.#openInTalk ?? element).offsetTop - talk.offsetTop;
  }

  /** What somebody chooses from in the talk: it is read from its top. */
  get #openInTalk() {
    return [...this.talk.querySelectorAll(":scope > :is(.note, .answer:last-child):not([hidden])")].at(-1);
  }

  bringInNote(element) {
    const { side } = this.#parts;
    const [note, column] = [element.getBoundingClientRect(), side.getBoundingClientRect()];
    if (note.bottom > column.bottom) side.scrollTop += Math.min(note.bottom - column.bottom, note.top - column.top);
  }

  flash() {
    flash(this.element);
  }

  focus() {
    (this.#choices?.left ?? this.element.querySelector(".rows button:not([disabled])") ?? this.element).focus({ preventScroll: true });
  }

  /** What a person says or uses. */
  #drawLine({ id, at, kind, text, language, author }) {
    const name = h("strong", { dir: "auto" }, author.name);
    const line = h(kind === "command" ? "code" : "span", { lang: language || null, dir: "auto" }, text);
    const sentence = pieces(kind === "command" ? TEXTS.used : "{name}: {line}", { name, line });
    this.element.append(h("p", { id: `by-${id}`, title: timeOf(at) }, ...sentence));
  }

  /**
   * Leave one line and a small picture of the end of a match or a table (`past`), and of what an opponent says. What
   * somebody has opened stays open.
   */
  fold(past) {
    const { text, title, headline, match, language, at } = this.#message;
    const folds = past || isRemark(this.#message);
    if (folds === this.isFolding) return;
    const about = unbroken(title.replace(match && ` · ${match}`, ""));
    const first = match ? unbroken(headline?.text ?? text.split("\n")[0]) : about;
    const line = past ? [h("strong", {}, first), match && ` · ${about}`] : [text];
    const turn = () => {
      this.#hooks.reads();
      this.open(this.element.classList.contains("folded"));
    };
    this.#fold = folds ? h("button", { type: "button", class: "fold", title: timeOf(at), ...spokenIn(language), click: turn }, ...line) : null;
    this.#put("fold", this.#fold);
    this.open(!folds);
  }

  get isFolding() {
    return Boolean(this.#fold);
  }

  open(open = true) {
    this.element.classList.toggle("folded", !open);
    this.#fold?.setAttribute("aria-expanded", open);
  }

  #drawSheet(message) {
    this.#parts = Object.fromEntries(
      ["fold", "title", "headline", "text", "fine", "file", "links", "track", "log", "tools", "seal", "moves", "picture"].map((key) => [key, document.createComment(key)]),
    );
    const parts = this.#parts;
    parts.mentions = h("span", { class: "mentions" });
    this.#choices = new Choices((payload, of) => this.#hooks.press(this.#message, payload, of), () => this.element.focus({ preventScroll: true }));
    parts.rows = this.#choices.element;
    parts.notes = h("div", { class: "notes" });
    parts.talk = h("div", { class: "talk", scroll: ({ target }) => (this.#readsOn = isAtEnd(target)) });
    parts.side = h("div", { class: "side" });
    this.element.append(
      h("img", { class: "avatar", src: "icon.svg", alt: "", width: "36", height: "36" }),
      h("div", { class: "sheet" }, parts.picture, parts.side, parts.talk), // by keys the board comes before its buttons
    );
    const header = h(
      "header",
      { id: `by-${message.id}` },
      h("strong", { class: "author", dir: "auto" }, TEXTS.bot),
      h("span", { class: "badge" }, TEXTS.botBadge),
      this.#time(message),
      parts.mentions,
    );
    const { fold, title, headline, text, fine, file, links, track, rows, notes, log, tools, seal, moves } = parts;
    if (message.used) parts.side.append(this.#usedLine(message));
    parts.side.append(fold, header, title, headline, text, fine, file, links, track, rows, notes, log, tools, seal, moves);
    parts.side.append(this.#lastLine(message));
  }

  #usedLine(message) {
    return h("p", { class: "used" }, fill(TEXTS.used, { name: message.reader.name, line: message.used }));
  }

  /** It closes what is told of a board; a note says who sees it. */
  #lastLine({ kind, reader }) {
    const dismiss = h("button", { type: "button", class: "quiet", click: () => this.#hooks.dismiss(this.#message) }, TEXTS.dismiss);
    if (kind !== "note") return h("p", { class: "only all" }, dismiss);
    const text = reader.alone ? TEXTS.onlyYou : fill(TEXTS.onlyOne, reader);
    return h("p", { class: "only" }, icon("lock"), h("span", { dir: "auto" }, text), dismiss);
  }

  #time(message) {
    const at = new Date(message.at * 1000);
    const today = at.toDateString() === new Date().toDateString();
    const short = today ? { timeStyle: "short" } : { dateStyle: "medium", timeStyle: "short" };
    return h(
      "time",
      { datetime: at.toISOString(), title: timeOf(message.at) },
      at.toLocaleString(localeOf(), short),
    );
  }

  #put(key, element) {
    const fresh = element || document.createComment(key);
    this.#parts[key].replaceWith(fresh);
    this.#parts[key] = fresh;
  }

  #drawMentions(awaits) {
    this.#parts.mentions.replaceChildren(
      ...awaits.map((person) => h("span", { class: "mention", dir: "auto" }, `@${person.name}`)),
    );
  }

  #drawPicture(image, still) {
    if (!image) {
      this.#picture = null;
      this.#put("picture", null);
      this.#put("tools", null);
    } else if (this.#picture) {
      this.#picture.update(image, still);
    } else {
      this.#picture = new Picture(image, `task-${this.id}`, () => this.#hooks.enlarge(this.#message), () => this.isLive && this.#remind());
      this.#put("picture", this.#picture.element);
      this.#put("tools", this.#picture.tools);
    }
  }

  /** Somebody pressed the picture where it has nothing for them: say whose turn it is. */
  #remind() {
    const now = this.element.querySelector(".text:not(.log)");
    if (!now) return false;
    flash(now);
    announce(now.textContent, this.#message.language);
    return true;
  }

  /** The moves of a match, the newest first: it is seen wherever the list is cut off. */
  #drawMoves({ moves: list, language }) {
    if (!list) return this.#put("moves", null);
    const { moves } = this.#parts;
    const focused = moves.contains(document.activeElement);
    const line = (move, place) => h("li", { value: list.numbers?.[place] }, this.#move(move, list.payloads?.[place]));
    const lines = list.moves.map(line).reverse();
    lines[0].firstChild.tabIndex = 0; // arrow keys lead on
    const told = h("ol", { reversed: true, keydown: inList, ...spokenIn(language) }, ...lines);
    const summary = h("summary", {}, fill(TEXTS.moves, { count: list.numbers?.at(-1) ?? list.moves.length }));
    this.#put("moves", h("details", { class: "moves", open: moves.open ?? !SMALL.matches }, summary, told));
    if (focused) summary.focus();
  }

  /** A move: pressed, it shows the position after it. */
  #move(move, payload) {
    const press = (event) => this.#choices.press(payload, event.currentTarget);
    return h("button", { type: "button", tabindex: -1, disabled: !payload, click: press }, move);
  }

  #drawTrack(track) {
    if (!track) this.#track = null;
    else this.#track ??= new Track((payload) => this.#hooks.press(this.#message, payload));
    this.#track?.update(track);
    if (this.#parts.track !== this.#track?.element) this.#put("track", this.#track?.element);
  }

  /** A file: an animation plays here, and every file can be saved. */
  #file(file) {
    const source = `data:${file.type};base64,${file.data}`;
    const save = h("a", { class: "save", href: source, download: file.name }, fill(TEXTS.save, { name: file.name }));
    if (!file.type.startsWith("image/")) return h("p", { class: "file" }, save);
    const enlarge = () => this.#hooks.enlarge({ ...this.#message, image: file });
    const image = h("img", { src: source, alt: file.alt, width: file.width, height: file.height, click: enlarge });
    return h("figure", { class: "picture file" }, image, h("figcaption", { class: "tools" }, save, enlarger(enlarge)));
  }

  /** Draw the buttons and the places in the picture; moves only if somebody here may make them. */
  #drawChoices({ image, rows = [], ...message }) {
    const may = this.#hooks.may({ rows, ...message });
    const asks = ({ of, but, turn }) => (of ? this.#hooks.may({ awaits: of.map((id) => ({ id })) }) : but ? !but.some(this.#hooks.acts) : may || !turn);
    const live = rows.map((row) => row.filter(asks)).filter((row) => row.length);
    this.#choices.update(live, this.#track?.auto);
    const buttons = this.#choices.buttons.map((button) => ({ ...button, button: button.element }));
    const alike = ({ label }) => buttons.find((button) => button.label.startsWith(`${label} `))?.button; // plays on from that place
    const ways = [...buttons, ...((may && image?.places) || []).map((way) => ({ ...way, button: alike(way) }))];
    const carried = ((may && image?.carries) || []).map((thing) => ({ ...thing, to: thing.to.map((way) => this.#place(way)) }));
    this.#picture?.press(image, ways.filter(({ areas, disabled }) => areas && !disabled).map((way) => this.#place(way)), carried);
  }

  /** A place in the picture that does the same as a button. */
  #place(way) {
    return { ...way, press: (element) => this.#choices.press(way.payload, element, ...(way.button ? [way.button] : [])) };
  }

  look() {
    if (this.#choices) this.#drawChoices(this.#message);
  }

  #links({ links, language }) {
    return h(
      "p",
      { class: "links", lang: language || null },
      ...links.map((link) =>
        link.url
          ? h("a", { href: link.url, ...ELSEWHERE }, link.label)
          : link.message
          ? h("a", { href: `#message-${link.message}`, click: (event) => this.#goTo(event, link) }, link.label)
          : h("span", {}, link.label),
      ),
    );
  }

  #goTo(event, link) {
    event.preventDefault();
    this.#hooks.jump(link);
  }
}

/** An arrow key leads to the next line of a list; the tab stop goes along. */
function inList(event) {
  const { key, target } = event;
  const next = target.parentElement[{ ArrowDown: "nextSibling", ArrowUp: "previousSibling" }[key]]?.firstChild;
  if (!next) return;
  event.preventDefault();
  [target.tabIndex, next.tabIndex] = [-1, 0];
  next.focus();
}

/** Show whether there is more to read below in what is scrolled. */
function cue(element) {
  element.classList.toggle("more", !isAtEnd(element));
}

function isAtEnd(element) {
  return element.scrollHeight - element.scrollTop - element.clientHeight <= 8;
}

function flash(element) {
  element.classList.remove("found");
  void element.offsetWidth; // starts the animation afresh
  element.classList.add("found");
}

/** Whether a replay goes further than to the next position: then its last move is not what was asked for. */
function leaps({ track: before }, { track }) {
  return Boolean(before && track) && track.at !== before.at + 1;
}

/** Whether a message asks for a move beyond a match, as a lesson or a puzzle does. */
function isTask({ image, match, rows = [] }) {
  return Boolean(image && !match && (image.places || rows.flat().some(({ areas }) => areas)));
}

/** Emphasize the task of a lesson or a puzzle: its last line. */
function withTask(text, message) {
  if (!isTask(message)) return linked(text);
  const end = text.lastIndexOf("\n") + 1;
  return [text.slice(0, end), h("strong", {}, text.slice(end))];
}

/** The text, in which addresses can be followed. */
function linked(text) {
  return text.split(/(https?:\/\/\S*[^\s.,:;)])/).map((part, at) => (at % 2 ? h("a", { href: part, ...ELSEWHERE }, part) : part));
}

function timeOf(at) {
  return new Date(at * 1000).toLocaleString(localeOf(), { dateStyle: "full", timeStyle: "short" });
}
