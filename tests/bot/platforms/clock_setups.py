"""A table with a clock on each platform's loopback server: Ada and Ben in a channel, and a time to set."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from pathlib import Path

from bot.handlers.dispatcher import Dispatcher
from storage.jobs import Deadline, Kind
from storage.people import Preferences
from storage.sql.store import Store
from tests.bot.platforms.discord import setup as discord_setup
from tests.bot.platforms.telegram import setup as telegram_setup
from tests.bot.platforms.web.running import web_bot
from tests.bot.platforms.web.visitor import Visitor, labels, visitors
from tests.loopback.telegram.showing import Shown
from tests.storage.facts import deadlines_due, notices_due

PLATFORMS = ("discord", "telegram", "web")


class ClockTable(ABC):
    """What a test needs of a platform."""

    platform: str
    dispatcher: Dispatcher

    @property
    def store(self) -> Store:
        """What the bot stores."""
        return self.dispatcher.services.matches._store

    # What people do and see in the channel

    @abstractmethod
    async def play(self, words: str) -> None:
        """Ada challenges everybody."""

    @abstractmethod
    async def press(self, name: str, label: str) -> None:
        """Somebody presses a button of the newest message."""

    @abstractmethod
    def text(self) -> str:
        """The newest message."""

    @abstractmethod
    def labels(self) -> list[str]:
        """The buttons of the newest message."""

    @abstractmethod
    def newest(self) -> object:
        """What the newest message is called."""

    # The time

    @abstractmethod
    def now(self) -> int:
        """In seconds since 1970."""

    @abstractmethod
    async def set_clock(self, at: int) -> None:
        """It is so late now; nobody has looked at the clock yet."""

    @abstractmethod
    async def look(self) -> None:
        """The bot looks at the clock, and everybody sees what came of it."""

    @abstractmethod
    async def restart(self) -> None:
        """The bot ends and comes back."""

    async def until(self, at: int) -> None:
        """It is so late now, and the bot looks at the clock."""
        await self.set_clock(at)
        await self.look()

    # What is the same everywhere

    async def begin(self, words: str) -> None:
        """Ada challenges, Ben accepts; both have seen that it has begun."""
        await self.play(words)
        await self.press("Ben", "Accept")
        for one in await notices_due(self.store):
            await self.store.jobs.drop_seen_notice(one.notice.player, one.match, one.due)

    def mover(self) -> str:
        """Who is to move."""
        found = re.search(r"It is (\w+)'s turn\.", self.text())
        assert found, self.text()
        return found[1]

    async def due(self, kind: Kind) -> int:
        """When this becomes due in the only match."""
        found = await self.deadlines()
        return next(deadline.due for deadline in found if deadline.kind == kind)

    async def next_notice(self) -> int:
        """When somebody is to be told what was put off."""
        return (await notices_due(self.store))[0].due

    async def deadlines(self) -> tuple[Deadline, ...]:
        """All that will become due."""
        return await deadlines_due(self.store, 2**40)

    async def choose(self, name: str, **chosen: object) -> None:
        """Somebody has chosen something before the bot came back."""
        person = await self.store.people.person_named(self.platform, name)
        assert person
        await self.store.settings.put_preferences(replace(Preferences(person.player), **chosen))  # type: ignore[arg-type]
        await self.restart()


class OnDiscord(ClockTable):
    """On the loopback Discord."""

    platform = "discord"

    def __init__(self, table: discord_setup.Table) -> None:
        self.table = table

    @property
    def dispatcher(self) -> Dispatcher:  # type: ignore[override]
        return self.table.dispatcher

    async def play(self, words: str) -> None:
        await self.table.person("Ada").use("play", self.table.channel, game="sahara", house_rules=words)
        await self.table.person("Ben").sees(self.table.channel, lambda shown: "Accept" in shown.labels)

    async def press(self, name: str, label: str) -> None:
        await self.table.person(name).press(self.table.board(), label)
        await self.table.answered()

    def text(self) -> str:
        return self.table.board().text

    def labels(self) -> list[str]:
        return list(self.table.board().labels)

    def newest(self) -> object:
        return self.table.discord.messages(self.table.channel)[-1].id

    def now(self) -> int:
        return self.table.now

    async def set_clock(self, at: int) -> None:
        self.table.now = at

    async def look(self) -> None:
        self.dispatcher.worker.look()
        await self.table.settled()

    async def restart(self) -> None:
        await self.table.restart()


class OnTelegram(ClockTable):
    """On the loopback Telegram."""

    platform = "telegram"

    def __init__(self, table: telegram_setup.Table) -> None:
        self.table = table

    @property
    def dispatcher(self) -> Dispatcher:  # type: ignore[override]
        return self.table.dispatcher

    async def play(self, words: str) -> None:
        self.table.ada.say(self.table.group, f"/play sahara {words}")
        await self.table.ben.sees(lambda one: "Accept" in one.labels, self.table.group)
        await self.table.settled()

    async def press(self, name: str, label: str) -> None:
        await self.table.people[name].press(self._board(), label)
        await self.table.settled()

    def _board(self) -> Shown:
        return self.table.cleo.latest(self.table.group)

    def text(self) -> str:
        return self._board().text

    def labels(self) -> list[str]:
        return list(self._board().labels)

    def newest(self) -> object:
        return self.table.cleo.messages(self.table.group)[-1].id

    def now(self) -> int:
        return self.table.now()

    async def set_clock(self, at: int) -> None:
        self.table.telegram.clock.advance(at - self.table.now())

    async def look(self) -> None:
        self.dispatcher.worker.look()
        await self.table.settled()

    async def restart(self) -> None:
        await self.table.close()
        await self.table.open()


class OnTheWeb(ClockTable):
    """In the local web chat."""

    platform = "web"

    def __init__(self, folder: Path) -> None:
        self._folder, self._now = folder, 1_000_000
        self.pages: dict[str, Visitor] = {}
        self._running = AsyncExitStack()

    async def open(self) -> None:
        """Start the bot, and open a page for each."""
        bot = web_bot(self._folder, clock=lambda: self._now)
        adapter, self.dispatcher = await self._running.enter_async_context(bot)
        pages = await self._running.enter_async_context(visitors(adapter.name, "Ada", "Ben"))
        self.pages = {page.name: page for page in pages}
        await self.look()  # its first look was before the platform was heard: what followed would be credited

    async def close(self) -> None:
        """Stop it."""
        await self._running.aclose()

    async def _see(self) -> None:
        await self.dispatcher.worker.settled()
        await self.dispatcher.services.background.settled()
        await self.dispatcher.worker.settled()
        for page in self.pages.values():
            await page.ping()

    async def play(self, words: str) -> None:
        await self.pages["Ada"].type(f"/play sahara {words}")
        await self._see()

    async def press(self, name: str, label: str) -> None:
        await self.pages[name].press(self.pages[name].board(), label)
        await self._see()

    def text(self) -> str:
        return str(self.pages["Ada"].board()["text"])

    def labels(self) -> list[str]:
        return labels(self.pages["Ada"].board())

    def newest(self) -> object:
        return [one["id"] for one in self.pages["Ada"].messages.values() if one["chat"] == "channel"][-1]

    def now(self) -> int:
        return self._now

    async def set_clock(self, at: int) -> None:
        self._now = at

    async def look(self) -> None:
        self.dispatcher.worker.look()
        await self._see()

    async def restart(self) -> None:
        await self.close()
        await self.open()


@asynccontextmanager
async def clock_table(platform: str, folder: Path) -> AsyncIterator[ClockTable]:
    """Set the table on a platform."""
    if platform == "discord":
        async with discord_setup.table(folder) as discord:
            yield OnDiscord(discord)
    elif platform == "telegram":
        async with telegram_setup.table(folder) as telegram:
            telegram.start_all()
            yield OnTelegram(telegram)
    else:
        web = OnTheWeb(folder)
        await web.open()
        try:
            yield web
        finally:
            await web.close()


__all__ = ["PLATFORMS", "ClockTable", "clock_table"]
