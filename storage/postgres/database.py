"""A PostgreSQL database for several processes: opening, upgrades, writing and reading."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import Any

import asyncpg

from storage.errors import StoreError, retried
from storage.postgres import connecting
from storage.postgres.connecting import ConnectionLost, Deadlocked, OwnFault, explained, translated_errors
from storage.sql.database import Batch, Record, Statement
from storage.sql.schema import APPLIED, UPGRADES, Upgrade, is_ours, lacking, statements
from storage.sql.store import Store
from storage.sql.table import POSTGRES

READERS = 4
"""The maximum number of connections that read concurrently; further readers wait for a free one."""
PATIENCE = 300  # milliseconds to wait for one table; less than `deadlock_timeout`, which may hit others
TRIES, PAUSE = 100, 0.1  # and seconds between two

# Writes a batch in one round trip, in the transaction of this single statement. The server quotes the values;
# each statement was prepared in the same session. `alone` is exclusive: it waits for running transactions and
# blocks new ones, so that what was checked still holds at the commit.
_WRITER = f"""
    CREATE FUNCTION pg_temp.write_all(batch json, alone boolean) RETURNS void LANGUAGE plpgsql AS $$
    DECLARE
        name text;
        parameters json;
        found bigint;
    BEGIN
        IF alone THEN
            PERFORM pg_advisory_xact_lock({connecting.LOCK + 2});
        ELSE
            PERFORM pg_advisory_xact_lock_shared({connecting.LOCK + 2});
        END IF;
        FOR name, parameters IN SELECT value->>0, value->1 FROM json_array_elements(batch) LOOP
            EXECUTE 'EXECUTE ' || name || coalesce((
                SELECT '(' || string_agg(quote_nullable(value), ',') || ')'
                FROM json_array_elements_text(parameters)
            ), '');
            GET DIAGNOSTICS found = ROW_COUNT;
            IF found = 0 AND name LIKE 'must%' THEN
                RAISE EXCEPTION USING ERRCODE = '{connecting.REFUSED}', MESSAGE = name;
            END IF;
        END LOOP;
    END $$
