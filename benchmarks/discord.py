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
from collections.abc import Iterable
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path
from statistics import mean, median

from benchmarks import discord_memory
from benchmarks.aims import at_most
from benchmarks.contest import (
    COLUMNS,
    Contestant,
    Load,
    by_turns,
    closed,
    contestant,
    line,
    paced,
    ratio,
    table,
)
from benchmarks.discord_crowd import average, seated
from benchmarks.process import WHOLE, bare
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

LOADS: dict[str, Load] = {
    "1 user": lambda presses, seconds: closed(presses[:1], seconds),
    "8 users": lambda presses, seconds: closed(presses[:8], seconds),
    "32 users": lambda presses, seconds: closed(presses[:32], seconds),
    "25 a second": lambda presses, seconds: paced(presses, 25, 2 * seconds),
    "50 a second": lambda presses, seconds: paced(presses, 50, 2 * seconds),
}


async def presses(folder: Path, rounds: int, seconds: float) -> float:
    """Let the bots take turns under each load, and print what it took.

    Returns:
        The milliseconds of CPU of a press on the floor.
    """
    floor_ms = 0.0
    async with AsyncExitStack() as opened:
        enter = partial(entered, opened, folder)
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
        print(f"{'':<40}{COLUMNS}{'x floor':>9}")
        for name, load in LOADS.items():
            found = await by_turns(contest, load, rounds, seconds)
            print("\n".join(table(name, found, BOTS, FLOOR)), flush=True)
            if name == AIMED:
                floor_ms = median(each.cpu_ms for each in found[FLOOR])
                what = f"Discord, {name}, Sahara: CPU, barest layout view = 1"
                print(PRESS.row(what, ratio(found, "whole", FLOOR)))
    return floor_ms


async def entered(
    opened: AsyncExitStack, folder: Path, name: str, command: tuple[str, ...], games: Iterable[str] = SAHARA
) -> Contestant:
    """A bot on a Discord of its own."""
    server = DiscordServer(recording=False)
    return await contestant(opened, server, folder, name, command, lambda there: seated(there, games, PAIRS))


async def every_game(folder: Path, rounds: int, seconds: float, floor_ms: float) -> None:
    """What a press costs in each game, boards in private chats included where it has secrets."""
    print(f"\n{'each game, 8 users':<40}{COLUMNS}")
    async with AsyncExitStack() as opened:
        whole = await entered(opened, folder, "games", WHOLE, GAMES)
        of_game = {key: whole.only(place, len(GAMES)) for place, key in enumerate(GAMES)}
        for each in of_game.values():
            await each.spent(LOADS[AIMED], WARMING)
        found = await by_turns(of_game, LOADS[AIMED], rounds, 2 * seconds)
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
