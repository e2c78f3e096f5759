"""Copies of a database: whole while somebody writes, and brought back without losing what was there."""
# ruff: noqa: ASYNC240 - the files are small

from __future__ import annotations

import asyncio
import os
import sqlite3
import stat
from collections.abc import AsyncIterator
from pathlib import Path
from typing import NoReturn

import pytest
import pytest_asyncio

from games.events import PlayerId
from storage.accounts import Person
from storage.errors import UnusableDatabase
from storage.sql.schema import STEPS
from storage.sqlite.backup import UnusableCopy, bring_back, make
from storage.sqlite.database import Database
from storage.sqlite.store import SqliteStore
from tests.storage.facts import ACCEPTED, OPENED, M, board, change, everything, ply


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "data" / "bot.db"


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    return tmp_path / "kept?" / "copy.db"


@pytest_asyncio.fixture
async def store(file: Path) -> AsyncIterator[SqliteStore]:
    store = await SqliteStore.open(file)
    await store.append(change(M, 2, OPENED, ACCEPTED, boards=(board("b", M, message="7", shown=2),)))
    yield store
    await store.close()


async def known(file: Path) -> tuple[object, ...]:
    """All that a store can tell of the match."""
    store = await SqliteStore.open(file)
    try:
        return await everything(store)
    finally:
        await store.close()


async def test_a_copy_of_a_running_database_holds_all_that_was_stored(
    store: SqliteStore, file: Path, copy: Path
) -> None:
    before = await everything(store)
    assert await make(file, copy) == copy.stat().st_size
    await store.append(change(M, 3, ply(3, "4")))
    assert await known(copy) == before
    assert [path.name for path in copy.parent.iterdir() if not path.name.endswith(".lock")] == [copy.name]


async def test_the_folders_on_its_way_are_made(store: SqliteStore, file: Path, copy: Path) -> None:
    far = copy.parent / "of" / "today.db"
    assert await make(file, far) == far.stat().st_size


async def test_a_copy_is_for_the_host_alone(store: SqliteStore, file: Path, copy: Path) -> None:
    await make(file, copy)
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600


async def test_a_transaction_under_way_is_not_in_the_copy(file: Path, copy: Path) -> None:
    database = await Database.open(file, STEPS)

    def copy_amid(connection: sqlite3.Connection) -> None:
        connection.execute("INSERT INTO presses (press, match) VALUES ('web:1', 'M')")
        asyncio.run(make(file, copy))

    await database.write(copy_amid)
    await database.close()
    with sqlite3.connect(copy) as looked:
        assert looked.execute("SELECT count(*) FROM presses").fetchone() == (0,)


async def test_of_a_copy_that_fails_nothing_is_left(
    store: SqliteStore, file: Path, copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> NoReturn:
        raise OSError("no space left")

    monkeypatch.setattr(os, "link", full)
    with pytest.raises(UnusableCopy, match="no space left"):
        await make(file, copy)
    assert list(copy.parent.iterdir()) == []


async def test_a_file_that_is_there_is_not_overwritten(store: SqliteStore, file: Path, copy: Path) -> None:
    copy.parent.mkdir()
    copy.write_text("my diary")
    with pytest.raises(UnusableCopy, match="there already"):
        await make(file, copy)
    assert copy.read_text() == "my diary"


async def test_what_cannot_be_copied_is_told_in_words(file: Path, copy: Path) -> None:
    with pytest.raises(UnusableDatabase, match="there is no database"):
        await make(file, copy)
    assert not copy.parent.exists()


async def test_a_copy_brought_back_is_what_is_known_and_the_rest_is_kept(
    store: SqliteStore, file: Path, copy: Path
) -> None:
    await make(file, copy)
    before = await everything(store)
    await store.append(change(M, 3, ply(3, "4")))
    after = await everything(store)
    await store.close()
    replaced = await bring_back(copy, file)
    assert replaced is not None
    assert await known(replaced) == after
    assert (await known(file))[:4] == before[:4]  # logs and rows


async def test_boards_of_matches_that_go_on_are_shown_again(
    store: SqliteStore, file: Path, copy: Path
) -> None:
    await make(file, copy)
    await store.close()
    await bring_back(copy, file)
    again = await SqliteStore.open(file)
    try:
        assert [(known.id, known.shown) for known in await again.boards_behind()] == [("b", 0)]
    finally:
        await again.close()


async def test_a_copy_goes_where_nothing_was(
    store: SqliteStore, file: Path, copy: Path, tmp_path: Path
) -> None:
    await make(file, copy)
    elsewhere = tmp_path / "new machine" / "bot.db"
    assert await bring_back(copy, elsewhere) is None
    again = await SqliteStore.open(elsewhere)
    assert await again.load(M) == await store.load(M)
    await again.close()


async def test_nothing_is_brought_back_while_the_bot_runs(store: SqliteStore, file: Path, copy: Path) -> None:
    await make(file, copy)
    with pytest.raises(UnusableDatabase, match="open in another process"):
        await bring_back(copy, file)
    assert not file.with_name("bot.db.replaced").exists()


@pytest.mark.parametrize("rubbish", [b"", b"not a database at all" * 400])
async def test_rubbish_is_not_brought_back(
    store: SqliteStore, file: Path, tmp_path: Path, rubbish: bytes
) -> None:
    before = await everything(store)
    await store.close()
    copy = tmp_path / "rubbish"
    copy.write_bytes(rubbish)
    with pytest.raises(UnusableDatabase):
        await bring_back(copy, file)
    assert await known(file) == before


async def test_a_copy_of_a_newer_version_is_left_alone(store: SqliteStore, file: Path, copy: Path) -> None:
    await store.close()
    with sqlite3.connect(file) as newer:
        newer.execute("INSERT INTO steps (name) VALUES ('tomorrow')")
    newer.close()
    await make_by_hand(file, copy)
    with pytest.raises(UnusableDatabase, match="newer version"):
        await bring_back(copy, file)


async def make_by_hand(file: Path, copy: Path) -> None:
    copy.parent.mkdir()
    copy.write_bytes(file.read_bytes())


async def test_what_was_replaced_once_is_not_lost_by_a_second_time(
    store: SqliteStore, file: Path, copy: Path
) -> None:
    await make(file, copy)
    await store.close()
    await bring_back(copy, file)
    with pytest.raises(UnusableCopy, match="in the way"):
        await bring_back(copy, file)


async def test_two_accounts_are_in_the_copy(store: SqliteStore, file: Path, copy: Path) -> None:
    await store.put_person(Person("web", "1", PlayerId("p1"), "Ada", "en"))
    await make(file, copy)
    again = await SqliteStore.open(copy)
    assert await again.person("web", "1") == Person("web", "1", PlayerId("p1"), "Ada", "en")
    await again.close()
