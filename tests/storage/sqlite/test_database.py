"""The file: its schema, its lock, its transactions."""
# ruff: noqa: ASYNC240 - the files are small

from __future__ import annotations

import os
import shutil
import sqlite3
import threading
from collections.abc import AsyncIterator
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from storage.errors import CannotStore, PressedBefore, StoreUnavailable, UnusableDatabase
from storage.sql.matches import UnreadableLog
from storage.sql.schema import FIRST_OF_OLD, LAST_OF_OLD, UPGRADES, Upgrade
from storage.sql.store import Store
from storage.sqlite.database import Database, open_store
from tests.storage.facts import ACCEPTED, ADA, BOB, CLEO, OPENED, M, change, ply
from tests.storage.sqlite.prepared import prepared
from tests.storage.sqlite.writer import writing

TALES = Upgrade("tales", ("CREATE TABLE tales (number INTEGER PRIMARY KEY, line TEXT) STRICT",), ())
TITLES = Upgrade(
    "titles", ("ALTER TABLE tales ADD COLUMN title TEXT", "CREATE INDEX by_title ON tales (title)"), ()
)
ADD = "INSERT INTO tales (line) VALUES (?)"
LINES = "SELECT line FROM tales ORDER BY number"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tales.db"


@pytest.fixture
async def database(path: Path) -> Any:
    database = await Database.open(path, [TALES])
    yield database
    await database.close()


async def lines(database: Database) -> list[str]:
    return [row["line"] for row in await database.rows(LINES)]


async def reopened(path: Path, *upgrades: Upgrade) -> list[str]:
    """Open the file with these upgrades, close it; the columns of the table `tales`."""
    database = await Database.open(path, upgrades)
    try:
        return [row["name"] for row in await database.rows("SELECT name FROM pragma_table_info('tales')")]
    finally:
        await database.close()


# Upgrades


async def test_a_database_gets_the_upgrades_that_it_lacks_and_each_once(path: Path) -> None:
    assert await reopened(path, TALES) == ["number", "line"]
    with closing(sqlite3.connect(path)) as by_hand, by_hand:
        by_hand.execute(ADD, ("once",))
    broken = Upgrade("titles", (TITLES.sqlite[0], "CREATE INDEX by_title ON tails (title)"), ())
    with pytest.raises(UnusableDatabase, match="no such table"):
        await reopened(path, TALES, broken)
    assert await reopened(path, TALES) == ["number", "line"], "of the one that fails nothing is left"
    for _ in range(2):
        assert await reopened(path, TALES, TITLES) == ["number", "line", "title"]
    with closing(sqlite3.connect(path)) as by_hand:
        assert by_hand.execute(LINES).fetchall() == [("once",)]


async def test_an_empty_database_gets_the_newest_tables_at_once_and_no_upgrade(path: Path) -> None:
    newest = Upgrade("tales", (*TALES.sqlite, *TITLES.sqlite), ())
    path = path.with_name("new folder") / path.name
    for _ in range(2):
        assert await reopened(path, newest, TITLES) == ["number", "line", "title"]


async def test_a_match_that_was_begun_before_an_upgrade_goes_on_after_it(path: Path) -> None:
    store = await open_store(path)
    await store.append(change(M, 2, OPENED, ACCEPTED, press="web:1"))
    await store.close()
    words = Upgrade("words", ("ALTER TABLE matches ADD COLUMN words TEXT NOT NULL DEFAULT ''",), ())
    store = Store(await Database.open(path, [*UPGRADES, words]), shared=False)
    with pytest.raises(PressedBefore):
        await store.append(change(M, 3, press="web:1"))
    await store.append(change(M, 3, press="web:2"))
    assert await store.matches.load(M) == (OPENED, ACCEPTED, ply(3))
    await store.close()
    with pytest.raises(UnusableDatabase, match=r"newer version .* the upgrade 'words'"):
        await open_store(path)


