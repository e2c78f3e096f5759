"""One SQLite file for one process: opened, locked, brought to its newest schema, written and read."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import AsyncExitStack, closing, contextmanager
from functools import partial
from pathlib import Path
from typing import TypeVar

import aiosqlite
from filelock import FileLock, Timeout

from storage.errors import UnusableDatabase
from storage.sql.database import Batch
from storage.sql.steps import APPLIED_STEPS, CREATE_STEPS, RECORD_STEP, Step, steps_after
from storage.sqlite.faults import Standing, told
from storage.sqlite.writing import OWN_FAULTS, apart, as_one

OWNER_ONLY = 0o600
WIPE = "PRAGMA wal_checkpoint(TRUNCATE)"
BUSY_MS = 5_000  # how long to wait for somebody who looks into the file with another tool

TABLES = "SELECT name FROM sqlite_schema WHERE type = 'table'"

T = TypeVar("T")


class Writer(aiosqlite.Connection):
    """A connection that does a whole transaction in one round trip to its thread.

    The library makes one for each statement, which takes longer than most statements do.
    """

    async def transact(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """See `Database.write`."""
        result: T = await self._execute(_transact, self._conn, work)  # type: ignore[no-untyped-call]
        return result


def _transact(connection: sqlite3.Connection, work: Callable[[sqlite3.Connection], T]) -> T:
    connection.execute("BEGIN IMMEDIATE")
    try:
        result = work(connection)
        connection.commit()
    except BaseException:
        connection.rollback()
        raise
    return result


class Database:
    """An open database: one connection writes, two others read what has been committed."""

    own_faults = OWN_FAULTS

    def __init__(
        self,
        writer: Writer,
        reader: aiosqlite.Connection,
        glancer: sqlite3.Connection,
        standing: Standing,
        opened: AsyncExitStack,
    ) -> None:
        """Use `open`.

        Args:
            writer: the connection for `write`.
            reader: the connection for `rows`.
            glancer: the connection for `glance`.
            standing: sees whether the files are still there.
            opened: closes all of them and gives the file free.
        """
        self._writer, self._reader, self._glancer, self._opened = writer, reader, glancer, opened
        self._standing = standing
        self.folder = standing.folder

    @classmethod
    async def open(cls, path: Path, steps: Sequence[Step]) -> Database:
        """Open the file, made if there is none, and apply the steps that it lacks: all or none.

        Raises:
            UnusableDatabase: another process has it open, a newer version of the program wrote it, or it
                is no database of ours; the file is as it was.
        """
        with explained(path):
            async with AsyncExitStack() as opened:
                opened.enter_context(locked(path))
                _make(path)
                writer = Writer(partial(sqlite3.connect, path, isolation_level=None), iter_chunk_size=1)
                await opened.enter_async_context(writer)
                await _prepare(writer, path, steps)
                await writer.execute_fetchall(WIPE)  # what a reader kept us from wiping before
                reader = await opened.enter_async_context(aiosqlite.connect(path, isolation_level=None))
                await _set(reader, busy_timeout=BUSY_MS, query_only="ON")
                reader.row_factory = sqlite3.Row
                glancer = opened.enter_context(closing(_glancer(path)))
                return cls(writer, reader, glancer, Standing(path), opened.pop_all())

    async def write(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Let a function write in a transaction of its own: committed at the end, or undone by any exception.

        The function works in the thread of the connection, one after the other in the order in which they
        were asked for. A cancelled caller has asked already: the work is done all the same, and whole.

        Raises:
            CannotStore: there is no room, or the file is not there any more; nothing was written.
        """
        with told():
            return await self._writer.transact(partial(_in_place, work, self._standing))

    async def rows(self, sql: str, parameters: Sequence[object] = ()) -> list[sqlite3.Row]:
        """The rows of a query, as of the latest commit."""
        with told():
            return list(await self._reader.execute_fetchall(sql, parameters))

    async def store(self, batch: Batch) -> None:
        """Write a batch in one transaction, see `storage.sql.database`."""
        await self.write(partial(as_one, batch))

    async def store_apart(self, batches: Sequence[Batch]) -> Sequence[Exception | None]:
        """Write batches in one transaction, see `storage.sql.database`."""
        return await self.write(partial(apart, batches))

    async def glance(self, sql: str, parameters: Sequence[object] = ()) -> list[sqlite3.Row]:
        """Likewise at once, for a query by key of a few rows that were written or read just now.

        They lie in memory, where looking takes a tenth of the time of a round trip to a thread. Anything
        else belongs to `rows`: here everybody would wait for the disk.
        """
        with told():
            return self._glancer.execute(sql, parameters).fetchall()

    async def wipe(self) -> bool:
        """Leave nothing in the files of what has been deleted; False while somebody reads what was before."""
        with told():
            ((busy, _, _),) = await self._writer.execute_fetchall(WIPE)
        return not busy

    async def close(self) -> None:
        """Finish what has been asked for, then let go of the file."""
        await self._opened.aclose()


def _in_place(
    work: Callable[[sqlite3.Connection], T], standing: Standing, connection: sqlite3.Connection
) -> T:
    """Do the work, where what is committed then is still there when the file is opened again."""
    result = work(connection)
    standing.check()
    return result


@contextmanager
def explained(path: Path) -> Iterator[None]:
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


def _glancer(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None, timeout=BUSY_MS / 1000)
    connection.execute("PRAGMA query_only = ON")
    connection.row_factory = sqlite3.Row
    return connection


def _make(path: Path) -> None:
    """An empty file is an empty database. The seeds of running matches will be in it: for the host only."""
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, OWNER_ONLY))


async def _prepare(writer: Writer, path: Path, steps: Sequence[Step]) -> None:
    """Look first, so that a file which is not for us stays as it is; then bring it up to date."""
    missing = await missing_steps(writer, path, steps)
    # FULL: a change that was answered survives a power cut as well.
    await _set(writer, busy_timeout=BUSY_MS, journal_mode="WAL", synchronous="FULL", foreign_keys="ON")
    await _set(writer, secure_delete="ON")  # however SQLite was built
    if missing:
        await writer.transact(partial(_apply, missing))


async def missing_steps(writer: aiosqlite.Connection, path: Path, steps: Sequence[Step]) -> Sequence[Step]:
    """The steps that have not been applied yet."""
    tables = {name for (name,) in await writer.execute_fetchall(TABLES)}
    applied = None
    if "steps" in tables:
        applied = [name for (name,) in await writer.execute_fetchall(APPLIED_STEPS)]
    return steps_after(applied if tables else [], steps, path)


def _apply(steps: Sequence[Step], connection: sqlite3.Connection) -> None:
    """All steps and the record of them."""
    connection.execute(CREATE_STEPS)
    for step in steps:
        for statement in step.statements:
            connection.execute(statement)
        connection.execute(RECORD_STEP, (step.name,))


async def _set(connection: aiosqlite.Connection, **pragmas: str | int) -> None:
    for name, value in pragmas.items():
        await connection.execute_fetchall(f"PRAGMA {name} = {value}")
