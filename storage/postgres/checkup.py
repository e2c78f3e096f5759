"""Looks at a database without changing it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import asyncpg

from storage.checkup import Checkup
from storage.errors import UnusableDatabase
from storage.postgres import dialect
from storage.postgres.connecting import LOCK, connected, explained, place
from storage.postgres.upgrading import missing_steps
from storage.sql.database import Rows
from storage.sql.schema import STEPS


async def check(url: str) -> Checkup | None:
    """Look at the database of a `PostgresStore`; None: it is empty.

    Raises:
        UnusableDatabase: it was written by a newer version or another program, or cannot be reached.
    """
    async with _looking(url) as connection:
        missing = await missing_steps(connection, url, STEPS)
        got = await connection.fetchval("SELECT pg_try_advisory_lock($1)", LOCK)
    return None if len(missing) == len(STEPS) else Checkup(in_use=not got, outdated=bool(missing))


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[Rows]:
    """A way to ask the database of a `PostgresStore`, also while the bot runs.

    Raises:
        UnusableDatabase: it is of another version or program, or cannot be reached.
    """
    async with _looking(url) as connection:
        if await missing_steps(connection, url, STEPS):
            raise UnusableDatabase(f"{place(url)} is of an older version: start the bot once")
        yield lambda sql, parameters: connection.fetch(dialect.statement(sql), *parameters)


@asynccontextmanager
async def _looking(url: str) -> AsyncIterator[asyncpg.Connection]:
    connection = await connected(url)
    try:
        with explained(url):
            yield connection
    finally:
        await connection.close()
