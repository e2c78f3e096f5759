"""Checks, backups, restores and row-by-row copies of a store's file."""

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
from storage.sql.boards import BOARD_JOB
from storage.sql.database import Record, Row, Rows
from storage.sql.jobs import COLUMNS
from storage.sql.schema import UPGRADES, Checkup, lacking, require_newest
from storage.sql.table import Table
from storage.sqlite.database import WIPE, applied_to, connected, create, explained, locked, prepare

DAMAGES = 3  # the maximum number reported
REPLACED = ".replaced"
"""Suffix under which a database is kept after a backup has replaced it."""

SHOW_AGAIN = """
    UPDATE boards SET shown = 0
    WHERE match IN (SELECT match FROM matches WHERE phase IN ('challenge', 'running'))
"""
SHOW_BOARDS = f"""
    INSERT INTO jobs ({COLUMNS})
    SELECT {BOARD_JOB}, 'board',
        0, 0, platform, coalesce(player, ''), 0, 0
    FROM boards WHERE shown = 0
    ON CONFLICT (key, kind) DO UPDATE SET due = 0
"""
"""Redraw boards after a restore, because they may show events from after the backup."""

ASK_AGAIN = "UPDATE jobs SET due = 0 WHERE kind = 'reminder'"
"""Remind all players at once: one may have moved after the backup, and an edited board does not notify."""


FORGET_ANSWERS = "UPDATE boards SET answer = NULL WHERE answer IS NOT NULL"
"""Tokens that are valid for minutes, which no backup needs."""


# Checks


async def check(path: Path) -> Checkup | None:
    """Check a file without changing it; None if there is none."""
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
    """A function that queries the database of a store, even while the bot runs."""
    with explained(path), _looking(path) as reader:
        require_newest(applied_to(reader, path), path)
        reader.row_factory = sqlite3.Row

        async def rows(sql: str, parameters: Sequence[object]) -> Sequence[Record]:
            return reader.execute(sql, parameters).fetchall()

        yield rows


@contextmanager
def _looking(path: Path) -> Iterator[sqlite3.Connection]:
    """A read-only connection."""
    if not path.exists():
        raise UnusableDatabase(f"there is no database {path}")
    with closing(_connected(path, "ro")) as reader:
        yield reader


def _damages(reader: sqlite3.Connection) -> tuple[str, ...]:
    rows = reader.execute(f"PRAGMA quick_check({DAMAGES})")
    return tuple(" ".join(damage.split()) for (damage,) in rows if damage != "ok")


def _in_use(path: Path) -> bool:
    if not path.resolve().with_name(f"{path.resolve().name}.lock").exists():
        return False  # no bot has had it open, and a check must not leave a lock file
    try:
        with locked(path):
            return False
    except Timeout:
        return True


def _connected(file: Path, mode: str) -> sqlite3.Connection:
    return connected(f"file:{quote(str(file))}?mode={mode}", uri=True)


# Backups


def make(database: Path, copy: Path) -> int:
    """Back up a database, even while a bot writes to it, and return the size of the copy in bytes.

    Raises:
        UnusableDatabase: there is no database, or it is damaged or from another program; or the copy exists
            already or cannot be written.
    """
    if copy.exists():
        raise UnusableDatabase(f"{copy} is there already; name a new file")
    _examine(database)
    with explained(copy, "written"):
        copy.parent.mkdir(parents=True, exist_ok=True)
        draft = copy.with_name(f"{copy.name}.part")
        try:
            _copy(database, draft, FORGET_ANSWERS)
            os.link(draft, copy)  # fails if the name was taken meanwhile; a rename would overwrite
        finally:
            draft.unlink(missing_ok=True)  # a partial copy must not fill the disk
        return copy.stat().st_size


def bring_back(copy: Path, database: Path) -> Path | None:
    """Restore a backup, and return the path under which the previous database is kept, if there was one.

    Raises:
        UnusableDatabase: the backup is damaged, or from a newer version or another program; the database is
            open in another process, a file is in the way, or it cannot be written. Nothing is changed.
    """
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
            # A single SQLite transaction: after a crash there is either the previous database or the backup.
            _copy(draft, database)
        except BaseException:
            (replaced if there else database).unlink(missing_ok=True)
            raise
        finally:
            draft.unlink(missing_ok=True)
        return replaced if there else None


def _examine(file: Path) -> None:
    found = _check(file)
    if found is None:
        raise UnusableDatabase(f"there is no database {file}")
    if not file.stat().st_size:
        raise UnusableDatabase(f"{file} is empty")
    if found.damages:
        raise UnusableDatabase(f"{file} is damaged: {'; '.join(found.damages)}")


def _copy(source: Path, target: Path, *changes: str) -> None:
    """Copy a whole database into a file that only its owner can read, like the database itself."""
    create(target)
    with closing(_connected(source, "ro")) as old, closing(_connected(target, "rw")) as new:
        new.execute("PRAGMA secure_delete = ON")
        old.backup(new)  # all pages at once: a consistent snapshot
        for change in changes:
            new.execute(change)
        new.execute("PRAGMA journal_mode = DELETE")  # a single file, without a write-ahead log


# Copies from or to another database or layout, see `storage.migration`


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
    """The file of a store, perhaps in the last layout before the first release; it is not changed."""
    with explained(path), ExitStack() as held:
        if path.with_name(f"{path.name}.lock").exists():
            held.enter_context(locked(path))  # without a lock file, no bot has it open
        connection = held.enter_context(_looking(path))
        connection.execute("BEGIN")  # all as of one commit
        older = is_older(applied_to(connection, path), path)
        if damages := _damages(connection):
            raise UnusableDatabase(f"{path} is damaged ({'; '.join(damages)}): copy a backup of it instead")
        yield _File(connection, older=older)


@asynccontextmanager
async def target(path: Path) -> AsyncIterator[Tables]:
    """A new file, which gets its name only on success."""
    draft = path.with_name(f"{path.name}.part")
    with explained(path), locked(path):
        _look_for_others(path)
        try:
            create(draft)
            with closing(connected(draft)) as connection:
                prepare(connection, draft, UPGRADES)
                connection.execute("BEGIN IMMEDIATE")
                yield _File(connection)
                for line in ("COMMIT", WIPE, "PRAGMA journal_mode = DELETE"):
                    connection.execute(line).fetchall()
            os.link(draft, path)
        finally:
            for ending in ("", "-wal", "-shm"):
                draft.with_name(f"{draft.name}{ending}").unlink(missing_ok=True)


def _look_for_others(path: Path) -> None:
    """Refuse a name that is taken, or beside which another database's log remains."""
    if path.exists():
        raise UnusableDatabase(f"{path} is there already; name a new file")
    log = path.with_name(f"{path.name}-wal")
    if log.exists() and log.stat().st_size:
        raise UnusableDatabase(f"{log} holds the latest of the file that was {path}: move it along with that")
