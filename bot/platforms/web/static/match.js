/** The page of a match: its board, a note about it, and what the opponent said. */

import { Connection } from "./connection.js";
import { authorize, initData, instance, settle } from "./launches.js";
import { MessageView } from "./message.js";
import { Bell, TAB, TEXTS, announce, h, keep, kept, secretOf, showState, translate, turnAway } from "./page.js";

const KEPT = "tischrand-table"; // the key of the session that opens this page again while its tab exists
const SECRET = "tischrand.guest"; // a key of the local storage: it reserves a guest's seat for this browser
const BOARD = document.getElementById("board");

/** The secret of a link to a seat; it stays in the address until the seat is taken, so that the page can be reloaded. */
const seat = /^#seat=(\w+)$/.exec(location.hash)?.[1] ?? "";

class Match {
  #open = { type: "open", language: navigator.language, telegram: initData, link: "", session: "", code: "", instance, seat, browser: "", name: "" };
  #views = {}; // by the ids of the messages
  #form; // for taking a seat
  #bell = new Bell();
  #connection;

  constructor() {
    this.#open.match = new URLSearchParams(location.search).get("match") ?? "";
    this.#open.session = instance ? "" : kept(KEPT, TAB); // in Discord, each launch identifies the person and the match
    this.#open.link = initData || seat ? "" : location.hash.slice(1);
    this.#open.browser = kept(SECRET);
    if (this.#open.link) history.replaceState(null, "", location.pathname + location.search); // valid once; removed from the address bar
    addEventListener("keydown", ({ key }) => key === "Escape" && this.#note(null));
    this.#connection = new Connection(() => this.#open, (frame) => this.#receive(frame));
    this.#begin();
  }

  async #begin() {
    if (instance) {
      showState("connecting");
      this.#open.code = await authorize();
    }
    this.#connection.open();
  }

  #receive(frame) {
    const deal = {
      state: () => showState(frame.state),
      welcome: () => this.#welcome(frame),
      offered: () => this.#offered(frame),
      edit: () => this.#board(frame.message),
      note: () => this.#note(frame.message),
      deleted: () => this.#note(null, frame.id),
      problem: () => this.#problem(frame),
    }[frame.type];
    deal?.();
  }

  #welcome({ session, match, language, texts }) {
    translate(texts, language); // that of the person may differ from the browser's
    if (seat) this.#seated(match);
    if (this.#open.browser) document.getElementById("bell").hidden = false; // no app notifies guests of their turns
    Object.assign(this.#open, { telegram: "", link: "", code: "", seat: "", session, match }); // the session replaces them
    keep(KEPT, session, TAB);
  }

  /** A link offers a seat: show the challenge, and the form to take the seat. */
  #offered({ message, language, texts }) {
    showState("open");
    if (this.#form) return; // reconnected
    translate(texts, language);
    const view = this.#view(message);
    document.body.classList.add("offered");
    this.#form = seatForm((name, browser) => {
      Object.assign(this.#open, { name, browser });
      this.#connection.introduce();
    });
    BOARD.replaceChildren(view.element);
    view.notes.append(this.#form.form);
    document.title = message.title || "Tischrand";
  }

  /** The seat is taken: from now on this browser's secret opens the page. */
  #seated(match) {
    history.replaceState(null, "", `${location.pathname}?match=${match}`);
    document.body.classList.remove("offered");
    this.#form = null;
  }

  /** The server refused something; what was not admitted stays out until the page is opened again. */
  #problem({ problem, detail }) {
    if (problem === "not_let_in") turnAway(detail);
    else if (problem === "bad_name" && this.#form) this.#refuse(detail);
    else console.error(problem, detail);
  }

  #refuse(detail) {
    this.#open.name = "";
    this.#form.refuse(detail);
  }

  #board(message) {
    const before = this.#views.board?.message;
    if (this.#views.board) this.#views.board.update(message);
    else {
      this.#views.board = this.#view(message);
      BOARD.replaceChildren(this.#views.board.element);
    }
    if (message.board === "over" && before?.board !== "over") this.#note(null); // it is from before the end
    const yours = message.board === "yours";
    document.title = [...(yours ? [TEXTS.yourTurn] : []), message.title || "Tischrand"].join(" · ");
    this.#bell.look(yours ? [message] : [], !before);
    if (before && before.text !== message.text) announce(message.text, message.language);
  }

  /** Show a note and focus it, or bring it up to date (`again`), or remove it (null). */
  #note(message, id = message?.id ?? "note") {
    const before = this.#views[id];
    if (message?.again) return before?.update({ ...before.message, ...message });
    const inside = before?.element.contains(document.activeElement);
    if (!message) {
      delete this.#views[id];
      before?.element.remove();
      if (inside) this.#views.board.focus();
      return;
    }
    const note = { ...message, reader: { alone: true } };
    if (before && inside) before.update(note);
    else {
      before?.element.remove();
      const view = (this.#views[id] = this.#view(note));
      view.stand(this.#views.board);
      this.#views.board.notes.append(view.element);
      view.focus();
      if (!this.#views.board.isLive) view.element.scrollIntoView({ block: "nearest" });
    }
    announce([message.title, message.text].filter(Boolean).join(". "), message.language);
  }

  /** Press a button; this removes the earlier note, unless that itself was pressed. */
  async #press({ id, kind }, payload) {
    const told = this.#views.note;
    await this.#connection.press(id, payload);
    if (kind !== "note" && told && told === this.#views.note) this.#note(null);
  }

  #view(message) {
    const press = (pressed, payload) => this.#press(pressed, payload);
    const enlarge = () => {}; // the page shows it as large as possible
    const may = () => true; // the page has one reader
    const hooks = { press, may, acts: () => false, enlarge, jump: () => {}, dismiss: ({ id }) => this.#note(null, id) };
    const view = new MessageView(message, hooks);
    view.element.setAttribute("aria-labelledby", `title-${message.id}`); // without author and time
    return view;
  }
}

/** @param {(name: string, secret: string) => void} sit takes the seat */
function seatForm(sit) {
  const name = h("input", { name: "name", required: "", maxlength: "32", autocomplete: "nickname", spellcheck: "false" });
  const fault = h("p", { class: "fault", role: "alert" });
  const form = h(
    "form",
    { class: "seat" },
    h("label", {}, h("span", {}, TEXTS.seatName), name),
    h("button", { type: "submit", class: "main" }, TEXTS.sitDown),
    fault,
    h("p", { class: "hint" }, TEXTS.seatKept),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    fault.textContent = "";
    sit(name.value, secretOf(SECRET));
  });
  return { form, refuse: (text) => (fault.textContent = text) };
}

settle();
new Match();
