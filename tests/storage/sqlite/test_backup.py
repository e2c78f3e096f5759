"""Copies of a database: whole while somebody writes, and brought back without losing what was there."""
# ruff: noqa: ASYNC240 - the files are small

from __future__ import annotations

import asyncio
import errno
import os
import sqlite3
import stat
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import NoReturn

import pytest
import pytest_asyncio

from games.events import PlayerId
from storage.errors import UnusableDatabase
from storage.people import Person
from storage.sql.schema import UPGRADES
from storage.sql.store import Store
from storage.sqlite import copying
from storage.sqlite.copying import bring_back, make
from storage.sqlite.database import Database, open_store
from tests.storage.facts import ACCEPTED, OPENED, M, board, boards_behind, change, everything, ply


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "data" / "bot.db"


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    return tmp_path / "kept?" / "copy.db"


@pytest_asyncio.fixture
async def store(file: Path) -> AsyncIterator[Store]:
    store = await open_store(file)
    await store.append(change(M, 2, OPENED, ACCEPTED, boards=(board("b", M, message="7", shown=2),)))
    yield store
    await store.close()


async def known(file: Path) -> tuple[object, ...]:
    """All that a store can tell of the match."""
    store = await open_store(file)
    try:
        return await everything(store)
    finally:
        await store.close()


async def test_a_copy_of_a_running_database_holds_all_that_was_stored(
    store: Store, file: Path, copy: Path
) -> None:
    before = await everything(store)
    assert await make(file, copy) == copy.stat().st_size
    await store.append(change(M, 3, ply(3, "4")))
    assert await known(copy) == before
    assert [path.name for path in copy.parent.iterdir() if not path.name.endswith(".lock")] == [copy.name]


async def test_the_folders_on_its_way_are_made(store: Store, file: Path, copy: Path) -> None:
    far = copy.parent / "of" / "today.db"
    assert await make(file, far) == far.stat().st_size


async def test_a_copy_is_for_the_host_alone(store: Store, file: Path, copy: Path) -> None:
    await make(file, copy)
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600


async def test_a_transaction_under_way_is_not_in_the_copy(file: Path, copy: Path) -> None:
    database = await Database.open(file, UPGRADES)

    def copy_amid(connection: sqlite3.Connection) -> None:
        connection.execute("INSERT INTO presses (press, match, counted) VALUES ('web:1', 'M', 0)")
        asyncio.run(make(file, copy))

    await database.write(copy_amid)
    await database.close()
    with sqlite3.connect(copy) as looked:
        assert looked.execute("SELECT count(*) FROM presses").fetchone() == (0,)


