"""What a press costs on Discord: the whole bot beside bare bots on the same library, in one run.

`python -m benchmarks.discord [--long]` needs the extras `test` and `bench`. A Discord on the loopback and
the people on it are in this process, each bot in one of its own; the bots take turns. The whole bot decides
by the rules, commits a transaction to the disk and draws a fresh picture; the bare ones send one fixed
picture of its average size, as `benchmarks.discord_bots` tells. Ratios of CPU can be compared between
machines and days; presses a second and waits only where nothing else keeps the machine busy. A press is one
call, but the last one of a move that is chosen in a panel (open Sato, feeding in Sahara) is two.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import mean, median, quantiles

from benchmarks import discord_memory
from benchmarks.aims import at_most
from benchmarks.discord_crowd import Pair, Press, Spent, average, closed, measured, paced, seated
from benchmarks.discord_process import WHOLE, BotProcess, bare, started
from games import GAMES
from tests.loopback.discord.server import DiscordServer

PAIRS = 32
SAHARA = ("sahara",)
WARMING = 5.0  # seconds of presses before anything counts: most parts of pictures are painted by then
ROUNDS, SECONDS = 3, 0.5  # of each load and bot; twice as long where less happens: at a pace, in each game
LONG_ROUNDS, LONG_SECONDS = 5, 2.0

SAMPLE = "sample.json"
FLOOR = "layout view"
BOTS = {"whole": "the whole bot", FLOOR: "bare, with a layout view", "raw": "bare, picture only"}

PRESS = at_most(2)
PRESS_OF = {"sator": at_most(2.5), "stacko": at_most(3.5), "sato": at_most(3.5)}
AIMED = "8 users"

Load = Callable[[Sequence[Press], float], Awaitable[list[float]]]
LOADS: dict[str, Load] = {
    "1 user": lambda presses, seconds: closed(presses[:1], seconds),
    "8 users": lambda presses, seconds: closed(presses[:8], seconds),
    "32 users": lambda presses, seconds: closed(presses[:32], seconds),
    "25 a second": lambda presses, seconds: paced(presses, 25, 2 * seconds),
    "50 a second": lambda presses, seconds: paced(presses, 50, 2 * seconds),
}


@dataclass(frozen=True, slots=True)
class Contestant:
    """A bot, and the people who press its boards."""

    bot: BotProcess
    pairs: Sequence[Pair]

    async def spent(self, load: Load, seconds: float) -> Spent:
        """What one stretch of this load took."""
        return await measured(self.bot, load([pair.press for pair in self.pairs], seconds))

    def only(self, game: int) -> Contestant:
        """With those pairs alone that play one of the games, by its number."""
        return Contestant(self.bot, self.pairs[game :: len(GAMES)])


async def presses(folder: Path, rounds: int, seconds: float) -> float:
    """Let the bots take turns under each load, and print what it took.

    Returns:
        The milliseconds of CPU of a press on the floor.
    """
    floor_ms = 0.0
    async with AsyncExitStack() as opened:
        enter = partial(contestant, opened, folder)
        whole = await enter("whole", WHOLE)
        await whole.spent(LOADS["8 users"], WARMING)
        sample = average(whole.pairs)
        sample.write(folder / SAMPLE)
        contest = {"whole": whole}
        for name, kind in ((FLOOR, "layout"), ("raw", "raw")):
            contest[name] = await enter(kind, bare(kind, folder / SAMPLE))
            await contest[name].spent(LOADS["8 users"], WARMING / 5)
        buttons = sum(map(len, sample.rows))
        print(f"Sahara in channels; the bare bots send {len(sample.picture):,} bytes, {buttons} buttons")
        print(f"{'':<40}{'presses/s':>10}{'p50 ms':>8}{'p99 ms':>8}{'CPU ms':>8}{'x floor':>9}")
        for name, load in LOADS.items():
            found: dict[str, list[Spent]] = {key: [] for key in contest}
            for _ in range(rounds):
                for key, each in contest.items():
                    found[key].append(await each.spent(load, seconds))
            print("\n".join(table(name, found)), flush=True)
            if name == AIMED:
                floor_ms = median(each.cpu_ms for each in found[FLOOR])
                print(
                    PRESS.row(f"Discord, {name}, Sahara: CPU, barest layout view = 1", ratio(found, "whole"))
                )
    return floor_ms


async def contestant(
    opened: AsyncExitStack, folder: Path, name: str, command: tuple[str, ...], games: Iterable[str] = SAHARA
) -> Contestant:
    """A bot on a Discord of its own, with pairs whose matches have begun."""
    server = await opened.enter_async_context(DiscordServer(recording=False))
    data = folder / name
    data.mkdir()
    bot = await opened.enter_async_context(started(server, command, data, folder / f"{name}.log"))
    return Contestant(bot, await seated(server, games, PAIRS))


def table(name: str, found: dict[str, list[Spent]]) -> Iterator[str]:
    """One line for each bot: medians over the rounds, and the median ratio of CPU to the floor's."""
    for key, spent in found.items():
        yield f"{line(f'{name}, {BOTS[key]}', spent)}{ratio(found, key):>9.2f}"