"""
_WRITE = "SELECT pg_temp.write_all($1, $2)"
_encode = json.JSONEncoder(separators=(",", ":")).encode


class Database:
    """An open database: one connection writes, others read committed data."""

    own_faults: tuple[type[Exception], ...] = (StoreError, OwnFault)

    def __init__(self, url: str, writer: asyncpg.Connection, readers: asyncpg.Pool) -> None:
        """Not called directly; use `open`."""
        self._url, self._writer, self._readers = url, writer, readers
        self._prepared: dict[Statement, str] = {}
        self._refusals: connecting.Refusals = {}
        self._closed = False

    @classmethod
    async def open(cls, url: str, upgrades: Sequence[Upgrade]) -> Database:
        """Open a database, which may be empty, and apply missing upgrades in one transaction.

        Raises:
            UnusableDatabase: it cannot be reached or written, is being copied, or was written by a newer
                version or another program; it is not changed.
        """
        writer = await connecting.locked(url, alone=False, prepare=_WRITER)
        try:
            await bring_up_to_date(writer, url, upgrades)
            readers = asyncpg.create_pool(
                connect=lambda *_, **options: connecting.connected(url, **options),
                min_size=0,  # else the library reconnects in the background and logs each failure
                max_size=READERS,
                max_inactive_connection_lifetime=0,
                reset=_leave_as_it_is,
            )
            return cls(url, writer, await readers)
        except BaseException:
            writer.terminate()
            raise

    async def rows(
        self, sql: str, parameters: Sequence[object] = (), *, near: bool = False
    ) -> Sequence[Record]:
        query = in_postgres(sql)
        try:
            return await self._fetched(query, parameters)
        except ConnectionLost:  # after a restart of the server; a second read does no harm
            return await self._fetched(query, parameters)

    async def at_once(
        self, queries: Sequence[str], parameters: Sequence[object], *, near: bool
    ) -> Sequence[Sequence[Any]]:
        parts = (f"(SELECT coalesce(json_agg(found), '[]') FROM ({sql}) AS found)" for sql in queries)
        (row,) = await self.rows(f"SELECT {', '.join(parts)}", parameters)
        return [json.loads(rows) for rows in row]

    async def _fetched(self, query: str, parameters: Sequence[object]) -> Sequence[Record]:
        with translated_errors():
            async with self._readers.acquire() as reader:
                with translated_errors(reader):
                    rows: Sequence[Record] = await reader.fetch(query, *parameters)
                    return rows

    async def store(self, batch: Batch) -> None:
        await retried(Deadlocked, partial(self._write, batch))

    async def _write(self, batch: Batch) -> None:
        writer = await self._ready_for(batch)
        alone = any(statement.alone for statement, _ in batch)
        with translated_errors(writer, self._refusals):
            await writer.execute(_WRITE, self._encoded(batch), alone)

    async def _ready_for(self, batch: Batch) -> asyncpg.Connection:
        """The writer connection with these statements prepared; a new one if it was lost."""
        if self._closed:  # a new connection would never be closed
            raise ConnectionLost("the database is closed")
        if self._writer.is_closed():
            with translated_errors():
                self._writer = await connecting.locked(self._url, alone=False, prepare=_WRITER)
            self._prepared.clear()
        with translated_errors(self._writer):
            for statement, _ in batch:
                if statement not in self._prepared:
                    name = f"{'may' if statement.refusal is None else 'must'}{len(self._prepared)}"
                    await self._writer.execute(f"PREPARE {name} AS {in_postgres(statement.sql)}")
                    self._prepared[statement] = name
                    if statement.refusal is not None:
                        self._refusals[name] = statement.refusal
        return self._writer

    def _encoded(self, batch: Batch) -> str:
        """The batch as JSON, with bools as numbers, as in SQLite, and U+FFFD for NUL, which SQLite keeps."""
        lines = [
            (self._prepared[statement], [int(value) if isinstance(value, bool) else value for value in row])
            for statement, row in batch
        ]
        text = _encode(lines)
        if "\\u0000" in text:
            text = _encode([(name, [_without_nul(value) for value in row]) for name, row in lines])
        return text

    async def check_room(self) -> None:
        return  # the free space of the server is unknown

    async def size(self) -> int:
        (row,) = await self.rows("SELECT pg_database_size(current_database()) AS bytes")
        return int(row["bytes"])

    async def wipe(self) -> bool:
        return True  # deleted rows are removed by the server's next autovacuum

    async def close(self) -> None:
        self._closed = True
        await self._readers.close()
        await self._writer.close()


async def open_store(url: str) -> Store:
    """Open the store in this database, which may be empty; other processes may have it open."""
    return Store(await Database.open(url, UPGRADES), shared=True)


def _without_nul(value: Any) -> Any:
    return value.replace("\0", "\ufffd") if isinstance(value, str) else value


def in_postgres(sql: str) -> str:
    """A statement in this server's syntax: `$1` for `?1`, and rows locked by others are skipped."""
    return sql.replace("?", "$").replace("/* SKIP LOCKED */", "FOR UPDATE SKIP LOCKED")


async def _leave_as_it_is(_: asyncpg.Connection) -> None:
    """Skip the pool's reset, a round trip: readers do not change their sessions."""


# Upgrades


async def bring_up_to_date(connection: asyncpg.Connection, url: str, upgrades: Sequence[Upgrade]) -> None:
    """Apply missing upgrades in one transaction, and only once if several processes start."""

    async def apply_missing() -> None:
        async with connection.transaction():
            await connection.execute("SELECT pg_advisory_xact_lock($1)", connecting.LOCK + 1)
            if missing := lacking(await applied_to(connection, url), upgrades, connecting.place(url)):
                # Waiting for a table lock blocks all later requests for it: give up soon, let others work.
                give_way = f"SET LOCAL lock_timeout = '{PATIENCE}ms'"
                await connection.execute(";".join([give_way, *statements(missing, POSTGRES)]))

    with explained(url):
        for _ in range(TRIES):
            with suppress(asyncpg.LockNotAvailableError, asyncpg.DeadlockDetectedError):
                await apply_missing()
                return
            await asyncio.sleep(PAUSE)
        await apply_missing()


async def applied_to(connection: asyncpg.Connection, url: str) -> list[str]:
    """The names of the upgrades that a database has."""
    tables = await connection.fetch(
        "SELECT table_name FROM information_schema.tables WHERE table_schema = current_schema()"
    )
    ours = is_ours({name for (name,) in tables}, connecting.place(url))
    return [name for (name,) in await connection.fetch(APPLIED)] if ours else []
