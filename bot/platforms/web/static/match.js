/** A match as a page of its own: the board, and what there is to say about it. */

import { Connection } from "./connection.js";
import { MessageView } from "./message.js";
import { settle, told } from "./mini_app.js";
import { TEXTS, announce, showState, turnAway } from "./page.js";

const KEPT = "tischrand-table"; // what opens this page again, as long as its tab is open
const BOARD = document.getElementById("board");

class Match {
  #open = { type: "open", language: navigator.language, telegram: told, link: "", session: kept() };
  #views = {}; // of the board, and of a note
  #connection;

  constructor() {
    this.#open.match = new URLSearchParams(location.search).get("match") ?? "";
    this.#open.link = told ? "" : location.hash.slice(1);
    if (this.#open.link) history.replaceState(null, "", location.pathname + location.search); // used once, and seen by nobody
    addEventListener("keydown", ({ key }) => key === "Escape" && this.#views.note && this.#note(null));
    this.#connection = new Connection(() => this.#open, (frame) => this.#receive(frame));
    this.#connection.open();
  }

  #receive(frame) {
    const deal = {
      state: () => showState(frame.state),
      welcome: () => this.#welcome(frame),
      edit: () => this.#board(frame.message),
      note: () => this.#note(frame.message),
      deleted: () => this.#views.note && this.#note(null),
      problem: () => this.#problem(frame),
    }[frame.type];
    deal?.();
  }

  #welcome({ session, match, language, texts }) {
    Object.assign(TEXTS, texts); // a person reads another language in the chat than in this browser, perhaps
    document.documentElement.lang = language;
    Object.assign(this.#open, { telegram: "", link: "", session, match }); // from now on the session does
    keep(session);
  }

  /** There is nothing to be seen: not before the page is opened anew. */
  #problem({ problem, detail }) {
    if (problem === "not_let_in") turnAway(detail);
    else console.error(problem, detail);
  }

  #board(message) {
    const before = this.#views.board?.message;
    if (this.#views.board) this.#views.board.update(message);
    else {
      this.#views.board = this.#view(message);
      BOARD.replaceChildren(this.#views.board.element);
    }
    document.title = message.title || "Tischrand";
    if (before && before.text !== message.text) announce(message.text, message.language);
  }

  /** Nothing is said, or something new; then a person who uses keys or ears is led there. */
  #note(message) {
    const before = this.#views.note;
    const place = this.#views.board.notes;
    const inside = place.contains(document.activeElement);
    if (!message) {
      this.#views.note = null;
      place.replaceChildren();
      if (inside) this.#views.board.focus();
      return;
    }
    const note = { ...message, reader: { alone: true } };
    if (before && inside) before.update(note);
    else {
      this.#views.note = this.#view(note);
      place.replaceChildren(this.#views.note.element);
      this.#views.note.focus();
    }
    announce([message.title, message.text].filter(Boolean).join(". "), message.language);
  }

  /** What was told goes with the next act on the board, unless this is what answers it. */
  async #press({ id, kind }, payload) {
    const told = this.#views.note;
    await this.#connection.press(id, payload);
    if (kind !== "note" && told && told === this.#views.note) this.#note(null);
  }

  #view(message) {
    const press = (pressed, payload) => this.#press(pressed, payload);
    const enlarge = () => {}; // it is as large as it can be
    const hooks = { press, enlarge, jump: () => {}, dismiss: () => this.#note(null) };
    const view = new MessageView(message, hooks, TEXTS);
    view.element.setAttribute("aria-labelledby", `title-${message.id}`); // who says it and when goes without saying
    return view;
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

settle();
new Match();
