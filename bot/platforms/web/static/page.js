/** What both pages do: the sentences of the page, the state of its line, and what is said to people who listen. */

import { h, speak } from "./dom.js";

/** Every sentence of the page itself, in the language of the browser: `bot/texts/LANGUAGE/web.po`. */
export const TEXTS = JSON.parse(document.getElementById("texts").textContent);

const TOGETHER = 100; // milliseconds within which things are said in one go

let heard = [];

/** Say something to people who listen to the page; what comes at once is said in one go. */
export function announce(text, language = null) {
  const line = h("p", {}, text);
  speak(line, language);
  if (heard.push(line) > 1) return;
  setTimeout(() => {
    if (heard.length) document.getElementById("announcer").replaceChildren(...heard);
    heard = [];
  }, TOGETHER);
}

/** Nothing of what was said stays. */
export function hush() {
  document.getElementById("announcer").replaceChildren();
  heard = [];
}

/** @param {"connecting" | "open" | "lost"} state of the line to the server */
export function showState(state) {
  const text = { lost: TEXTS.reconnecting, connecting: TEXTS.connecting, open: "" }[state];
  const line = document.getElementById("state");
  if (line.textContent !== text) line.textContent = text;
  line.dataset.state = state;
}

/** Nobody is let in, and this is why: there is nothing else to be seen. */
export function turnAway(text) {
  document.body.replaceChildren(h("main", { class: "closed" }, h("p", { role: "alert" }, text)));
}
