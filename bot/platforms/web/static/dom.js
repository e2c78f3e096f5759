/** Helpers that build elements. Text stays text: nothing here parses HTML. */

/** Preferences of the browser, unless the reader has chosen the theme of the page. */
export const DARK = matchMedia({ light: "not all", dark: "all" }[document.documentElement.dataset.theme] ?? "(prefers-color-scheme: dark)");
export const STILL = matchMedia("(prefers-reduced-motion: reduce)");

const RIGHT_TO_LEFT = ["ar", "fa", "he", "ur"];
const DOUBLE = 1000; // milliseconds within which browsers count two clicks as a double click

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

/** A listener that ignores the second click of a double click, and clicks while it is still busy. */
export function once(act) {
  let last = -Infinity; // the time of the last first click: that of a double click may have hit another element
  return async ({ currentTarget, detail, timeStamp }) => {
    const again = detail > 1 && timeStamp - last < DOUBLE;
    if (!again) last = timeStamp;
    if (again || currentTarget.ariaBusy) return;
    currentTarget.ariaBusy = "true";
    await act();
    currentTarget.ariaBusy = null;
  };
}

/** Set the language of an element; without one, it has that of the page. */
export function speak(element, language) {
  for (const [name, value] of Object.entries(spokenIn(language))) {
    if (value) element.setAttribute(name, value);
    else element.removeAttribute(name);
  }
}

/** What an element has from its beginning that is in this language; none: in that of the page. */
export function spokenIn(language) {
  return { lang: language || null, dir: language ? direction(language) : null };
}

/** The browser's kind of a language for times, such as en-GB; without one, of that of the page. */
export function localeOf(language) {
  const own = language || document.documentElement.lang;
  return navigator.languages.find((one) => one.startsWith(own)) ?? own;
}

function direction(language) {
  return RIGHT_TO_LEFT.includes(language.split("-")[0]) ? "rtl" : "ltr";
}

export function shape(tag, attributes, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

export function icon(name) {
  return shape("svg", { class: "icon", "aria-hidden": "true" }, shape("use", { href: `#icon-${name}` }));
}

/** A text with its `{placeholders}` filled in. */
export function fill(sentence, values) {
  return pieces(sentence, values).join("");
}

/** The same as a list of pieces, so that elements can be filled in; each language has its own order. */
export function pieces(sentence, values) {
  return sentence.split(/\{(\w+)\}/).map((piece, index) => (index % 2 ? (values[piece] ?? "") : piece));
}
