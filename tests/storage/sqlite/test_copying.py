"""Copies of a database, brought back without losing what was there; and checks, which change nothing."""
# ruff: noqa: ASYNC240 - the files are small

from __future__ import annotations

import errno
import os
import sqlite3
import stat
from collections.abc import AsyncIterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import NoReturn

import pytest
import pytest_asyncio

from storage.errors import UnusableDatabase
from storage.jobs import deadline_job
from storage.sql.schema import UPGRADES, Checkup, Upgrade
from storage.sql.store import Store
from storage.sqlite import copying
from storage.sqlite.copying import bring_back, check, make
from storage.sqlite.database import Database, connected, open_store
from tests.storage.facts import (
    ACCEPTED,
    OPENED,
    M,
    board,
    boards_behind,
    change,
    deadlines_of,
    everything,
    person,
    ply,
)

PAGE = 4096  # bytes of a page in the file


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "data" / "bot.db"


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    return tmp_path / "kept?" / "copy.db"


@pytest_asyncio.fixture
async def store(file: Path) -> AsyncIterator[Store]:
    store = await open_store(file)
    begun = change(M, 2, OPENED, ACCEPTED, boards=(board("b", M, message="7", shown=2),))
    await store.append(replace(begun, deadlines=(deadline_job(M, "reminder", 0, 100, 900),)))
    yield store
    await store.close()


async def without_answers(store: Store) -> tuple[object, ...]:
    """All that a copy holds of it."""
    boards = [replace(board, answer=None) for board in await store.boards.boards_of(M)]
    await store.boards.put_boards(boards)
    return await everything(store)


async def known(file: Path) -> tuple[object, ...]:
    """All that a store can tell of the match."""
    store = await open_store(file)
    try:
        return await everything(store)
    finally:
        await store.close()


async def test_a_copy_of_a_running_database_holds_all_that_was_stored_for_the_host_alone(
    store: Store, file: Path, copy: Path
) -> None:
    await store.boards.put_boards([replace(board("a", M), answer="a-token")])
    assert make(file, copy) == copy.stat().st_size
    assert not [path for path in copy.parent.iterdir() if b"a-token" in path.read_bytes()]
    before = await without_answers(store)
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    await store.append(change(M, 3, ply(3, "4")))
    assert await known(copy) == before
    assert [path.name for path in copy.parent.iterdir() if not path.name.endswith(".lock")] == [copy.name]


async def test_a_transaction_under_way_is_not_in_the_copy(file: Path, copy: Path) -> None:
    database = await Database.open(file, UPGRADES)

    def copy_amid(connection: sqlite3.Connection) -> None:
        connection.execute("INSERT INTO presses (press, match, counted) VALUES ('web:1', 'M', 0)")
        make(file, copy)

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
        make(file, copy)
    assert list(copy.parent.iterdir()) == []


async def test_a_file_that_is_there_is_not_overwritten(store: Store, file: Path, copy: Path) -> None:
    copy.parent.mkdir()
    copy.write_text("my diary")
    with pytest.raises(UnusableDatabase, match="there already"):
        make(file, copy)
    assert copy.read_text() == "my diary"


async def test_what_cannot_be_copied_is_told_in_words(file: Path, copy: Path) -> None:
    with pytest.raises(UnusableDatabase, match="there is no database"):
        make(file, copy)
    assert not copy.parent.exists()


async def test_a_copy_brought_back_is_what_is_known_its_boards_are_shown_again_and_the_rest_is_kept(
    store: Store, file: Path, copy: Path
) -> None:
    make(file, copy)
    before = await everything(store)
    await store.append(change(M, 3, ply(3, "4")))
    after = await everything(store)
    await store.close()
    copy.parent.chmod(0o500)  # nothing is written beside the copy
    try:
        replaced = bring_back(copy, file)
    finally:
        copy.parent.chmod(0o700)
    assert [path.name for path in copy.parent.iterdir()] == [copy.name]
    assert replaced is not None
    assert await known(replaced) == after
    again = await open_store(file)
    try:
        assert (await everything(again))[:4] == before[:4]  # logs and rows
        assert [(known.id, known.shown) for known in await boards_behind(again)] == [("b", 0)]
        assert [deadline.due for deadline in await deadlines_of(again, M)] == [0], "all are reminded"
    finally:
        await again.close()
    with pytest.raises(UnusableDatabase, match="in the way"):
        bring_back(copy, file)


