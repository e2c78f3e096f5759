/** Shared by both pages: their texts, the state of the connection, and announcements to screen readers. */

import { h, speak } from "./dom.js";

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

const TOGETHER = 100; // milliseconds within which announcements are joined

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
