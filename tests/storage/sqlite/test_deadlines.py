"""Credits that a kill neither loses nor doubles, and presses that are forgotten a few at a time."""

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

from storage.jobs import Deadline
from storage.matches import PRESSES_KEPT
from storage.sql import jobs
from storage.sqlite.database import open_store
from tests import ROOT
from tests.storage.facts import M, change

SET = Deadline(M, "time", 0, 100, 1_000_000)
AWAY = 7200  # seconds between two beats of the process that is killed


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
    store = await open_store(path)
    (deadline,), at = await store.jobs.deadlines_of([M]), await store.jobs.last_beat()
    await store.close()
    assert at is not None
    return deadline.due, at


async def beat(path: Path) -> None:
    """Come back after an absence, over and over; each time that is stored is a line."""
    store = await open_store(path)
    await store.jobs.beat(SET.began)
    await store.append(replace(change(M, 1), deadlines=(SET,)))
    for absences in count(1):
        at = SET.began + absences * AWAY
        await store.jobs.beat(at, credit=True)
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
    monkeypatch.setattr(jobs, "MOST_PRESSES", 1)
    monkeypatch.setattr(jobs, "MOST_TIMES", 2)
    store = await open_store(tmp_path / "tischrand.db")
    presses = ["d", "a", "c", "b", "e"]
    for number, press in enumerate(presses, 1):
        await store.jobs.beat(number)
        await store.append(change(M, number, press=press))
    kept = []
    for _ in range(4):
        await store.jobs.beat(10 + PRESSES_KEPT)
        kept.append([press for press in presses if await store.matches.pressed(press)])
    assert kept == [["c", "b", "e"], ["e"], [], []]
    await store.close()
