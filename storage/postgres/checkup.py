"""Looks at a database without changing it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import asyncpg

from storage.checkup import Checkup
from storage.errors import UnusableDatabase
from storage.postgres.connecting import AT_WORK, LOCK, VERSION, connected, explained, place
from storage.postgres.database import said
from storage.postgres.upgrading import lacking_in
from storage.sql.database import Rows
from storage.sql.upgrades import UPGRADES


async def check(url: str) -> Checkup | None:
    """Look at the database of a `PostgresStore`; None: it is empty.

    Raises:
        UnusableDatabase: it was written by a newer version or another program, or cannot be reached.
    """
    async with _looking(url) as connection:
        missing = await lacking_in(connection, url, UPGRADES)
        versions = [row["version"] for row in await connection.fetch(AT_WORK, LOCK)]
    if len(missing) == len(UPGRADES):
        return None
    strangers = sum(version != VERSION for version in versions)
    return Checkup(bool(versions), bool(missing), len(versions), strangers)


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[Rows]:
    """A way to ask the database of a `PostgresStore`, also while the bot runs.

    Raises:
        UnusableDatabase: it is of another version or program, or cannot be reached.
    """
    async with _looking(url) as connection:
        if await lacking_in(connection, url, UPGRADES):
            raise UnusableDatabase(f"{place(url)} is of an older version: start the bot once")
        yield lambda sql, parameters: connection.fetch(said(sql), *parameters)


@asynccontextmanager
async def _looking(url: str) -> AsyncIterator[asyncpg.Connection]:
    connection = await connected(url)
    try:
        with explained(url):
            yield connection
    finally:
        await connection.close()
