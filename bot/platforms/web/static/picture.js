/** A picture of the bot: kept in its place while a new one loads, and pressed where its buttons say. */

import { DARK, STILL, h, icon, speak } from "./dom.js";
import { Motion, cutOut } from "./motion.js";
import { Places } from "./places.js";

const PAUSE = 800; // milliseconds that a picture of the last turn is seen

export class Picture {
  #newest = ""; // the picture that is to be shown, once it is decoded
  #image;
  #size;
  #dark; // the same on a dark page, unless its reader has chosen light or dark
  #places;
  #touched = false; // whether there ever were places to touch: then a click beside them, or too late, is a slip
  #motion;
  #turn; // the newest that was shown
  #described;

  /**
   * @param {object} image as the server sends it
   * @param {object} texts sentences of the page
   * @param {string} task the id of what says what is to be done
   * @param {() => void} enlarge shows it larger
   */
  constructor(image, texts, task, enlarge) {
    const source = sourceOf(image);
    this.#newest = source;
    const size = { width: image.width, height: image.height };
    this.#image = h("img", { src: source, alt: image.alt, ...size, draggable: "false", click: () => this.#touched || enlarge() });
    this.#dark = h("source", { media: DARK.media, srcset: darkOf(image) });
    this.#described = h("p", { class: "described", dir: "auto" }, image.alt);
    const frame = h("div", { class: "frame" }, h("picture", {}, this.#dark, this.#image));
    this.#motion = new Motion(frame);
    this.#places = new Places(texts.places, task, (corners) => this.#lift(frame, corners));
    this.#turn = image.turn;
    frame.append(this.#places.element);
    this.element = h("figure", { class: "picture", tabindex: "-1" }, frame);
    /** What can be done with it beside pressing it. */
    this.tools = h(
      "div",
      { class: "tools" },
      h("details", {}, h("summary", {}, texts.describe), this.#described),
      enlarger(enlarge, texts),
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
      const before = this.#image.currentSrc;
      this.#look(image);
      this.#follow(before, image);
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

  /** A turn that is new here is seen once. */
  #follow(before, image) {
    const { turn, flights, width, height } = image;
    const fresh = turn > (this.#turn ?? 0); // not back in a replay
    this.#turn = turn;
    this.#motion.stop();
    const alike = this.#size.width === width && this.#size.height === height;
    if (fresh && flights && alike) this.#motion.play(before, seenOf(image), flights, image);
  }

  #lift(frame, corners) {
    const piece = cutOut(this.#image.currentSrc, corners, this.#size);
    frame.append(piece);
    return piece;
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

  /** Make places of it pressable, and things in it movable; see Places. */
  press(image, choices, carried) {
    this.#touched ||= choices.length > 0;
    this.#places.update(image, choices, carried);
  }

  /** The height follows from the width, or the other way round where there is little room. */
  #shape({ width, height }) {
    this.#size = { width, height };
    this.proportion = width / height;
    this.element.style.setProperty("--proportion", String(this.proportion));
  }
}

/** The button that shows a picture larger. */
export function enlarger(enlarge, texts) {
  return h("button", { type: "button", class: "quiet enlarge", click: enlarge }, icon("enlarge"), h("span", {}, texts.enlarge));
}

function sourceOf({ data, type = "image/png" }) {
  return `data:${type};base64,${data}`;
}

function darkOf({ dark }) {
  return dark ? `data:image/png;base64,${dark}` : null;
}

/** The picture as this page shows it. */
export function seenOf(image) {
  return DARK.matches ? (darkOf(image) ?? sourceOf(image)) : sourceOf(image);
}
