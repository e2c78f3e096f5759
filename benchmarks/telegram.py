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
from collections.abc import Sequence
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path
from statistics import median

from benchmarks.aims import at_most
from benchmarks.contest import COLUMNS, Contestant, Press, by_turns, closed, contestant, ratio, table
from benchmarks.telegram_crowd import at_once, average, seated
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


async def of_some(users: int, presses: Sequence[Press], seconds: float) -> list[float]:
    """So many press without a pause."""
    return await closed(presses[:users], seconds)


async def warm(each: Contestant, presses: int) -> None:
    """Let everybody press until there were so many presses, or that takes too long."""
    for _ in range(WARM_WITHIN):
        presses -= len((await each.spent(closed, 1.0)).waits)
        if presses <= 0:
            break


async def entered(
    opened: AsyncExitStack, folder: Path, name: str, command: tuple[str, ...], pairs: int
) -> Contestant:
    """A bot on a Telegram of its own."""
    return await contestant(
        opened, TelegramServer(), folder, name, command, lambda telegram: seated(telegram, pairs)
    )


async def presses(folder: Path, rounds: int, seconds: float) -> tuple[str, ...]:
    """Let the bots take turns under each load, and print what it took; gives the bare one's command."""
    async with AsyncExitStack() as opened:
        whole = await entered(opened, folder, "whole", ("-m", BOTS, "whole"), max(USERS))
        await warm(whole, WARMING)
        sample = average(whole.pairs)
        sample.write(folder / "sample.json")
        command = ("-m", BOTS, "bare", str(folder / "sample.json"))
        bare = await entered(opened, folder, "bare", command, max(USERS))
        await warm(bare, WARMING // 4)
        contest = {"whole": whole, "bare": bare}
        print(f"Sahara in groups; the bare bot sends {len(sample.picture):,} bytes")
        print(f"{'':<40}{COLUMNS}{'x bare':>9}")
        for users in USERS:
            found = await by_turns(contest, partial(of_some, users), rounds, seconds)
            print("\n".join(table(f"{users} user{'s' * (users > 1)}", found, TOLD, "bare")), flush=True)
            what = f"Telegram, users: {users}, Sahara: CPU, library's transport = 1"
            print(PRESS[users].row(what, ratio(found, "whole", "bare")))
    return command


async def crowd(folder: Path, bare: tuple[str, ...]) -> None:
    """Print when the first and the last of many boards have changed that were pressed at the same moment."""
    print(f"\n{GROUPS} presses at once in {GROUPS} groups, {LATENCY * 1000:.0f} ms a call", end="")
    print(f"{'p50 ms':>14}{'last ms':>9}{'x bare':>9}")
    lasts = {}
    async with AsyncExitStack() as opened:
        contest = {
            "whole": await entered(opened, folder, "crowd", COMMAND, GROUPS),
            "bare": await entered(opened, folder, "bare-crowd", bare, GROUPS),
        }
        for key in ("bare", "whole"):
            each = contest[key]
            waits = []
            for latency in (0.0, LATENCY, LATENCY):  # the first time warms up
                await asyncio.sleep(BREATH)
                waits.append(await at_once(each.server, each.pairs, latency))
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