def ratio(found: dict[str, list[Spent]], key: str) -> float:
    """The median ratio of a bot's CPU to the floor's."""
    return median(one.cpu_ms / floor.cpu_ms for one, floor in zip(found[key], found[FLOOR], strict=True))


def line(told: str, spent: Sequence[Spent]) -> str:
    """Medians over the rounds; of the waits, over all presses."""
    waits = [wait * 1000 for each in spent for wait in each.waits]
    rate, cpu = median(each.rate for each in spent), median(each.cpu_ms for each in spent)
    return f"{told:<40}{rate:>10.0f}{median(waits):>8.1f}{quantiles(waits, n=100)[98]:>8.1f}{cpu:>8.2f}"


async def every_game(folder: Path, rounds: int, seconds: float, floor_ms: float) -> None:
    """What a press costs in each game, boards in private chats included where it has secrets."""
    print(f"\n{'each game, 8 users':<40}{'presses/s':>10}{'p50 ms':>8}{'p99 ms':>8}{'CPU ms':>8}")
    async with AsyncExitStack() as opened:
        whole = await contestant(opened, folder, "games", WHOLE, GAMES)
        of_game = {key: whole.only(seat) for seat, key in enumerate(GAMES)}
        for each in of_game.values():
            await each.spent(LOADS[AIMED], WARMING)
        found: dict[str, list[Spent]] = {key: [] for key in GAMES}
        for _ in range(rounds):
            for key, each in of_game.items():
                found[key].append(await each.spent(LOADS[AIMED], 2 * seconds))
    costs = []
    for key, spent in found.items():
        print(line(key, spent))
        costs.append(median(each.cpu_ms for each in spent))
        if aim := PRESS_OF.get(key):
            print(aim.row(f"Discord, {AIMED}, {key}: CPU, barest layout view = 1", costs[-1] / floor_ms))
    print(f"{'mean of the games':<66}{mean(costs):>8.2f}")


async def run(long: bool) -> None:
    """All of it, in a folder that is thrown away."""
    rounds, seconds = (LONG_ROUNDS, LONG_SECONDS) if long else (ROUNDS, SECONDS)
    with tempfile.TemporaryDirectory() as folder:
        floor_ms = await presses(Path(folder), rounds, seconds)
        await every_game(Path(folder), rounds, seconds, floor_ms)
        await discord_memory.compare(Path(folder), Path(folder) / SAMPLE)


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description="What a press costs on Discord.")
    parser.add_argument("--long", action="store_true", help="some minutes instead of two")
    asyncio.run(run(parser.parse_args().long))


if __name__ == "__main__":
    main()
