/** A picture of the bot: it stays until a new one is loaded, its places can be pressed, and the newest turn is seen to move. */

import { DARK, STILL, TEXTS, h, icon, shape, speak } from "./page.js";

const LASTS = 700; // milliseconds of an animation
const AROUND = 5; // pixels around what leaves its place: its edges and its shadow
const STRIP = 3; // pixels of the ground beside it
const ASIDE = 2; // weight of the distance sideways, compared to that ahead
const LEAST = matchMedia("(any-pointer: coarse)").matches ? 23 : 9; // pixels of a place, across and down, for a finger or a mouse
const WRITTEN = 3; // characters of what the picture itself calls a place
const WAYS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };
const SLIP = 8; // pixels that the pointer may move before a press becomes a drag

export class Picture {
  #newest = ""; // the picture to show once it is decoded
  #image;
  #size;
  #dark; // its copy for dark pages, unless its reader has chosen a theme
  #places;
  #touched = false; // whether there ever were places: then a click beside them, or one that is late, is a slip
  #motion;
  atRest = Promise.resolve(); // settled once the newest picture is seen as it is
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
      this.#image.src = sourceOf(image);
      this.#dark.srcset = darkOf(image);
      const moved = this.#follow(before, image, still);
      Object.assign(this.#image, { alt: image.alt, width: image.width, height: image.height });
      this.#shape(image);
      return moved;
    };
    this.atRest = next.decode().then(show, show);
  }

  #follow(before, image, still) {
    const { turn, flights, width, height } = image;
    const fresh = turn > (this.#turn ?? 0); // not back in a replay
    this.#turn = turn;
    this.#motion.stop();
    const alike = this.#size.width === width && this.#size.height === height;
    if (fresh && !still && flights && alike) return this.#motion.play(before, seenOf(image), flights, image);
  }

  #lift(frame, corners) {
    const piece = cutOut(this.#image.currentSrc, corners, this.#size);
    frame.append(piece);
    return piece;
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
  return dark ? `data:image/png;base64,${dark}` : "";
}

