/** The messages of one chat in their order, and the place to which they are scrolled. */

import { h } from "./dom.js";
import { MessageView } from "./message.js";

const NEAR_END = 60; // pixels from the end that still count as reading the newest
const MARGINS = 28; // pixels above and below a message that fills the window
const PINNED_SHARE = 0.72; // of the window, for a board that is kept in sight beside talk
const TOGETHER = 300; // seconds within which a person's lines stand under one name

export class Feed {
  #hooks;
  #texts;
  #views = new Map(); // by id, in the order of the page
  #list;
  #older;
  #newer;
  #atEnd = true;
  #pinned = ""; // the match whose newest board stays in sight
  #expecting = 0; // presses that are not answered yet
  #laidOut = ""; // how high the window and what is in it were when it was scrolled last

  /**
   * @param {string} label what the list is called
   * @param {object} hooks those of MessageView, and `earlier(id)`
   * @param {object} texts sentences of the page
   * @param {HTMLElement | null} start what stands where nothing has been said yet
   */
  constructor(label, hooks, texts, start) {
    this.#hooks = hooks;
    this.#texts = texts;
    this.#older = h("button", { type: "button", class: "quiet older", hidden: true, click: () => this.askEarlier() }, texts.earlier);
    this.#list = h("div", { class: "list" });
    this.#newer = h("button", { type: "button", class: "newer", hidden: true, click: () => this.toEnd() }, texts.newMessages);
    this.start = start;
    // New messages are announced in one place of the page (chat.js), so the log itself keeps silent.
    const log = { role: "log", "aria-label": label, "aria-live": "off", tabindex: "0" };
    this.scroller = h("div", { class: "scroller", ...log, scroll: () => this.#scrolled() }, this.#older, start, this.#list);
    this.element = h("div", { class: "feed" }, this.scroller, this.#newer);
    // Pictures and edits change heights: whoever reads the newest keeps reading it.
    const watcher = new ResizeObserver(() => {
      this.#fit();
      if (this.#atEnd) this.#stick();
    });
    watcher.observe(this.#list);
    watcher.observe(this.scroller);
  }

  /** The message at the end that fulfils a condition. */
  last(condition) {
    return this.messages.reverse().find(condition);
  }

  get messages() {
    return [...this.#views.values()].map((view) => view.message);
  }

  find(id) {
    return this.#views.get(id);
  }

  get hasEarlier() {
    return !this.#older.hidden;
  }

  /** The whole history, as after a hello. What stands here already is kept; notes are the page's own. */
  reset(messages, more) {
    const known = new Set(messages.map((message) => message.id));
    for (const view of [...this.#views.values()]) {
      if (!known.has(view.id) && view.message.kind !== "note") this.#remove(view);
    }
    let before = null;
    for (const message of messages) before = this.#place(message, before);
    this.#older.hidden = !more;
    this.#tidy();
  }

  /** Take away all that a person wrote. */
  removeOf(author) {
    for (const view of [...this.#views.values()]) if (view.message.author?.id === author) this.#remove(view);
    this.#tidy();
  }

  /** Older messages, in front of the others. */
  prepend(messages, more) {
    const first = this.#list.firstElementChild;
    const offset = first ? first.offsetTop - this.scroller.scrollTop : 0;
    let before = null;
    for (const message of messages) before = this.#place(message, before, first);
    this.#older.hidden = !more;
    this.#tidy();
    if (first) this.scroller.scrollTop = first.offsetTop - offset;
  }

  /** A new message, or a known one with new contents; whether it was new. */
  show(message) {
    const view = this.#views.get(message.id);
    if (view) {
      view.update(message);
      this.#fit();
      return false;
    }
    this.#place(message, this.#list.lastElementChild);
    // Whoever presses a board further up wants to see what comes of it.
    if (this.#expecting && ["bot", "note"].includes(message.kind)) this.#atEnd = true;
    this.#newer.hidden = this.#atEnd;
    this.#tidy();
    return true;
  }

  /** What comes while this promise waits answers what somebody did here. */
  async answering(promise) {
    this.#expecting += 1;
    try {
      return await promise;
    } finally {
      this.#expecting -= 1;
    }
  }

  /** Keep the newest board of a match in sight, or let it go. */
  pin(match) {
    this.#pinned = this.#pinned === match ? "" : match;
    this.#tidy();
  }

  /** The newest board and the pinned one are seen whole. */
  #fit() {
    const height = this.scroller.clientHeight - MARGINS;
    const boards = [...this.#views.values()].filter((view) => view.isBoard);
    const newest = boards.at(-1);
    for (const view of boards) {
      const pinned = view.element.classList.contains("pinned");
      if (pinned || view === newest) view.fit(pinned ? PINNED_SHARE * height : height);
    }
  }

  #markPinned() {
    const pinned = this.#pinned && this.last((message) => message.image && message.match === this.#pinned);
    for (const view of this.#views.values()) if (view.isBoard) view.pinned = view.id === pinned?.id;
  }

  /** Take a note away; the focus goes to what is next to it. */
  dismiss(view) {
    const neighbour = view.element.nextElementSibling ?? view.element.previousElementSibling ?? this.scroller;
    this.#remove(view);
    this.#tidy();
    neighbour.focus({ preventScroll: true });
  }

  /** Take away those notes that must not stay. */
  dropNotes(must) {
    for (const view of [...this.#views.values()]) if (view.message.kind === "note" && must(view.message)) this.#remove(view);
    this.#tidy();
  }

  /** Take a message away; whoever was at it goes on at the newest board. */
  remove(id) {
    const view = this.#views.get(id);
    if (!view) return;
    const focused = view.element.contains(document.activeElement);
    this.#remove(view);
    this.#tidy();
    if (focused) this.focusNewest();
  }

  /** Put the focus on the newest board, or the newest message. */
  focusNewest() {
    const views = [...this.#views.values()].filter((view) => !view.element.hidden);
    (views.findLast(({ message }) => (message.image || message.board) && message.rows?.length) ?? views.at(-1))?.focus();
  }

  /** Show only those notes that `reads` says are for the person at the keyboard. */
  filterNotes(reads) {
    for (const view of this.#views.values()) {
      if (view.message.kind === "note") view.element.hidden = !reads(view.message);
    }
    this.#tidy();
  }

  /** Show a message that lies elsewhere, and put the focus on it. */
  bring(view) {
    this.#atEnd = false;
    view.element.scrollIntoView({ block: "center" });
    view.element.focus({ preventScroll: true });
    view.flash();
  }

  toEnd() {
    this.#atEnd = true;
    this.#stick();
  }

  #place(message, before, until = null) {
    const known = this.#views.get(message.id);
    if (known) {
      known.update(message);
      return known.element;
    }
    const view = new MessageView(message, this.#hooks, this.#texts);
    if (before) before.after(view.element);
    else this.#list.insertBefore(view.element, until ?? this.#list.firstElementChild);
    this.#views.set(view.id, view);
    return view.element;
  }

  #remove(view) {
    view.element.remove();
    this.#views.delete(view.id);
  }

  /** Order, the start panel, and names that need not be repeated. */
  #tidy() {
    const order = [...this.#list.children].map((element) => this.#views.get(element.id.slice("message-".length)));
    this.#views = new Map(order.map((view) => [view.id, view]));
    if (this.start) this.start.hidden = order.some((view) => !view.element.hidden);
    this.#markPinned();
    this.#fit();
    let previous = null;
    for (const { message, element } of order) {
      const same = message.kind === "talk" && previous?.kind === "talk" && previous.author.id === message.author.id;
      element.classList.toggle("continued", same && message.at - previous.at < TOGETHER);
      if (!element.hidden) previous = message;
    }
    if (this.#atEnd) this.#stick();
  }

  askEarlier() {
    this.#hooks.earlier(this.messages.find((message) => message.kind !== "note").id);
  }

  /** The place where the newest is read. A board that ends the talk is seen from its beginning. */
  get #end() {
    const { scrollHeight, clientHeight } = this.scroller;
    const newest = [...this.#views.values()].findLast((view) => !view.element.hidden);
    const end = scrollHeight - clientHeight;
    return newest?.isBoard ? Math.min(end, newest.element.offsetTop) : end;
  }

  #stick() {
    this.scroller.scrollTop = this.#end;
    this.#newer.hidden = true;
  }

  /** Somebody scrolled; or the page was laid out anew, and whoever read the newest goes on reading it. */
  #scrolled() {
    const { scrollHeight, clientHeight, scrollTop } = this.scroller;
    const laidOut = [scrollHeight, clientHeight].join();
    const anew = laidOut !== this.#laidOut;
    this.#laidOut = laidOut;
    if (anew && this.#atEnd) return this.#stick();
    this.#atEnd = this.#end - scrollTop < NEAR_END;
    if (this.#atEnd) this.#newer.hidden = true;
  }
}
