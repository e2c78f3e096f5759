/** A seat by a link: the secret that keeps it in this browser, and the form at which somebody sits down. */

import { h } from "./dom.js";
import { TEXTS } from "./page.js";
import { kept, secretOf } from "./storage.js";

const SECRET = "tischrand.guest"; // in the storage of this origin

/** What the link offers; it stays in the address until somebody has sat down, so that the page can be loaded again. */
export const seat = /^#seat=(\w+)$/.exec(location.hash)?.[1] ?? "";

/** The secret of this browser; "" before it has one, or where nothing is kept. */
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
