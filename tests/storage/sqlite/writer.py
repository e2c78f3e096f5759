"""A process that writes into a database until it is killed, telling what is stored.

`python -m tests.storage.sqlite.writer FILE WORK`: `plies` plays many matches, `beats` comes back after one
absence after the other.
"""

from __future__ import annotations

import asyncio
import itertools
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from games.events import MatchId, PlayerId
from storage.jobs import deadline_job
from storage.results import Rating
from storage.sql.store import Store
from storage.sqlite.database import open_store
from tests import ROOT
from tests.storage.facts import M, board, change, ply, rating, result

OPEN = "open"
MATCHES = tuple(f"M{number}" for number in range(8))
SET = deadline_job(M, "time", 0, 100, 1_000_000)
AWAY = 7200  # seconds between two beats


async def plies(store: Store) -> None:
    """Play all matches at once; each ply that is stored is a line `match version`."""
    await asyncio.gather(*(play(store, MatchId(match)) for match in MATCHES))


async def play(store: Store, match: MatchId) -> None:
    """One ply after the other; each is told from all others by its notation and its press.

    The first brings a result along, and each a rating that says how many there are.
    """
    first = len(await store.matches.load(match)) + 1
    for version in itertools.count(first):
        mark = f"{match}.{version}"
        boards = (board(f"board of {match}", match, message=match, shown=version - 1),)
        played = change(match, version, ply(version, mark), press=mark, boards=boards)
        ended = result(match) if version == 1 else None
        played = replace(played, result=ended, ratings=(rated(match, version),))
        await store.append(replace(played, deadlines=(deadline_job(match, "time", 0, version, version),)))
        say(f"{match} {version}")


def rated(match: str, version: int) -> Rating:
    """A rating that says how many plies there are: of one match more with each of them."""
    return replace(rating(PlayerId(match), version), won=version)


async def beats(store: Store) -> None:
    """Come back after an absence, over and over; each time that is stored is a line."""
    await store.jobs.beat(SET.since)
    await store.append(replace(change(M, 1), deadlines=(SET,)))
    for at in itertools.count(SET.since + AWAY, AWAY):
        await store.jobs.beat(at, credit=True)
        say(str(at))


WORK = {work.__name__: work for work in (plies, beats)}


async def main(path: Path, work: str) -> None:
    """Say that the database is open, then write."""
    store = await open_store(path)
    say(OPEN)
    await WORK[work](store)


def say(line: str) -> None:
    """Write a line at once: what the reader has not got was not said."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


@contextmanager
def writing(path: Path, work: str = "plies") -> Iterator[subprocess.Popen[str]]:
    """The process, its database open; it is killed at the end at the latest."""
    command = [sys.executable, "-m", "tests.storage.sqlite.writer", str(path), work]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == OPEN + "\n"
            yield process
        finally:
            process.kill()


def killed_after(path: Path, count: int, work: str = "plies") -> list[str]:
    """Kill a process when it has stored so much; all that it said, also what came before the signal."""
    with writing(path, work) as process:
        assert process.stdout is not None
        lines = list(itertools.islice(process.stdout, count))
        process.kill()
        lines += process.stdout
    return [line.rstrip("\n") for line in lines if line.endswith("\n")]


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), sys.argv[2]))
