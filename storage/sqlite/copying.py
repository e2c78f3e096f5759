"""The file of a store from outside: looked at, saved while the bot runs, brought back, copied row by row."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import ExitStack, asynccontextmanager, closing, contextmanager
from pathlib import Path
from urllib.parse import quote

from filelock import Timeout

from storage.errors import UnusableDatabase
from storage.migration import PAGE, Tables, is_older
from storage.sql.database import Record, Row, Rows
from storage.sql.schema import UPGRADES, Checkup, Table, lacking
from storage.sqlite.database import OWNER_ONLY, WIPE, Database, applied_to, connected, explained, locked

DAMAGES = 3  # how many are told
REPLACED = ".replaced"
"""Behind the name of a database that a copy has taken the place of: it is kept under that name."""

SHOW_AGAIN = """
    UPDATE boards SET shown = 0
    WHERE match IN (SELECT match FROM matches WHERE phase IN ('challenge', 'running'))
"""
SHOW_BOARDS = """
    INSERT INTO jobs (key, kind, due, since, platform, player, tries, claimed_until)
    SELECT id || ' ' || match || ' ' || platform || ':' || chat, 'board',
        0, 0, platform, coalesce(player, ''), 0, 0
    FROM boards WHERE shown = 0
    ON CONFLICT (key, kind) DO UPDATE SET due = 0
"""
"""The chats may show what happened after the copy was made: those boards count as behind."""

ASK_AGAIN = "UPDATE jobs SET due = 0 WHERE kind = 'reminder'"
"""Whoever was asked when the copy was made may have answered since, and an edited board notifies nobody."""


FORGET_ANSWERS = "UPDATE boards SET answer = NULL WHERE answer IS NOT NULL"
"""Tokens of minutes: no copy needs them."""


# Looking


async def check(path: Path) -> Checkup | None:
    """Look at a file without changing it; None: there is none.

    Raises:
        UnusableDatabase: it was written by a newer version or another program, or cannot be read.
    """
    return await asyncio.to_thread(_check, path)


def _check(path: Path) -> Checkup | None:
    with explained(path):
        if not path.exists():
            return None
        with _looking(path) as reader:
            missing = lacking(applied_to(reader, path), UPGRADES, path)
            damages = _damages(reader)
        return Checkup(_in_use(path), bool(missing), damages=damages)


@asynccontextmanager
async def opened(path: Path) -> AsyncIterator[Rows]:
    """A way to ask the database of a store, also while the bot runs.

    Raises:
        UnusableDatabase: there is none, it is of another version or program, or cannot be read.
    """
    with explained(path), _looking(path) as reader:
        if lacking(applied_to(reader, path), UPGRADES, path):
            raise UnusableDatabase(f"{path} is of an older version: start the bot once")
        reader.row_factory = sqlite3.Row

        async def rows(sql: str, parameters: Sequence[object]) -> Sequence[Record]:
            return reader.execute(sql, parameters).fetchall()

        yield rows


@contextmanager
def _looking(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection that changes nothing."""
    if not path.exists():
        raise UnusableDatabase(f"there is no database {path}")
    with closing(_connected(path, "ro")) as reader:
        yield reader


def _damages(reader: sqlite3.Connection) -> tuple[str, ...]:
    rows = reader.execute(f"PRAGMA quick_check({DAMAGES})")
    return tuple(" ".join(told.split()) for (told,) in rows if told != "ok")


def _in_use(path: Path) -> bool:
    if not path.resolve().with_name(f"{path.resolve().name}.lock").exists():
        return False  # no bot has had it open, and looking leaves nothing behind
    try:
        with locked(path):
            return False
    except Timeout:
        return True


def _connected(file: Path, mode: str) -> sqlite3.Connection:
    return connected(f"file:{quote(str(file))}?mode={mode}", uri=True)


# Backups


async def make(database: Path, copy: Path) -> int:
    """Copy a database, also one that a running bot writes to; the copy is whole, as of one moment.

    Returns:
        The size of the copy in bytes.

    Raises:
        UnusableDatabase: there is none, it is damaged, or none of ours; or there is a file of the copy's name
            already, or it cannot be written.
    """
    return await asyncio.to_thread(_make, database, copy)


async def bring_back(copy: Path, database: Path) -> Path | None:
    """Put a copy in the place of the database; nothing changes unless all of it goes well.

    Returns:
        Where the database is kept that was there before; None if there was none.

    Raises:
        UnusableDatabase: the copy is damaged, from a newer version or none of ours; the database is open in
            another process, a file is in the way, or nothing can be written.
    """
    return await asyncio.to_thread(_bring_back, copy, database)


def _examine(file: Path) -> None:
    found = _check(file)
    if found is None:
        raise UnusableDatabase(f"there is no database {file}")
    if not file.stat().st_size:
        raise UnusableDatabase(f"{file} is empty")
    if found.damages:
        raise UnusableDatabase(f"{file} is damaged: {'; '.join(found.damages)}")


