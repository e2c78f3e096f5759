/** The places of a picture that can be pressed: by mouse, touch, keyboard and screen reader. */

import { Drag } from "./drag.js";
import { shape } from "./dom.js";
import { middle, narrowest, nearest } from "./geometry.js";

const LEAST = 23; // pixels of a place, across and down: a finger misses a smaller one
const WRITTEN = 3; // characters of what the picture itself calls a place
const WAYS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };

export class Places {
  #all = []; // places, the small ones too
  #places = []; // each with its `element`, its `middle`, and `press`
  #drag;
  #size = { width: 1, height: 1 };
  #left = null; // where the focus was when there was no place left for it
  #least = 0; // pixels across that the picture had for its places
  #seen = false; // whether a picture wider than its frame was scrolled to its places

  /**
   * @param {string} label of all places together
   * @param {string} task the id of what says what is to be done
   * @param {(corners: number[][]) => HTMLElement} lift cuts out a piece of the picture to move it
   */
  constructor(label, task, lift) {
    this.element = shape("svg", { class: "places", role: "group", "aria-label": label, "aria-describedby": task });
    this.element.addEventListener("click", (event) => this.#placeOf(event)?.press());
    this.element.addEventListener("keydown", (event) => this.#key(event));
    this.#drag = new Drag(this.element, lift);
    new ResizeObserver(() => this.#fit()).observe(this.element);
  }

  get any() {
    return this.#places.length > 0;
  }

  /**
   * Show other places. The focus stays, or goes to the nearest place.
   *
   * @param {object} size `width` and `height` of the picture
   * @param {object[]} choices each with its `label`, its `areas`, its `press(place)`, and the `button` that does the same, if there is one
   * @param {object[]} carried things that can be dragged: the `area` of each, and the choices that it can be dragged `to`
   */
  update({ width, height }, choices, carried) {
    const focused = this.#focused;
    this.element.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.#all = choices.map(place);
    for (const one of this.#all) one.element.addEventListener("focus", () => this.#rove(one));
    const grips = this.#drag.update({ width, height }, carried, this.#all);
    this.element.replaceChildren(...grips, ...this.#all.map(({ element }) => element));
    this.#size = { width, height };
    this.#widen();
    this.#fit();
    if (focused) this.#focusNear(focused);
  }

  /** The place with the focus; if the picture holds it for lack of places, where it was before. */
  get #focused() {
    const place = this.#all.find(({ element }) => element === document.activeElement);
    return place?.middle ?? (document.activeElement === this.#picture ? this.#left : null);
  }

  get #picture() {
    return this.element.closest(".picture");
  }

  #focusNear(point) {
    this.#left = point;
    (nearest(point, this.#places)?.element ?? this.#picture)?.focus({ preventScroll: true });
  }

  /** Make the picture wide enough to touch every place (message.css), and keep it so as far as it is seen whole. */
  #widen() {
    const least = Math.min(...this.#all.map(({ areas }) => Math.max(...areas.map(narrowest))));
    const asked = Math.ceil((LEAST * this.#size.width) / least); // 0 if there is none
    this.#least = Math.max(this.#least, asked);
    this.element.parentElement?.style.setProperty("--touchable", `max(min(100%, ${this.#least}px), min(250%, ${asked}px))`);
  }

  /** Scroll to the places. */
  #pan() {
    const frame = this.#picture;
    if (!frame || !this.any || frame.scrollWidth <= frame.clientWidth) return;
    const scale = this.element.clientWidth / this.#size.width;
    const across = this.#places.map(({ middle }) => scale * middle[0]);
    const visible = across.some((x) => x > frame.scrollLeft && x < frame.scrollLeft + frame.clientWidth);
    if (this.#seen && visible) return;
    this.#seen = true;
    frame.scrollLeft = across.reduce((sum, x) => sum + x, 0) / across.length - frame.clientWidth / 2;
  }

  /** Hide the places that are too small in a window of this width; their buttons remain. */
  #fit() {
    const scale = this.element.clientWidth / this.#size.width || 1;
    this.#places = this.#all.filter(({ areas }) => areas.some((corners) => scale * narrowest(corners) >= LEAST));
    for (const one of this.#all) {
      const fits = this.#places.includes(one);
      one.element.classList.toggle("small", !fits);
      one.button?.classList.toggle("placed", fits && one.button.textContent.length <= WRITTEN);
    }
    this.element.classList.toggle("none", !this.any);
    this.#rove(this.#places.find(({ element }) => element.tabIndex === 0) ?? this.#places[0]);
    this.#pan();
  }

  #placeOf({ target }) {
    const element = target.closest(".place");
    return this.#places.find((one) => one.element === element);
  }

  /** Make one place the tab stop; arrow keys lead to the others. */
  #rove(stop) {
    for (const one of this.#places) one.element.setAttribute("tabindex", one === stop ? 0 : -1);
  }

  #key(event) {
    const from = this.#placeOf(event);
    if (!from || event.altKey || event.ctrlKey || event.metaKey) return;
    const way = WAYS[event.key];
    if (!way && !["Enter", " "].includes(event.key)) return;
    event.preventDefault();
    if (!way) from.press();
    else nearest(from.middle, this.#places.filter((one) => one !== from), way)?.element.focus({ preventScroll: true });
  }
}

/** A place; it is highlighted while its button has the pointer or the focus. */
function place({ label, areas, press, button }) {
  const polygons = areas.map((corners) => shape("polygon", { points: corners.join(" ") }));
  const element = shape("g", { class: "place", role: "button", "aria-label": label }, ...polygons);
  const lit = (on) => () => element.classList.toggle("lit", on);
  for (const type of ["focus", "pointerenter"]) button?.addEventListener(type, lit(true));
  for (const type of ["blur", "pointerleave"]) button?.addEventListener(type, lit(false));
  return { element, areas, button, middle: middle(areas[0]), press: () => press(element) };
}
