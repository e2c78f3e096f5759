/** The two dialogs: the names of the people at this screen, and an enlarged picture. */

import { speak } from "./dom.js";
import { TEXTS } from "./page.js";
import { seenOf } from "./picture.js";

const names = document.getElementById("names");
const enlarged = document.getElementById("enlarged");

/** The address of the page for these people. */
export function addressFor(people) {
  return `/?${new URLSearchParams(people.map((name) => ["name", name]))}`;
}

/**
 * Ask for the names of the people at this screen.
 *
 * @param {string[]} people the present names
 * @param {string} fault why the question is asked again
 * @param {string[]} free names that nobody has, to fill in
 * @param {boolean} must whether the dialog cannot be cancelled, as there is nothing else to see
 */
export function askNames(people, fault = "", free = [], must = false) {
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
    location.assign(addressFor(chosen));
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
  speak(picture, message.language);
  document.getElementById("enlarged-title").textContent = message.title || TEXTS.picture;
  document.getElementById("enlarged-close").onclick = picture.onclick = closeEnlarged;
  enlarged.showModal();
}
