"""A contest of bots in one run: what a press costs each of them, by turns, beside the barest one.

A server and its people are in this process, each bot in one of its own. Ratios of CPU can be compared between
machines and days; presses a second and waits only where nothing else keeps the machine busy.
"""

from __future__ import annotations

import asyncio
import itertools
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from statistics import median, quantiles
from typing import Any, Protocol

from benchmarks.process import SETTLING, BotProcess, started

Press = Callable[[], Awaitable[float]]
"""Presses once, and gives the seconds until the answer had come with all it shows."""


@dataclass(frozen=True, slots=True)
class Spent:
    """What one stretch of pressing took."""

    waits: list[float]
    """Seconds, a press each."""
    seconds: float
    cpu: float
    """Seconds of the bot."""

    @property
    def rate(self) -> float:
        """Presses a second."""
        return len(self.waits) / self.seconds

    @property
    def cpu_ms(self) -> float:
        """Of one press."""
        return self.cpu / len(self.waits) * 1000


async def measured(bot: BotProcess, work: Awaitable[list[float]]) -> Spent:
    """Do the work, and look at the clocks."""
    cpu, began = bot.cpu, time.perf_counter()
    waits = await work
    seconds = time.perf_counter() - began
    await asyncio.sleep(SETTLING)
    return Spent(waits, seconds, bot.cpu - cpu)


async def closed(presses: Sequence[Press], seconds: float) -> list[float]:
    """Each presses again as soon as the answer has come."""
    end = time.perf_counter() + seconds

    async def one(press: Press) -> list[float]:
        waits = [await press()]
        while time.perf_counter() < end:
            waits.append(await press())
        return waits

    return list(itertools.chain(*await asyncio.gather(*map(one, presses))))


async def paced(presses: Sequence[Press], rate: int, seconds: float) -> list[float]:
    """So many presses a second at fixed times, by one pair after the other; each waits for its own only."""
    began = time.perf_counter()
    free = {press: asyncio.Lock() for press in presses}

    async def one(press: Press) -> float:
        async with free[press]:
            return await press()

    tasks = []
    for number, press in zip(range(round(rate * seconds)), itertools.cycle(presses), strict=False):
        await asyncio.sleep(max(0.0, began + number / rate - time.perf_counter()))
        tasks.append(asyncio.create_task(one(press)))
    waits = await asyncio.gather(*tasks)
    await asyncio.sleep(max(0.0, began + seconds - time.perf_counter()))
    return waits


# Who takes part

Load = Callable[[Sequence[Press], float], Awaitable[list[float]]]
"""Lets people press for so many seconds; how long each press took."""


class Pair(Protocol):
    """Two people in a match."""

    async def press(self) -> float:
        """See `Press`."""


@dataclass(frozen=True, slots=True)
class Contestant:
    """A bot, its server, and the people who press its boards."""

    server: Any
    bot: BotProcess
    pairs: Sequence[Any]

    async def spent(self, load: Load, seconds: float) -> Spent:
        """What one stretch of this load took."""
        return await measured(self.bot, load([pair.press for pair in self.pairs], seconds))

    def only(self, place: int, of: int) -> Contestant:
        """With every `of`th pair alone, from this one on."""
        return Contestant(self.server, self.bot, self.pairs[place::of])


async def contestant(
    opened: AsyncExitStack,
    server: Any,
    folder: Path,
    name: str,
    command: tuple[str, ...],
    seated: Callable[[Any], Awaitable[Sequence[Pair]]],
) -> Contestant:
    """A bot on a server of its own, with pairs whose matches have begun."""
    await opened.enter_async_context(server)
    data = folder / name
    data.mkdir()
    bot = await opened.enter_async_context(started(server, command, data, folder / f"{name}.log"))
    return Contestant(server, bot, await seated(server))


async def by_turns(
    contest: Mapping[str, Contestant], load: Load, rounds: int, seconds: float
) -> dict[str, list[Spent]]:
    """What each has spent in each round."""
    found: dict[str, list[Spent]] = {key: [] for key in contest}
    for _ in range(rounds):
        for key, each in contest.items():
            found[key].append(await each.spent(load, seconds))
    return found


# What they took

COLUMNS = f"{'presses/s':>10}{'p50 ms':>8}{'p99 ms':>8}{'CPU ms':>8}"


def line(told: str, spent: Sequence[Spent]) -> str:
    """Medians over the rounds; of the waits, over all presses."""
    waits = [wait * 1000 for each in spent for wait in each.waits]
    rate, cpu = median(each.rate for each in spent), median(each.cpu_ms for each in spent)
    return f"{told:<40}{rate:>10.0f}{median(waits):>8.1f}{quantiles(waits, n=100)[98]:>8.1f}{cpu:>8.2f}"


def table(
    name: str, found: Mapping[str, Sequence[Spent]], bots: Mapping[str, str], floor: str
) -> Iterator[str]:
    """One line for each bot: medians over the rounds, and the median ratio of CPU to the floor's."""
    for key, spent in found.items():
        yield f"{line(f'{name}, {bots[key]}', spent)}{ratio(found, key, floor):>9.2f}"


def ratio(found: Mapping[str, Sequence[Spent]], key: str, floor: str) -> float:
    """The median ratio of a bot's CPU to the floor's."""
    return median(one.cpu_ms / bare.cpu_ms for one, bare in zip(found[key], found[floor], strict=True))
