"""What waits together is committed together, and yet as if one after the other."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from games.events import MatchId
from storage.boards import BoardId
from storage.errors import StoreFull
from storage.sql.database import MOST
from storage.sql.schema import UPGRADES
from storage.sql.store import Store
from storage.sqlite.database import Database, open_store
from tests.storage.facts import ADA, M, N, board, boards_behind, change, person, ply

Work = Callable[[sqlite3.Connection], Any]


@pytest.fixture
async def database(tmp_path: Path) -> Database:
    return await Database.open(tmp_path / "tischrand.db", UPGRADES)


@pytest.fixture
async def store(database: Database) -> AsyncIterator[Store]:
    store = Store(database, shared=False)
    yield store
    await store.close()


@pytest.fixture
def commits(monkeypatch: pytest.MonkeyPatch) -> list[None]:
    """Grows by one with every commit."""
    counted: list[None] = []
    original = Database.write

    async def write(self: Database, work: Work) -> Any:
        result = await original(self, work)
        counted.append(None)
        return result

    monkeypatch.setattr(Database, "write", write)
    return counted


async def test_what_waits_together_costs_one_commit(store: Store, commits: list[None]) -> None:
    await asyncio.gather(
        *(
            store.append(
                change(MatchId(f"M{number}"), 1, boards=(board(f"b{number}", MatchId(f"M{number}")),))
            )
            for number in range(MOST)
        )
    )
    assert len(commits) == 1
    assert len(await boards_behind(store)) == MOST


async def test_what_comes_one_by_one_during_a_commit_waits_together(
    store: Store, commits: list[None], monkeypatch: pytest.MonkeyPatch
) -> None:
    original, over = Database.write, asyncio.Event()

    async def write(self: Database, work: Work) -> Any:
        await over.wait()
        return await original(self, work)

    monkeypatch.setattr(Database, "write", write)
    tasks = []
    for match in "JKLM":
        tasks.append(asyncio.create_task(store.append(change(MatchId(match), 1))))
        for _ in range(3):
            await asyncio.sleep(0)
    over.set()
    await asyncio.gather(*tasks)
    assert len(commits) == 2


async def test_writes_of_all_kinds_wait_together(store: Store, commits: list[None]) -> None:
    await store.append(change(M, 1, boards=(board("b", M), board("c", M))))
    commits.clear()
    await asyncio.gather(
        store.boards.drop_board(BoardId("c")),
        store.boards.note_shown(BoardId("b"), 1),
        store.people.put_person(person("1", "Ada")),
        store.append(change(M, 2)),
        store.boards.put_boards([board("d", M, message="m1")]),
    )
    assert len(commits) == 1
    assert {kept.id: kept.shown for kept in await store.boards.boards_of(M)} == {"b": 1, "d": 0}


async def test_of_what_nobody_waits_for_a_refusal_is_reported(store: Store) -> None:
    reported: list[object] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, told: reported.append(told["message"]))
    await store.settings.put_shared_value("news", "no text: \ud800", None, later=True)
    await store.append(change(M, 1))
    assert reported == ["what could wait was refused"]
    assert await store.matches.load(M) == (ply(1),)


async def test_a_full_disk_is_told_to_all_and_counts_as_full_until_a_press_was_stored(
    store: Store, database: Database
) -> None:
    await store.append(change(M, 1))
    await store.jobs.beat(1000)
    await limit_pages(database, "1")  # as small as it can get: what it is now
    long = change(M, 2, ply(2, "4" * 100_000))
    outcomes = await asyncio.gather(store.append(long), store.append(change(N, 1)), return_exceptions=True)
    assert [type(outcome) for outcome in outcomes] == [StoreFull] * 2
    assert await store.matches.load(N) == ()
    with pytest.raises(StoreFull, match="full"):
        await store.try_writing()  # although a trial finds room
    await limit_pages(database, "1000000")
    await store.append(long)
    await store.try_writing()
    assert await store.matches.load(M) == (ply(1), *long.events)


async def test_a_disk_with_next_to_no_room_counts_as_full(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("storage.sqlite.database.LEAST_ROOM", 1 << 62)
    with pytest.raises(StoreFull, match="full"):
        await store.try_writing()


async def test_a_fault_while_the_one_at_fault_is_looked_for_is_told_to_all(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    original, works = Database.write, []

    async def write(self: Database, work: Work) -> Any:
        works.append(work)
        if len(works) > 1:
            raise OSError("gone")
        return await original(self, work)

    monkeypatch.setattr(Database, "write", write)
    too_late = replace(change(N, 1), row=replace(change(N, 1).row, since=2**64))
    outcomes = await asyncio.gather(
        store.append(change(M, 1)), store.append(too_late), return_exceptions=True
    )
    assert [type(outcome) for outcome in outcomes] == [OSError] * 2


async def limit_pages(database: Database, pages: str) -> None:
    await database.write(lambda connection: connection.execute(f"PRAGMA max_page_count = {pages}").fetchall())


async def test_whoever_is_cancelled_before_their_turn_has_changed_nothing(store: Store) -> None:
    tasks = [asyncio.create_task(store.append(change(MatchId(match), 1))) for match in "KLM"]
    await asyncio.sleep(0)  # all have asked, none has had its turn
    tasks[1].cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    assert [await store.matches.load(MatchId(match)) for match in "KLM"] == [(ply(1),), (), (ply(1),)]


async def test_whoever_is_cancelled_during_the_commit_is_stored_whole_and_hurts_nobody(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    original = Database.write
    tasks: list[asyncio.Task[None]] = []

    async def write(self: Database, work: Work) -> Any:
        tasks[1].cancel()
        return await original(self, work)

    monkeypatch.setattr(Database, "write", write)
    tasks += [
        asyncio.create_task(
            store.append(change(MatchId(match), 1, press=match, boards=(board(match, MatchId(match)),)))
        )
        for match in "KLM"
    ]
    await asyncio.gather(*tasks, return_exceptions=True)
    assert [task.cancelled() for task in tasks] == [False, True, False]
    for match in "KLM":
        assert await store.matches.load(MatchId(match)) == (ply(1),)
        assert await store.matches.pressed(match) == match
        assert len(await store.boards.boards_of(MatchId(match))) == 1


async def test_closing_finishes_what_is_under_way(tmp_path: Path) -> None:
    store = await open_store(tmp_path / "tischrand.db")
    tasks = [asyncio.create_task(store.append(change(MatchId(f"M{number}"), 1))) for number in range(10)]
    await asyncio.sleep(0)  # all have asked
    await store.close()
    assert [task.done() and task.exception() for task in tasks] == [None] * 10
    store = await open_store(tmp_path / "tischrand.db")
    assert len(await store.matches.matches_of(ADA, ["running"])) == 10
    await store.close()


async def test_nobody_waits_for_ever_when_the_writing_task_is_cancelled(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    original = Database.write

    async def write(self: Database, work: Work) -> Any:
        writing = asyncio.current_task()
        assert writing is not None
        writing.cancel()
        return await original(self, work)

    with monkeypatch.context() as patched:
        patched.setattr(Database, "write", write)
        with pytest.raises(asyncio.CancelledError):
            await store.append(change(M, 1))
    await store.append(change(N, 1))
    assert await store.matches.load(N) == (ply(1),)