async def test_of_a_copy_that_fails_nothing_is_left(
    store: Store, file: Path, copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> NoReturn:
        raise OSError(errno.ENOSPC, "no space left")

    monkeypatch.setattr(os, "link", full)
    with pytest.raises(UnusableDatabase, match=r"copy\.db cannot be written: the disk is full; make room"):
        await make(file, copy)
    assert list(copy.parent.iterdir()) == []


async def test_a_file_that_is_there_is_not_overwritten(store: Store, file: Path, copy: Path) -> None:
    copy.parent.mkdir()
    copy.write_text("my diary")
    with pytest.raises(UnusableDatabase, match="there already"):
        await make(file, copy)
    assert copy.read_text() == "my diary"


async def test_what_cannot_be_copied_is_told_in_words(file: Path, copy: Path) -> None:
    with pytest.raises(UnusableDatabase, match="there is no database"):
        await make(file, copy)
    assert not copy.parent.exists()


async def test_a_copy_brought_back_is_what_is_known_and_the_rest_is_kept(
    store: Store, file: Path, copy: Path
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


async def test_boards_of_matches_that_go_on_are_shown_again(store: Store, file: Path, copy: Path) -> None:
    await make(file, copy)
    await store.close()
    await bring_back(copy, file)
    again = await open_store(file)
    try:
        assert [(known.id, known.shown) for known in await boards_behind(again)] == [("b", 0)]
    finally:
        await again.close()


async def test_a_copy_goes_where_nothing_was(store: Store, file: Path, copy: Path, tmp_path: Path) -> None:
    await make(file, copy)
    elsewhere = tmp_path / "new machine" / "bot.db"
    assert await bring_back(copy, elsewhere) is None
    again = await open_store(elsewhere)
    assert await again.matches.load(M) == await store.matches.load(M)
    await again.close()


async def test_nothing_is_brought_back_while_the_bot_runs(store: Store, file: Path, copy: Path) -> None:
    await make(file, copy)
    with pytest.raises(UnusableDatabase, match="open in another process"):
        await bring_back(copy, file)
    assert not file.with_name("bot.db.replaced").exists()


@pytest.mark.parametrize("rubbish", [b"", b"not a database at all" * 400])
async def test_rubbish_is_not_brought_back(store: Store, file: Path, tmp_path: Path, rubbish: bytes) -> None:
    before = await everything(store)
    await store.close()
    copy = tmp_path / "rubbish"
    copy.write_bytes(rubbish)
    with pytest.raises(UnusableDatabase):
        await bring_back(copy, file)
    assert await known(file) == before


async def test_a_copy_of_a_newer_version_is_left_alone(store: Store, file: Path, copy: Path) -> None:
    await store.close()
    with sqlite3.connect(file) as newer:
        newer.execute("INSERT INTO steps (number, name) VALUES (9, 'tomorrow')")
    newer.close()
    await make_by_hand(file, copy)
    with pytest.raises(UnusableDatabase, match="newer version"):
        await bring_back(copy, file)


async def make_by_hand(file: Path, copy: Path) -> None:
    copy.parent.mkdir()
    copy.write_bytes(file.read_bytes())


async def test_what_was_replaced_once_is_not_lost_by_a_second_time(
    store: Store, file: Path, copy: Path
) -> None:
    await make(file, copy)
    await store.close()
    await bring_back(copy, file)
    with pytest.raises(UnusableDatabase, match="in the way"):
        await bring_back(copy, file)


async def test_two_accounts_are_in_the_copy(store: Store, file: Path, copy: Path) -> None:
    await store.people.put_person(Person("web", "1", PlayerId("p1"), "Ada", "en"))
    await make(file, copy)
    again = await open_store(copy)
    assert await again.people.person("web", "1") == Person("web", "1", PlayerId("p1"), "Ada", "en")
    await again.close()


async def test_nothing_is_left_beside_a_copy_that_is_brought_back(
    store: Store, file: Path, copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await make(file, copy)
    await store.close()
    copy.parent.chmod(0o500)
    try:
        await bring_back(copy, file)
    finally:
        copy.parent.chmod(0o700)
    assert [path.name for path in copy.parent.iterdir()] == [copy.name]


@pytest.mark.parametrize("there", [True, False])
async def test_a_full_disk_leaves_all_as_it_was_and_the_next_try_brings_it_back(
    store: Store, file: Path, copy: Path, monkeypatch: pytest.MonkeyPatch, there: bool
) -> None:
    await make(file, copy)
    before = await everything(store)
    await store.close()
    file = file if there else file.with_name("other.db")
    names = set(os.listdir(file.parent))
    real = copying._copy
    for failing in range(3 if there else 2):
        rest = iter([False] * failing + [True])

        def full(source: Path, target: Path, *changes: str, rest: Iterator[bool] = rest) -> None:
            if next(rest):
                target.touch()
                raise OSError(errno.ENOSPC, "no space left")
            real(source, target, *changes)

        with monkeypatch.context() as broken:
            broken.setattr(copying, "_copy", full)
            with pytest.raises(UnusableDatabase, match="cannot be written: the disk is full; make room"):
                await bring_back(copy, file)
        left = {name for name in os.listdir(file.parent) if not name.endswith(("-wal", "-shm"))}
        assert left == {*names, f"{file.name}.lock"}
    await bring_back(copy, file)
    assert (await known(file))[:4] == before[:4]
