/** What lets this browser into the web chat. */

import { secretOf } from "./storage.js";

const SECRET = "tischrand.browser"; // in the storage of this origin: cookies go to every port of the machine

/** What the address with the token gave to this page; it stays neither there nor among the pages visited. */
const ticket = /^#ticket=([\w-]+)$/.exec(location.hash)?.[1] ?? "";
if (ticket) history.replaceState(null, "", location.pathname + location.search);

/** The first frame of somebody with this name. */
export function hello(name) {
  return { type: "hello", name, language: navigator.language, browser: secretOf(SECRET), ticket };
}
