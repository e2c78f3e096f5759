/** The buttons at the top of the page: a new game, the open challenges, and the matches where it is your turn. */

import { fill, h, once } from "./dom.js";
import { TEXTS } from "./page.js";

export class Lobby {
  #open;
  #turns;

  /** @param {object} hooks `begin()` a new game, and `jump(link)` to a message */
  constructor(hooks) {
    const bar = document.getElementById("lobby");
    bar.setAttribute("aria-label", TEXTS.lobby);
    this.#open = new Way("○", hooks.jump);
    this.#turns = new Way("▶", hooks.jump);
    const begin = h("button", { type: "button", class: "quiet", click: once(hooks.begin) });
    label(begin, TEXTS.lobbyNew, "+");
    bar.append(begin, this.#open.element, this.#turns.element);
  }

  /** Count the matches of these messages: challenges that can be accepted, and boards that ask somebody here. */
  watch(challenges, boards) {
    const open = new Map(challenges.map((message) => [message.match, message]));
    this.#open.show([...open.values()], TEXTS.lobbyOpen);
    this.#turns.show(boards, TEXTS.lobbyTurns);
  }
}

/** A button that leads to each of several messages in turn, the newest first; hidden if there are none. */
class Way {
  #sign;
  #messages = [];
  #last; // the message that it led to

  constructor(sign, jump) {
    this.#sign = sign;
    const go = () => {
      const { chat, id } = this.#messages.at(Math.max(this.#messages.findIndex(({ id }) => id === this.#last), 0) - 1);
      this.#last = id;
      jump({ chat, message: id });
    };
    this.element = h("button", { type: "button", class: "quiet way", hidden: true, click: go });
  }

  show(messages, text) {
    this.#messages = messages;
    this.element.hidden = messages.length === 0;
    label(this.element, fill(text, { count: messages.length }), `${this.#sign} ${messages.length}`);
  }
}

/** Label a button with text, and with a symbol where there is no room for text. */
function label(button, told, sign) {
  button.title = told;
  button.setAttribute("aria-label", told);
  button.replaceChildren(h("span", { class: "told" }, told), h("span", { class: "short" }, sign));
}

/** Whether a message is a challenge that can be accepted, by the verb of a payload. */
export function accepts({ rows = [] }) {
  return rows.flat().some(({ payload }) => payload.startsWith("ok:"));
}
