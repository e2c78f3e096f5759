/** A picture of the bot: it stays until a new one is loaded, and its places can be pressed. */

import { DARK, h, icon, speak } from "./dom.js";
import { Motion, cutOut } from "./motion.js";
import { Places } from "./places.js";


export class Picture {
  #newest = ""; // the picture to show once it is decoded
  #image;
  #size;
  #dark; // its copy for dark pages, unless its reader has chosen a theme
  #places;
  #touched = false; // whether there ever were places: then a click beside them, or one that is late, is a slip
  #motion;
  #turn; // the newest one that was shown
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
    /** Its description, and the button that enlarges it. */
    this.tools = h(
      "div",
      { class: "tools" },
      h("details", {}, h("summary", {}, texts.describe), this.#described),
      enlarger(enlarge, texts),
    );
    this.#shape(image);
  }

  /** Show a new picture; the old one stays until it is decoded, so that nothing flickers. `still`: nothing moves. */
  update(image, still) {
    const source = sourceOf(image);
    this.#described.textContent = image.alt;
    this.#newest = source;
    const next = new Image();
    next.src = seenOf(image);
    const show = () => {
      if (this.#newest !== source) return; // a newer one came meanwhile
      const before = this.#image.currentSrc;
      this.#look(image);
      this.#follow(before, image, still);
      Object.assign(this.#image, { alt: image.alt, width: image.width, height: image.height });
      this.#shape(image);
    };
    next.decode().then(show, show);
  }

  /** Animate a turn that is new on this page. */
  #follow(before, image, still) {
    const { turn, flights, width, height } = image;
    const fresh = turn > (this.#turn ?? 0); // not back in a replay
    this.#turn = turn;
    this.#motion.stop();
    const alike = this.#size.width === width && this.#size.height === height;
    if (fresh && !still && flights && alike) this.#motion.play(before, seenOf(image), flights, image);
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

  /** Set the language of its description. */
  speak(language) {
    speak(this.#image, language);
    speak(this.#described, language);
  }

  /** Make places of it pressable, and things in it movable; see Places. */
  press(image, choices, carried) {
    this.#touched ||= choices.length > 0;
    this.#places.update(image, choices, carried);
  }

  /** Store the size and proportion, from which the style sheet computes the height. */
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

/** The source of the picture that this page shows: light or dark. */
export function seenOf(image) {
  return DARK.matches ? (darkOf(image) ?? sourceOf(image)) : sourceOf(image);
}
