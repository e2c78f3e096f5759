"""Checks and row-by-row copies of a store's database, see `storage.migration`."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

import asyncpg

from storage.errors import UnusableDatabase
from storage.migration import PAGE, Tables, is_older
from storage.postgres.connecting import AT_WORK, LOCK, VERSION, connected, explained, locked, place
from storage.postgres.database import applied_to, bring_up_to_date, in_postgres
from storage.sql.database import Row, Rows
from storage.sql.schema import TABLES, UPGRADES, Checkup, lacking, require_newest
from storage.sql.table import Table


async def check(url: str) -> Checkup | None:
    """Check the database of a store; None if it is empty."""
    async with _looking(url) as connection:
        missing = lacking(await applied_to(connection, url), UPGRADES, place(url))
        versions = [row["version"] for row in await connection.fetch(AT_WORK, LOCK)]
    if len(missing) == len(UPGRADES):
        return None
    strangers = sum(version != VERSION for version in versions)
    return Checkup(bool(versions), bool(missing), len(versions), strangers)


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[Rows]:
    """A function that queries the database of a store, even while the bot runs."""
    async with _looking(url) as connection:
        require_newest(await applied_to(connection, url), place(url))
        yield lambda sql, parameters: connection.fetch(in_postgres(sql), *parameters)


@asynccontextmanager
async def _looking(url: str) -> AsyncIterator[asyncpg.Connection]:
    connection = await connected(url)
    try:
        with explained(url):
            yield connection
    finally:
        await connection.close()


class _Database:
    def __init__(self, connection: asyncpg.Connection, *, older: bool = False) -> None:
        self._connection, self.older, self._asked = connection, older, 0

    async def pages(self, query: str) -> AsyncIterator[Sequence[Row]]:
        self._asked += 1
        name = f"pages_{self._asked}"  # unique: the library caches prepared statements with their columns
        # Not the library's cursors: they stay open, and block changes of tables.
        await self._connection.execute(f"DECLARE {name} NO SCROLL CURSOR FOR {query}")
        while page := await self._connection.fetch(f"FETCH {PAGE} FROM {name}"):
            yield [tuple(row) for row in page]
        await self._connection.execute(f"CLOSE {name}")

    async def put(self, table: Table, rows: Sequence[Row]) -> None:
        await self._connection.copy_records_to_table(table.name, records=rows, columns=table.names)

    async def run(self, sql: str, parameters: Row = ()) -> None:
        await self._connection.execute(in_postgres(sql), *parameters)


@asynccontextmanager
async def source(url: str) -> AsyncIterator[Tables]:
    """The database of a store, perhaps in the last layout before the first release; it is not changed."""
    async with _in_transaction(url) as connection:
        yield _Database(connection, older=is_older(await applied_to(connection, url), place(url)))


@asynccontextmanager
async def target(url: str) -> AsyncIterator[Tables]:
    """An empty database, written in one transaction."""
    async with _in_transaction(url) as connection:
        if await applied_to(connection, url):
            raise UnusableDatabase(f"{place(url)} is not empty; name a new database")
        await bring_up_to_date(connection, url, UPGRADES)
        yield _Database(connection)
        for table in TABLES:
            await _count_on(connection, table)
    # No ANALYZE here: autovacuum does it after the commit.


async def _count_on(connection: asyncpg.Connection, table: Table) -> None:
    """Continue the numbers of rows after the highest one."""
    if table.numbered:
        (key,) = table.key
        highest = f"(SELECT coalesce(max({key}), 0) FROM {table.name})"
        await connection.execute(
            f"SELECT setval(pg_get_serial_sequence('{table.name}', '{key}'), 1 + {highest}, false)"
        )


@asynccontextmanager
async def _in_transaction(url: str) -> AsyncIterator[asyncpg.Connection]:
    connection = await locked(url, alone=True)
    try:
        with explained(url):
            async with connection.transaction():
                await connection.execute("SET LOCAL enable_seqscan = on")  # whole tables are read here
                yield connection
    finally:
        await connection.close()
