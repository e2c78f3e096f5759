"""The page of a match as a Mini App: what leads there, from boards and from the menu of a private chat."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

import telegram
from telegram import MenuButtonDefault, MenuButtonWebApp, WebAppInfo

from games.events import MatchId

PICTURED = ("sahara", "sator", "stacko", "sato")
"""The games of which the pages have a small picture."""
OURS = "🎲 Tischrand"
"""The label of the menu button. Any other is the host's own, and stays."""


@dataclass(frozen=True, slots=True)
class MiniApp:
    """Where the pages are."""

    url: str
    """Of the pages, with https: Telegram opens no others."""
    main: str = ""
    """The bot's username, where its host has made the pages its main Mini App; "": no link opens them."""

    def thumbnail(self, game: str) -> str | None:
        """Where a small picture of a game is."""
        return f"{self.url.rstrip('/')}/{game}.png" if game in PICTURED else None

    def opens(self, match: MatchId, *, private: bool) -> dict[str, Any] | None:
        """Where a button leads from a board to its page; None where Telegram has no other than a press.

        Args:
            match: which.
            private: the board is in a private chat; in groups Telegram refuses buttons that open a page.
        """
        if private:
            page = f"{self.url}?{urlencode({'match': match})}"
            return {"web_app": {"url": page}}
        if self.main:
            return {"url": f"https://t.me/{self.main}?startapp={match}"}
        return None


def mini_app(url: str | None, bot: telegram.Bot) -> MiniApp | None:
    """What leads to the pages, if there are any that Telegram opens."""
    if url is None or not url.startswith("https://"):
        return None
    return MiniApp(url, bot.username if bot.bot.has_main_web_app else "")


async def register(bot: telegram.Bot, app: MiniApp | None) -> None:
    """Have the menu button of private chats open the pages, or no more; what is right already stays.

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
