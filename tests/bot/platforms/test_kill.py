"""Matches with kill -9 on each platform: nothing is lost, nothing counts twice, no message comes twice."""

from __future__ import annotations

import random
import sqlite3
import sys
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from games.events import MovePlayed
from storage.codec import load
from tests.bot.platforms.across_people import DiscordGuest, Guest, Seen, TelegramGuest, WebGuest
from tests.bot.platforms.across_setup import PLATFORMS
from tests.bot.platforms.web.visitor import Bot, visitors
from tests.loopback.core.hold import Hold
from tests.loopback.discord.server import DiscordServer
from tests.loopback.telegram.server import TelegramServer

pytestmark = [pytest.mark.long, pytest.mark.timeout(600)]  # a busy machine starts each bot slowly
NAMES = ("Ada", "Ben")
GUARD = 240.0
"""Seconds; against hanging: a busy machine starts a bot slowly, and now and then it has written too much."""
Answered = Callable[[], Awaitable[object]]
"""Waits until a press is answered."""


class Club(ABC):
    """A platform that outlives every bot, with Ada and Ben in a channel."""

    resends = True
    """Whether a press that was not answered comes again: by the platform, or by the page."""

    def __init__(self, data: Path, bot: Bot) -> None:
        self.data, self.bot = data, bot
        self.guests: dict[str, Guest] = {}

    @abstractmethod
    async def start(self) -> None:
        """Start a bot, until it hears everybody."""

    @abstractmethod
    async def until(self, holds: Callable[[], object], what: str) -> None:
        """Wait until something holds that depends on what the bot sends."""

    @abstractmethod
    async def send(self, who: Guest, seen: Seen, label: str) -> Answered:
        """Press without waiting for the answer."""

    def hold(self, number: int) -> Hold | None:
        """Hold the answer of the bot back on its way."""
        return None

    async def again(self) -> None:
        """Whoever has had no answer presses again, if they know that."""
        assert self.guests

    def stored(self, sql: str) -> list[Any]:
        """What the database holds, or a change by hand."""
        with sqlite3.connect(self.data / "tischrand.db") as connection:
            return connection.execute(sql).fetchall()

    def plies(self) -> list[str]:
        rows = self.stored("SELECT version FROM events WHERE kind = 'MovePlayed' ORDER BY version")
        return [str(version) for (version,) in rows]

    def votes(self) -> list[tuple[str, str]]:
        """Who is for which move."""
        return self.stored("SELECT player, words FROM votes WHERE motion = '' AND words <> ''")

    def decided(self) -> list[str]:
        """The moves that the channel has played; it has seat 0."""
        rows = self.stored("SELECT kind, body FROM events WHERE kind = 'MovePlayed' ORDER BY version")
        plies = [load(*row) for row in rows]
        return [ply.notation for ply in plies if isinstance(ply, MovePlayed) and ply.seat == 0]

    def is_asked(self) -> bool:
        """Whether the board asks the channel for its next vote."""
        return "0 votes so far" in self.board().text and self.up_to_date()

    def board(self) -> Seen:
        return self.guests["Ada"].board()

    def shown(self) -> int:
        """How many plies the board knows of: its buttons carry the version of the match."""
        payload = next(one for one in self.board().payloads if one.startswith("c:"))
        return int(payload.split(":")[2], 36) - 2  # the challenge and its acceptance are no plies

    def up_to_date(self) -> bool:
        """Whether the board shows all that is stored, unless the match is over."""
        return not self.board().chooses or self.shown() == len(self.plies())

    async def begin(self) -> None:
        ada, ben = self.guests.values()
        await ada.type("/play sahara")
        await self.until(lambda: ben.messages(private=False), "there is no challenge")
        await ben.press(ben.board(), "Accept")
        await self.until(lambda: self.board().chooses, "the match did not begin")

    async def begin_as_one(self) -> None:
        ada, ben = self.guests.values()
        await ada.type("/play sahara channel robot level=1 begins=me")
        await self.until(lambda: ben.messages(private=False) and self.is_asked(), "the match did not begin")

    async def vote(self, name: str, place: int) -> Answered:
        who = self.guests[name]
        return await self.send(who, who.board(), who.board().chooses[place])

    async def press(self, chance: random.Random) -> Answered:
        """Whoever is asked presses something."""
        who = next(
            guest for guest in self.guests.values() if f"It is {guest.name}'s turn." in self.board().text
        )
        return await self.send(who, who.board(), chance.choice(who.board().chooses))


class OnDiscord(Club):
    resends = False

    def __init__(self, discord: DiscordServer, data: Path) -> None:
        super().__init__(data, Bot(data, "run", discord.environment))
        self.discord = discord
        self.people = [discord.person(name) for name in NAMES]
        self.channel = discord.channel(discord.guild("Guild", *self.people), "general")
        self.guests = {one.user.name: DiscordGuest(discord, one, self.channel) for one in self.people}

    async def start(self) -> None:
        await self.bot.start()
        await self.discord.connected("play")

    async def until(self, holds: Callable[[], object], what: str) -> None:
        await self.discord.until(holds, what)

    async def send(self, who: Guest, seen: Seen, label: str) -> Answered:
        assert isinstance(who, DiscordGuest)
        asked = who.person.press(seen.raw, label)  # type: ignore[arg-type]
        return asked.acknowledged

    def hold(self, number: int) -> Hold | None:
        return self.discord.faults.hold("POST", r"/interactions/")


