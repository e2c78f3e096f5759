"""How fast plies are stored, beside the barest loop over aiosqlite in the same run.

Run `python -m benchmarks.storing`. A ply is stored as the bot stores it: event, match row and press id in one
transaction, durable when the call returns. The barest loop inserts one row and commits it. The slow disk is a
simulated one: its commits take 4 ms longer, as on a disk that waits for its platters. By how much many
matches at once are faster than the loop is up to the disk, whose waits they share: the same code is 1.3 times
as fast in memory, 7 times on a quick disk and 50 times on a busy one. Whether the code got dearer is told by
its CPU a ply.
"""

from __future__ import annotations

import asyncio
import itertools
import sqlite3
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import TypeVar

import aiosqlite

from benchmarks.aims import at_least
from games.events import MatchId, MovePlayed, PlayerId
from storage.changes import Change
from storage.matches import MatchRow
from storage.sql.schema import UPGRADES
from storage.sql.store import Store
from storage.sqlite.database import Database

ROUNDS = 5
"""Everything is measured once in each round, so that a slow moment of the machine hits all alike."""
STORED = at_least(8)
AT_ONCE = 64
PLIES = 60
"""Of a match."""
SLOW_COMMIT_SECONDS = 0.004
BAREST = "barest loop"

T = TypeVar("T")

Work = Callable[[int], Awaitable[None]]
"""Stores so many plies."""


class SlowDatabase(Database):
    """A database on a disk that takes its time for a commit."""

    async def write(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """As on a fast disk, but for the waiting."""
        result = await super().write(work)
        await asyncio.sleep(SLOW_COMMIT_SECONDS)
        return result


@asynccontextmanager
async def barest_loop(path: Path, *, slow: bool) -> AsyncIterator[Work]:
    """One insert and one commit a ply, with the same settings and nothing around it."""
    async with aiosqlite.connect(path) as connection:
        for setting in ("journal_mode = WAL", "synchronous = FULL"):
            await connection.execute_fetchall(f"PRAGMA {setting}")
        await connection.execute("CREATE TABLE plies (number INTEGER PRIMARY KEY, notation TEXT)")

        async def work(plies: int) -> None:
            for _ in range(plies):
                await connection.execute("INSERT INTO plies (notation) VALUES ('roy c3 w2')")
                if slow:
                    await asyncio.sleep(SLOW_COMMIT_SECONDS)
                await connection.commit()

        yield work


@asynccontextmanager
async def store_on(path: Path, *, slow: bool) -> AsyncIterator[Store]:
    """A store on one of the two disks."""
    store = Store(await (SlowDatabase if slow else Database).open(path, UPGRADES), shared=False)
    yield store
    await store.close()


def playing(store: Store, matches: int) -> Work:
    """So many new matches at once, each ply after the one before it is stored."""
    names = (MatchId(f"match {number} of {matches}") for number in itertools.count())

    async def play(match: MatchId, plies: int) -> None:
        for version in range(1, plies + 1):
            await store.append(change(match, version))

    async def work(plies: int) -> None:
        await asyncio.gather(*(play(next(names), plies // matches) for _ in range(matches)))

    return work


def change(match: MatchId, version: int) -> Change:
    """One ply of a match."""
    event = MovePlayed(at=version, seat=0, notation="roy c3 w2")
    players = (PlayerId(f"first of {match}"), PlayerId(f"second of {match}"))
    row = MatchRow(match, version, "sato", "running", players, players[:1], version)
    return Change(row, (event,), press=f"web:{match}.{version}")


@dataclass(frozen=True, slots=True)
class Spent:
    """What one ply cost."""

    seconds: float
    cpu: float
    """Seconds of all threads."""


async def spent_a_ply(work: Work, plies: int) -> Spent:
    """Do the work and look at the clocks."""
    began, cpu = perf_counter(), process_time()
    await work(plies)
    return Spent((perf_counter() - began) / plies, (process_time() - cpu) / plies)


async def storing(folder: Path) -> None:
    """Let all ways of storing take turns, and print what they took."""
    measured: dict[tuple[str, str], list[Spent]] = {}
    async with AsyncExitStack() as opened:
        contest: dict[tuple[str, str], tuple[Work, int]] = {}
        for disk, slow in (("this disk", False), ("slow disk", True)):
            bare = await opened.enter_async_context(barest_loop(folder / f"bare, {disk}", slow=slow))
            store = await opened.enter_async_context(store_on(folder / f"store, {disk}", slow=slow))
            contest[disk, BAREST] = bare, PLIES
            contest[disk, "one match"] = playing(store, 1), PLIES
            contest[disk, f"{AT_ONCE} matches"] = playing(store, AT_ONCE), 4 * AT_ONCE
        for _ in range(ROUNDS):
            for name, (work, plies) in contest.items():
                measured.setdefault(name, []).append(await spent_a_ply(work, plies))
    print("\n".join(table(measured)))
    loop, stored = (measured["this disk", name] for name in (BAREST, f"{AT_ONCE} matches"))
    faster = median(b.seconds / s.seconds for b, s in zip(loop, stored, strict=True))
    print(STORED.row(f"storing: a ply of {AT_ONCE} matches at once, barest loop = 1", faster))


def table(measured: dict[tuple[str, str], list[Spent]]) -> Iterator[str]:
    """One line for each contestant: medians, and the median ratio to the barest loop on the same disk."""
    yield f"{'storing':<26}{'plies/s':>10}{'CPU us/ply':>12}{'plies/s ratio':>15}{'CPU ratio':>11}"
    for (disk, name), spent in measured.items():
        bare = measured[disk, BAREST]
        faster = median(b.seconds / s.seconds for b, s in zip(bare, spent, strict=True))
        cheaper = median(s.cpu / b.cpu for b, s in zip(bare, spent, strict=True))
        rate = 1 / median(s.seconds for s in spent)
        cpu = median(s.cpu for s in spent) * 1e6
        yield f"{disk + ', ' + name:<26}{rate:>10,.0f}{cpu:>12,.0f}{faster:>15.2f}{cheaper:>11.2f}"


def main() -> None:
    """Measure everything in a folder that is thrown away."""
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(storing(Path(folder)))


if __name__ == "__main__":
    main()
