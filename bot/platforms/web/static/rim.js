/** The edge of the page, and its two dialogs. */

import { TEXTS, TAB, fill, h, keep, once, speak } from "./page.js";
import { seenOf } from "./picture.js";

export const WISH = "tischrand.wish"; // what is sent once two people have sat down

const names = document.getElementById("names");
const enlarged = document.getElementById("enlarged");

export class Lobby {
  #open;
  #turns;

  /** @param {object} hooks `begin()` a new game, and `jump(link)` to a message */
  constructor(hooks) {
    const bar = document.getElementById("lobby");
    bar.setAttribute("aria-label", TEXTS.lobby);
    this.#open = new Way("○", hooks.jump);
    this.#turns = new Way("▶", hooks.jump);
    const begin = h("button", { type: "button", class: "quiet begin", click: once(hooks.begin) });
    label(begin, TEXTS.lobbyNew, "+");
    bar.append(begin, this.#open.element, this.#turns.element);
  }

  /** Count the matches of these messages: challenges that can be accepted, and boards that ask somebody here. */
  watch(challenges, boards) {
    this.#open.show(challenges, TEXTS.lobbyOpen);
    this.#turns.show(boards, TEXTS.lobbyTurns);
  }
}

/** A button that leads to each of several matches in turn, the newest first, by the last message of each. */
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
    this.#messages = [...new Map(messages.map((message) => [message.match, message])).values()];
    const count = this.#messages.length;
    this.element.hidden = !count;
    label(this.element, fill(text, { count }), `${this.#sign} ${count}`);
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

// The dialogs: the names of the people at this screen, and an enlarged picture

/** The address of the page for these people, perhaps in the language that the present one names. */
export function addressFor(people, language = null) {
  const fields = people.map((name) => ["name", name]);
  return `/?${new URLSearchParams(language ? [...fields, ["language", language]] : fields)}`;
}

/**
 * Ask for the names of the people at this screen.
 *
 * @param {string[]} people the present or likely names
 * @param {object} asked
 * @param {string} asked.fault why the question is asked again
 * @param {string[]} asked.free names that nobody has, to fill in
 * @param {boolean} asked.must whether the dialog cannot be cancelled, as there is nothing else to see
 * @param {string} asked.wish the line that two people wait to send
 */
export function askNames(people, { fault = "", free = [], must = false, wish = "" } = {}) {
  const form = names.querySelector("form");
  const { first, second, count } = form.elements;
  [first.value, second.value] = free.length ? free : [people[0], people[1] ?? ""];
  count.value = people.length;
  const arrange = () => {
    second.disabled = document.getElementById("second-field").hidden = count.value === "1";
  };
  const say = (text) => (document.getElementById("names-fault").textContent = text);
  for (const radio of count) radio.onchange = arrange;
  const cancel = document.getElementById("names-cancel");
  cancel.hidden = must;
  cancel.onclick = () => names.close();
  const again = () => {
    names.showModal();
    first.focus();
  };
  names.onclose = must ? again : null;
  form.onsubmit = (event) => {
    event.preventDefault();
    const chosen = [first, second].filter((field) => !field.disabled).map((field) => field.value.trim());
    if (chosen.some((name) => !name)) return say(TEXTS.nameMissing);
    if (chosen.length === 2 && same(...chosen)) return say(TEXTS.sameName);
    keep(WISH, chosen.length === 2 ? wish : "", TAB);
    location.assign(addressFor(chosen, new URLSearchParams(location.search).get("language")));
  };
  arrange();
  say(fault);
  if (!names.open) names.showModal();
  if (!first.value || must) first.focus();
}

/** Whether the server regards two names as the same. */
export function same(one, other) {
  const plain = (name) => name.normalize("NFKC").toLowerCase().split(/\s+/).filter(Boolean).join(" ");
  return plain(one) === plain(other);
}

export function closeEnlarged() {
  enlarged.close();
  enlarged.querySelector("img").removeAttribute("src");
}

/** Show the picture of a message as large as the window allows. */
export function enlarge(message) {
  const picture = enlarged.querySelector("img");
  Object.assign(picture, { src: seenOf(message.image), alt: message.image.alt });
  picture.style.setProperty("--proportion", message.image.width / message.image.height);
  speak(picture, message.language);
  document.getElementById("enlarged-title").textContent = message.title || TEXTS.picture;
  document.getElementById("enlarged-close").onclick = picture.onclick = closeEnlarged;
  enlarged.showModal();
}
