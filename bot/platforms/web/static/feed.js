/** The messages of one chat in order, and where they are scrolled to. */

import { MARGINS, MessageView, goesOn, isBoard } from "./message.js";
import { TEXTS, h } from "./page.js";

const NEAR_END = 60; // pixels from the end that still count as reading the newest
const SEAT = /#seat=(\w{6})/; // in a link to a seat: the match

export class Feed {
  #hooks;
  #views = new Map(); // by id, in the order of the page
  #list;
  #older;
  #ahead = new Set(); // ids of running boards from before messages that are not loaded
  newer; // the button that leads to new messages out of sight
  #atEnd = true;
  #unseen = null; // the newest message, if it is out of sight below a board
  #sought = null; // what somebody asked for beside a board, while they read it
  #told = null; // the id of what they said or were answered last, which stands over a live board with text above and below it
  expecting = 0; // presses and lines without an answer yet
  front; // the match of the people here whose board stands below all others, as long as it runs
  #asks = false; // whether that asks somebody here
  #ended = false; // whether that is over, and nobody here has acted since: they read who won
  #laidOut = ""; // the heights of the window and its contents at the last scrolling

  /** @param {object} hooks those of MessageView, and `earlier(id)` */
  constructor(label, hooks, start) {
    this.#hooks = { ...hooks, reads: () => (this.#atEnd = false) };
    this.#older = h("button", { type: "button", class: "quiet older", hidden: true, click: () => this.askEarlier() }, TEXTS.earlier);
    this.#list = h("div", { class: "list" });
    const newer = { class: "newer", title: TEXTS.newMessages, "aria-label": TEXTS.newMessages };
    this.newer = h("button", { type: "button", ...newer, hidden: true, click: () => this.#toNewest() }, "↓");
    this.start = start;
    // chat.js announces new messages, so the log itself is silent.
    const log = { role: "log", "aria-label": label, "aria-live": "off", tabindex: "0" };
    this.scroller = h("div", { class: "scroller", ...log, scroll: () => this.#scrolled() }, this.#older, start, this.#list);
    this.element = h("div", { class: "feed" }, this.scroller);
    // Pictures and edits change heights: a reader at the end stays there.
    const watcher = new ResizeObserver(() => {
      this.#lay(); // a note may now have its place elsewhere
      this.#fit();
      if (this.#atEnd) this.#stick();
      this.#laidOut = this.#layout;
    });
    for (const part of [start, this.#list, this.scroller]) if (part) watcher.observe(part);
  }

  last(condition) {
    return this.messages.reverse().find(condition);
  }

  /** Put the board of a match below all others as long as it runs; go there when it begins to ask, or follows one that is over and read. */
  putInFront(match, asks = false) {
    const anew = match !== this.front;
    const follows = match && !this.runs;
    const begins = anew ? asks || follows : asks && !this.#asks;
    [this.front, this.#asks] = [match, asks];
    if (anew) this.#tidy();
    if (!begins) return;
    const board = [...this.#views.values()].findLast(({ message }) => message.match === match && isBoard(message));
    if (!anew && board && board !== this.#newestInList && this.#isInSight(board)) return; // they play on above a lesson
    if (!anew || !this.#ended) return this.toEnd();
    this.#ended = false;
    this.#unseen = board;
    this.newer.hidden = false;
  }

  running(match) {
    return this.last((message) => message.match === match && goesOn(message));
  }

  get runs() {
    return Boolean(this.running(this.front));
  }

  get messages() {
    return [...this.#views.values()].map((view) => view.message);
  }

  get isEmpty() {
    return this.#views.size === 0;
  }

  find(id) {
    return this.#views.get(id);
  }

  get hasEarlier() {
    return !this.#older.hidden;
  }

  /** Show a whole history. Known messages and notes are kept; views of a match are old. */
  reset({ messages, more, ahead }) {
    const known = new Set(messages.map(({ id }) => id));
    this.#drop(({ id, message }) => !known.has(id) && (message.kind !== "note" || goesOn(message)));
    this.#fill(messages, more, ahead);
    this.#fit(); // only then has the talk beside a board its height
    for (const view of this.#views.values()) if (view.talk?.lastElementChild) view.bringInTalk(view.talk.lastElementChild);
  }

  prepend({ messages, more, ahead }) {
    const below = this.scroller.scrollHeight - this.scroller.scrollTop;
    this.#fill(messages, more, ahead);
    this.scroller.scrollTop = this.scroller.scrollHeight - below;
  }

  #fill(messages, more, ahead) {
    let before = null;
    for (const message of messages) before = this.#place(message, before);
    this.#ahead = new Set(messages.slice(0, ahead).map(({ id }) => id));
    this.#older.hidden = !more;
    this.#tidy();
  }

  /** Show a message, new or changed, of somebody here (`own`), or that `concerns` them. Returns whether it is new. */
  show(message, own = false, concerns = false) {
    const view = this.#views.get(message.id);
    if (view) {
      const read = this.expecting || this.#isInSight(view);
      const begins = read && !isBoard(view.message) && isBoard(message);
      const told = goesOn(view.message) && view.message.text !== message.text;
      if (goesOn(view.message) && message.board === "over") this.#ends(message);
      const turned = view.message.title !== message.title; // to another page of the rules
      view.update(message);
      // A word about what was would contradict the board.
      if (told) this.#told = null;
      if (told) this.#drop((one) => one.message.kind === "note" && !one.message.rows?.length && this.#hostOf(one) === view);
      if (told && this.expecting) for (const { element } of this.#views.values()) element.classList.remove("answer"); // they play on
      this.#tidy();
      if (begins) this.toEnd();
      if (read) this.#bringInNote(view);
      if (read && turned) this.#talkHostOf(view)?.bringInTalk(view.element);
      return false;
    }
    this.#place(message, [...this.#views.keys()].at(-1) ?? null);
    const fresh = this.#views.get(message.id);
    // People want to see what they ask for, and after their match what concerns them; while they read its end, what asks them or ends more.
    const told = concerns && !this.runs && !isBoard(message) && (!this.#ended || message.headline || message.awaits?.length);
    const answers = own || told || (this.expecting > 0 && ["bot", "note"].includes(message.kind));
    if (answers && (!message.under || isBoard(message))) {
      const over = this.#newestInList?.isPlayed && !fromItsTop(fresh);
      this.#atEnd = true;
      this.#sought = over ? null : fresh;
      this.#told = over && message.kind !== "command" ? message.id : null;
    }
    fresh.element.classList.toggle("answer", answers && Boolean(message.rows?.length));
    this.newer.hidden = this.#atEnd || answers;
    this.#tidy();
    this.#beside(fresh, answers);
    if (answers && isBoard(message) && document.activeElement.closest(".moves")) fresh.focus(); // its line is out of sight now
    return true;
  }

  /** A match is over: that comes before what was told of it, also for those who end it from below its board. */
  #ends({ match }) {
    this.#sought = null;
    this.#ended = match === this.front;
    this.#atEnd ||= this.expecting > 0;
  }

  #beside(view, answers) {
    const host = this.#talkHostOf(view);
    this.#bringInNote(view);
    if (this.expecting && view.element.matches(".notes > .titled")) view.focus(); // *More*
    if (!host) return;
    if (view.message.kind === "note") this.#sought = null; // the moves stay in sight
    host.bringInTalk(view.element);
    if (this.#atEnd) this.#stick();
    this.#unseen = !answers && this.#isBelow(view) ? view : null;
    this.newer.hidden = !this.#unseen;
  }

  /** Scroll to a note in a board: with the board while its match runs, else to the note's first line. */
  #bringInNote(view) {
    const host = this.#hostOf(view);
    if (host?.notes !== view.element.parentElement) return;
    if (!host.isStacked) host.bringInNote(view.element);
    else if (host.isLive && host === this.#newestInList) this.toEnd();
    else {
      this.#atEnd = false;
      this.#sought = null; // what was sought before, such as the message of the pressed button
      view.element.scrollIntoView({ block: "nearest" });
    }
  }

  #isInSight({ element }) {
    const [message, window] = [element.getBoundingClientRect(), this.scroller.getBoundingClientRect()];
    return message.bottom > window.top && message.top < window.bottom;
  }

  #isBelow(view) {
    return view.element.isConnected && this.#bottomOf(view) > this.scroller.getBoundingClientRect().bottom;
  }

  /** Where a message ends on the page, or the talk in which it is scrolled to. */
  #bottomOf(view) {
    const talk = this.#talkHostOf(view)?.talk ?? view.element;
    return Math.min(...[view.element, talk].map((part) => part.getBoundingClientRect().bottom));
  }

  #toNewest() {
    const newest = this.#unseen;
    this.#unseen = null;
    this.toEnd(newest);
  }

  #talkHostOf(view) {
    const host = this.#hostOf(view);
    return host?.talk === view.element.parentElement ? host : null;
  }

  #hostOf({ element }) {
    const host = element.parentElement?.closest(".message");
    return host && this.#views.get(host.id.slice("message-".length));
  }

  /** Treat messages as answers to a person at this screen until this promise settles. */
  async answering(promise) {
    this.expecting += 1;
    this.#ended = false;
    this.#told = null;
    try {
      return await promise;
    } finally {
      this.expecting -= 1;
    }
  }

  /** Fit into the window: the newest board, the newest picture, and the pictures with notes. */
  #fit() {
    const newest = this.#newestInList;
    const pictures = [...this.#views.values()].filter((view) => view.isPicture);
    const told = pictures.filter((view) => view === newest || view.notes.hasChildNodes());
    for (const view of new Set([pictures.at(-1), pictures.findLast((one) => one.isBoard), ...told])) view?.fit(this.scroller.clientHeight);
    // The last message can always be scrolled to the top, so that a board never moves.
    for (const view of this.#views.values()) view.element.style.minHeight = view === newest && fromItsTop(view) ? `${this.scroller.clientHeight}px` : "";
  }

  get #newestInList() {
    return this.#ordered.findLast(({ element }) => element.parentElement === this.#list && !element.hidden);
  }

  /** Remove a note, or put back what stands like one; its focus goes to its board, or to the next message. */
  dismiss(id) {
    const view = this.#views.get(id);
    if (view.message.kind !== "note") return this.#putBack();
    const focused = view.element.contains(document.activeElement);
    const host = this.#hostOf(view);
    const neighbour = view.element.nextElementSibling ?? view.element.previousElementSibling ?? this.scroller;
    this.remove(({ id: one }) => one === id);
    const talk = host?.talk.lastElementChild;
    if (talk) host.bringInTalk(talk); // it may have stood elsewhere
    if (focused) (host ?? neighbour).focus({ preventScroll: true });
  }

  #putBack() {
    this.#told = null;
    this.#tidy();
    this.focusNewest();
  }

  dismissNewest() {
    if (this.#told) {
      this.#putBack();
      return true;
    }
    const note = [...this.#views.values()].findLast((view) => view.message.kind === "note" && !view.element.hidden && this.#hostOf(view));
    if (note) this.dismiss(note.id);
    return Boolean(note);
  }

  dropNotes(must) {
    this.remove((message) => message.kind === "note" && must(message));
  }

  remove(gone) {
    this.#drop(({ message }) => gone(message));
    this.#tidy();
  }

  /** Remove the messages for which `gone` is true; a focus in them goes to the newest board. */
  #drop(gone) {
    const views = [...this.#views.values()].filter(gone);
    const focused = views.some(({ element }) => element.contains(document.activeElement));
    for (const { id, element } of views) {
      element.remove();
      this.#views.delete(id);
    }
    if (focused) this.focusNewest();
  }

  /** Focus what somebody asked for, else the newest board, else the newest message. */
  focusNewest() {
    const views = this.#ordered.filter((view) => !view.element.hidden);
    (views.find((view) => view === this.#sought) ?? views.findLast(({ message }) => (message.image || message.board) && message.rows?.length) ?? views.at(-1))?.focus();
  }

  look() {
    for (const view of this.#views.values()) view.look();
  }

  filterNotes(reads) {
    for (const view of this.#views.values()) {
      if (view.message.kind === "note") view.element.hidden = !reads(view.message);
    }
    this.#tidy();
  }

  bring(view) {
    this.#atEnd = false;
    this.#sought = null;
    view.open();
    view.element.scrollIntoView({ block: fromItsTop(view) ? "start" : "center" });
    view.element.focus({ preventScroll: true });
    view.flash();
  }

  /** Scroll to the end; `sought` is a message beside the board that is to be in sight. */
  toEnd(sought = null) {
    this.#atEnd = true;
    this.#sought = sought;
    this.#fold();
    this.#stick();
  }

  /** Show a message after the one with the id `before`, or first; a known one keeps its place. */
  #place(message, before) {
    const known = this.#views.get(message.id);
    if (known) known.update(message);
    else {
      const order = [...this.#views.values()];
      order.splice(order.indexOf(this.#views.get(before)) + 1, 0, new MessageView(message, this.#hooks));
      this.#views = new Map(order.map((view) => [view.id, view]));
    }
    return message.id;
  }

  /**
   * Put every message in its place. The board of a running match stays in view: later messages are shown inside it,
   * notes below its buttons, what somebody chooses from and everything else at its end, up to a picture that somebody
   * asks for. Once it is over, only messages about it stay inside.
   */
  #lay() {
    const views = this.#ordered;
    const focused = document.activeElement;
    const last = new Map(); // the last element in each place
    let host = views.findLast((view) => isBoard(view.message) && !view.element.hidden);
    for (const [number, view] of views.entries()) {
      const after = host && number > views.indexOf(host);
      if (after && !goesOn(host.message) && !belongs(view.message, host.message)) host = null;
      const parent = this.#slot(view, after ? host : null);
      if (after && parent === this.#list) host = null; // what follows stands below that
      const next = last.has(parent) ? last.get(parent).nextSibling : parent.firstChild;
      if (next !== view.element) parent.insertBefore(view.element, next);
      last.set(parent, view.element);
      view.stand(this.#hostOf(view));
    }
    if (focused !== document.activeElement) focused.focus({ preventScroll: true });
  }

  /** All messages in the order of the page: later boards stand above that in front, as long as its match runs. */
  get #ordered() {
    const views = [...this.#views.values()];
    const front = views.findLastIndex(({ message }) => message.match === this.front && goesOn(message));
    const passed = ({ message }) => isBoard(message) && message.kind !== "note";
    const after = views.slice(front + 1);
    return front < 0 ? views : [...views.slice(0, front), ...after.filter(passed), views[front], ...after.filter((view) => !passed(view))];
  }

  #slot({ message }, host) {
    if (isBoard(message) || isAskedFor(message)) return this.#list;
    if (message.id === this.#told && host?.isPlayed) return host.notes;
    if (message.kind !== "note") return host?.talk ?? this.#list;
    const under = this.#views.get(message.under);
    const pressed = under?.message.kind === "note" && !isBoard(under.message) ? this.#hostOf(under) : under;
    const told = this.#views.get(this.running(message.about)?.id) ?? pressed ?? host;
    // What somebody chooses from, such as their settings, would fill the column beside a board.
    const chosen = told !== under && message.rows?.length && !message.match && !told?.isStacked;
    return (chosen ? told?.talk : told?.notes) ?? this.#list;
  }

  #tidy() {
    const order = [...this.#views.values()];
    if (this.start) this.start.hidden = order.some(({ message }) => !["note", "command"].includes(message.kind)); // until that is answered
    const begun = this.messages.filter(isBoard).map(({ match }) => match);
    this.#drop(({ message }) => !message.author && begun.includes(SEAT.exec(message.text)?.[1])); // the seat is taken
    const last = this.find(this.#list.lastElementChild?.id.slice("message-".length));
    this.#lay();
    const { lastElementChild } = this.#list;
    if (this.#atEnd && last?.message.board === "over" && ![last, this.#sought].some((view) => view?.element === lastElementChild)) {
      this.#atEnd = false; // who reads the end of a match stays there
      this.scroller.scrollTop = last.element.offsetTop;
    }
    this.#drop((view) => view.message.early && this.#hostOf(view)?.message.board === "over"); // notes from before the end
    this.#fold();
    this.#fit();
    for (const view of this.#views.values()) view.pass(view !== this.#newestInList);
    if (this.#atEnd) this.#stick();
  }

  /** Fold the ends of matches but the newest board and that in front, and tables but the newest. What somebody reads stays as it is. */
  #fold() {
    const newest = this.#ordered.findLast(({ message }) => isBoard(message) && message.kind !== "note");
    const table = this.last(isTable)?.id;
    const reads = (view) => !this.#atEnd && this.#isInSight(view);
    for (const view of this.#views.values()) {
      const { board, match, kind } = view.message;
      const ended = view.isBoard && board === "over" && kind === "bot" && view !== newest && match !== this.front;
      const past = ended || (isTable(view.message) && view.id !== table);
      if (!past || view.isFolding || !reads(view)) view.fold(past);
    }
  }

  askEarlier() {
    this.#hooks.earlier(this.messages.find(({ kind, id }) => kind !== "note" && !this.#ahead.has(id)).id);
  }

  /**
   * The scroll position for reading the newest message. A picture or board at the end is shown from its top, that
   * of a match that is over further down for a short note. If there is no room for `#sought` below it, that is shown
   * from its top.
   */
  get #end() {
    const { scrollHeight, clientHeight } = this.scroller;
    const newest = this.#newestInList;
    if (!newest) return 0;
    const end = scrollHeight - clientHeight;
    const start = fromItsTop(newest) ? Math.min(end, newest.element.offsetTop + newest.covered(clientHeight)) : end;
    if (!this.#sought?.element.isConnected || (this.#sought === newest && fromItsTop(newest))) return start;
    const above = this.scroller.getBoundingClientRect().top - this.scroller.scrollTop;
    const bottom = this.#bottomOf(this.#sought) - above;
    const top = this.#sought.element.getBoundingClientRect().top - above - MARGINS / 2;
    return top >= start && bottom <= start + clientHeight ? start : Math.min(end, top);
  }

  #stick() {
    this.scroller.scrollTop = this.#end;
    if (this.#unseen && !this.#isBelow(this.#unseen)) this.#unseen = null;
    this.newer.hidden = !this.#unseen;
  }

  get #layout() {
    return [this.scroller.scrollHeight, this.scroller.clientHeight].join();
  }

  /** Handle a scroll event: by a person, or by a new layout, after which a reader at the end stays there. */
  #scrolled() {
    const anew = this.#layout !== this.#laidOut;
    this.#laidOut = this.#layout;
    if (anew && this.#atEnd) return this.#stick();
    const { scrollTop } = this.scroller;
    if (this.#end - scrollTop >= NEAR_END) this.#sought = null;
    this.#atEnd = Math.abs(this.#end - scrollTop) < NEAR_END;
    if (this.#unseen && !this.#isBelow(this.#unseen)) this.#unseen = null;
    if (this.#atEnd) this.newer.hidden = !this.#unseen;
  }
}

/** Whether a message is about the match of a board, is talk beside it, or answers a press on it. */
function belongs({ kind, match, under }, board) {
  return kind === "talk" || match === board.match || (kind === "note" && Boolean(under));
}

/** A puzzle, a lesson, a table that somebody asked for is what they want to see now: it has as much room as a board. */
function isAskedFor({ image, chat, kind, under }) {
  return Boolean(image) && (kind === "note" ? !under : chat.startsWith("@"));
}

/** Whether a message shows the standings of a tournament or the like. */
function isTable({ kind, image }) {
  return kind === "bot" && image?.name === "table.png";
}

function fromItsTop({ message }) {
  return Boolean(message.image) || isBoard(message);
}
