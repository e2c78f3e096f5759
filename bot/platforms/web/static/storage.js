/** The browser's storage for this origin; in a frame it may be blocked. */

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

/** Store a value if the browser allows it. */
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