class OnTelegram(Club):
    def __init__(self, telegram: TelegramServer, data: Path) -> None:
        super().__init__(data, Bot(data, "run", telegram.environment))
        self.telegram = telegram
        people = [telegram.person(name) for name in NAMES]
        group = telegram.supergroup("Club", *people)
        self.guests = {one.user.first_name: TelegramGuest(telegram, one, group) for one in people}

    async def start(self) -> None:
        await self.bot.start()

    async def until(self, holds: Callable[[], object], what: str) -> None:
        await self.telegram.until(lambda: self.telegram.updates.confirmed and holds(), what, patience=GUARD)

    async def send(self, who: Guest, seen: Seen, label: str) -> Answered:
        assert isinstance(who, TelegramGuest)
        press = who.person.tap(seen.raw, label)  # type: ignore[arg-type]
        return lambda: self.telegram.until(lambda: press.answers, "no answer", patience=GUARD)

    def hold(self, number: int) -> Hold | None:
        return self.telegram.faults.hold("editMessageMedia" if number % 2 else "answerCallbackQuery")


class OnTheWeb(Club):
    def __init__(self, data: Path, stack: AsyncExitStack) -> None:
        super().__init__(data, Bot(data))
        self._stack, self._latest = stack, ("", "", "", "")

    async def start(self) -> None:
        await self._stack.aclose()
        pages = await self._stack.enter_async_context(visitors(await self.bot.start(), *NAMES))
        self.guests = {page.name: WebGuest(page) for page in pages}

    async def until(self, holds: Callable[[], object], what: str) -> None:
        for guest in self.guests.values():
            assert isinstance(guest, WebGuest)
            await guest.page.ping()
        assert isinstance(guest, WebGuest)
        await self._page("Ada").until(holds)

    def _page(self, name: str) -> Any:
        guest = self.guests[name]
        assert isinstance(guest, WebGuest)
        return guest.page

    async def send(self, who: Guest, seen: Seen, label: str) -> Answered:
        page, payload = self._page(who.name), seen.payloads[seen.labels.index(label)]
        press = await page.send_press(seen.id, payload, wait=False)
        self._latest = (who.name, seen.id, payload, press)
        return lambda: page.until(lambda: press in page.answered)

    async def again(self) -> None:
        name, message, payload, press = self._latest
        await self._page(name).send_press(message, payload, press_id=press)


@pytest.fixture(params=PLATFORMS)
async def club(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Club]:
    """A bot in a process of its own that is gone after the test, whatever happens."""
    async with AsyncExitStack() as stack, AsyncExitStack() as pages:
        if request.param == "discord":
            club: Club = OnDiscord(await stack.enter_async_context(DiscordServer(guard_s=GUARD)), tmp_path)
        elif request.param == "telegram":
            club = OnTelegram(await stack.enter_async_context(TelegramServer()), tmp_path)
        else:
            club = OnTheWeb(tmp_path, pages)
        yield club
        await club.bot.end()
        sys.stdout.write(f"the log of the bot:\n{club.bot.story}")  # seen where a test fails


async def test_kill_9_after_a_press_or_in_the_middle_of_it_loses_and_doubles_nothing(club: Club) -> None:
    """At once, with the answer of the bot on its way, or between two plies; what was stored is shown."""
    await club.start()
    await club.begin()
    chance, plies = random.Random(3), 0
    messages = len(club.guests["Ben"].messages(private=False))
    for number in range(6):
        between, held = number % 3 == 2, club.hold(number) if number % 3 == 1 else None
        answered = await club.press(chance)
        if held:
            await held.arrival()
        elif between:
            await answered()
            await club.until(lambda: club.shown() == plies + 1, "the board does not show the ply")  # noqa: B023
        await club.bot.kill()
        if held:
            held.release()
        assert len(club.plies()) in (plies + between, plies + 1)
        await club.start()
        await club.again()
        await club.until(club.up_to_date, "the board lags behind the store")
        assert len(club.plies()) in (plies + club.resends, plies + 1)
        plies = len(club.plies())
    assert len(club.guests["Ben"].messages(private=False)) == messages
    assert "Traceback" not in await club.bot.stop()


def asking(guest: Guest) -> list[Seen]:
    return [seen for seen in guest.messages(private=False) if seen.chooses]


async def test_kill_9_amid_votes_loses_and_doubles_none_and_each_vote_closes_once(club: Club) -> None:
    """With the answer to the first vote on its way, after the second one, and while the vote is closed."""
    await club.start()
    await club.begin_as_one()
    for given, name in enumerate(NAMES):
        answered = await club.vote(name, 0)
        if given:
            await answered()
        await club.bot.kill()
        assert len(club.votes()) in (given * 2, given + 1)
        await club.start()
        await club.again()
        if not club.resends and len(club.votes()) == given:
            await (await club.vote(name, 0))()
        await club.until(lambda: len(club.votes()) == given + 1, "a vote is lost")  # noqa: B023
    await club.bot.kill()
    club.stored("UPDATE jobs SET due = 1 WHERE kind = 'vote'")
    for _ in range(2):
        await club.start()
        await club.bot.kill()
    await club.start()
    await club.until(lambda: club.decided() and club.is_asked(), "no vote closes")
    assert len(club.decided()) == 1
    assert club.votes() == []
    assert len(club.stored("SELECT press FROM presses WHERE press LIKE 'house:%:vote%'")) == 1
    await club.until(lambda: len(asking(club.guests["Ben"])) == 1, "Ben sees one board that asks")
    assert "Traceback" not in await club.bot.stop()
