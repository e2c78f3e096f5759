"""One SQLite file for one process: opened, locked, brought to its newest schema, written and read."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path

import aiosqlite
from filelock import FileLock, Timeout

from storage.store import UnusableDatabase

OWNER_ONLY = 0o600
BUSY_MS = 5_000  # how long to wait for somebody who looks into the file with a tool of his own

CREATE_STEPS = """
    CREATE TABLE IF NOT EXISTS steps (number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE)
"""
RECORD_STEP = "INSERT INTO steps (name) VALUES (?)"
APPLIED_STEPS = "SELECT name FROM steps ORDER BY number"
TABLES = "SELECT name FROM sqlite_schema WHERE type = 'table'"


@dataclass(frozen=True, slots=True)
class Step:
    """One change of the schema, applied once to each database; never edited after a release."""

    name: str
    statements: tuple[str, ...]


class Database:
    """An open database: one connection writes, a second one reads what has been committed."""

    def __init__(
        self, writer: aiosqlite.Connection, reader: aiosqlite.Connection, opened: AsyncExitStack
    ) -> None:
        """Use `open`.

        Args:
            writer: the connection for transactions.
            reader: the connection for `rows`.
            opened: closes both and gives the file free.
        """
        self._writer, self._reader, self._opened = writer, reader, opened
        self._turn = asyncio.Lock()

    @classmethod
    async def open(cls, path: Path, steps: Sequence[Step]) -> Database:
        """Open the file and apply the steps that it lacks; file and folder are made if there are none.

        Raises:
            UnusableDatabase: another process has it open, a newer version of the program wrote it, or it
                is no database of ours; the file is as it was.
        """
        with _explained(path):
            async with AsyncExitStack() as opened:
                opened.enter_context(locked(path))
                _make(path)
                writer = await opened.enter_async_context(aiosqlite.connect(path, isolation_level=None))
                await _prepare(writer, path, steps)
                reader = await opened.enter_async_context(aiosqlite.connect(path, isolation_level=None))
                await _set(reader, busy_timeout=BUSY_MS, query_only="ON")
                reader.row_factory = sqlite3.Row
                return cls(writer, reader, opened.pop_all())

    def transaction(self) -> AbstractAsyncContextManager[aiosqlite.Connection]:
        """The writing connection, one task at a time: committed at the end, or undone by any exception.

        Cancelled before the commit has begun, nothing is kept; cancelled while it is under way, all is.
        """
        return self._transaction()

    @asynccontextmanager
    async def _transaction(self) -> AsyncIterator[aiosqlite.Connection]:
        async with self._turn:
            # aiosqlite does in its own thread, one after the other, what it has been asked for, even if
            # the asking task is cancelled. So a rollback asked for here comes before all that follows;
            # after a commit that went through it finds nothing to do.
            try:
                await self._writer.execute("BEGIN IMMEDIATE")
                yield self._writer
                await self._writer.commit()
            except BaseException:
                await self._writer.rollback()
                raise

    async def rows(self, sql: str, parameters: Sequence[object] = ()) -> list[sqlite3.Row]:
        """The rows of a query, as of the latest commit."""
        return list(await self._reader.execute_fetchall(sql, parameters))

    async def wipe(self) -> None:
        """Leave nothing in the files of what has been deleted; what is being read stays a while longer."""
        async with self._turn:
            await self._writer.execute_fetchall("PRAGMA wal_checkpoint(TRUNCATE)")

    async def close(self) -> None:
        """Let a transaction that is under way finish, then let go of the file."""
        async with self._turn:
            await self._opened.aclose()


@contextmanager
def _explained(path: Path) -> Iterator[None]:
    """Whatever keeps a file from being opened, told in words for the host."""
    try:
        yield
    except Timeout:
        raise UnusableDatabase(f"{path} is open in another process; stop that one first") from None
    except (OSError, sqlite3.Error) as error:
        raise UnusableDatabase(f"{path} cannot be used: {error}") from error


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """A lock beside the file. The operating system lifts it when the process ends, however it ends."""
    path = path.resolve()  # one lock for a file, by whatever link it is reached
    path.parent.mkdir(parents=True, exist_ok=True)
    lock = FileLock(f"{path}.lock", mode=OWNER_ONLY, thread_local=False, fallback_to_soft=False)
    with lock.acquire(timeout=0):
        yield


def _make(path: Path) -> None:
    """An empty file is an empty database. The seeds of running matches will be in it: for the host only."""
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, OWNER_ONLY))


async def _prepare(writer: aiosqlite.Connection, path: Path, steps: Sequence[Step]) -> None:
    """Look first, so that a file which is not for us stays as it is; then bring it up to date."""
    missing = await missing_steps(writer, path, steps)
    # FULL: a change that was answered survives a power cut as well.
    await _set(writer, busy_timeout=BUSY_MS, journal_mode="WAL", synchronous="FULL", foreign_keys="ON")
    await _set(writer, secure_delete="ON")  # however SQLite was built
    for step in missing:
        await _apply(writer, step)


async def missing_steps(writer: aiosqlite.Connection, path: Path, steps: Sequence[Step]) -> Sequence[Step]:
    """The steps that have not been applied yet."""
    tables = {name for (name,) in await writer.execute_fetchall(TABLES)}
    if not tables:
        return steps
    if "steps" not in tables:
        raise UnusableDatabase(f"{path} is the database of another program")
    applied = [name for (name,) in await writer.execute_fetchall(APPLIED_STEPS)]
    known = [step.name for step in steps]
    if applied != known[: len(applied)]:
        unknown = next((name for name in applied if name not in known), applied[-1])
        raise UnusableDatabase(
            f"{path} was written by a newer version of this program: it has the step {unknown!r}, "
            "which this version does not know"
        )
    return steps[len(applied) :]


async def _apply(writer: aiosqlite.Connection, step: Step) -> None:
    """One step and the record of it, in one transaction: a crash leaves both or neither."""
    await writer.execute("BEGIN IMMEDIATE")
    try:
        for statement in (CREATE_STEPS, *step.statements):
            await writer.execute(statement)
        await writer.execute(RECORD_STEP, (step.name,))
        await writer.commit()
    except BaseException:
        await writer.rollback()
        raise


async def _set(connection: aiosqlite.Connection, **pragmas: str | int) -> None:
    for name, value in pragmas.items():
        await connection.execute_fetchall(f"PRAGMA {name} = {value}")