@pytest.mark.parametrize(
    ("last", "told"),
    [
        (LAST_OF_OLD, "was written before version 1.0: copy it to a new one"),
        ("seeks", "was written before version 1.0, by an early version: start the last one before 1.0 with"),
    ],
)
async def test_a_database_of_the_layout_before_is_refused_in_one_sentence_and_left_as_it_is(
    path: Path, last: str, told: str
) -> None:
    await (await Database.open(path, [Upgrade(name, (), ()) for name in (FIRST_OF_OLD, last)])).close()
    before = path.read_bytes()
    with pytest.raises(UnusableDatabase, match=told) as caught:
        await open_store(path)
    assert str(caught.value).startswith(f"{path} was written")
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("statement", "why"),
    [
        ("INSERT INTO steps (number, name) VALUES (2, 'titles')", r"newer version .* the upgrade 'titles'"),
        ("DROP TABLE steps", "another program"),
        (None, "is no database"),
    ],
)
async def test_what_is_not_ours_is_refused_and_left_as_it_is(
    path: Path, statement: str | None, why: str
) -> None:
    await reopened(path, TALES)
    if statement:
        with closing(sqlite3.connect(path)) as by_hand, by_hand:
            by_hand.execute(statement)
    else:
        path.write_bytes(b"Dear diary, " * 100)
    before = path.read_bytes()
    with pytest.raises(UnusableDatabase, match=why):
        await reopened(path, TALES)
    assert path.read_bytes() == before


async def test_a_folder_is_refused_in_words(tmp_path: Path) -> None:
    with pytest.raises(UnusableDatabase, match="cannot be used"):
        await reopened(tmp_path, TALES)


@pytest.mark.skipif(os.name != "posix", reason="permissions of another kind")
async def test_the_files_are_for_the_host_only(path: Path, database: Database) -> None:
    await add(database, "once")
    modes = {file.name: file.stat().st_mode & 0o777 for file in path.parent.iterdir()}
    assert modes == dict.fromkeys(["tales.db", "tales.db-wal", "tales.db-shm", "tales.db.lock"], 0o600)


async def test_a_commit_is_on_the_disk_and_keys_are_checked(database: Database) -> None:
    async def pragma(name: str) -> object:
        (value,) = await database.write(lambda connection: connection.execute(f"PRAGMA {name}").fetchone())
        return value

    assert await pragma("journal_mode") == "wal"
    assert await pragma("synchronous") == 2  # FULL
    assert await pragma("foreign_keys") == 1
    assert await pragma("busy_timeout") == 5000


# One process


async def test_a_second_opening_is_refused_until_the_first_is_closed(path: Path, tmp_path: Path) -> None:
    first = await Database.open(path, [TALES])
    link = tmp_path / "link.db"
    link.symlink_to(path)
    for way in (path, link):
        with pytest.raises(UnusableDatabase, match="open in another process"):
            await reopened(way, TALES)
    await add(first, "undisturbed")
    await first.close()
    assert await reopened(link, TALES) == ["number", "line"]


async def test_a_second_process_is_refused_until_the_first_is_killed(path: Path) -> None:
    with writing(path) as process:
        with pytest.raises(UnusableDatabase, match="open in another process"):
            await open_store(path)
        process.kill()
        process.wait()
        store = await open_store(path)
        await store.close()


# Transactions


async def test_what_is_closed_leaves_no_thread_behind(path: Path) -> None:
    before = {*threading.enumerate()}
    database = await Database.open(path, [TALES])
    await database.write(lambda connection: connection.execute(ADD, ["one"]))
    assert await lines(database) == ["one"]
    begun = [each for each in {*threading.enumerate()} - before if not each.name.startswith("asyncio")]
    assert len(begun) == 2
    await database.close()
    for each in begun:
        each.join(5)
    assert not any(each.is_alive() for each in begun)


async def test_a_transaction_is_kept_whole(path: Path, database: Database) -> None:
    def work(connection: sqlite3.Connection) -> list[tuple[str]]:
        for line in ("once", "upon a time"):
            connection.execute(ADD, (line,))
        with closing(sqlite3.connect(path)) as other:
            return other.execute(LINES).fetchall()

    assert await database.write(work) == []  # not before the commit
    assert await lines(database) == ["once", "upon a time"]


async def test_an_exception_undoes_a_transaction(database: Database) -> None:
    def stumble(connection: sqlite3.Connection) -> None:
        connection.execute(ADD, ("once",))
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await database.write(stumble)
    await check_usable(database)


async def test_reading_does_not_write(database: Database) -> None:
    with pytest.raises(CannotStore, match="readonly"):
        await database.rows("DELETE FROM tales RETURNING line")
    with pytest.raises(CannotStore, match="readonly"):
        await database.rows("DELETE FROM tales RETURNING line", near=True)


@pytest.mark.parametrize("gone", ["", "-wal"])
async def test_what_would_be_written_to_a_deleted_file_is_refused(
    database: Database, path: Path, gone: str
) -> None:
    await add(database, "once")
    file = path.with_name(f"{path.name}{gone}")
    aside = file.rename(path.with_name("aside"))
    with pytest.raises(CannotStore, match="was deleted or replaced while it was open"):
        await add(database, "lost")
    file.touch()
    with pytest.raises(CannotStore, match="was deleted or replaced while it was open"):
        await add(database, "lost")
    aside.rename(file)
    await add(database, "upon a time")
    assert await lines(database) == ["once", "upon a time"]


