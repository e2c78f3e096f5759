/** A picture of the bot: kept in its place while a new one loads, and pressed where its buttons say. */

import { h, icon, shape, speak } from "./dom.js";

const PAUSE = 800; // milliseconds that a picture of the last turn is seen
const DARK = matchMedia("(prefers-color-scheme: dark)");
const STILL = matchMedia("(prefers-reduced-motion: reduce)");

export class Picture {
  #newest = ""; // the picture that is to be shown, once it is decoded
  #image;
  #dark; // the same on a dark page, where its reader has chosen no theme
  #areas;
  #described;

  /**
   * @param {object} image as the server sends it
   * @param {object} texts sentences of the page
   * @param {() => void} enlarge shows it larger
   */
  constructor(image, texts, enlarge) {
    const source = sourceOf(image);
    this.#newest = source;
    const size = { width: image.width, height: image.height };
    this.#image = h("img", { src: source, alt: image.alt, ...size, click: () => this.#areas.childElementCount || enlarge() });
    this.#dark = h("source", { media: "(prefers-color-scheme: dark)", srcset: darkOf(image) });
    // For pointers alone: keys and ears have the buttons that these places stand for.
    this.#areas = shape("svg", { class: "areas", "aria-hidden": "true" });
    this.#described = h("p", { class: "described", dir: "auto" }, image.alt);
    this.element = h("figure", { class: "picture" }, h("div", { class: "frame" }, h("picture", {}, this.#dark, this.#image), this.#areas));
    /** What can be done with it beside pressing it. */
    this.tools = h(
      "div",
      { class: "tools" },
      h("details", {}, h("summary", {}, texts.describe), this.#described),
      h("button", { type: "button", class: "quiet enlarge", click: enlarge }, icon("enlarge"), h("span", {}, texts.enlarge)),
    );
    this.#shape(image);
  }

  /** The old picture stays until the new one can be shown: nothing flickers. */
  update(image) {
    const source = sourceOf(image);
    this.#described.textContent = image.alt;
    this.#newest = source;
    const next = new Image();
    next.src = seenOf(image);
    const show = () => {
      if (this.#newest !== source) return; // a newer one came meanwhile
      this.#look(image);
      Object.assign(this.#image, { alt: image.alt, width: image.width, height: image.height });
      this.#shape(image);
    };
    next.decode().then(show, show);
  }

  /** After the newest picture, which is shown already, show these one after the other, once. */
  async play(images) {
    if (STILL.matches || images.length < 2) return;
    const newest = this.#newest;
    for (const image of images) {
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
      if (this.#newest !== newest) return;
      this.#look(image);
    }
  }

  #look(image) {
    this.#image.src = sourceOf(image);
    if (image.dark) this.#dark.srcset = darkOf(image);
    else this.#dark.removeAttribute("srcset");
  }

  /** In which language it is described. */
  speak(language) {
    speak(this.#image, language);
    speak(this.#described, language);
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

function darkOf({ dark }) {
  return dark ? `data:image/png;base64,${dark}` : null;
}

/** The picture as this page shows it. */
export function seenOf(image) {
  return DARK.matches ? (darkOf(image) ?? sourceOf(image)) : sourceOf(image);
}

function area(corners, button) {
  const place = shape("polygon", { points: corners.map((corner) => corner.join()).join(" ") });
  place.addEventListener("click", () => button.click());
  const lit = (on) => () => place.classList.toggle("lit", on);
  for (const type of ["focus", "pointerenter"]) button.addEventListener(type, lit(true));
  for (const type of ["blur", "pointerleave"]) button.addEventListener(type, lit(false));
  return place;
}
