/** A picture of the bot: it stays until a new one is loaded, its places can be pressed, and the newest turn is seen to move. */

import { DARK, STILL, h, icon, speak } from "./dom.js";
import { TEXTS } from "./page.js";
import { Places, clip, inside, middle } from "./places.js";

const LASTS = 700; // milliseconds of an animation

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
   * @param {string} task the id of what says what is to be done
   * @param {() => boolean} remind says what the picture waits for, if it is a running match
   */
  constructor(image, task, enlarge, remind) {
    const source = sourceOf(image);
    this.#newest = source;
    const size = { width: image.width, height: image.height };
    this.#image = h("img", { src: source, alt: image.alt, ...size, draggable: "false", click: () => remind() || this.#touched || enlarge() });
    this.#dark = h("source", { media: DARK.media, srcset: darkOf(image) });
    this.#described = h("p", { class: "described", dir: "auto" }, image.alt);
    const frame = h("div", { class: "frame" }, h("picture", {}, this.#dark, this.#image));
    this.#motion = new Motion(frame);
    this.#places = new Places(TEXTS.places, task, (corners) => this.#lift(frame, corners));
    this.#turn = image.turn;
    frame.append(this.#places.element);
    this.element = h("figure", { class: "picture", tabindex: "-1" }, frame);
    /** Its description, and the button that enlarges it. */
    this.tools = h(
      "div",
      { class: "tools" },
      h("details", {}, h("summary", {}, TEXTS.describe), this.#described),
      enlarger(enlarge),
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

export function enlarger(enlarge) {
  return h("button", { type: "button", class: "quiet enlarge", click: enlarge }, icon("enlarge"), h("span", {}, TEXTS.enlarge));
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

function cutOut(source, corners, size) {
  const piece = h("img", { class: "piece", src: source, alt: "" });
  piece.style.clipPath = clip(corners, size);
  return piece;
}

/** The animation of the newest turn: pieces cut out of two pictures move from one to the other. */
class Motion {
  #frame;
  #layer = null;

  /** @param {HTMLElement} frame of the picture; any press or key ends the animation */
  constructor(frame) {
    this.#frame = frame;
    for (const type of ["pointerdown", "keydown"]) addEventListener(type, () => this.stop(), { capture: true, passive: true });
  }

  stop() {
    this.#layer?.remove();
    this.#layer = null;
  }

  /**
   * Lay the earlier picture over the current one until everything has moved.
   *
   * @param {string} before the source of the earlier picture
   * @param {string} after that of the newest one
   * @param {object[]} flights what moves: from `start` to `end`
   * @param {object} size `width` and `height` of both
   */
  async play(before, after, flights, size) {
    this.stop();
    if (STILL.matches || document.hidden) return;
    const layer = h("div", { class: "motion", "aria-hidden": "true" }, h("img", { src: before, alt: "" }));
    layer.append(...flights.filter(({ leaves }) => leaves).map((flight) => left(flight, flights, after, size)));
    const pieces = flights.map((flight) => cutOut(flight.as_before ? before : after, flight.as_before ? flight.start : flight.end, size));
    layer.append(...pieces);
    this.#layer = layer;
    this.#frame.append(layer);
    const moves = pieces.map((piece, number) => moved(piece, flights[number], size));
    await Promise.allSettled(moves.map((move) => move.finished));
    if (this.#layer === layer) this.stop();
  }
}

/** The place that something leaves: as it is afterwards, or a shade if something else arrives there. */
function left({ start }, flights, after, size) {
  if (!flights.some(({ end }) => inside(middle(start), end))) return cutOut(after, start, size);
  const gap = h("div", { class: "piece gap" });
  gap.style.clipPath = clip(start, size);
  return gap;
}

function moved(piece, { start, end, as_before: asBefore, since }, { width, height }) {
  const [from, to] = [middle(start), middle(end)];
  const way = [(100 * (to[0] - from[0])) / width, (100 * (to[1] - from[1])) / height];
  const [first, last] = asBefore ? [[0, 0], way] : [way.map((part) => -part), [0, 0]];
  const keys = [first, last].map(([x, y]) => ({ transform: `translate(${x}%, ${y}%)` }));
  if (since) return piece.animate([{ opacity: 0 }, { opacity: 0, offset: since }, { opacity: 1, offset: since }, { opacity: 1 }], LASTS);
  return piece.animate(keys, { duration: LASTS, easing: "ease-in-out", fill: "both" });
}
