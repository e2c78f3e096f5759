"""Whole matches on Discord with kill -9: nothing is lost, nothing counts twice, no message comes twice."""

from __future__ import annotations

import random
import sqlite3
import sys
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path

import pytest

from tests.bot.platforms.discord.setup import choices, mover
from tests.bot.platforms.web.visitor import Bot
from tests.loopback.discord.people import Person
from tests.loopback.discord.server import DiscordServer
from tests.loopback.discord.sight import Shown
from tests.loopback.discord.world import Channel

pytestmark = pytest.mark.timeout(600)  # against hanging: a busy machine starts each bot slowly
SHORT = 3  # the seed of a match of 22 plies
GUARD = 240.0  # seconds; against hanging: a busy machine starts a bot slowly


class Club:
    """A Discord that outlives every bot, with two people in a channel."""

    def __init__(self, discord: DiscordServer, data: Path) -> None:
        self.discord, self.data = discord, data
        self.people = {name: discord.person(name) for name in ("Ada", "Ben")}
        self.guild = discord.guild("Guild", *self.people.values())
        self.channel = discord.channel(self.guild, "general")
        self.bot = Bot(data, "run", discord.environment)

    async def start(self) -> None:
        await self.bot.start()
        await self.discord.connected("play")

    def board(self, chat: Channel | None = None) -> Shown:
        return self.discord.messages(chat or self.channel)[-1]

    def plies(self) -> list[tuple[int, str]]:
        """What the database holds; read while nobody writes."""
        with sqlite3.connect(self.data / "tischrand.db") as connection:
            rows = connection.execute(
                "SELECT version, body FROM events WHERE kind = 'MovePlayed' ORDER BY version"
            )
            return [(version, body) for version, body in rows]

    async def begin(self) -> None:
        await self.people["Ada"].use("play", self.channel, game="sahara")
        await self.people["Ben"].press(self.board(), "Accept")

    def to_act(self) -> Person:
        return self.people[mover(self.board())]


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[Club]:
    """A bot in a process of its own that is gone after the test, whatever happens."""
    async with DiscordServer(guard_s=GUARD) as discord:
        club = Club(discord, tmp_path)
        yield club
        await club.bot.end()
        # Seen where a test fails.
        sys.stdout.write(f"the last requests:\n{discord.log.tail()}\nthe log of the bot:\n{club.bot.story}")


@pytest.mark.long
async def test_a_match_survives_kill_9_between_any_two_plies(club: Club) -> None:
    await club.start()
    await club.begin()
    await play_with_kills(club, plies=4)


async def play_with_kills(club: Club, *, plies: int) -> None:
    chance, played = random.Random(SHORT), 0
    while played < plies and choices(club.board()):
        await club.bot.kill()
        assert len(club.plies()) == played
        await club.start()
        await club.discord.until(partial(up_to_date, club), "the board lags behind the store")
        who, board = club.to_act(), club.board()
        await who.press(board, chance.choice(choices(board)))
        played += 1
        # On a busy machine a press is acknowledged before it is stored, and shown after that.
        await club.discord.until(partial(knows, club, played), "the board does not show the ply")
    assert len(club.plies()) == played
    assert len(club.discord.messages(club.channel)) == 1
    assert "Traceback" not in await club.bot.stop()


@pytest.mark.long
async def test_a_challenge_that_is_shown_when_the_bot_is_killed_is_found_again(
    club: Club,
) -> None:
    ada, ben = club.people["Ada"], club.people["Ben"]
    ada.user.apps = ben.user.apps = True
    chat = club.discord.group(ada, ben)  # where nothing but its answer can be changed
    await club.start()
    held = club.discord.faults.hold("POST", r"/interactions/", when="after")
    ada.use("play", chat, game="sahara")
    await held.arrived.wait()
    await club.bot.kill()
    held.release()
    (orphan,) = club.discord.messages(chat)
    mark = club.discord.log.mark()
    await club.start()
    await club.discord.until(lambda: club.discord.log.since(mark, "PATCH"), "nobody cares for the challenge")
    await ben.press(club.board(chat), "Accept")
    await ben.sees(chat, lambda shown: bool(choices(shown)))
    assert [shown.id for shown in club.discord.messages(chat)] == [orphan.id]
    assert all(not one.messages(club.discord.dm(one)) for one in (ada, ben))
    assert "Traceback" not in await club.bot.stop()


@pytest.mark.long
async def test_a_board_that_a_press_has_posted_when_the_bot_is_killed_is_found_again(club: Club) -> None:
    ada, ben = club.people["Ada"], club.people["Ben"]
    await club.start()
    await club.begin()
    sure = await (await ada.press(club.board(), "Resign")).reply()
    await ada.press(sure, "Yes, resign")
    await ada.sees(club.channel, lambda shown: "Rematch" in shown.labels)
    ended = club.board()
    held = club.discord.faults.hold("POST", r"/interactions/", when="after")
    ada.press(ended, "Rematch")
    await held.arrived.wait()
    await club.bot.kill()
    held.release()
    over, orphan = club.discord.messages(club.channel)
    mark = club.discord.log.mark()
    await club.start()
    await club.discord.until(lambda: club.discord.log.since(mark, "PATCH"), "nobody cares for the rematch")
    await ben.press(club.board(), "Accept")
    await ben.sees(club.channel, lambda shown: bool(choices(shown)))
    assert [shown.id for shown in club.discord.messages(club.channel)] == [over.id, orphan.id]
    assert club.discord.messages(club.channel)[0].text == over.text
    assert "Traceback" not in await club.bot.stop()


@pytest.mark.long
async def test_kill_9_in_the_middle_of_a_press_loses_and_doubles_nothing(club: Club) -> None:
    """Nobody presses again: what was stored is shown, wherever the bot was killed."""
    await club.start()
    await club.begin()
    await caught_in_the_middle(club, rounds=6)


async def caught_in_the_middle(club: Club, *, rounds: int) -> None:
    """Kill the bot at once, or with its answer on the way, or after that."""
    chance, plies = random.Random(SHORT), 0
    for number in range(rounds):
        if not choices(club.board()):
            return
        who, board = club.to_act(), club.board()
        held = club.discord.faults.hold("POST", r"/interactions/") if number % 3 == 1 else None
        asked = who.press(board, chance.choice(choices(board)))
        if held:
            await held.arrived.wait()
        elif number % 3 == 2:
            await asked
        await club.bot.kill()
        if held:
            held.release()
        stored = len(club.plies())
        assert stored in (plies, plies + 1)
        plies = stored
        await club.start()
        await club.discord.until(partial(up_to_date, club), "the board lags behind the store")
    assert len(club.discord.messages(club.channel)) == 1


def up_to_date(club: Club) -> bool:
    """The board knows of every ply that is stored."""
    return knows(club, len(club.plies()))


def knows(club: Club, plies: int) -> bool:
    """The board knows of so many plies: its buttons carry the version of the match."""
    offered = choices(club.board())
    if not offered:
        return True
    version = int((offered[0].custom_id or "").split(":")[2], 36)
    return version - 2 == plies  # the challenge and its acceptance are no plies
