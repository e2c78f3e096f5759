"""A process that plays many matches into a database, telling what is stored, until it is killed."""

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
from storage.jobs import Deadline
from storage.results import Rating
from storage.sql.store import Store
from storage.sqlite.database import open_store
from tests import ROOT
from tests.storage.facts import board, change, ply, rating, result

OPEN = "open"
MATCHES = tuple(f"M{number}" for number in range(8))


async def main(path: Path) -> None:
    """Say that the database is open, then play; each ply that is stored is a line `match version`."""
    store = await open_store(path)
    say(OPEN)
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
        await store.append(replace(played, deadlines=(Deadline(match, "time", 0, version, version),)))
        say(f"{match} {version}")


def rated(match: str, version: int) -> Rating:
    """A rating that says how many plies there are: of one match more with each of them."""
    return replace(rating(PlayerId(match), version), won=version)


def say(line: str) -> None:
    """Write a line at once: what the reader has not got was not said."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


@contextmanager
def writing(path: Path) -> Iterator[subprocess.Popen[str]]:
    """The process, its database open; it is killed at the end at the latest."""
    command = [sys.executable, "-m", "tests.storage.sqlite.writer", str(path)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == OPEN + "\n"
            yield process
        finally:
            process.kill()


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))
