"""A whole SQLite file as what is copied, or what it is copied to."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, closing
from functools import cache
from pathlib import Path

import aiosqlite

from storage.errors import UnusableDatabase
from storage.sql.database import Row
from storage.sql.schema import STEPS
from storage.sql.tables import PAGE, Source, Table, Target
from storage.sqlite.checkup import looking
from storage.sqlite.database import Database, explained, locked, missing_steps

_TABLES = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> 'steps' ORDER BY rowid"
_TRIGGERS = "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' ORDER BY rowid"


@cache
def tables() -> tuple[Table, ...]:
    """The tables of the newest schema; each behind those that it refers to."""
    with closing(sqlite3.connect(":memory:")) as empty:
        for step in STEPS:
            for statement in step.statements:
                empty.execute(statement)
        return tuple(_table(empty, name) for (name,) in empty.execute(_TABLES).fetchall())


def _table(database: sqlite3.Connection, name: str) -> Table:
    facts = database.execute(f"PRAGMA table_info({name})").fetchall()  # which leaves computed ones out
    columns = tuple(column for _, column, *_ in facts)
    if name == "records":  # the newest are kept: their order is a fact
        return Table(name, ("rowid", *columns), ("rowid",))
    by_place = sorted((place, column) for _, column, *_, place in facts if place)
    return Table(name, columns, tuple(column for _, column in by_place))


class _File:
    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._connection = connection

    async def pages(self, table: Table) -> AsyncIterator[Sequence[Row]]:
        """All rows of a table, page by page."""
        async with self._connection.execute(table.query) as cursor:
            while page := await cursor.fetchmany(PAGE):
                yield [tuple(row) for row in page]

    async def put(self, table: Table, rows: Sequence[Row]) -> None:
        """Add rows."""
        places = ", ".join("?" * len(table.columns))
        insert = f"INSERT INTO {table.name} ({', '.join(table.columns)}) VALUES ({places})"  # noqa: S608
        await self._connection.executemany(insert, rows)


@asynccontextmanager
async def source(path: Path) -> AsyncIterator[Source]:
    """The file of a `SqliteStore`, which no bot has open meanwhile.

    Raises:
        UnusableDatabase: there is none, it is of another version or program, in use, or cannot be read.
    """
    if not await asyncio.to_thread(path.exists):
        raise UnusableDatabase(f"there is no database {path}")
    with explained(path), locked(path):
        async with looking(path) as connection:
            if await missing_steps(connection, path, STEPS):
                raise UnusableDatabase(f"{path} is of an older version: start the bot once")
            yield _File(connection)


@asynccontextmanager
async def target(path: Path) -> AsyncIterator[Target]:
    """A new file; it has its name only when all went well.

    Raises:
        UnusableDatabase: there is a file of this name, or it cannot be written.
    """
    draft = path.with_name(f"{path.name}.part")
    if await asyncio.to_thread(path.exists):
        raise UnusableDatabase(f"{path} is there already; name a new file")
    with explained(path), locked(path):
        try:
            await (await Database.open(draft, STEPS)).close()
            async with aiosqlite.connect(draft, isolation_level=None) as connection:
                await connection.execute_fetchall("BEGIN IMMEDIATE")
                triggers = list(await connection.execute_fetchall(_TRIGGERS))
                first_rows = (f"DELETE FROM {table.name}" for table in tables())  # noqa: S608
                await _run(connection, [*(f"DROP TRIGGER {name}" for name, _ in triggers), *first_rows])
                yield _File(connection)
                await _run(connection, [*(sql for _, sql in triggers), "COMMIT"])
                await _run(connection, ["PRAGMA wal_checkpoint(TRUNCATE)", "PRAGMA journal_mode = DELETE"])
            await asyncio.to_thread(draft.rename, path)
        finally:
            await asyncio.to_thread(_remove, draft)


async def _run(connection: aiosqlite.Connection, statements: Sequence[str]) -> None:
    for statement in statements:
        await connection.execute_fetchall(statement)


def _remove(draft: Path) -> None:
    """What is left of a copy that failed, and the lock beside it."""
    for file in _beside(draft):
        file.unlink(missing_ok=True)


def _beside(draft: Path) -> Iterator[Path]:
    return (draft.with_name(f"{draft.name}{ending}") for ending in ("", "-wal", "-shm", ".lock"))
