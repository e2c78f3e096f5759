/** A seat by a link: the secret that reserves it for this browser, and the form to take it. */

import { h } from "./dom.js";
import { TEXTS } from "./page.js";
import { kept, secretOf } from "./storage.js";

const SECRET = "tischrand.guest"; // a key of the local storage

/** The secret of the link; it stays in the address until the seat is taken, so that the page can be reloaded. */
export const seat = /^#seat=(\w+)$/.exec(location.hash)?.[1] ?? "";

/** The secret of this browser; "" if it has none yet, or storage is blocked. */
export function secret() {
  return kept(SECRET);
}

/** @param {(name: string, secret: string) => void} sit takes the seat */
export function seatForm(sit) {
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
