/** Whether a message shows a match, and whether that is running. */

/** Whether a message shows a match, as a picture or as text. */
export function isBoard(message) {
  return Boolean(message.match && (message.image || message.board));
}

/** Whether a message is the board of a running match that waits for somebody. */
export function isLive(message) {
  return Boolean(isBoard(message) && message.rows?.length && message.awaits?.length);
}

/** Whether the match is running, even while a robot thinks and nobody is asked. */
export function goesOn(message) {
  return isLive(message) || ["yours", "waiting"].includes(message.board);
}
