/** The animation of the newest turn: pieces cut out of two pictures move from one to the other. */

import { STILL, h } from "./dom.js";
import { clip, inside, middle } from "./geometry.js";

const LASTS = 700; // milliseconds

/** A piece of a picture, placed over it. */
export function cutOut(source, corners, size) {
  const piece = h("img", { class: "piece", src: source, alt: "" });
  piece.style.clipPath = clip(corners, size);
  return piece;
}

export class Motion {
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
