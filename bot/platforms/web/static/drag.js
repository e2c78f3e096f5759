/** Things in a picture that can be dragged to another place, by mouse or touch. */

import { shape } from "./dom.js";
import { inside } from "./geometry.js";

const SLIP = 8; // pixels that the pointer may move before a press becomes a drag

export class Drag {
  #surface;
  #lift;
  #size;
  #carried = [];
  #dragged = false; // then the click that follows is ignored
  #held = null; // the held `thing` and its start; once it moves, its `piece` and the `targets`

  /**
   * @param {SVGElement} surface covers the picture
   * @param {(corners: number[][]) => HTMLElement} lift cuts out a piece of the picture to move it
   */
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