async def test_a_copy_goes_where_nothing_was(store: Store, file: Path, copy: Path, tmp_path: Path) -> None:
    make(file, copy)
    elsewhere = tmp_path / "new machine" / "bot.db"
    assert bring_back(copy, elsewhere) is None
    assert (await known(elsewhere))[:4] == (await everything(store))[:4]


async def test_nothing_is_brought_back_while_the_bot_runs(store: Store, file: Path, copy: Path) -> None:
    make(file, copy)
    with pytest.raises(UnusableDatabase, match="open in another process"):
        bring_back(copy, file)
    assert not file.with_name("bot.db.replaced").exists()


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "is empty"),
        (b"not a database at all" * 400, "is no database, or damaged"),
        (None, "newer version"),
    ],
)
async def test_what_is_no_copy_of_ours_is_not_brought_back(
    store: Store, file: Path, tmp_path: Path, data: bytes | None, why: str
) -> None:
    before = await everything(store)
    copy = tmp_path / "rubbish"
    if data is None:
        make(file, copy)
        with closing(sqlite3.connect(copy)) as newer, newer:
            newer.execute("INSERT INTO steps (number, name) VALUES (9, 'tomorrow')")
    else:
        copy.write_bytes(data)
    await store.close()
    with pytest.raises(UnusableDatabase, match=why):
        bring_back(copy, file)
    assert await known(file) == before


@pytest.mark.parametrize("there", [True, False])
async def test_a_full_disk_leaves_all_as_it_was_and_the_next_try_brings_it_back(
    store: Store, file: Path, copy: Path, monkeypatch: pytest.MonkeyPatch, there: bool
) -> None:
    make(file, copy)
    before = await everything(store)
    await store.close()
    file = file if there else file.with_name("other.db")
    names = set(os.listdir(file.parent))
    for target in ([".replaced"] if there else []) + [".part", ""]:

        def full(name: str, *, uri: bool, end: str = f"{file.name}{target}?mode=rw") -> sqlite3.Connection:
            if name.endswith(end):
                raise OSError(errno.ENOSPC, "no space left")
            return connected(name, uri=uri)

        with monkeypatch.context() as broken:
            broken.setattr(copying, "connected", full)
            with pytest.raises(UnusableDatabase, match="cannot be written: the disk is full; make room"):
                bring_back(copy, file)
        left = {name for name in os.listdir(file.parent) if not name.endswith(("-wal", "-shm"))}
        assert left == {*names, f"{file.name}.lock"}
    bring_back(copy, file)
    assert (await known(file))[:4] == before[:4]


# Checks


async def filled(file: Path) -> None:
    store = await open_store(file)
    for number in range(500):
        await store.people.put_person(person(f"{number:05}", "Ada"))
    await store.close()


async def test_a_check_leaves_a_whole_database_as_it_is(file: Path) -> None:
    assert await check(file) is None
    assert not file.parent.exists()
    await filled(file)
    before = file.read_bytes()
    assert await check(file) == Checkup(in_use=False, outdated=False, damages=())
    assert file.read_bytes() == before
    store = await open_store(file)
    try:
        assert await check(file) == Checkup(in_use=True, outdated=False, damages=())
        await store.people.put_person(person("1", "Ben"))
    finally:
        await store.close()


async def test_an_older_database_is_not_brought_up_to_date_by_looking(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file.parent.mkdir()
    file.touch()
    assert await check(file) == Checkup(in_use=False, outdated=True, damages=())
    await (await open_store(file)).close()
    monkeypatch.setattr(copying, "UPGRADES", (*UPGRADES, Upgrade("3", (), ())))
    before = file.read_bytes()
    assert await check(file) == Checkup(in_use=False, outdated=True, damages=())
    assert file.read_bytes() == before


async def test_damage_is_found(file: Path) -> None:
    """A page of a table is overwritten, as a bad disk would."""
    await filled(file)
    data = bytearray(file.read_bytes())
    place = data.rfind(b"00250")
    start = place - place % PAGE
    data[start + 40 : start + 60] = b"\xa5" * 20  # where in the page its rows are
    file.write_bytes(data)
    found = await check(file)
    assert found
    assert found.damages
    assert "ok" not in found.damages
