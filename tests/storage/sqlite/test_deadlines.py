"""Deadlines of databases that are older than they, and credits that a kill neither loses nor doubles."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import count, islice
from pathlib import Path

import pytest

from games.events import Event, MatchId, Resigned
from storage.deadlines import Deadline
from storage.matches import PRESSES_KEPT, MatchRow
from storage.sql import deadlines
from storage.sql.schema import AGEING_PRESSES, DEADLINES, STEPS
from storage.sqlite.database import Database
from storage.sqlite.store import SqliteStore
from tests import ROOT
from tests.storage.facts import ACCEPTED, OPENED, M, change, ply, row
from tests.storage.sqlite.older_matches import make_older

DAY = 86400  # seconds
SET = Deadline(M, "time", 0, 100, 1_000_000)
AWAY = 7200  # seconds between two beats of the process that is killed


async def test_an_older_database_gets_the_deadlines_that_need_no_clock(tmp_path: Path) -> None:
    path = tmp_path / "tischrand.db"
    before = STEPS[: STEPS.index(DEADLINES)]
    challenge = replace(row(MatchId("C"), 1, phase="challenge"), awaited=())
    over = (OPENED, ACCEPTED, Resigned(at=103, seat=1))
    matches: dict[MatchRow, tuple[Event, ...]] = {
        challenge: (OPENED,),
        row(M, 3, since=101): (OPENED, ACCEPTED, ply(3)),
        row(MatchId("O"), 3, phase="over"): over,
    }
    await make_older(path, before, matches)
    store = await SqliteStore.open(path)
    assert await store.deadlines_of([MatchId("C"), M, MatchId("O")]) == (
        Deadline(MatchId("C"), "expiry", None, 100, 100 + DAY),
        Deadline(M, "forewarning", None, 103, 103 + 27 * DAY),
    )
    await store.close()


@pytest.mark.parametrize("beats", [1, 2, 7, 40])
def test_a_kill_amid_crediting_neither_loses_nor_doubles_a_credit(tmp_path: Path, beats: int) -> None:
    path = tmp_path / "tischrand.db"
    with beating(path) as process:
        assert process.stdout is not None
        told = list(islice(process.stdout, beats))
        process.kill()
        told += process.stdout
    due, at = asyncio.run(stored(path))
    assert due - SET.due == at - SET.began
    assert at >= int([line for line in told if line.endswith("\n")][-1])


async def stored(path: Path) -> tuple[int, int]:
    """When the deadline is due now, and the last beat."""
    store = await SqliteStore.open(path)
    (deadline,), at = await store.deadlines_of([M]), await store.last_beat()
    await store.close()
    assert at is not None
    return deadline.due, at


async def beat(path: Path) -> None:
    """Come back after an absence, over and over; each time that is stored is a line."""
    store = await SqliteStore.open(path)
    await store.beat(SET.began)
    await store.append(replace(change(M, 1), deadlines=(SET,)))
    for absences in count(1):
        at = SET.began + absences * AWAY
        await store.beat(at, credit=True)
        sys.stdout.write(f"{at}\n")
        sys.stdout.flush()


@contextmanager
def beating(path: Path) -> Iterator[subprocess.Popen[str]]:
    """The process that beats; it is killed at the end at the latest."""
    command = [sys.executable, "-m", "tests.storage.sqlite.test_deadlines", str(path)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


if __name__ == "__main__":
    asyncio.run(beat(Path(sys.argv[1])))


# Presses


async def test_old_presses_are_forgotten_a_few_at_a_time_the_oldest_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deadlines, "MOST_PRESSES", 1)
    monkeypatch.setattr(deadlines, "MOST_TIMES", 2)
    store = await SqliteStore.open(tmp_path / "tischrand.db")
    presses = ["d", "a", "c", "b", "e"]
    for number, press in enumerate(presses, 1):
        await store.beat(number)
        await store.append(change(M, number, press=press))
    kept = []
    for _ in range(4):
        await store.beat(10 + PRESSES_KEPT)
        kept.append([press for press in presses if await store.pressed(press)])
    assert kept == [["c", "b", "e"], ["e"], [], []]
    await store.close()


async def test_the_presses_of_an_older_database_are_kept_as_long_as_new_ones(tmp_path: Path) -> None:
    path = tmp_path / "tischrand.db"
    before = STEPS[: STEPS.index(AGEING_PRESSES)]
    old = await Database.open(path, before)
    await old.write(lambda connection: connection.execute("INSERT INTO heartbeat VALUES (1, 1000)"))
    await old.write(lambda connection: connection.execute("INSERT INTO presses VALUES ('web:1', 'M')"))
    await old.close()
    store = await SqliteStore.open(path)
    await store.beat(1000 + PRESSES_KEPT)
    assert await store.pressed("web:1") == M
    await store.beat(1001 + PRESSES_KEPT)
    assert await store.pressed("web:1") is None
    await store.close()
