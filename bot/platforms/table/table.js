/** A match as a page of its own: the board, and what there is to say about it. */

import { h, speak } from "./dom.js";
import { MessageView } from "./message.js";
import { settle, told } from "./mini_app.js";

const TEXTS = JSON.parse(document.getElementById("texts").textContent);
const KEPT = "tischrand-table"; // what opens this page again, as long as its tab is open
const [FIRST_WAIT, LONGEST_WAIT] = [250, 5000]; // milliseconds
const [BOARD, NOTE] = ["board", "note"].map((id) => document.getElementById(id));

class Table {
  #socket = null;
  #proofs = []; // what may open the page, the best first
  #match = new URLSearchParams(location.search).get("match") ?? "";
  #opened = false;
  #wait = FIRST_WAIT;
  #unanswered = new Map(); // by id: the frame, and whom to tell
  #views = {}; // of the board, and of a note
  #session = kept();

  constructor() {
    const link = told ? "" : location.hash.slice(1);
    this.#proofs = [told && { telegram: told }, link && { link }].filter(Boolean);
    if (link) history.replaceState(null, "", location.pathname + location.search); // used once, and seen by nobody
    addEventListener("keydown", ({ key }) => key === "Escape" && this.#note(null));
    addEventListener("online", () => this.#now());
    document.addEventListener("visibilitychange", () => document.hidden || this.#now());
  }

  open() {
    this.#state(this.#opened ? TEXTS.reconnecting : TEXTS.connecting);
    const address = new URL("ws", location.href);
    address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
    address.search = address.hash = "";
    const socket = (this.#socket = new WebSocket(address));
    const proofs = [...this.#proofs, this.#session && { session: this.#session }].filter(Boolean);
    const show = () => socket.send(JSON.stringify({ type: "open", proof: proofs.shift() ?? {}, match: this.#match }));
    socket.addEventListener("open", show);
    socket.addEventListener("message", ({ data }) => {
      const frame = JSON.parse(data);
      if (frame.type === "closed" && !this.#opened && proofs.length) show();
      else this.#receive(frame);
    });
    socket.addEventListener("close", () => this.#lost(socket));
  }

  #receive(frame) {
    const deal = {
      opened: () => this.#welcome(frame),
      closed: () => this.#close(frame.text),
      board: () => this.#board(frame.message),
      note: () => this.#note(frame.message),
      answered: () => this.#answered(frame.id),
    }[frame.type];
    deal?.();
  }

  #welcome({ session, match, language, texts }) {
    Object.assign(TEXTS, texts); // whoever it is reads another language in the chat than in this browser, perhaps
    document.documentElement.lang = language;
    this.#opened = true;
    this.#wait = FIRST_WAIT;
    this.#proofs = []; // from now on the session does
    this.#match = match;
    keep((this.#session = session));
    this.#state("");
    for (const { frame } of this.#unanswered.values()) this.#socket.send(JSON.stringify(frame));
  }

  /** There is nothing to be seen: not before the page is opened anew. */
  #close(text) {
    this.#socket.onclose = null;
    this.#socket = null;
    this.#state("");
    BOARD.replaceChildren(h("p", { class: "closed", role: "alert" }, text));
    this.#note(null);
    this.closed = true;
  }

  #board(message) {
    const before = this.#views.board?.message;
    if (this.#views.board) this.#views.board.update(message);
    else {
      this.#views.board = this.#view(message, "board");
      BOARD.replaceChildren(this.#views.board.element);
    }
    document.title = message.title || "Tischrand";
    if (before && before.text !== message.text) announce(message.text, message.language);
  }

  /** Nothing is said, or something new; then whoever uses keys or ears is led there. */
  #note(message) {
    const before = this.#views.note;
    const inside = NOTE.contains(document.activeElement);
    NOTE.hidden = !message;
    if (!message) {
      this.#views.note = null;
      NOTE.replaceChildren();
      if (inside) this.#views.board?.focus();
      return;
    }
    if (before && inside) before.update({ ...message, reader: { alone: true } });
    else {
      this.#views.note = this.#view({ ...message, reader: { alone: true } }, "note");
      NOTE.replaceChildren(this.#views.note.element);
      this.#views.note.focus();
      NOTE.scrollIntoView({ block: "nearest" });
    }
    announce([message.title, message.text].filter(Boolean).join(". "), message.language);
  }

  #view(message, on) {
    const press = (_, payload) => this.#press(on, payload);
    const enlarge = () => {}; // it is as large as it can be
    const hooks = { press, enlarge, pin: () => {}, jump: () => {}, dismiss: () => this.#note(null) };
    const view = new MessageView(message, hooks, TEXTS);
    view.element.setAttribute("aria-labelledby", `title-${message.id}`); // who says it and when goes without saying
    return view;
  }

  #press(on, payload) {
    const frame = { type: "press", on, payload, id: crypto.randomUUID() };
    return new Promise((resolve) => {
      this.#unanswered.set(frame.id, { frame, resolve });
      if (this.#opened && this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(frame));
    });
  }

  #answered(id) {
    this.#unanswered.get(id)?.resolve();
    this.#unanswered.delete(id);
  }

  #lost(socket) {
    if (this.closed || socket !== this.#socket) return;
    this.#socket = null;
    this.#state(TEXTS.reconnecting);
    this.timer = setTimeout(() => this.open(), this.#wait * (0.75 + Math.random() / 2));
    this.#wait = Math.min(2 * this.#wait, LONGEST_WAIT);
  }

  #now() {
    if (this.#socket || this.closed) return;
    clearTimeout(this.timer);
    this.open();
  }

  #state(text) {
    const line = document.getElementById("state");
    if (line.textContent !== text) line.textContent = text;
    line.dataset.state = text ? "waiting" : "open";
  }
}

/** A browser may keep nothing for a page in a frame; then the page is opened anew from the chat. */
function kept() {
  try {
    return sessionStorage.getItem(KEPT) ?? "";
  } catch {
    return "";
  }
}

function keep(session) {
  try {
    sessionStorage.setItem(KEPT, session);
  } catch {
    // Nothing is lost but the way back.
  }
}

function announce(text, language) {
  const line = h("p", {}, text);
  speak(line, language);
  document.getElementById("announcer").replaceChildren(line);
}

settle();
new Table().open();
