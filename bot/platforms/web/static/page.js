/** Shared by both pages. */

// Elements. Text stays text: nothing here parses HTML.

/** Preferences of the browser, unless the reader has chosen the theme of the page. */
export const DARK = matchMedia({ light: "not all", dark: "all" }[document.documentElement.dataset.theme] ?? "(prefers-color-scheme: dark)");
export const STILL = matchMedia("(prefers-reduced-motion: reduce)");

const RIGHT_TO_LEFT = ["ar", "fa", "he", "ur"];
const DOUBLE = 1000; // milliseconds within which browsers count two clicks as a double click
const TOGETHER = 100; // milliseconds within which announcements are joined
const SECRET_BYTES = 32;
const BELL = "tischrand-bell";
const TONES = [659, 880]; // Hz, one after the other
const LENGTH = 0.16; // seconds of a tone

/** An element with attributes (a function is a listener, `null` and `false` leave it out) and children. */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value !== null && value !== undefined && value !== false) {
      element.setAttribute(name, value === true ? "" : value);
    }
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/** A listener that ignores the second click of a double click, and clicks while it is still busy. */
export function once(act) {
  let last = -Infinity; // the time of the last first click: that of a double click may have hit another element
  return async ({ currentTarget, detail, timeStamp }) => {
    const again = detail > 1 && timeStamp - last < DOUBLE;
    if (!again) last = timeStamp;
    if (again || currentTarget.ariaBusy) return;
    currentTarget.ariaBusy = "true";
    await act();
    currentTarget.ariaBusy = null;
  };
}

/** Set the language of an element; without one, it has that of the page. */
export function speak(element, language) {
  for (const [name, value] of Object.entries(spokenIn(language))) {
    if (value) element.setAttribute(name, value);
    else element.removeAttribute(name);
  }
}

/** What an element has from its beginning that is in this language; none: in that of the page. */
export function spokenIn(language) {
  return { lang: language || null, dir: language ? direction(language) : null };
}

/** For times: the browser's kind of a language, such as en-GB, with the hours of the page. */
export function localeOf(language) {
  const page = kindOf(document.documentElement.lang);
  const { hourCycle } = new Intl.DateTimeFormat(page, { timeStyle: "short" }).resolvedOptions();
  return new Intl.Locale(language ? kindOf(language) : page, { hourCycle });
}

function kindOf(language) {
  return navigator.languages.find((one) => one.startsWith(language)) ?? language;
}

function direction(language) {
  return RIGHT_TO_LEFT.includes(language.split("-")[0]) ? "rtl" : "ltr";
}

export function shape(tag, attributes, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

export function icon(name) {
  return shape("svg", { class: "icon", "aria-hidden": "true" }, shape("use", { href: `#icon-${name}` }));
}

/** A text with its `{placeholders}` filled in. */
export function fill(sentence, values) {
  return pieces(sentence, values).join("");
}

/** The same as a list of pieces, so that elements can be filled in; each language has its own order. */
export function pieces(sentence, values) {
  return sentence.split(/\{(\w+)\}/).map((piece, index) => (index % 2 ? (values[piece] ?? "") : piece));
}

/** The texts of the page itself, in the language of the browser: `bot/texts/LANGUAGE/web.po`. */
export const TEXTS = JSON.parse(document.getElementById("texts").textContent);

/** Fill in the elements of the page that name one of its texts. */
export function labelAll() {
  for (const element of document.querySelectorAll("[data-text]")) element.textContent = TEXTS[element.dataset.text];
}

export function translate(texts, language) {
  Object.assign(TEXTS, texts);
  speak(document.documentElement, language);
  labelAll();
}

let heard = [];

/** Announce something to screen readers; announcements in quick succession are joined. */
export function announce(text, language = null) {
  const line = h("p", {}, text);
  speak(line, language);
  if (heard.push(line) > 1) return;
  setTimeout(() => {
    if (heard.length) document.getElementById("announcer").replaceChildren(...heard);
    heard = [];
  }, TOGETHER);
}

export function hush() {
  document.getElementById("announcer").replaceChildren();
  heard = [];
}

/** @param {"connecting" | "open" | "lost"} state of the connection to the server */
export function showState(state) {
  const text = { lost: TEXTS.reconnecting, connecting: TEXTS.connecting, open: "" }[state];
  const line = document.getElementById("state");
  if (line.textContent !== text) line.textContent = text;
  line.dataset.state = state;
}

/** Replace the page by the reason why nobody is admitted. */
export function turnAway(text) {
  document.body.replaceChildren(h("main", { class: "closed" }, h("p", { role: "alert" }, text)));
}

// What this browser keeps for this origin; in a frame storage may be blocked.

export const TAB = "sessionStorage"; // kept as long as the tab

/**
 * The value stored under a name, or "".
 *
 * @param {"localStorage" | TAB} where
 */
export function kept(name, where = "localStorage") {
  try {
    return globalThis[where].getItem(name) ?? "";
  } catch {
    return "";
  }
}

export function keep(name, value, where = "localStorage") {
  try {
    globalThis[where].setItem(name, value);
  } catch {
    // The page works without it.
  }
}

/** The secret that identifies this browser; generated on first use. */
export function secretOf(name) {
  if (!localStorage.getItem(name)) {
    const letters = String.fromCharCode(...crypto.getRandomValues(new Uint8Array(SECRET_BYTES)));
    localStorage.setItem(name, btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", ""));
  }
  return localStorage.getItem(name);
}

/** A sound and a notification when it is somebody's turn, if this browser has it on. */
export class Bell {
  #button = document.getElementById("bell");
  #sound = null;
  #asked = new Set(); // the matches that ask somebody here
  #called = new Set(); // the messages that called somebody

  constructor() {
    this.#button.addEventListener("click", () => this.#toggle());
    this.#show(kept(BELL) === "on");
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
    keep(BELL, this.#on ? "on" : "off");
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
