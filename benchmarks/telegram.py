"""What a press costs on Telegram: the whole bot beside the barest one on the same library, in one run.

`python -m benchmarks.telegram [--long]` needs the extras `test` and `bench`. A Bot API server on the loopback
and the people on it are in this process, each bot in one of its own; the bots take turns. The whole bot
decides by the rules, commits a transaction to the disk, draws a fresh picture and sends it by aiohttp; the
bare one sends a fixed picture of the average size by the library's own transport. Ratios of CPU can be
compared between machines and days; presses a second and waits only where nothing else is busy.

The second part is a crowd: as many people as groups press at the same moment, at a Telegram that takes a
tenth of a second for every call. There the whole bot is the command line's, which keeps Telegram's pace.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from benchmarks.aims import at_most
from benchmarks.discord import line
from benchmarks.discord_crowd import Spent, closed, measured
from benchmarks.discord_process import BotProcess, started
from benchmarks.telegram_crowd import Pair, at_once, average, seated
from tests.loopback.telegram import description
from tests.loopback.telegram.server import TelegramServer

BOTS = "benchmarks.telegram_bots"
COMMAND = ("-m", "bot", "run")
USERS = (1, 8)
PRESS = {1: at_most(0.7), 8: at_most(0.5)}
WARMING = 600  # presses before anything counts: most parts of pictures are painted by then
WARM_WITHIN = 10  # seconds, whatever has been painted by then
ROUNDS, SECONDS = 7, 0.8  # of each load and bot
LONG_ROUNDS, LONG_SECONDS = 15, 2.0
GROUPS, LATENCY = 30, 0.1
BREATH = 1.2  # seconds after which Telegram's limit for all chats together is forgotten
TOLD = {"whole": "the whole bot", "bare": "bare, the library's transport"}


@dataclass(frozen=True, slots=True)
class Contestant:
    """A bot, its server, and the people who press its boards."""

    telegram: TelegramServer
    bot: BotProcess
    pairs: Sequence[Pair]

    async def spent(self, users: int, seconds: float) -> Spent:
        """What one stretch took in which so many people pressed without a pause."""
        return await measured(self.bot, closed([pair.press for pair in self.pairs[:users]], seconds))

    async def warm(self, presses: int) -> None:
        """Let everybody press until there were so many presses, or that takes too long."""
        for _ in range(WARM_WITHIN):
            presses -= len((await self.spent(max(USERS), 1.0)).waits)
            if presses <= 0:
                break


async def contestant(
    opened: AsyncExitStack, folder: Path, name: str, command: tuple[str, ...], pairs: int
) -> Contestant:
    """A bot on a Telegram of its own, with pairs whose matches have begun."""
    telegram = await opened.enter_async_context(TelegramServer())
    data = folder / name
    data.mkdir()
    bot = await opened.enter_async_context(started(telegram, command, data, folder / f"{name}.log"))
    return Contestant(telegram, bot, await seated(telegram, pairs))


async def presses(folder: Path, rounds: int, seconds: float) -> tuple[str, ...]:
    """Let the bots take turns under each load, and print what it took; gives the bare one's command."""
    async with AsyncExitStack() as opened:
        whole = await contestant(opened, folder, "whole", ("-m", BOTS, "whole"), max(USERS))
        await whole.warm(WARMING)
        sample = average(whole.pairs)
        sample.write(folder / "sample.json")
        command = ("-m", BOTS, "bare", str(folder / "sample.json"))
        bare = await contestant(opened, folder, "bare", command, max(USERS))
        await bare.warm(WARMING // 4)
        contest = {"whole": whole, "bare": bare}
        print(f"Sahara in groups; the bare bot sends {len(sample.picture):,} bytes")
        print(f"{'':<40}{'presses/s':>10}{'p50 ms':>8}{'p99 ms':>8}{'CPU ms':>8}{'x bare':>9}")
        for users in USERS:
            found: dict[str, list[Spent]] = {key: [] for key in contest}
            for _ in range(rounds):
                for key, each in contest.items():
                    found[key].append(await each.spent(users, seconds))
            print("\n".join(table(f"{users} user{'s' * (users > 1)}", found)), flush=True)
            ratio = median(a.cpu_ms / b.cpu_ms for a, b in zip(*found.values(), strict=True))
            print(PRESS[users].row(f"Telegram, users: {users}, Sahara: CPU, library's transport = 1", ratio))
    return command


def table(name: str, found: dict[str, list[Spent]]) -> Iterator[str]:
    """One line for each bot: medians over the rounds, and the median ratio of CPU to the bare one's."""
    for key, spent in found.items():
        ratio = median(one.cpu_ms / bare.cpu_ms for one, bare in zip(spent, found["bare"], strict=True))
        yield f"{line(f'{name}, {TOLD[key]}', spent)}{ratio:>9.2f}"


async def crowd(folder: Path, bare: tuple[str, ...]) -> None:
    """Print when the first and the last of many boards have changed that were pressed at the same moment."""
    print(f"\n{GROUPS} presses at once in {GROUPS} groups, {LATENCY * 1000:.0f} ms a call", end="")
    print(f"{'p50 ms':>14}{'last ms':>9}{'x bare':>9}")
    lasts = {}
    async with AsyncExitStack() as opened:
        contest = {
            "whole": await contestant(opened, folder, "crowd", COMMAND, GROUPS),
            "bare": await contestant(opened, folder, "bare-crowd", bare, GROUPS),
        }
        for key in ("bare", "whole"):
            each = contest[key]
            waits = []
            for latency in (0.0, LATENCY, LATENCY):  # the first time warms up
                await asyncio.sleep(BREATH)
                waits.append(await at_once(each.telegram, each.pairs, latency))
            lasts[key] = median(map(max, waits[1:])) * 1000
            middle = median(wait for found in waits[1:] for wait in found) * 1000
            print(f"{TOLD[key]:<52}{middle:>14.0f}{lasts[key]:>9.0f}{lasts[key] / lasts['bare']:>9.2f}")


async def run(long: bool) -> None:
    """All of it, in a folder that is thrown away."""
    description.PRESENT = False  # the bodies are checked by the tests; here that would only cost time
    rounds, seconds = (LONG_ROUNDS, LONG_SECONDS) if long else (ROUNDS, SECONDS)
    with tempfile.TemporaryDirectory() as folder:
        bare = await presses(Path(folder), rounds, seconds)
        await crowd(Path(folder), bare)


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description="What a press costs on Telegram.")
    parser.add_argument("--long", action="store_true", help="two minutes instead of one")
    asyncio.run(run(parser.parse_args().long))


if __name__ == "__main__":
    main()
