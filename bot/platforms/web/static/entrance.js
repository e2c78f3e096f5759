/** The credentials of this browser for the web chat. */

import { secretOf } from "./storage.js";

const SECRET = "tischrand.browser"; // a key of the local storage: cookies would be sent to every port of the machine

/** The ticket from the address with the token; it is removed from the address bar and the history. */
const ticket = /^#ticket=([\w-]+)$/.exec(location.hash)?.[1] ?? "";
if (ticket) history.replaceState(null, "", location.pathname + location.search);

/** The first frame for a person of this name. */
export function hello(name) {
  return { type: "hello", name, language: navigator.language, browser: secretOf(SECRET), ticket };
}
