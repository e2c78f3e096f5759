/** One person's line to the server: it comes back by itself, and repeats what was never answered. */

const FIRST_WAIT = 250; // milliseconds before the first try to come back
const LONGEST_WAIT = 5000;
const MOST_TEXT = 8000; // characters: the server refuses far less in words, but a frame that is too big cuts the line
const MOST_BYTES = 200_000; // of a record
const SECRET = "tischrand.browser"; // in the storage of this origin: cookies go to every port of the machine
const SECRET_BYTES = 32;

/** What the address with the token gave to this page; it stays neither there nor among the pages visited. */
const ticket = /^#ticket=([\w-]+)$/.exec(location.hash)?.[1] ?? "";
if (ticket) history.replaceState(null, "", location.pathname + location.search);

/** The secret by which this browser is known; drawn when there is none yet. */
function browser() {
  if (!localStorage.getItem(SECRET)) {
    const letters = String.fromCharCode(...crypto.getRandomValues(new Uint8Array(SECRET_BYTES)));
    localStorage.setItem(SECRET, btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", ""));
  }
  return localStorage.getItem(SECRET);
}

export class Connection {
  #name;
  #on;
  #socket = null;
  #welcomed = false;
  #forgotten = false;
  #wait = FIRST_WAIT;
  #timer = 0;
  #unanswered = new Map(); // by id: the frame, and whom to tell
  #questions = new Map(); // by id: who waits for completions

  /**
   * @param {string} name who is there
   * @param {(frame: object) => void} on gets every frame of the server, and `{type: "state", state}`
   */
  constructor(name, on) {
    this.#name = name;
    this.#on = on;
    // Whoever looks at the page again, or is online again, need not wait.
    addEventListener("online", () => this.#now());
    document.addEventListener("visibilitychange", () => document.hidden || this.#now());
  }

  open() {
    this.#on({ type: "state", state: "connecting" });
    const socket = new WebSocket(`ws://${location.host}/ws`);
    this.#socket = socket;
    socket.addEventListener("open", () => this.#hello());
    socket.addEventListener("message", (event) => this.#receive(JSON.parse(event.data)));
    socket.addEventListener("close", () => this.#lost());
  }

  /** Say or order something; resolves when the server has dealt with it, however long that takes. */
  command(chat, text) {
    return this.#ask({ type: "command", chat, text: text.slice(0, MOST_TEXT) });
  }

  /** Bring a record along; of a file that is too large so much that the server says so. */
  async upload(chat, file) {
    const bytes = new Uint8Array(await file.slice(0, MOST_BYTES + 1).arrayBuffer());
    const letters = Array.from(bytes, (byte) => String.fromCharCode(byte));
    return this.#ask({ type: "upload", chat, data: btoa(letters.join("")) });
  }

  /** Press a button; resolves as `command` does. */
  press(message, payload) {
    return this.#ask({ type: "press", message, payload });
  }

  /** Whole lines that `text` could go on to; none while there is no connection. */
  complete(chat, text) {
    if (!this.#welcomed || text.length > MOST_TEXT) return Promise.resolve([]);
    const id = crypto.randomUUID();
    this.#send({ type: "complete", chat, text, id });
    return new Promise((resolve) => this.#questions.set(id, resolve));
  }

  /** Ask for messages before one; they come as a frame. */
  earlier(chat, before) {
    if (this.#welcomed) this.#send({ type: "earlier", chat, before });
  }

  /** Who is here was forgotten: say nothing of them until they speak again. */
  leave() {
    this.#welcomed = false;
    this.#forgotten = true;
    for (const { resolve } of this.#unanswered.values()) resolve();
    this.#unanswered.clear();
  }

  #hello() {
    if (this.#forgotten) return;
    this.#send({ type: "hello", name: this.#name, language: navigator.language, browser: browser(), ticket });
  }

  #ask(fields) {
    const frame = { ...fields, id: crypto.randomUUID() };
    return new Promise((resolve) => {
      this.#unanswered.set(frame.id, { frame, resolve });
      if (this.#welcomed) this.#send(frame);
      else if (this.#forgotten) this.#return();
    });
  }

  #return() {
    this.#forgotten = false;
    if (!this.#socket) this.#now();
    else if (this.#socket.readyState === WebSocket.OPEN) this.#hello();
  }

  #send(frame) {
    this.#socket.send(JSON.stringify(frame));
  }

  #receive(frame) {
    if (frame.type === "welcome") {
      this.#welcomed = true;
      this.#wait = FIRST_WAIT;
      this.#on({ type: "state", state: "open" });
      this.#on(frame);
      // The same ids again: what the server had dealt with already does not count twice.
      for (const { frame: again } of this.#unanswered.values()) this.#send(again);
      return;
    }
    if (frame.type === "answered") {
      this.#unanswered.get(frame.id)?.resolve();
      this.#unanswered.delete(frame.id);
    } else if (frame.type === "completions") {
      this.#questions.get(frame.id)?.(frame.options);
      this.#questions.delete(frame.id);
    }
    this.#on(frame);
  }

  #lost() {
    this.#welcomed = false;
    this.#socket = null;
    for (const resolve of this.#questions.values()) resolve([]);
    this.#questions.clear();
    if (this.#forgotten) return;
    this.#on({ type: "state", state: "lost" });
    this.#timer = setTimeout(() => this.open(), this.#wait * (0.75 + Math.random() / 2));
    this.#wait = Math.min(2 * this.#wait, LONGEST_WAIT);
  }

  #now() {
    if (this.#socket || this.#forgotten) return;
    clearTimeout(this.#timer);
    this.open();
  }
}
