"""The upgrades of the schema, applied to a PostgreSQL database."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress

import asyncpg

from storage.postgres.connecting import LOCK, explained, place
from storage.sql.schema import POSTGRES
from storage.sql.upgrades import APPLIED, CREATE_LIST, Upgrade, missing, record_of

PATIENCE = 300  # milliseconds for one table; less than a deadlock takes to be noticed, which may hit others
TRIES, PAUSE = 100, 0.1  # and seconds between two

_TABLES = "SELECT table_name FROM information_schema.tables WHERE table_schema = current_schema()"


async def bring_up_to_date(connection: asyncpg.Connection, url: str, upgrades: Sequence[Upgrade]) -> None:
    """Apply the upgrades that a database lacks: all or none, and once, whoever else starts now.

    Raises:
        UnusableDatabase: a newer version of the program wrote it, or it is no database of ours.
    """
    with explained(url):
        for _ in range(TRIES):
            with suppress(asyncpg.LockNotAvailableError, asyncpg.DeadlockDetectedError):
                await _attempt(connection, url, upgrades)
                return
            await asyncio.sleep(PAUSE)
        await _attempt(connection, url, upgrades)


async def _attempt(connection: asyncpg.Connection, url: str, upgrades: Sequence[Upgrade]) -> None:
    async with connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock($1)", LOCK + 1)
        if lacking := await lacking_in(connection, url, upgrades):
            # Whoever waits for a table holds up all who want it later: processes at work go first.
            give_way = f"SET LOCAL lock_timeout = '{PATIENCE}ms'"
            await connection.execute(";".join([give_way, *_statements(lacking)]))  # one round trip


async def lacking_in(
    connection: asyncpg.Connection, url: str, upgrades: Sequence[Upgrade]
) -> Sequence[tuple[int, Upgrade]]:
    """The upgrades that have not been applied yet, see `storage.sql.schema.missing`."""
    tables = {row["table_name"] for row in await connection.fetch(_TABLES)}
    applied = [row["name"] for row in await connection.fetch(APPLIED)] if "steps" in tables else None
    return missing(applied if tables else [], upgrades, place(url))


def _statements(upgrades: Sequence[tuple[int, Upgrade]]) -> list[str]:
    statements = [CREATE_LIST]
    for number, upgrade in upgrades:
        statements += [*upgrade.statements(POSTGRES), record_of(number, upgrade)]
    return statements
