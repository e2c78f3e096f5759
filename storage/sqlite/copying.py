"""A whole SQLite file as what is copied, or what it is copied to."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Sequence
from contextlib import ExitStack, asynccontextmanager
from pathlib import Path

import aiosqlite

from storage.errors import UnusableDatabase
from storage.migration import PAGE, Source, Target
from storage.sql.database import Row
from storage.sql.schema import Table
from storage.sql.upgrades import UPGRADES, OlderLayout
from storage.sqlite.checkup import damages_of, looking
from storage.sqlite.database import Database, explained, lacking_in, locked


class _File:
    def __init__(self, connection: aiosqlite.Connection, *, older: bool = False) -> None:
        self._connection, self.older = connection, older

    async def pages(self, query: str) -> AsyncIterator[Sequence[Row]]:
        """All rows of a query, page by page."""
        async with self._connection.execute(query) as cursor:
            while page := await cursor.fetchmany(PAGE):
                yield [tuple(row) for row in page]

    async def put(self, table: Table, rows: Sequence[Row]) -> None:
        """Add rows."""
        places = ", ".join("?" * len(table.names))
        insert = f"INSERT INTO {table.name} ({table.all}) VALUES ({places})"  # noqa: S608 - of the schema
        await self._connection.executemany(insert, rows)

    async def run(self, sql: str, parameters: Row = ()) -> None:
        """A statement."""
        await self._connection.execute_fetchall(sql, parameters)


@asynccontextmanager
async def source(path: Path) -> AsyncIterator[Source]:
    """The file of a store, or of one of the last layout before the first release; it stays as it is.

    Raises:
        UnusableDatabase: there is none, it is of another version or program, damaged, or in use.
    """
    if not await asyncio.to_thread(path.exists):
        raise UnusableDatabase(f"there is no database {path}")
    with explained(path), ExitStack() as held:
        if await asyncio.to_thread(path.with_name(f"{path.name}.lock").exists):
            held.enter_context(locked(path))  # where there is none, no bot has it open
        async with looking(path) as connection:
            await connection.execute_fetchall("BEGIN")  # all of one commit
            older = await _is_older(connection, path)
            if damages := await damages_of(connection):
                raise UnusableDatabase(
                    f"{path} is damaged ({'; '.join(damages)}): copy a backup of it instead"
                )
            yield _File(connection, older=older)


async def _is_older(connection: aiosqlite.Connection, path: Path) -> bool:
    try:
        lacking = await lacking_in(connection, path, UPGRADES)
    except OlderLayout as older:
        if not older.copied:
            raise
        return True
    if lacking:
        raise UnusableDatabase(f"{path} is empty, or of an older version: start the bot once")
    return False


@asynccontextmanager
async def target(path: Path) -> AsyncIterator[Target]:
    """A new file; it has its name only when all went well.

    Raises:
        UnusableDatabase: there is a file of this name, or it cannot be written.
    """
    draft = path.with_name(f"{path.name}.part")
    with explained(path), locked(path):
        await asyncio.to_thread(_look_for_others, path)
        try:
            await (await Database.open(draft, UPGRADES)).close()
            async with aiosqlite.connect(draft, isolation_level=None) as connection:
                written = _File(connection)
                await written.run("BEGIN IMMEDIATE")
                yield written
                for line in ("COMMIT", "PRAGMA wal_checkpoint(TRUNCATE)", "PRAGMA journal_mode = DELETE"):
                    await written.run(line)
            await asyncio.to_thread(os.link, draft, path)
        finally:
            await asyncio.to_thread(_remove, draft)


def _look_for_others(path: Path) -> None:
    """What a new file must not be put in the place of, or beside."""
    if path.exists():
        raise UnusableDatabase(f"{path} is there already; name a new file")
    log = path.with_name(f"{path.name}-wal")
    if log.exists() and log.stat().st_size:
        raise UnusableDatabase(f"{log} holds the latest of the file that was {path}: move it along with that")


def _remove(draft: Path) -> None:
    """What a copy leaves beside it, whether it failed or not."""
    for ending in ("", "-wal", "-shm", ".lock"):
        draft.with_name(f"{draft.name}{ending}").unlink(missing_ok=True)
