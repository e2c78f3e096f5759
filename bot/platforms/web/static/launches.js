/** How the page of a match is opened inside an app. */

// As a Mini App: Telegram's launch parameters and the events that it expects, without Telegram's script.

const MINI_APP = new URLSearchParams(location.hash.slice(1));
const FRAMING = "https://web.telegram.org";
const COLOUR = /^#[0-9a-f]{6}$/i;
/** The colours of the page for each of Telegram's (https://core.telegram.org/bots/webapps#themeparams). */
const COLOURS = {
  bg_color: ["--paper"],
  text_color: ["--ink", "--plain-ink"],
  hint_color: ["--soft"],
  link_color: ["--focus"],
  button_color: ["--main"],
  button_text_color: ["--main-ink"],
  secondary_bg_color: ["--paper-2", "--plain", "--danger-soft"],
  destructive_text_color: ["--danger"],
};

/** Telegram's signed init data, which says who opened the page; "" outside Telegram. */
export const initData = MINI_APP.get("tgWebAppData") ?? "";

/** Expand to the full height, take the colours of the app, and report that the page is ready. */
export function settle() {
  if (!initData) return;
  for (const event of ["web_app_expand", "web_app_ready"]) tell(event);
  try {
    paint(JSON.parse(MINI_APP.get("tgWebAppThemeParams") ?? "{}"));
  } catch {
    // The page's own colours are used.
  }
}

function tell(event, data = {}) {
  if (window.TelegramWebviewProxy) window.TelegramWebviewProxy.postEvent(event, JSON.stringify(data));
  else if (window.parent !== window) window.parent.postMessage(JSON.stringify({ eventType: event, eventData: data }), FRAMING);
}

function paint(theme) {
  const style = document.documentElement.style;
  for (const [name, ours] of Object.entries(COLOURS)) {
    if (COLOUR.test(theme[name])) for (const colour of ours) style.setProperty(colour, theme[name]);
  }
}

// As an Activity, in a frame of Discord: the page asks Discord's client who opens it. It speaks the published frames of
// Discord's Embedded App SDK (version 2.5.0, `src/Discord.ts` of https://github.com/discord/embedded-app-sdk) instead of
// serving that SDK, which is many times as large as the page: a handshake, and one command. A frame is a list of an
// opcode and a body.

const ACTIVITY = new URLSearchParams(location.search);
const [HANDSHAKE, FRAME, CLOSE] = [0, 1, 2];
const CLIENTS = ["https://discord.com", "https://ptb.discord.com", "https://canary.discord.com"];
/** Discord's proxy serves the page under the id of the application. */
const APPLICATION = location.hostname.split(".discordsays.com")[0];

/** The id shared by all people in this frame; "" outside Discord. */
export const instance = ACTIVITY.has("frame_id") ? (ACTIVITY.get("instance_id") ?? "") : "";

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
    say(HANDSHAKE, { v: 1, encoding: "json", client_id: APPLICATION, frame_id: ACTIVITY.get("frame_id") });
  });
}
