/** The page as a Mini App: Telegram's launch parameters and the events that it expects, without Telegram's script. */

const LAUNCH = new URLSearchParams(location.hash.slice(1));
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
export const initData = LAUNCH.get("tgWebAppData") ?? "";

/** Expand to the full height, take the colours of the app, and report that the page is ready. */
export function settle() {
  if (!initData) return;
  for (const event of ["web_app_expand", "web_app_ready"]) tell(event);
  try {
    paint(JSON.parse(LAUNCH.get("tgWebAppThemeParams") ?? "{}"));
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
