/** What this browser keeps for this origin, and how it is known by that; in a frame storage may be blocked. */

const SECRET_BYTES = 32;

/**
 * The value stored under a name, or "".
 *
 * @param {"localStorage" | "sessionStorage"} where the second one lasts as long as the tab
 */
export function kept(name, where = "localStorage") {
  try {
    return globalThis[where].getItem(name) ?? "";
  } catch {
    return "";
  }
}

export function keep(name, value, where = "localStorage") {
  try {
    globalThis[where].setItem(name, value);
  } catch {
    // The page works without it.
  }
}

/** The secret that identifies this browser; generated on first use. */
export function secretOf(name) {
  if (!localStorage.getItem(name)) {
    const letters = String.fromCharCode(...crypto.getRandomValues(new Uint8Array(SECRET_BYTES)));
    localStorage.setItem(name, btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", ""));
  }
  return localStorage.getItem(name);
}

const SECRET = "tischrand.browser"; // a key of the local storage: cookies would be sent to every port of the machine

/** The ticket from the address with the token; it is removed from the address bar and the history. */
const ticket = /^#ticket=([\w-]+)$/.exec(location.hash)?.[1] ?? "";
if (ticket) history.replaceState(null, "", location.pathname + location.search);

/** The first frame of the web chat for a person of this name. */
export function hello(name) {
  return { type: "hello", name, language: navigator.language, browser: secretOf(SECRET), ticket };
}