/** The source of the picture that this page shows: light or dark. */
export function seenOf(image) {
  return (DARK.matches && darkOf(image)) || sourceOf(image);
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
   * @param {string} before the source of the earlier picture, `after` that of the newest one
   * @param {object[]} flights what moves: from `start` to `end`
   * @param {object} size `width` and `height` of both
   */
  async play(before, after, flights, size) {
    this.stop();
    if (STILL.matches || document.hidden) return;
    const layer = h("div", { class: "motion", "aria-hidden": "true" }, h("img", { src: before, alt: "" }));
    layer.append(...flights.filter(({ leaves }) => leaves).map((flight) => left(flight, flights, before, after, size)));
    const pieces = flights.map((flight) => cutOut(flight.as_before ? before : after, flight.as_before ? flight.start : flight.end, size));
    layer.append(...pieces);
    this.#layer = layer;
    this.#frame.append(layer);
    const moves = pieces.map((piece, number) => moved(piece, flights[number], size));
    await Promise.allSettled(moves.map((move) => move.finished));
    if (this.#layer === layer) this.stop();
  }
}

/** The place that something leaves: as it is afterwards, or the ground to its left if something else arrives there. */
function left({ start }, flights, before, after, size) {
  if (!flights.some(({ end }) => inside(middle(start), end))) return cutOut(after, start, size);
  const [[x, right], [y, bottom]] = extents(start);
  const [from, top, to, low] = [x - AROUND - STRIP, y - AROUND, x - AROUND, bottom + AROUND];
  const ground = cutOut(before, [[from, top], [to, top], [to, low], [from, low]], size);
  ground.style.transformOrigin = `${(100 * from) / size.width}%`;
  ground.style.transform = `scaleX(${(right + AROUND - from) / STRIP})`;
  return ground;
}

function moved(piece, { start, end, as_before: asBefore, since }, { width, height }) {
  const [from, to] = [middle(start), middle(end)];
  const way = [(100 * (to[0] - from[0])) / width, (100 * (to[1] - from[1])) / height];
  const [first, last] = asBefore ? [[0, 0], way] : [way.map((part) => -part), [0, 0]];
  const keys = [first, last].map(([x, y]) => ({ transform: `translate(${x}%, ${y}%)` }));
  if (since) return piece.animate([{ opacity: 0 }, { opacity: 0, offset: since }, { opacity: 1, offset: since }, { opacity: 1 }], LASTS);
  return piece.animate(keys, { duration: LASTS, easing: "ease-in-out", fill: "both" });
}

/** The places of a picture that can be pressed, by mouse, touch, keyboard and screen reader, and the things in it that can be dragged to another place. */
class Places {
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
      one.button?.classList.toggle(one.button.textContent.length <= WRITTEN ? "written" : "placed", fits);
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

class Drag {
  #surface;
  #lift;
  #size;
  #carried = [];
  #dragged = false; // then the click that follows is ignored
  #held = null; // the held `thing` and its start; once it moves, its `piece` and the `targets`

  /** @param {(corners: number[][]) => HTMLElement} lift cuts out a piece of the picture to move it */
  constructor(surface, lift) {
    this.#surface = surface;
    this.#lift = lift;
    surface.addEventListener("pointerdown", (event) => this.#down(event));
    // A finger that holds something must not scroll; `touch-action` has no effect on SVG shapes.
    surface.addEventListener("touchmove", (event) => this.#held && event.cancelable && event.preventDefault(), { passive: false });
    surface.addEventListener("click", (event) => this.#dragged && event.stopPropagation(), { capture: true });
    addEventListener("pointermove", (event) => this.#move(event));
    addEventListener("pointerup", (event) => this.#drop(event));
    addEventListener("pointercancel", () => this.#end());
    addEventListener("keydown", (event) => this.#escape(event), { capture: true });
  }

  /** Set what can be dragged; returns the shapes to draw over the picture as handles. */
  update(size, carried, places) {
    this.#end();
    this.#size = size;
    this.#carried = carried;
    const areas = new Set(carried.map(({ area }) => area.join()));
    for (const { element, areas: own } of places) element.classList.toggle("grip", own.some((corners) => areas.has(corners.join())));
    return carried.map(({ area }) => shape("polygon", { class: "grip", points: area.join(" ") }));
  }

  #point({ clientX, clientY }) {
    const box = this.#surface.getBoundingClientRect();
    return [((clientX - box.left) / box.width) * this.#size.width, ((clientY - box.top) / box.height) * this.#size.height];
  }

  #down(event) {
    if (!event.isPrimary || event.button) return;
    const at = this.#point(event);
    const thing = this.#carried.find(({ area }) => inside(at, area));
    if (thing) this.#held = { thing, x: event.clientX, y: event.clientY };
  }

  #move(event) {
    const held = this.#held;
    if (!held || !event.isPrimary) return;
    const [x, y] = [event.clientX - held.x, event.clientY - held.y];
    if (!held.piece && Math.hypot(x, y) < SLIP) return;
    if (!held.piece) this.#begin();
    held.piece.style.translate = `${x}px ${y}px`;
    const over = this.#over(event);
    for (const target of held.targets) target.element.classList.toggle("over", target === over);
  }

  #begin() {
    const held = this.#held;
    this.#dragged = true;
    held.piece = this.#lift(held.thing.area);
    held.piece.classList.add("held");
    held.targets = held.thing.to.flatMap(({ areas, press }) =>
      areas.map((corners) => ({ corners, press, element: shape("polygon", { class: "target", points: corners.join(" ") }) })),
    );
    this.#surface.append(...held.targets.map(({ element }) => element));
  }

  #over(event) {
    const at = this.#point(event);
    return this.#held.targets.findLast(({ corners }) => inside(at, corners));
  }

  /** Drop on a target: the piece stays there until the press is answered. Elsewhere nothing happens. */
  async #drop(event) {
    setTimeout(() => (this.#dragged = false)); // after the click in which it ends
    if (!this.#held?.piece) return this.#end();
    const { piece, targets } = this.#held;
    const over = this.#over(event);
    if (!over) return this.#end();
    this.#held = null;
    for (const target of targets) if (target !== over) target.element.remove();
    await over.press(over.element);
    over.element.remove();
    piece.remove();
  }

  #end() {
    for (const { element } of this.#held?.targets ?? []) element.remove();
    this.#held?.piece?.remove();
    this.#held = null;
  }

  #escape(event) {
    if (event.key !== "Escape" || !this.#held?.piece) return;
    event.stopPropagation();
    this.#end();
  }
}

// Polygons in a picture, given by their corners: `[x, y]` in its pixels.

function middle(corners) {
  return extents(corners).map(([least, most]) => (least + most) / 2);
}

function narrowest(corners) {
  return Math.min(...extents(corners).map(([least, most]) => most - least));
}

function extents(corners) {
  return [0, 1].map((axis) => corners.map((corner) => corner[axis])).map((all) => [Math.min(...all), Math.max(...all)]);
}

/** Whether a point lies in a polygon: a ray from it crosses the edges an odd number of times. */
function inside([x, y], corners) {
  const crossed = corners.filter(([right, low], index) => {
    const [left, high] = corners.at(index - 1);
    return low > y !== high > y && x < ((left - right) * (y - low)) / (high - low) + right;
  });
  return crossed.length % 2 === 1;
}

/** The place nearest to a point; with `way` (`[right, down]`), the nearest one in that direction. */
function nearest([x, y], places, way = null) {
  const far = ({ middle: [across, down] }) => {
    const [right, low] = [across - x, down - y];
    if (!way) return Math.hypot(right, low);
    const along = right * way[0] + low * way[1];
    return along > 0 ? along + ASIDE * Math.abs(right * way[1] + low * way[0]) : Infinity;
  };
  const best = places.reduce((one, other) => (one && far(one) <= far(other) ? one : other), null);
  return best && far(best) < Infinity ? best : null;
}

/** The CSS `clip-path` of a polygon in a picture of this size. */
function clip(corners, { width, height }) {
  return `polygon(${corners.map(([x, y]) => `${(100 * x) / width}% ${(100 * y) / height}%`).join()})`;
}
