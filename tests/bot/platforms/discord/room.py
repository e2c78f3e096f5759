"""A table whose boards open as an Activity, and the pages that Discord shows."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from bot.platforms.discord.activity import Activity
from bot.platforms.web.match_pages import MatchPages
from bot.platforms.web.passes import Sessions
from games.events import MatchId
from tests.bot.platforms.discord.setup import Table
from tests.bot.platforms.web.guest import Guest
from tests.loopback.discord.activities import SECRET
from tests.loopback.discord.sight import Shown

PAGES = "https://table.example.org/"
BUTTON, LAUNCH = "Play on the board", 12


class Room:
    """The table and its pages."""

    def __init__(self, there: Table, pages: MatchPages) -> None:
        self.there, self.pages = there, pages

    def code(self, board: Shown | None = None) -> MatchId:
        button = (board or self.there.board()).button(BUTTON)
        return MatchId((button.custom_id or "").split(":")[1])

    async def launch(self, name: str, board: Shown | None = None) -> str:
        """Press the button of a board; gives the instance that Discord opens."""
        asked = await self.there.person(name).press(board or self.there.board(), BUTTON)
        assert asked.kind == LAUNCH
        await self.there.answered()
        assert asked.interaction.instance
        return asked.interaction.instance

    async def open(self, page: Guest, name: str, instance: str) -> dict[str, Any]:
        """The page in the frame of this person: the client gives it a code."""
        return await page.open(code=self.there.person(name).authorize(), instance=instance)


def pages_of(there: Table) -> MatchPages:
    application = str(there.discord.world.bot.id)
    activity = Activity(application, there.discord.token, SECRET, there.discord.api_url)
    clock = lambda: there.now  # noqa: E731
    return MatchPages(there.dispatcher, PAGES, 0, Sessions(bytes(32), clock), embedding=activity)


@asynccontextmanager
async def served(there: Table) -> AsyncIterator[Room]:
    pages = pages_of(there)
    await pages.start()
    try:
        yield Room(there, pages)
    finally:
        await pages.stop()
