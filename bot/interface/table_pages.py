"""A match on a page of its own, outside of every chat: how the bot and the server of the pages talk."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from bot.interface.people import Account, Chat
from bot.interface.responses import Front
from bot.interface.screens import Screen
from games.events import MatchId


@dataclass(frozen=True, slots=True)
class AtTable:
    """A match as one person sees it on such a page."""

    account: Account
    """Who looks, as they are known now."""
    chat: Chat
    """Where what they do on the page counts as done: a page is no chat, and nobody is told anything there."""
    match: MatchId
    message: Screen


class TablePages(Protocol):
    """The server of the pages, as the bot sees it."""

    def link(self, account: Account, match: MatchId) -> str:
        """An address that shows the match to this person, once and for a short time."""

    def changed(self, match: MatchId | None) -> None:
        """Mark the pages of a match as out of date; None: all pages, since accounts have changed."""


class TableFront(Front, Protocol):
    """The bot, as the server of the pages sees it."""

    def serve_tables(self, pages: TablePages) -> None:
        """From now on boards have a button that leads to their page."""

    async def at_table(
        self, platform: str, account: str, match: MatchId | None, *, opening: bool = False
    ) -> AtTable | str:
        """A match as somebody may see it now, or why not, in their language.

        Args:
            platform: of the account of the person who looks.
            account: its id there.
            match: which; None: the one that waits for them longest.
            opening: they ask for it, and it does not only change before their eyes.
        """
