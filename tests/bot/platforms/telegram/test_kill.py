"""Whole matches on Telegram with kill -9: nothing is lost, nothing counts twice, no message comes twice."""

from __future__ import annotations

import random
import re
import sqlite3
import sys
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path

import pytest
import pytest_asyncio

from tests.bot.platforms.telegram.setup import choices
from tests.bot.platforms.web.visitor import Bot
from tests.loopback.telegram.people import Person
from tests.loopback.telegram.queries import Press
from tests.loopback.telegram.server import TelegramServer
from tests.loopback.telegram.showing import Shown

pytestmark = pytest.mark.timeout(600)  # against hanging: a busy machine starts each bot slowly
SHORT = 7  # the seed of a match of 26 plies
GUARD = 240.0
"""Seconds; against hanging: a busy machine starts a bot slowly, and now and then it has written too much."""


class Club:
    """A Telegram that outlives every bot, with two people in a group."""

    def __init__(self, telegram: TelegramServer, data: Path) -> None:
        self.telegram, self.data = telegram, data
        self.people = {name: telegram.person(name) for name in ("Ada", "Ben")}
        self.group = telegram.supergroup("Club", *self.people.values())
        self.bot = Bot(data, "run", telegram.environment)

    def boards(self) -> list[Shown]:
        """What the bot has written in the group."""
        sent = self.people["Ada"].messages(self.group)
        return [one for one in sent if one.message.sender is self.telegram.service.world.bot]

    def board(self) -> Shown:
        return self.boards()[-1]

    def plies(self) -> list[tuple[int, str]]:
        """What the database holds; read while nobody writes."""
        with sqlite3.connect(self.data / "tischrand.db") as connection:
            rows = connection.execute(
                "SELECT version, body FROM events WHERE kind = 'MovePlayed' ORDER BY version"
            )
            return [(version, body) for version, body in rows]

    async def begin(self) -> None:
        await self.bot.start()
        self.people["Ada"].say(self.group, "/play sahara")
        challenge = await self.people["Ben"].sees(chat=self.group)
        await self.people["Ben"].press(challenge, "Accept")
        await self.telegram.until(lambda: choices(self.board()), "the match did not begin")

    def to_act(self) -> Person:
        found = re.search(r"It is (\w+)'s turn\.", self.board().text)
        assert found, self.board().text
        return self.people[found[1]]

    def tap(self, chance: random.Random) -> Press:
        """Whoever may choose presses something."""
        options = [key for key in choices(self.board()) if key.label != "Back"]
        return self.to_act().tap(self.board(), chance.choice(options).label)

    async def shows(self, plies: int) -> None:
        """Wait until the board knows of so many plies: its buttons carry the version of the match."""
        told = f"the board does not show ply {plies}"
        await self.telegram.until(partial(self._knows, plies), told, patience=GUARD)

    async def rests(self) -> None:
        """Wait until the bot has dealt with all it was sent, so that the next one need not do that again."""
        confirmed = partial(getattr, self.telegram.updates, "confirmed")
        await self.telegram.until(confirmed, "an update is not confirmed", patience=GUARD)

    def _knows(self, plies: int) -> bool:
        offered = choices(self.board())
        return not offered or int(offered[0].value.split(":")[2], 36) - 2 == plies

    @property
    def over(self) -> bool:
        return not choices(self.board())


@pytest_asyncio.fixture
async def club(tmp_path: Path) -> AsyncIterator[Club]:
    """A bot in a process of its own that is gone after the test, whatever happens."""
    async with TelegramServer() as telegram:
        club = Club(telegram, tmp_path)
        yield club
        await club.bot.end()
        # Seen where a test fails.
        sys.stdout.write(f"the last calls:\n{telegram.calls.tail()}\nthe log of the bot:\n{club.bot.story}")
        assert telegram.unknown == []


@pytest.mark.long
async def test_a_match_survives_kill_9_between_any_two_plies(club: Club) -> None:
    await play_with_kills(club, plies=4)


async def play_with_kills(club: Club, *, plies: int) -> None:
    await club.begin()
    chance, played, before = random.Random(SHORT), 0, len(club.boards())
    while played < plies and not club.over:
        await club.rests()
        await club.bot.kill()
        assert len(club.plies()) == played
        await club.bot.start()
        await club.shows(played)
        club.tap(chance)
        played += 1
        await club.shows(played)
    assert "Traceback" not in await club.bot.stop()
    assert len(club.plies()) == played
    assert len(club.boards()) == before


@pytest.mark.long
async def test_kill_9_in_the_middle_of_a_press_loses_and_doubles_nothing(club: Club) -> None:
    """Nobody presses again: Telegram brings the press again, wherever the bot was killed."""
    await caught_in_the_middle(club, rounds=8)


async def caught_in_the_middle(club: Club, *, rounds: int) -> None:
    """Kill the bot at once, with its answer on the way, with the new board on the way, or after that.

    Now and then the next press comes while the new bot still deals with the one before.
    """
    await club.begin()
    chance, played, before = random.Random(SHORT), 0, len(club.boards())
    while played < rounds and not club.over:
        if played % 8 != 4:
            await club.rests()
            await club.shows(played)
        method = {1: "answerCallbackQuery", 2: "editMessageMedia"}.get(played % 4)
        held = club.telegram.faults.hold(method) if method else None
        press = club.tap(chance)
        if held:
            await held.arrival()
        elif played % 4 == 3:
            await club.telegram.until(partial(getattr, press, "answer"), "no answer")
        await club.bot.kill()
        if held:
            held.release()
        assert len(club.plies()) in (played, played + 1)
        await club.bot.start()
        played += 1
        await club.shows(played)
    assert "Traceback" not in await club.bot.stop()
    assert len(club.plies()) == played
    assert len(club.boards()) == before
