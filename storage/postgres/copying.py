"""A whole PostgreSQL database as what is copied, or what it is copied to."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

import asyncpg

from storage.errors import UnusableDatabase
from storage.postgres.connecting import explained, locked, place
from storage.postgres.upgrading import bring_up_to_date, missing_steps
from storage.sql.database import Row
from storage.sql.schema import STEPS
from storage.sql.tables import PAGE, Source, Table, Target

_OURS = (
    "SELECT tablename FROM pg_tables WHERE schemaname = current_schema() AND tablename <> 'steps' ORDER BY 1"
)
# Numbers that are counted by the server go on behind the highest one.
_COUNTED = """
    SELECT format(
        'SELECT setval(pg_get_serial_sequence(%L, %L), 1 + coalesce((SELECT max(%I) FROM %I), 0), false)',
        table_name, column_name, column_name, table_name
    ) AS count_on
    FROM information_schema.columns
    WHERE table_schema = current_schema() AND is_identity = 'YES' AND table_name <> 'steps'
"""


class _Database:
    def __init__(self, connection: asyncpg.Connection) -> None:
        self._connection = connection

    async def pages(self, table: Table) -> AsyncIterator[Sequence[Row]]:
        """All rows of a table, page by page."""
        name = f"pages_of_{table.name}"  # one for each: what the library has prepared knows its columns
        # Not the library's cursors: they stay open, and no table can be altered meanwhile.
        await self._connection.execute(f"DECLARE {name} NO SCROLL CURSOR FOR {table.query}")
        while page := await self._connection.fetch(f"FETCH {PAGE} FROM {name}"):
            yield [tuple(row) for row in page]
        await self._connection.execute(f"CLOSE {name}")

    async def put(self, table: Table, rows: Sequence[Row]) -> None:
        """Add rows."""
        await self._connection.copy_records_to_table(table.name, records=rows, columns=table.columns)


@asynccontextmanager
async def source(url: str) -> AsyncIterator[Source]:
    """The database of a `PostgresStore`, which no bot has open meanwhile.

    Raises:
        UnusableDatabase: it is of another version or program, in use, or cannot be reached.
    """
    async with _in_transaction(url) as connection:
        if await missing_steps(connection, url, STEPS):
            raise UnusableDatabase(f"{place(url)} is empty, or of an older version: start the bot once")
        yield _Database(connection)


@asynccontextmanager
async def target(url: str) -> AsyncIterator[Target]:
    """An empty database, to which all is written or nothing.

    Raises:
        UnusableDatabase: it is not empty, in use, or cannot be reached.
    """
    async with _in_transaction(url) as connection:
        if len(await missing_steps(connection, url, STEPS)) != len(STEPS):
            raise UnusableDatabase(f"{place(url)} is not empty; name a new database")
        await bring_up_to_date(connection, url, STEPS)
        tables = [row["tablename"] for row in await connection.fetch(_OURS)]
        for table in tables:
            await connection.execute(f"ALTER TABLE {table} DISABLE TRIGGER USER; DELETE FROM {table}")  # noqa: S608
        yield _Database(connection)
        for row in await connection.fetch(_COUNTED):
            await connection.execute(row["count_on"])
        for table in tables:
            await connection.execute(f"ALTER TABLE {table} ENABLE TRIGGER USER")
    # ANALYZE is for a transaction of its own, and the server does it by itself.


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
