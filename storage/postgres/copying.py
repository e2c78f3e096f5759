"""A whole PostgreSQL database as what is copied, or what it is copied to."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

import asyncpg

from storage.errors import UnusableDatabase
from storage.migration import PAGE, Source, Target
from storage.postgres.connecting import explained, locked, place
from storage.postgres.database import said
from storage.postgres.upgrading import bring_up_to_date, lacking_in
from storage.sql.database import Row
from storage.sql.schema import TABLES, Table
from storage.sql.upgrades import UPGRADES, OlderLayout


class _Database:
    def __init__(self, connection: asyncpg.Connection, *, older: bool = False) -> None:
        self._connection, self.older, self._asked = connection, older, 0

    async def pages(self, query: str) -> AsyncIterator[Sequence[Row]]:
        """All rows of a query, page by page."""
        self._asked += 1
        name = f"pages_{self._asked}"  # one for each: what the library has prepared knows its columns
        # Not the library's cursors: they stay open, and no table can be altered meanwhile.
        await self._connection.execute(f"DECLARE {name} NO SCROLL CURSOR FOR {query}")
        while page := await self._connection.fetch(f"FETCH {PAGE} FROM {name}"):
            yield [tuple(row) for row in page]
        await self._connection.execute(f"CLOSE {name}")

    async def put(self, table: Table, rows: Sequence[Row]) -> None:
        """Add rows."""
        await self._connection.copy_records_to_table(table.name, records=rows, columns=table.names)

    async def run(self, sql: str, parameters: Row = ()) -> None:
        """A statement."""
        await self._connection.execute(said(sql), *parameters)


@asynccontextmanager
async def source(url: str) -> AsyncIterator[Source]:
    """The database of a store, or of one of the last layout before the first release; it stays as it is.

    Raises:
        UnusableDatabase: it is of another version or program, in use, or cannot be reached.
    """
    async with _in_transaction(url) as connection:
        yield _Database(connection, older=await _is_older(connection, url))


async def _is_older(connection: asyncpg.Connection, url: str) -> bool:
    try:
        lacking = await lacking_in(connection, url, UPGRADES)
    except OlderLayout as older:
        if not older.copied:
            raise
        return True
    if lacking:
        raise UnusableDatabase(f"{place(url)} is empty, or of an older version: start the bot once")
    return False


@asynccontextmanager
async def target(url: str) -> AsyncIterator[Target]:
    """An empty database, to which all is written or nothing.

    Raises:
        UnusableDatabase: it is not empty, in use, or cannot be reached.
    """
    async with _in_transaction(url) as connection:
        if not await _is_empty(connection, url):
            raise UnusableDatabase(f"{place(url)} is not empty; name a new database")
        await bring_up_to_date(connection, url, UPGRADES)
        yield _Database(connection)
        for table in TABLES:
            await _count_on(connection, table)
    # ANALYZE is for a transaction of its own, and the server does it by itself.


async def _is_empty(connection: asyncpg.Connection, url: str) -> bool:
    try:
        return len(await lacking_in(connection, url, UPGRADES)) == len(UPGRADES)
    except OlderLayout:
        return False


async def _count_on(connection: asyncpg.Connection, table: Table) -> None:
    """Rows are numbered on behind the highest number."""
    if table.numbered:
        highest = f"(SELECT coalesce(max({table.key}), 0) FROM {table.name})"  # noqa: S608 - of the schema
        await connection.execute(
            f"SELECT setval(pg_get_serial_sequence('{table.name}', '{table.key}'), 1 + {highest}, false)"
        )


@asynccontextmanager
async def _in_transaction(url: str) -> AsyncIterator[asyncpg.Connection]:
    connection = await locked(url, alone=True)
    try:
        with explained(url):
            async with connection.transaction():
                await connection.execute("SET LOCAL enable_seqscan = on")  # whole tables are read
                yield connection
    finally:
        await connection.close()
