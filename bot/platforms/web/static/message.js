/** One message on the page: drawn once, and afterwards changed only where it has changed. */

import { fill, h, icon, pieces, speak } from "./dom.js";
import { Picture } from "./picture.js";
import { Track } from "./track.js";

const STACKED = 0.6; // of the window, for a picture with words and buttons above and below it
const LEAST = 180; // pixels that a picture has even in a low column
const SMALL = matchMedia("(max-width: 560px)"); // there what has happened is folded
const MOST_SEEN = 8; // pictures of the last turn
const HUES = 6; // as many as the style sheet has

/** What a message of this kind says, for a list of what is new. */
export function spoken(message, texts) {
  const who = message.author?.name ?? texts.bot;
  if (message.kind === "command") return fill(texts.used, { name: who, line: message.text });
  return `${who}: ${[message.title, unsealed(inZone(message))].filter(Boolean).join(". ")}`;
}

/** What only a comparison needs: nobody reads 64 digits, or listens to them. */
const SEAL = /^.*\b[0-9a-f]{64}\b.*$/m;

function unsealed(text) {
  return text.replace(SEAL, "").replace(/^\n|\n$|\n(?=\n)/g, "");
}

/** The text with its times as the clock of this browser shows them. */
function inZone({ text, moments = [], language }) {
  const time = new Intl.DateTimeFormat(language || undefined, { weekday: "short", month: "short", day: "numeric", hour: "numeric", minute: "2-digit" });
  return moments.reduce((said, [moment, at]) => said.replaceAll(moment, time.format(at * 1000)), text);
}

export class MessageView {
  #hooks;
  #texts;
  #message = {};
  #parts = {};
  #picture = null;
  #track = null;
  #turn = []; // the pictures of a board since its turn began
  #buttons = []; // in the order of the page, each with its `element` and the `areas` of the picture

  /**
   * @param {object} message as the server sends it; a note with its `reader`: `name`, and `alone` at the screen
   * @param {object} hooks `press(message, payload)`, `jump(link)`, `enlarge(message)`, `dismiss(message)`
   * @param {object} texts sentences of the page
   */
  constructor(message, hooks, texts) {
    this.#hooks = hooks;
    this.#texts = texts;
    this.id = message.id;
    this.element = h("article", {
      class: `message ${message.kind}`,
      id: `message-${message.id}`,
      tabindex: "-1",
      "aria-labelledby": `title-${message.id} by-${message.id}`,
    });
    if (message.kind === "command") this.#drawCommand(message);
    else this.#drawSheet(message);
    this.update(message);
  }

  get message() {
    return this.#message;
  }

  /** Show new contents. Whatever is the same stays untouched: focus, opened details, the place on the page. */
  update(message) {
    const before = this.#message;
    const wasBoard = this.isBoard;
    this.#message = message;
    if (message.kind === "command") return;
    this.element.classList.toggle("board", this.isBoard);
    const spoken = before.language !== message.language;
    const changed = (key) => JSON.stringify(before[key]) !== JSON.stringify(message[key]);
    const parts = this.#parts;
    if (changed("awaits")) this.#drawMentions(message.awaits ?? []);
    if (spoken || changed("title")) this.#drawTitle(message);
    if (spoken || changed("headline")) this.#drawHeadline(message);
    if (spoken || changed("text") || changed("headline") || wasBoard !== this.isBoard) this.#drawText(message);
    if (changed("image")) this.#drawPicture(message.image);
    this.#follow(before, message);
    if (spoken) speak(parts.rows, message.language);
    this.#picture?.speak(message.language);
    if (changed("file")) this.#put("file", message.file && this.#file(message.file));
    if (changed("track")) this.#drawTrack(message.track);
    if (changed("rows")) this.#drawRows(message.rows ?? []);
    if (changed("rows") && this.#parts.side) this.#parts.side.scrollTop = 0;
    if (changed("rows") || changed("image")) this.#picture?.press(message.image, [...this.#buttons, ...this.#places(message.image)]);
    if (spoken || changed("links")) this.#put("links", message.links?.length && this.#links(message));
    parts.rows.removeAttribute("aria-busy");
  }

  #drawTitle(message) {
    const said = { class: "title", id: `title-${this.id}`, dir: this.#direction(message), lang: message.language || null };
    this.#put("title", message.title && h("h3", said, message.title));
  }

  /** The end is a moment: the last turn is seen once more. */
  #follow(before, { image, awaits, board }) {
    if (before.image && image && before.image.data !== image.data) this.#turn = [...this.#turn, before.image].slice(-MOST_SEEN);
    if (board === "over" && before.board && before.board !== "over" && image) this.#picture.play([...this.#turn, image]);
    if (JSON.stringify(before.awaits) !== JSON.stringify(awaits)) this.#turn = [];
  }

