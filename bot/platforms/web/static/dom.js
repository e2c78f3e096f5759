/** Small tools for building pieces of the page. Text goes in as text: nothing here reads HTML. */

/** What a person has chosen for all pages. */
export const DARK = matchMedia("(prefers-color-scheme: dark)");
export const STILL = matchMedia("(prefers-reduced-motion: reduce)");

const RIGHT_TO_LEFT = ["ar", "fa", "he", "ur"];
const DOUBLE = 1000; // milliseconds within which any browser counts two clicks as a double one

/** An element with attributes (a function is a listener, `null` and `false` leave it out) and children. */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value !== null && value !== undefined && value !== false) {
      element.setAttribute(name, value === true ? "" : value);
    }
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/** A listener that acts once for a press: not for the second click of a double one here, and not before it is done. */
export function once(act) {
  let last = -Infinity; // when the first click of a double one came: it may have hit something else
  return async ({ currentTarget, detail, timeStamp }) => {
    const again = detail > 1 && timeStamp - last < DOUBLE;
    if (!again) last = timeStamp;
    if (again || currentTarget.ariaBusy) return;
    currentTarget.ariaBusy = "true";
    await act();
    currentTarget.ariaBusy = null;
  };
}

/** In which language this element is to be read aloud; none: in that of the page. */
export function speak(element, language) {
  for (const [name, value] of [["lang", language], ["dir", language && direction(language)]]) {
    if (value) element.setAttribute(name, value);
    else element.removeAttribute(name);
  }
}

/** What an element has from its beginning that is in this language; none: in that of the page. */
export function spokenIn(language) {
  return language ? { lang: language, dir: direction(language) } : {};
}

function direction(language) {
  return RIGHT_TO_LEFT.includes(language.split("-")[0]) ? "rtl" : "ltr";
}

/** An element of a drawing. */
export function shape(tag, attributes, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** One of the drawings in the page, for the eye only. */
export function icon(name) {
  return shape("svg", { class: "icon", "aria-hidden": "true" }, shape("use", { href: `#icon-${name}` }));
}

/** A sentence with `{names}` filled in. */
export function fill(sentence, values) {
  return pieces(sentence, values).join("");
}

/** The same in pieces, where elements are filled in: each language has its own order. */
export function pieces(sentence, values) {
  return sentence.split(/\{(\w+)\}/).map((piece, index) => (index % 2 ? (values[piece] ?? "") : piece));
}