async def test_a_near_read_shows_what_was_committed_last(database: Database) -> None:
    for line in ("once", "upon a time"):
        await add(database, line)
        assert (await database.rows(LINES, near=True))[-1]["line"] == line


async def add(database: Database, line: str) -> None:
    await database.write(lambda connection: connection.execute(ADD, (line,)))


async def check_usable(database: Database) -> None:
    """The next transaction goes through, and nothing of an earlier one comes with it."""
    await add(database, "next")
    assert await lines(database) == ["next"]


async def test_somebody_who_looks_into_the_file_with_another_tool_is_waited_for_and_then_told(
    database: Database, path: Path
) -> None:
    await database.write(lambda connection: connection.execute("PRAGMA busy_timeout = 1").fetchall())
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreUnavailable, match="is busy"):
            await add(database, "lost")
        other.execute("ROLLBACK")
    await check_usable(database)


async def test_nothing_of_what_was_deleted_stays_unless_somebody_reads_what_was_before(
    database: Database, path: Path
) -> None:
    await add(database, "hidden words")
    with closing(sqlite3.connect(path, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute(LINES).fetchall()
        await database.write(lambda connection: connection.execute("DELETE FROM tales"))
        await database.write(lambda connection: connection.execute("PRAGMA busy_timeout = 1").fetchall())
        assert not await database.wipe()
    assert await database.wipe()
    assert not any(b"hidden words" in file.read_bytes() for file in path.parent.glob("tales.db*"))


async def test_what_is_deleted_by_a_process_that_is_killed_is_erased_at_the_next_start(
    database: Database, path: Path, tmp_path: Path
) -> None:
    await add(database, "hidden words")
    await database.write(lambda connection: connection.execute("DELETE FROM tales"))
    left = tmp_path / "left"
    left.mkdir()
    for file in (path, path.with_name("tales.db-wal")):
        shutil.copy(file, left)
    assert any(b"hidden words" in file.read_bytes() for file in left.iterdir())
    again = await Database.open(left / path.name, [TALES])
    assert not any(b"hidden words" in file.read_bytes() for file in left.iterdir())
    await again.close()


class Interrupted(sqlite3.Connection):
    """After each query somebody else writes a line."""

    def execute(self, sql: str, *parameters: Any) -> sqlite3.Cursor:
        found = super().execute(sql, *parameters)
        if "?1" in sql:
            (name,) = (row[2] for row in super().execute("PRAGMA database_list"))
            with closing(sqlite3.connect(name)) as other, other:
                other.execute(ADD, ("amid",))
        return found


@pytest.mark.parametrize("near", [False, True])
async def test_what_is_read_at_once_is_of_one_commit(
    path: Path, monkeypatch: pytest.MonkeyPatch, *, near: bool
) -> None:
    opened = partial(sqlite3.connect, isolation_level=None, check_same_thread=False, factory=Interrupted)
    monkeypatch.setattr("storage.sqlite.database.connected", opened)
    database = await Database.open(path, [TALES])
    lines = "SELECT line FROM tales WHERE number > ?1"
    found = await database.at_once([lines, lines], [0], near=near)
    assert [len(rows) for rows in found] == [0, 0]
    await database.close()


# The store in the file


@pytest.fixture
async def store(path: Path) -> AsyncIterator[Store]:
    store = await open_store(prepared(path))
    yield store
    await store.close()


async def test_an_event_that_cannot_be_read_is_named_and_not_told(store: Store, path: Path) -> None:
    await store.append(change(M, 1))
    with closing(sqlite3.connect(path)) as by_hand, by_hand:
        by_hand.execute("INSERT INTO events VALUES ('M', 2, 'DotsPlaced', '{\"dots\":\"a3\"}')")
    with pytest.raises(UnreadableLog) as caught:
        await store.matches.load(M)
    assert str(caught.value) == "event 2 of match M cannot be read: its kind is unknown"
    assert caught.value.__cause__ is None


async def test_a_match_that_more_than_two_play_is_refused(store: Store) -> None:
    three = change(M, 1)
    three = replace(three, row=replace(three.row, players=(ADA, BOB, CLEO)))
    with pytest.raises(ValueError, match="too many values"):
        await store.append(three)
    assert await store.matches.load(M) == ()