  #drawHeadline({ headline, language }) {
    const won = { class: "headline", dir: "ltr", lang: language || null, "data-winner": headline?.winner };
    this.#put("headline", headline && h("p", won, headline.text));
  }

  /**
   * What is to be done, as the last line says it, stands apart from what has happened: beside a board one is to be seen
   * at once, and where there is little room the other is folded. The seal of a match waits where it can be compared; a
   * message about it shows it.
   */
  #drawText(message) {
    const whole = inZone(message);
    const seal = message.match ? whole.match(SEAL)?.[0] : null;
    const text = seal ? unsealed(whole) : whole;
    const end = message.headline ? text.length : this.isBoard ? text.lastIndexOf("\n") : -1;
    const said = { dir: this.#direction(message), lang: message.language || null };
    this.#put("log", end > 0 && this.#log(text.slice(0, end), said));
    this.#put("text", end < text.length && h("p", { class: "text", ...said }, text.slice(end + 1)));
    this.#put("seal", seal && h("details", { class: "seal" }, h("summary", {}, this.#texts.seal), h("p", said, seal)));
  }

  /** How high the picture may be in a window of this height: always the same, whatever is said and to be pressed. */
  fit(height) {
    const sheet = this.#picture?.element.parentElement;
    if (!sheet) return;
    const beside = getComputedStyle(sheet).display === "grid";
    sheet.style.setProperty("--room", `${Math.floor(beside ? height : Math.max(LEAST, STACKED * height))}px`);
  }

  #log(text, said) {
    const before = this.#parts.log;
    const open = before.nodeName === "DETAILS" ? before.open : !SMALL.matches;
    const [first, ...more] = text.split("\n");
    if (!more.length) return h("p", { class: "text log", ...said }, text);
    return h("details", { class: "log", open }, h("summary", said, first), h("p", { class: "text", ...said }, more.join("\n")));
  }

  /** Whether it is seen from its beginning, as large as the window allows. */
  get isPicture() {
    return Boolean(this.#message.image);
  }

  get isBoard() {
    return Boolean(this.#message.image && this.#message.match);
  }

  /** Where a note about this message stands, and where what came after it. */
  get notes() {
    return this.#parts.notes;
  }

  get talk() {
    return this.#parts.talk;
  }

  /** What stands beside this message is read from its beginning; if it is `sought`, whatever else stands there gives way. */
  bringInTalk(element, sought) {
    const { side, talk } = this.#parts;
    if (sought) side.scrollTop = talk.offsetTop + talk.offsetHeight - side.offsetTop - side.clientHeight;
    talk.tabIndex = 0; // it may have to be scrolled
    talk.scrollTop = element.offsetTop - talk.offsetTop;
  }

  /** What people write runs as it wants; what the bot says, as its language does. */
  #direction(message) {
    return message.author ? "auto" : "ltr";
  }

  /** Mark the message as one that was just jumped to. */
  flash() {
    this.element.classList.remove("found");
    void this.element.offsetWidth; // starts the animation afresh
    this.element.classList.add("found");
  }

  /** The focus goes to the first choice, or where there is none to the message. */
  focus() {
    (this.element.querySelector(".rows button:not([disabled])") ?? this.element).focus({ preventScroll: true });
  }

  #drawCommand(message) {
    const name = h("strong", { dir: "auto" }, message.author.name);
    const line = h("code", { dir: "auto" }, message.text);
    const sentence = h("span", {}, ...pieces(this.#texts.used, { name, line }));
    this.element.append(h("p", { id: `by-${message.id}` }, sentence, this.#time(message)));
  }

  #drawSheet(message) {
    const person = message.author;
    const name = person?.name ?? this.#texts.bot;
    this.#parts = Object.fromEntries(
      ["title", "headline", "text", "file", "links", "track", "log", "tools", "seal", "picture"].map((key) => [key, document.createComment(key)]),
    );
    const parts = this.#parts;
    parts.mentions = h("span", { class: "mentions" });
    parts.rows = h("div", { class: "rows", keydown: (event) => this.#key(event) });
    parts.notes = h("div", { class: "notes" });
    parts.talk = h("div", { class: "talk" });
    parts.side = h("div", { class: "side" });
    this.element.append(
      person
        ? h("span", { class: `avatar hue${hue(person.id)}`, "aria-hidden": "true" }, initial(name))
        : h("img", { class: "avatar", src: "icon.svg", alt: "", width: "36", height: "36" }),
      h("div", { class: "sheet" }, parts.side, parts.picture),
    );
    const header = h(
      "header",
      { id: `by-${message.id}` },
      h("strong", { class: "author", dir: "auto" }, name),
      person ? null : h("span", { class: "badge" }, this.#texts.botBadge),
      this.#time(message),
      parts.mentions,
    );
    const { title, headline, text, file, links, track, rows, notes, log, talk, tools, seal } = parts;
    if (message.used) parts.side.append(this.#usedLine(message));
    parts.side.append(header, title, headline, text, file, links, track, rows, notes, talk, log, tools, seal);
    if (message.kind === "note") parts.side.append(this.#noteLine(message.reader));
  }

  #usedLine(message) {
    return h("p", { class: "used" }, fill(this.#texts.used, { name: message.reader.name, line: message.used }));
  }

  #noteLine(reader) {
    const text = reader.alone ? this.#texts.onlyYou : fill(this.#texts.onlyOne, reader);
    const dismiss = h("button", { type: "button", class: "quiet", click: () => this.#hooks.dismiss(this.#message) }, this.#texts.dismiss);
    return h("p", { class: "only" }, icon("lock"), h("span", { dir: "auto" }, text), dismiss);
  }

  #time(message) {
    const at = new Date(message.at * 1000);
    const today = at.toDateString() === new Date().toDateString();
    const short = today ? { timeStyle: "short" } : { dateStyle: "medium", timeStyle: "short" };
    return h(
      "time",
      { datetime: at.toISOString(), title: at.toLocaleString(undefined, { dateStyle: "full", timeStyle: "short" }) },
      at.toLocaleString(undefined, short),
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

  #drawPicture(image) {
    if (!image) {
      this.#picture = null;
      this.#put("picture", null);
      this.#put("tools", null);
    } else if (this.#picture) {
      this.#picture.update(image);
    } else {
      this.#picture = new Picture(image, this.#texts, () => this.#hooks.enlarge(this.#message));
      this.#put("picture", this.#picture.element);
      this.#put("tools", this.#picture.tools);
    }
  }

  #drawTrack(track) {
    if (!track) this.#track = null;
    else this.#track ??= new Track((payload) => this.#hooks.press(this.#message, payload), this.#texts);
    this.#track?.update(track);
    if (this.#parts.track !== this.#track?.element) this.#put("track", this.#track?.element);
  }

  /** An animation plays here; every file can be saved. */
  #file(file) {
    const source = `data:${file.type};base64,${file.data}`;
    const save = h("a", { class: "save", href: source, download: file.name }, fill(this.#texts.save, { name: file.name }));
    if (!file.type.startsWith("image/")) return h("p", { class: "file" }, save);
    return h("figure", { class: "picture file" }, h("img", { src: source, alt: file.alt, width: file.width, height: file.height }), h("figcaption", { class: "tools" }, save));
  }

  #drawRows(rows) {
    const box = this.#parts.rows;
    const focused = box.contains(document.activeElement) ? placeOf(document.activeElement) : null;
    this.#buttons = rows.flat().map((button) => ({ ...button, element: this.#button(button) }));
    const elements = this.#buttons.map((button) => button.element);
    box.replaceChildren(...rows.map((row) => h("div", { class: "row" }, ...elements.splice(0, row.length))));
    this.#rove(this.#buttons.find((button) => !button.disabled)?.element);
    if (!focused) return;
    const row = [...(box.children[Math.min(focused.row, box.children.length - 1)]?.children ?? [])];
    const last = row.slice(0, focused.column + 1).findLast((button) => !button.disabled);
    const heir =
      [...box.querySelectorAll("button:not([disabled])")].find((button) => button.textContent === focused.label) ??
      last ??
      row.find((button) => !button.disabled) ??
      this.element;
    heir.focus({ preventScroll: true });
  }

  #button({ label, style, payload, disabled }) {
    const press = (event) => this.#press(event.currentTarget, payload);
    const listeners = { click: press, focus: (event) => this.#rove(event.currentTarget) };
    return h("button", { type: "button", class: style, dir: "auto", disabled, ...listeners }, label);
  }

  /** Places in the picture that lead to several buttons: each is pressed like a button that is not shown. */
  #places(image) {
    return (image?.places ?? []).map((place) => ({ ...place, element: this.#button({ ...place, label: "" }) }));
  }

  /** Among the buttons of a message one is a stop of the tab key; arrows lead to the others. */
  #rove(stop) {
    for (const { element } of this.#buttons) element.tabIndex = element === stop ? 0 : -1;
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

  /** One press at a time for a message: until it is answered, the buttons show what was. */
  async #press(button, payload) {
    const box = this.#parts.rows;
    if (box.getAttribute("aria-busy")) return;
    box.setAttribute("aria-busy", "true");
    button.classList.add("pressed");
    await this.#hooks.press(this.#message, payload);
    box.removeAttribute("aria-busy");
    button.classList.remove("pressed");
  }

  #links({ links, language }) {
    return h(
      "p",
      { class: "links", lang: language || null },
      ...links.map((link) =>
        link.message
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

function placeOf(button) {
  const row = button.parentElement;
  return { label: button.textContent, row: [...row.parentElement.children].indexOf(row), column: [...row.children].indexOf(button) };
}

/** Of these buttons the one below (1) or above (-1): rows break where the page is too narrow for them. */
function inNextLine(button, buttons, way) {
  const from = button.getBoundingClientRect();
  const away = (box) => (way > 0 ? box.top - from.bottom : from.top - box.bottom);
  const aside = (box) => Math.abs(box.left - from.left);
  const beyond = buttons.map((one) => ({ one, box: one.getBoundingClientRect() })).filter(({ box }) => away(box) >= 0);
  const nearest = Math.min(...beyond.map(({ box }) => away(box)));
  const line = beyond.filter(({ box }) => away(box) === nearest);
  return line.sort((left, right) => aside(left.box) - aside(right.box))[0]?.one;
}

function initial(name) {
  return [...name][0].toUpperCase();
}

function hue(id) {
  return parseInt(id.slice(0, 4), 16) % HUES;
}
