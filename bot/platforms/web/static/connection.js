/** One person's connection: it reconnects by itself, and repeats what was not answered. */

import { DARK } from "./page.js";

const FIRST_WAIT = 250; // milliseconds before the first reconnection
const LONGEST_WAIT = 5000;
const MOST_TEXT = 8000; // characters, more than it accepts: the server disconnects after a frame that is too big
const MOST_BYTES = 200_000; // of a record

export class Connection {
  #first;
  #on;
  #socket = null;
  #welcomed = false;
  #forgotten = false;
  #wait = FIRST_WAIT;
  #timer = 0; // of the next reconnection
  #unanswered = new Map(); // by id: the frame, and its promise
  #questions = new Map(); // by id: the promises of completions

  /** @param {(frame: object) => void} on gets every frame of the server, and `{type: "state", state}` */
  constructor(first, on) {
    this.#first = first;
    this.#on = on;
    // Reconnect at once when the page becomes visible or the browser is online again.
    addEventListener("online", () => this.#now());
    document.addEventListener("visibilitychange", () => document.hidden || this.#now());
  }

  open() {
    if (!this.#timer) this.#on({ type: "state", state: "connecting" });
    const address = new URL("ws", location.href); // the page may stand in a folder
    address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
    address.search = address.hash = "";
    const socket = new WebSocket(address);
    this.#socket = socket;
    socket.addEventListener("open", () => this.#begin());
    socket.addEventListener("message", (event) => this.#receive(JSON.parse(event.data)));
    socket.addEventListener("close", () => this.#lost());
  }

  /** Send a typed line, and the match in `front`, if any; resolves when it is answered, however long that takes. */
  command(chat, text, front) {
    return this.#ask({ type: "command", chat, text: text.slice(0, MOST_TEXT), front });
  }

  /** Upload a record; one that is too large is cut just above the limit, and refused. */
  async upload(chat, file) {
    const bytes = new Uint8Array(await file.slice(0, MOST_BYTES + 1).arrayBuffer());
    const letters = Array.from(bytes, (byte) => String.fromCharCode(byte));
    return this.#ask({ type: "upload", chat, data: btoa(letters.join("")) });
  }

  /** Press a button; says whether the page is dark, for pictures that only it gets. */
  press(message, payload) {
    return this.#ask({ type: "press", message, payload, dark: DARK.matches });
  }

  /** Complete a line: returns whole lines; none without a connection. */
  complete(chat, text) {
    if (!this.#welcomed || text.length > MOST_TEXT) return Promise.resolve([]);
    const id = crypto.randomUUID();
    this.#send({ type: "complete", chat, text, id });
    return new Promise((resolve) => this.#questions.set(id, resolve));
  }

  earlier(chat, before) {
    if (this.#welcomed) this.#send({ type: "earlier", chat, before });
  }

  introduce() {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#begin();
  }

  /** The person was forgotten or not admitted: stop reconnecting until they do something. */
  leave() {
    this.#welcomed = false;
    this.#forgotten = true;
    for (const { resolve } of this.#unanswered.values()) resolve();
    this.#unanswered.clear();
  }

  #begin() {
    if (this.#forgotten) return;
    this.#send(this.#first());
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
    else if (this.#socket.readyState === WebSocket.OPEN) this.#begin();
  }

  #send(frame) {
    this.#socket.send(JSON.stringify(frame));
  }

  #receive(frame) {
    if (frame.type === "welcome") {
      this.#welcomed = true;
      this.#wait = FIRST_WAIT;
      this.#timer = 0;
      this.#on({ type: "state", state: "open" });
      this.#on(frame);
      // The same ids again: what the server had dealt with already does not count twice.
      for (const { frame: again } of this.#unanswered.values()) this.#send(again);
      return;
    }
    if (frame.problem === "not_let_in") this.leave();
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
