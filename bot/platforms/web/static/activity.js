/**
 * The page as an Activity, in a frame of Discord: asks Discord's client who opens it.
 *
 * This speaks the published frames of Discord's Embedded App SDK (version 2.5.0, `src/Discord.ts` of
 * https://github.com/discord/embedded-app-sdk) instead of serving that SDK, which is many times as large as the page:
 * a handshake, and one command. A frame is a list of an opcode and a body.
 */

const LAUNCH = new URLSearchParams(location.search);
const [HANDSHAKE, FRAME, CLOSE] = [0, 1, 2];
const CLIENTS = ["https://discord.com", "https://ptb.discord.com", "https://canary.discord.com"];
/** Discord's proxy serves the page under the id of the application. */
const APPLICATION = location.hostname.split(".discordsays.com")[0];

/** The id shared by all people in this frame; "" outside Discord. */
export const instance = LAUNCH.has("frame_id") ? (LAUNCH.get("instance_id") ?? "") : "";

/** A code with which the bot asks Discord who opens the page; "" if the person refuses. */
export async function authorize() {
  const client = window.parent.opener ?? window.parent; // the page may be in a window of its own
  const say = (opcode, body) => client.postMessage([opcode, body], document.referrer || "*");
  const nonce = crypto.randomUUID();
  const args = { client_id: APPLICATION, response_type: "code", state: "", prompt: "none", scope: ["identify"] };
  return new Promise((resolve) => {
    addEventListener("message", ({ data, origin }) => {
      if (!CLIENTS.includes(origin) || !Array.isArray(data)) return;
      const [opcode, body] = data;
      if (opcode === CLOSE) resolve("");
      else if (opcode !== FRAME) return;
      else if (body.cmd === "DISPATCH" && body.evt === "READY") say(FRAME, { cmd: "AUTHORIZE", args, nonce });
      else if (body.nonce === nonce) resolve(body.evt === "ERROR" ? "" : body.data.code);
    });
    say(HANDSHAKE, { v: 1, encoding: "json", client_id: APPLICATION, frame_id: LAUNCH.get("frame_id") });
  });
}
