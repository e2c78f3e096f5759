"""The page of a match as a Mini App, opened from boards and from the menu button of a private chat."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

import telegram
from telegram import MenuButtonDefault, MenuButtonWebApp, WebAppInfo

from games.events import MatchId

OURS = "🎲 Tischrand"
"""The label of the bot's menu button. A button with another label was set by the host and is kept."""


@dataclass(frozen=True, slots=True)
class MiniApp:
    """The address of the pages."""

    url: str
    """URL of the pages; https, as Telegram requires."""
    main: str = ""
    """The bot's username if the pages are its main Mini App; "": they cannot be opened by a link."""

    def thumbnail(self, game: str) -> str:
        """URL of the picture of a game; where the pages have none, Telegram shows none."""
        return f"{self.url.rstrip('/')}/{game}.png"

    def opens(self, match: MatchId, *, private: bool) -> dict[str, Any] | None:
        """The fields of a button that opens the page of a match; None if no such button is possible."""
        if private:  # Telegram rejects `web_app` buttons in groups.
            page = f"{self.url}?{urlencode({'match': match})}"
            return {"web_app": {"url": page}}
        if self.main:
            return {"url": f"https://t.me/{self.main}?startapp={match}"}
        return None


def mini_app(url: str | None, bot: telegram.Bot) -> MiniApp | None:
    """The Mini App at a URL; None without one, or if it is not https."""
    if url is None or not url.startswith("https://"):
        return None
    return MiniApp(url, bot.username if bot.bot.has_main_web_app else "")


async def register(bot: telegram.Bot, app: MiniApp | None) -> None:
    """Set the menu button of private chats to open the pages, or reset it; a correct button is kept.

    Raises:
        TelegramError
    """
    now = await bot.get_chat_menu_button()
    ours = isinstance(now, MenuButtonWebApp) and now.text == OURS
    if app is None:
        if ours:
            await bot.set_chat_menu_button(menu_button=MenuButtonDefault())
    elif not isinstance(now, MenuButtonWebApp) or (ours and now.web_app.url != app.url):
        await bot.set_chat_menu_button(menu_button=MenuButtonWebApp(OURS, WebAppInfo(app.url)))
