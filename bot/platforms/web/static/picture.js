/** A picture of the bot: kept in its place while a new one loads, and pressed where its buttons say. */

import { h, icon, shape, speak } from "./dom.js";

export class Picture {
  #newest = ""; // the picture that is to be shown, once it is decoded
  #image;
  #areas;
  #described;
  #pin;

  /**
   * @param {object} image as the server sends it
   * @param {object} texts sentences of the page
   * @param {object} hooks `enlarge()` shows it larger; `pin()` keeps it in sight, or null
   */
  constructor(image, texts, { enlarge, pin }) {
    const source = sourceOf(image);
    this.#newest = source;
    const size = { width: image.width, height: image.height };
    this.#image = h("img", { src: source, alt: image.alt, ...size, click: () => this.#areas.childElementCount || enlarge() });
    // For pointers alone: keys and ears have the buttons that these places stand for.
    this.#areas = shape("svg", { class: "areas", "aria-hidden": "true" });
    this.#described = h("p", { class: "described", dir: "auto" }, image.alt);
    this.element = h(
      "figure",
      { class: "picture" },
      h("div", { class: "frame" }, this.#image, this.#areas),
      h(
        "figcaption",
        {},
        h("details", {}, h("summary", {}, texts.describe), this.#described),
        (this.#pin = pin && h("button", { type: "button", class: "quiet enlarge", "aria-pressed": "false", click: pin }, icon("pin"), h("span", {}, texts.pin))),
        h("button", { type: "button", class: "quiet enlarge", click: enlarge }, icon("enlarge"), h("span", {}, texts.enlarge)),
      ),
    );
    this.#shape(image);
  }

  /** The old picture stays until the new one can be shown: nothing flickers. */
  update(image) {
    const source = sourceOf(image);
    this.#described.textContent = image.alt;
    this.#newest = source;
    const next = new Image();
    next.src = source;
    const show = () => {
      if (this.#newest !== source) return; // a newer one came meanwhile
      Object.assign(this.#image, { src: source, alt: image.alt, width: image.width, height: image.height });
      this.#shape(image);
    };
    next.decode().then(show, show);
  }

  /** In which language it is described. */
  speak(language) {
    speak(this.#image, language);
    speak(this.#described, language);
  }

  /** Say whether it is kept in sight. */
  pin(pinned) {
    this.#pin?.setAttribute("aria-pressed", String(pinned));
  }

  /** Make the places of these buttons pressable; what happens to a button is seen at its places. */
  press(image, buttons) {
    this.#areas.setAttribute("viewBox", `0 0 ${image?.width} ${image?.height}`);
    this.#areas.replaceChildren(...buttons.flatMap(({ areas, element }) => (areas ?? []).map((corners) => area(corners, element))));
  }

  /** The height follows from the width, or the other way round where there is little room. */
  #shape({ width, height }) {
    this.proportion = width / height;
    this.element.style.setProperty("--proportion", String(this.proportion));
  }
}

function sourceOf(image) {
  return `data:image/png;base64,${image.data}`;
}

function area(corners, button) {
  const place = shape("polygon", { points: corners.map((corner) => corner.join()).join(" ") });
  place.addEventListener("click", () => button.click());
  const lit = (on) => () => place.classList.toggle("lit", on);
  for (const type of ["focus", "pointerenter"]) button.addEventListener(type, lit(true));
  for (const type of ["blur", "pointerleave"]) button.addEventListener(type, lit(false));
  return place;
}
