"""Whatever was acknowledged before a process was killed is there after it; nothing is half there."""

from __future__ import annotations

import asyncio
import sqlite3
from collections import defaultdict
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from games.events import MatchId, PlayerId
from storage.errors import PressedBefore
from storage.matches import PRESSES_KEPT
from storage.sqlite.database import open_store
from tests.storage.facts import M, behind, change, deadlines_of, ply, result
from tests.storage.sqlite.writer import MATCHES, SET, killed_after, rated


@pytest.mark.parametrize(
    "plies", [13, *(pytest.param(plies, marks=pytest.mark.long) for plies in (1, 60, 300))]
)
def test_what_was_acknowledged_survives_a_kill(tmp_path: Path, plies: int) -> None:
    path = tmp_path / "tischrand.db"
    check(path, acknowledged=play_and_kill(path, plies))


@pytest.mark.long
def test_a_database_survives_one_kill_after_the_other(tmp_path: Path) -> None:
    path = tmp_path / "tischrand.db"
    acknowledged: dict[str, int] = {}
    for plies in (5, 40, 11):
        acknowledged |= play_and_kill(path, plies)
    check(path, acknowledged)


def play_and_kill(path: Path, plies: int) -> dict[str, int]:
    """Let a process play and kill it in the midst; for each match the last version it acknowledged."""
    return {match: int(version) for match, version in map(str.split, killed_after(path, plies))}


def check(path: Path, acknowledged: dict[str, int]) -> None:
    """The tables agree with each other and with what was acknowledged, and the store goes on from there."""
    asyncio.run(check_store(path, acknowledged))
    with closing(sqlite3.connect(path)) as database:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert database.execute("PRAGMA foreign_key_check").fetchall() == []
        versions = defaultdict(list)
        for match, version in database.execute("SELECT match, version FROM events ORDER BY 1, 2"):
            versions[match].append(version)
        presses = set(database.execute("SELECT press, match FROM presses"))
        newest = dict(database.execute("SELECT match, version FROM matches"))
    for stored in versions.values():
        assert stored == list(range(1, len(stored) + 1))
    assert newest == {match: len(stored) for match, stored in versions.items()}
    assert presses == {
        (f"{match}.{version}", match) for match, stored in versions.items() for version in stored
    }


async def check_store(path: Path, acknowledged: dict[str, int]) -> None:
    store = await open_store(path)
    try:
        assert acknowledged
        for match in MATCHES:
            events = await store.matches.load(MatchId(match))
            assert len(events) >= acknowledged.get(match, 0)
            assert events == tuple(
                ply(version, f"{match}.{version}") for version in range(1, len(events) + 1)
            )
            boards = await store.boards.boards_of(MatchId(match))
            assert [board.shown for board in boards] == ([len(events) - 1] if events else [])
            assert {board.id for board in boards} <= await behind(store)
            assert [one.strength.value for one in await store.results.ratings_of(PlayerId(match))] == (
                [len(events)] if events else []
            )
            assert await store.results.result(MatchId(match)) == (result(MatchId(match)) if events else None)
            due = [deadline.due for deadline in await deadlines_of(store, MatchId(match))]
            assert due == ([len(events)] if events else [])
            following = len(events) + 1
            if events:
                await store.jobs.beat(PRESSES_KEPT)
                with pytest.raises(PressedBefore):
                    await store.append(change(MatchId(match), following, press=f"{match}.{len(events)}"))
            mark = f"{match}.{following}"
            played = change(MatchId(match), following, ply(following, mark), press=mark)
            ended = None if events else result(MatchId(match))
            await store.append(replace(played, result=ended, ratings=(rated(match, following),)))
    finally:
        await store.close()


@pytest.mark.parametrize("beats", [7, *(pytest.param(beats, marks=pytest.mark.long) for beats in (1, 40))])
def test_a_kill_amid_crediting_neither_loses_nor_doubles_a_credit(tmp_path: Path, beats: int) -> None:
    path = tmp_path / "tischrand.db"
    *_, last = killed_after(path, beats, "beats")
    due, at = asyncio.run(credited(path))
    assert due - SET.due == at - SET.since
    assert at >= int(last)


async def credited(path: Path) -> tuple[int, int]:
    """When the deadline is due now, and the last beat."""
    store = await open_store(path)
    (deadline,), at = await deadlines_of(store, M), await store.jobs.last_beat()
    await store.close()
    assert at is not None
    return deadline.due, at