def _make(database: Path, copy: Path) -> int:
    if copy.exists():
        raise UnusableDatabase(f"{copy} is there already; name a new file")
    _examine(database)
    with explained(copy, "written"):
        copy.parent.mkdir(parents=True, exist_ok=True)
        draft = copy.with_name(f"{copy.name}.part")
        try:
            _copy(database, draft, FORGET_ANSWERS)
            os.link(draft, copy)  # takes no name that somebody took meanwhile; a rename would
        finally:
            draft.unlink(missing_ok=True)  # half a copy would fill a disk that is full
        return copy.stat().st_size


def _bring_back(copy: Path, database: Path) -> Path | None:
    _examine(copy)
    replaced, draft = (database.with_name(f"{database.name}{ending}") for ending in (REPLACED, ".part"))
    with explained(database, "written"), locked(database):
        there = database.exists()
        if there and replaced.exists():
            raise UnusableDatabase(f"{replaced} is in the way: it was replaced before; move it elsewhere")
        try:
            if there:
                _copy(database, replaced)
            _copy(copy, draft, SHOW_AGAIN, SHOW_BOARDS, ASK_AGAIN)
            # One transaction of SQLite's own: a crash leaves what was there before, or the copy.
            _copy(draft, database)
        except BaseException:
            (replaced if there else database).unlink(missing_ok=True)
            raise
        finally:
            draft.unlink(missing_ok=True)
        return replaced if there else None


def _copy(source: Path, target: Path, *changes: str) -> None:
    """The whole of a database into a file that is for the host only, as the database itself."""
    os.close(os.open(target, os.O_RDWR | os.O_CREAT, OWNER_ONLY))
    with closing(_connected(source, "ro")) as old, closing(_connected(target, "rw")) as new:
        new.execute("PRAGMA secure_delete = ON")
        old.backup(new)  # all pages at once: what is written meanwhile is not copied
        for change in changes:
            new.execute(change)
        new.execute("PRAGMA journal_mode = DELETE")  # one file that holds everything


# Copies from or to a database of another kind or layout, see `storage.migration`


class _File:
    def __init__(self, connection: sqlite3.Connection, *, older: bool = False) -> None:
        self._connection, self.older = connection, older

    async def pages(self, query: str) -> AsyncIterator[Sequence[Row]]:
        cursor = self._connection.execute(query)
        while page := cursor.fetchmany(PAGE):
            yield page

    async def put(self, table: Table, rows: Sequence[Row]) -> None:
        places = ", ".join("?" * len(table.names))
        insert = f"INSERT INTO {table.name} ({table.all}) VALUES ({places})"
        self._connection.executemany(insert, rows)

    async def run(self, sql: str, parameters: Row = ()) -> None:
        self._connection.execute(sql, parameters).fetchall()


@asynccontextmanager
async def source(path: Path) -> AsyncIterator[Tables]:
    """The file of a store, or of one of the last layout before the first release; it stays as it is.

    Raises:
        UnusableDatabase: there is none, it is of another version or program, damaged, or in use.
    """
    with explained(path), ExitStack() as held:
        if path.with_name(f"{path.name}.lock").exists():
            held.enter_context(locked(path))  # where there is none, no bot has it open
        connection = held.enter_context(_looking(path))
        connection.execute("BEGIN")  # all of one commit
        older = is_older(applied_to(connection, path), path)
        if damages := _damages(connection):
            raise UnusableDatabase(f"{path} is damaged ({'; '.join(damages)}): copy a backup of it instead")
        yield _File(connection, older=older)


@asynccontextmanager
async def target(path: Path) -> AsyncIterator[Tables]:
    """A new file; it has its name only when all went well.

    Raises:
        UnusableDatabase: there is a file of this name, or it cannot be written.
    """
    draft = path.with_name(f"{path.name}.part")
    with explained(path), locked(path):
        _look_for_others(path)
        try:
            await (await Database.open(draft, UPGRADES)).close()
            with closing(connected(draft)) as connection:
                connection.execute("BEGIN IMMEDIATE")
                yield _File(connection)
                for line in ("COMMIT", WIPE, "PRAGMA journal_mode = DELETE"):
                    connection.execute(line).fetchall()
            os.link(draft, path)
        finally:
            for ending in ("", "-wal", "-shm", ".lock"):
                draft.with_name(f"{draft.name}{ending}").unlink(missing_ok=True)


def _look_for_others(path: Path) -> None:
    """What a new file must not be put in the place of, or beside."""
    if path.exists():
        raise UnusableDatabase(f"{path} is there already; name a new file")
    log = path.with_name(f"{path.name}-wal")
    if log.exists() and log.stat().st_size:
        raise UnusableDatabase(f"{log} holds the latest of the file that was {path}: move it along with that")
