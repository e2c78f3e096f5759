"""The steps of the schema, applied to a PostgreSQL database."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress

import asyncpg

from storage.postgres import dialect
from storage.postgres.connecting import LOCK, explained, place
from storage.sql.steps import APPLIED_STEPS, CREATE_STEPS, RECORD_STEP, Step, steps_after

PATIENCE = 300  # milliseconds for one table; less than a deadlock takes to be noticed, which may hit others
TRIES, PAUSE = 100, 0.1  # and seconds between two

_TABLES = "SELECT table_name FROM information_schema.tables WHERE table_schema = current_schema()"


async def bring_up_to_date(connection: asyncpg.Connection, url: str, steps: Sequence[Step]) -> None:
    """Apply the steps that a database lacks: all or none, and once, whoever else starts now.

    Raises:
        UnusableDatabase: a newer version of the program wrote it, or it is no database of ours.
    """
    with explained(url):
        for _ in range(TRIES):
            with suppress(asyncpg.LockNotAvailableError, asyncpg.DeadlockDetectedError):
                await _attempt(connection, url, steps)
                return
            await asyncio.sleep(PAUSE)
        await _attempt(connection, url, steps)


async def _attempt(connection: asyncpg.Connection, url: str, steps: Sequence[Step]) -> None:
    async with connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock($1)", LOCK + 1)
        if missing := await missing_steps(connection, url, steps):
            # Whoever waits for a table holds up all who want it later: processes at work go first.
            give_way = f"SET LOCAL lock_timeout = '{PATIENCE}ms'"
            await connection.execute(";".join([give_way, *_statements(missing)]))


async def missing_steps(connection: asyncpg.Connection, url: str, steps: Sequence[Step]) -> Sequence[Step]:
    """The steps that have not been applied yet."""
    tables = {row["table_name"] for row in await connection.fetch(_TABLES)}
    applied = [row["name"] for row in await connection.fetch(APPLIED_STEPS)] if "steps" in tables else None
    return steps_after(applied if tables else [], steps, place(url))


def _statements(steps: Sequence[Step]) -> list[str]:
    """All in one script: one round trip."""
    told = [CREATE_STEPS]
    for step in steps:
        told += [*step.statements, RECORD_STEP.replace("?", f"'{step.name}'")]
    return [statement for sql in (*told, *dialect.GIVE_WAY) for statement in dialect.step(sql)]
