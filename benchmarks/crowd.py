"""Does anything grow without bound? Many different people on all platforms at once: `benchmarks.crowd`.

`python -m benchmarks.crowd [--people 3000] [--slices 6] [--at-once 6] [--kept 0] [--memory]` needs the
extras `test` and `bench`. One bot, in a process of its own, serves a Discord and a Telegram on the loopback
and its own web chat. People come in pairs, play one of the four games by pressing at random, look at settings
and matches, resign, play again, and go away for ever, leaving a match that runs. After each slice of them it
is counted what the bot keeps: memory, tasks, files, the lengths of all collections that our objects hold, and
how many objects there are of each kind.

The bot's caches are made so small (`--kept 0` leaves them as they are) that all are full after the first
slices, and its clock runs fast: whatever still grows in the second half grows with everybody who ever came.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import secrets
import signal
import socket
import sqlite3
import tempfile
from collections.abc import Mapping
from contextlib import AsyncExitStack, closing
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

from benchmarks.aims import at_most
from benchmarks.crowd_people import OnDiscord, OnTelegram, OnTheWeb, Player, Tally, Visit
from benchmarks.process import BotProcess, started
from bot.runtime.app import CHAT_FILE
from bot.runtime.databases import STORE_FILE
from games import GAMES
from tests.bot.platforms.web.visitor import Visitor, browser
from tests.loopback.discord.server import DiscordServer
from tests.loopback.telegram import description
from tests.loopback.telegram.server import TelegramServer

BOT = "benchmarks.crowd_bot"
SPEED = 60  # of the bot's clock: five minutes are five seconds
PRESSES = 6  # of the first match of two people
PLATFORMS = ("discord", "telegram", "web")
EACH = 0.15  # of anything for each person: on one platform, something that one of two leaves behind
PARTS = ("sizes", "kinds")
ABOUT_PEOPLE = (
    "bot.",
    "storage.",
    "asyncio.",
    "aiohttp.",
    "discord.",
    "telegram.",
    "_asyncio.",
)
"""Whose things may come with people; what games and painters remember is of positions and of pictures."""
EXPLAINED = (
    "bot.platforms.web.seats.Seats._taken",  # a fact in a file, as accounts are in the database
    "discord.http.Ratelimit",  # of each channel; the library looks for old ones when there are 256
    "asyncio.locks.Lock",  # in each of these
)
A_GUILD = 1 / (2 * len(PLATFORMS))
"""Guilds for each person: every pair on Discord has one."""
OF_GUILDS = (
    "discord.member.Member",
    "discord.user.User",
    "discord.utils.SnowflakeList",
    "discord.presences.ClientStatus",
)
"""The bot itself as a member of each guild: the library makes one with the first press there (`Interaction`),
whatever it is told about caching members, and keeps it with the guild. More than one for each is growth."""
GROWING = at_most(0)
MEMORY = at_most(1)
GUARD = 60  # seconds for a census
FEWEST_KEPT = 50  # entries of each cache: fewer do not hold all who are there at the same time


@dataclass
class Everywhere:
    """Both loopback services, as one bot needs them that also opens its web chat."""

    discord: DiscordServer
    telegram: TelegramServer
    port: int
    traced: bool

    @property
    def environment(self) -> Mapping[str, str]:
        """The variables by which a bot finds them."""
        web = {"TISCHRAND_WEB": "true", "TISCHRAND_PORT": str(self.port), "TISCHRAND_BROWSER": "false"}
        traced = {"PYTHONTRACEMALLOC": "1"} if self.traced else {}
        return {**self.discord.environment, **self.telegram.environment, **web, **traced}

    async def connected(self, *commands: str) -> None:
        """Wait until the bot is on both."""
        await self.discord.connected(*commands)
        await self.telegram.connected(*commands)


@dataclass
class Counted:
    """What the bot kept after a slice."""

    people: int
    matches: int
    stored: int
    """Bytes of the databases."""
    census: dict[str, Any]

    def kept(self, name: str) -> int:
        """How many there were of something."""
        return int(sum(self.census[part].get(name, 0) for part in PARTS))

    def line(self, tally: Tally) -> str:
        """Of the table."""
        found = self.census
        kept = sum(size for name, size in found["sizes"].items() if "bounded" not in name)
        each = self.stored / max(1, self.matches) / 1000
        return (
            f"{self.people:>8}{self.matches:>9}{tally.presses:>9}{found['megabytes']:>9.1f}{kept:>12,}"
            f"{sum(found['kinds'].values()):>10,}{found['tasks']:>7}{found['open files']:>7}{each:>11.1f}"
        )


HEADING = (
    f"{'people':>8}{'matches':>9}{'presses':>9}{'MB':>9}{'unbounded':>12}{'objects':>10}{'tasks':>7}{'files':>7}"
    f"{'kB/match':>11}"
)


@dataclass
class Crowd:
    """All who come, one pair after another, on each platform some at the same time."""

    everywhere: Everywhere
    folder: Path
    pairs: int
    """On each platform."""
    tally: Tally = field(default_factory=Tally)
    entrance: str = ""
    pid: int = 0

    def prepare(self) -> None:
        """The guilds are there before the bot."""
        discord = self.everywhere.discord
        self.channels = []
        for number in range(self.pairs):
            people = (discord.person(f"Ada{number}"), discord.person(f"Ben{number}"))
            channel = discord.channel(discord.guild(f"Guild {number}", *people), "general")
            self.channels.append((people, channel))

    async def slice(self, numbers: range, at_once: int) -> None:
        """These pairs of each platform pay their visits."""
        await asyncio.gather(*(self._some(platform, numbers, at_once) for platform in PLATFORMS))

    async def _some(self, platform: str, numbers: range, at_once: int) -> None:
        left = iter(numbers)

        async def one_after_another() -> None:
            for number in left:
                await self._visit(platform, number)

        await asyncio.gather(*(one_after_another() for _ in range(at_once)))

    async def _visit(self, platform: str, number: int) -> None:
        game = list(GAMES)[number % len(GAMES)]
        async with AsyncExitStack() as opened:
            pair = await self._people(platform, number, opened)
            await Visit(*pair, game, number, self.tally).pay(PRESSES)

    async def _people(self, platform: str, number: int, opened: AsyncExitStack) -> tuple[Player, Player]:
        if platform == "discord":
            (ada, ben), channel = self.channels[number]
            return OnDiscord(ada, channel), OnDiscord(ben, channel)
        if platform == "telegram":
            telegram = self.everywhere.telegram
            one, other = telegram.person(f"Ada{number}"), telegram.person(f"Ben{number}")
            group = telegram.supergroup(f"Group {number}", one, other)
            return OnTelegram(telegram, one, group), OnTelegram(telegram, other, group)
        return await self._page(f"Ada{number}", opened), await self._page(f"Ben{number}", opened)

    async def _page(self, name: str, opened: AsyncExitStack) -> OnTheWeb:
        session, ticket = await opened.enter_async_context(browser(self.entrance))
        line = await session.ws_connect("/ws", max_msg_size=0)
        page = Visitor(line, name, ticket, secrets.token_urlsafe(32))
        await page.hello()
        return OnTheWeb(page)

    async def count(self, people: int) -> Counted:
        """Wait until nothing is done any more, and ask the bot what it keeps."""
        await BotProcess(self.pid).still()
        file = self.folder / "census.json"
        file.unlink(missing_ok=True)
        os.kill(self.pid, signal.SIGUSR1)
        for _ in range(GUARD):
            if file.exists():
                break
            await asyncio.sleep(1)
        assert file.exists(), "the bot does not say what it keeps"
        stored = sum(pages(self.folder / name) for name in (STORE_FILE, CHAT_FILE))
        return Counted(people, self.tally.matches, stored, json.loads(file.read_text()))


def pages(file: Path) -> int:
    """Bytes of a database, whether they are in its file or still beside it."""
    if not file.exists():
        return 0
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as database:
        (count,), (size,) = (database.execute(f"PRAGMA page_{what}").fetchone() for what in ("count", "size"))
    return int(count * size)


def growing(found: list[Counted]) -> dict[str, int]:
    """What grew with each of these slices: collections without a bound, and kinds of objects."""
    names = {
        name
        for part in PARTS
        for name in found[-1].census[part]
        if name.startswith(ABOUT_PEOPLE) and not name.endswith("(bounded)") and name not in EXPLAINED
    }
    grown = {name: found[-1].kept(name) - found[0].kept(name) for name in names}
    return {
        name: count
        for name, count in sorted(grown.items(), key=lambda one: -one[1])
        if all(
            after.kept(name) - before.kept(name)
            > (A_GUILD if name in OF_GUILDS else EACH) * (after.people - before.people)
            for before, after in pairwise(found)
        )
    }


async def measure(folder: Path, people: int, slices: int, at_once: int, kept: int, traced: bool) -> None:
    """Print what the bot kept after each slice, and what grew."""
    pairs = people // 2 // len(PLATFORMS)
    found = list[Counted]()
    async with (
        DiscordServer(recording=False, strict=False) as discord,
        TelegramServer() as telegram,
    ):
        everywhere = Everywhere(discord, telegram, free_port(), traced)
        crowd = Crowd(everywhere, folder, pairs)
        crowd.prepare()
        census = str(folder / "census.json")
        command = ("-m", BOT, str(SPEED), str(kept), census)
        async with started(everywhere, command, folder, folder / "bot.log") as bot:
            crowd.pid = bot.pid
            print(HEADING)
            first = await crowd.count(0)
            crowd.entrance = first.census["web"]
            edges = [pairs * number // slices for number in range(slices + 1)]
            for begin, end in pairwise(edges):
                await crowd.slice(range(begin, end), at_once)
                found.append(await crowd.count(end * 2 * len(PLATFORMS)))
                print(found[-1].line(crowd.tally), flush=True)
    report(found, crowd.tally)


def report(found: list[Counted], tally: Tally) -> None:
    """What has grown in the second half."""
    second = found[len(found) // 2 - 1 :]
    half, end = second[0], second[-1]
    print(f"{tally.commands} commands; a press took {tally.seconds / tally.presses * 1000:.0f} ms; ", end="")
    print(f"{tally.gave_up} visits cut short")
    for line in end.census["memory"]:
        print(f"  {line}")
    grown = growing(second)
    for name in OF_GUILDS:
        print(f"  at most one of each guild, the bot's own that the library keeps: {end.kept(name):,} {name}")
    for name, count in grown.items():
        print(f"  grew by {count}: {name}")
    what = f"{end.people} people on all platforms: kinds of things that grow with them"
    print(GROWING.row(what, len(grown)))
    memory = (end.census["megabytes"] - half.census["megabytes"]) * 2**20 / max(1, end.stored - half.stored)
    print(MEMORY.row("memory grown in their second half, growth of the database = 1", memory))


def free_port() -> int:
    """One that nobody listens at."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description="Does anything grow without bound?")
    parser.add_argument("--people", type=int, default=3000)
    parser.add_argument("--slices", type=int, default=6)
    parser.add_argument("--at-once", type=int, default=6, help="pairs on each platform")
    parser.add_argument("--kept", type=int, help="entries of each cache; 0: as many as usual")
    parser.add_argument("--memory", action="store_true", help="trace where memory is asked for")
    asked = parser.parse_args()
    kept = max(FEWEST_KEPT, asked.people // 15) if asked.kept is None else asked.kept
    description.PRESENT = False  # the bodies are checked by the tests; here that would only cost time
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(measure(Path(folder), asked.people, asked.slices, asked.at_once, kept, asked.memory))


if __name__ == "__main__":
    main()
