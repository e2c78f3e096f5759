/** What this browser keeps for the pages of this origin; for a page in a frame, it may keep nothing. */

const SECRET_BYTES = 32;

/**
 * What is kept under a name, or "".
 *
 * @param {"localStorage" | "sessionStorage"} where the second: as long as the tab is open
 */
export function kept(name, where = "localStorage") {
  try {
    return globalThis[where].getItem(name) ?? "";
  } catch {
    return "";
  }
}

/** Keep something if this browser does. */
export function keep(name, value, where = "localStorage") {
  try {
    globalThis[where].setItem(name, value);
  } catch {
    // Nothing is lost but what was to be remembered.
  }
}

/** The secret by which this browser is known; drawn when there is none yet. */
export function secretOf(name) {
  if (!localStorage.getItem(name)) {
    const letters = String.fromCharCode(...crypto.getRandomValues(new Uint8Array(SECRET_BYTES)));
    localStorage.setItem(name, btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", ""));
  }
  return localStorage.getItem(name);
}
