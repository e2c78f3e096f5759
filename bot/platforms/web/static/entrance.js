/** What lets this browser into the web chat. */

const SECRET = "tischrand.browser"; // in the storage of this origin: cookies go to every port of the machine
const SECRET_BYTES = 32;

/** What the address with the token gave to this page; it stays neither there nor among the pages visited. */
const ticket = /^#ticket=([\w-]+)$/.exec(location.hash)?.[1] ?? "";
if (ticket) history.replaceState(null, "", location.pathname + location.search);

/** The first frame of somebody with this name. */
export function hello(name) {
  return { type: "hello", name, language: navigator.language, browser: browser(), ticket };
}

/** The secret by which this browser is known; drawn when there is none yet. */
function browser() {
  if (!localStorage.getItem(SECRET)) {
    const letters = String.fromCharCode(...crypto.getRandomValues(new Uint8Array(SECRET_BYTES)));
    localStorage.setItem(SECRET, btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", ""));
  }
  return localStorage.getItem(SECRET);
}
