/** What a message says of a match. */

/** Whether a message shows a match: in a picture, or as a board in words. */
export function isBoard(message) {
  return Boolean(message.match && (message.image || message.board));
}

/** Whether a message is the board of a match that goes on. */
export function isLive(message) {
  return Boolean(isBoard(message) && message.rows?.length && message.awaits?.length);
}

/** Whether the match goes on, also while nobody can be asked because a robot thinks. */
export function goesOn(message) {
  return isLive(message) || ["yours", "waiting"].includes(message.board);
}
