"""What lists show of running matches of older databases, as their logs tell it."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from games.events import (
    DrawDeclined,
    DrawOffered,
    Event,
    MovePlayed,
    TakebackAccepted,
    TakebackDeclined,
    TakebackRequested,
    TimeExpired,
)
from games.game import SEATS, Seat
from storage.sql.lists_schema import COUNTS, STANDING
from storage.sql.schema import STEPS
from storage.sqlite.database import Database
from storage.sqlite.store import SqliteStore
from tests.storage.facts import ACCEPTED, OPENED, M, row
from tests.storage.sqlite.older_matches import make_older

Standing = tuple[Seat | None, Seat | None, tuple[Seat, ...]]

MOVES = tuple(MovePlayed(at=1, seat=seat, notation="1") for seat in SEATS)
OFFERED = DrawOffered(at=1, seat=1)
ASKED = TakebackRequested(at=1, seat=1)
LATE = tuple(TimeExpired(at=1, seat=seat) for seat in SEATS)


@pytest.mark.parametrize(
    ("log", "told"),
    [
        ([], (None, None, ())),
        ([OFFERED], (1, None, ())),
        ([OFFERED, MOVES[0]], (1, None, ())),
        ([OFFERED, MOVES[1]], (None, None, ())),
        ([OFFERED, DrawDeclined(at=1, seat=0)], (None, None, ())),
        ([OFFERED, DrawDeclined(at=1, seat=0), DrawOffered(at=1, seat=0)], (0, None, ())),
        ([ASKED], (None, 1, ())),
        ([ASKED, MOVES[0]], (None, None, ())),
        ([ASKED, TakebackDeclined(at=1, seat=0)], (None, None, ())),
        ([OFFERED, LATE[0], ASKED, TakebackAccepted(at=1, seat=1)], (None, None, ())),
        ([LATE[1], LATE[0]], (None, None, (1, 0))),
        ([LATE[1], LATE[0], MOVES[1]], (None, None, (0,))),
    ],
)
async def test_what_stands_in_running_matches_is_told_from_the_log(
    tmp_path: Path, log: Sequence[Event], told: Standing
) -> None:
    path, whole = tmp_path / "tischrand.db", (OPENED, ACCEPTED, *log)
    older = {row(M, len(whole)): whole}
    await make_older(path, STEPS[: STEPS.index(STANDING)], older)
    store = await SqliteStore.open(path)
    found = await store.row(M)
    await store.close()
    offer, take_back, late = told
    assert found == replace(row(M, len(whole)), offer=offer, take_back=take_back, late=late)


async def test_people_of_older_databases_are_counted(tmp_path: Path) -> None:
    path, older = tmp_path / "tischrand.db", STEPS[: STEPS.index(COUNTS)]
    known = (("web", "1", "p1", "Ada"), ("telegram", "9", "p1", "A."), ("web", "2", "p2", "Ben"))
    database = await Database.open(path, older)
    for person in known:
        await database.write(partial(_put, person))
    await database.close()
    store = await SqliteStore.open(path)
    assert await store.count_people() == 2
    await store.close()


def _put(person: Sequence[str], connection: sqlite3.Connection) -> None:
    connection.execute(
        """
        INSERT INTO people (platform, account, player, name, folded, language) VALUES (?, ?, ?, ?, '', 'en')
        """,
        person,
    )
