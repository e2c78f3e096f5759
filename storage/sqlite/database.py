"""One SQLite file for one process: opened, locked, brought to its newest schema, written and read."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import AsyncExitStack, closing, contextmanager
from functools import cache, partial
from pathlib import Path
from typing import TypeVar

import aiosqlite
from filelock import FileLock, Timeout

from storage.errors import StoreError, StoreFull, UnusableDatabase
from storage.sql.database import Batch
from storage.sql.schema import SQLITE
from storage.sql.store import Store
from storage.sql.upgrades import APPLIED, CREATE_LIST, UPGRADES, Upgrade, missing, record_of
from storage.sqlite.faults import FULL, Standing, reason, told

OWNER_ONLY = 0o600
WIPE = "PRAGMA wal_checkpoint(TRUNCATE)"
LEAST_ROOM = 1 << 20  # bytes on the disk; with less, presses are soon to be lost
BUSY_MS = 5_000  # how long to wait for somebody who looks into the file with another tool

TABLES = "SELECT name FROM sqlite_schema WHERE type = 'table'"

OWN_FAULTS: tuple[type[Exception], ...] = (
    StoreError,
    sqlite3.IntegrityError,
    sqlite3.ProgrammingError,
    ValueError,
    OverflowError,
)

T = TypeVar("T")


class Connection(aiosqlite.Connection):
    """A connection that does a whole transaction in one round trip to its thread.

    The library makes one for each statement, which takes longer than most statements do.
    """

    async def transact(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """See `Database.write`."""
        result: T = await self._execute(_transact, self._conn, work)  # type: ignore[no-untyped-call]
        return result

    async def look(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """What a function reads, in one round trip."""
        result: T = await self._execute(work, self._conn)  # type: ignore[no-untyped-call]
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


def _at_once(
    queries: Sequence[str], parameters: tuple[object, ...], connection: sqlite3.Connection
) -> list[list[sqlite3.Row]]:
    connection.execute("BEGIN")  # all of one commit
    try:
        return [connection.execute(sql, parameters[: _places(sql)]).fetchall() for sql in queries]
    finally:
        connection.execute("COMMIT")


@cache
def _places(sql: str) -> int:
    """How many parameters a query takes, counted by the highest."""
    return max(map(int, re.findall(r"\?(\d+)", sql)))


class Database:
    """An open database: one connection writes, two others read what has been committed."""

    own_faults = OWN_FAULTS

    def __init__(
        self,
        writer: Connection,
        reader: Connection,
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

    @classmethod
    async def open(cls, path: Path, upgrades: Sequence[Upgrade]) -> Database:
        """Open the file, made if there is none, and apply the upgrades that it lacks: all or none.

        Raises:
            UnusableDatabase: another process has it open, a newer version of the program wrote it, or it
                is no database of ours; the file is as it was.
        """
        with explained(path):
            async with AsyncExitStack() as opened:
                opened.enter_context(locked(path))
                _make(path)
                writer = _connection(path)
                await opened.enter_async_context(writer)
                await _prepare(writer, path, upgrades)
                await writer.execute_fetchall(WIPE)  # what a reader kept us from wiping before
                reader = _connection(path)
                await opened.enter_async_context(reader)
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
        await self.write(partial(_write, batch))

    async def store_apart(self, batches: Sequence[Batch]) -> Sequence[Exception | None]:
        """Write batches in one transaction, see `storage.sql.database`."""
        return await self.write(partial(_write_apart, batches))

    async def glance(self, sql: str, parameters: Sequence[object] = ()) -> list[sqlite3.Row]:
        """Likewise at once, for a query by key of a few rows that were written or read just now.

        They lie in memory, where looking takes a tenth of the time of a round trip to a thread. Anything
        else belongs to `rows`: here everybody would wait for the disk.
        """
        with told():
            return self._glancer.execute(sql, parameters).fetchall()

    async def at_once(
        self, queries: Sequence[str], parameters: Sequence[object], *, near: bool
    ) -> Sequence[Sequence[sqlite3.Row]]:
        """The rows of each query, see `storage.sql.database`."""
        ask = partial(_at_once, queries, tuple(parameters))
        with told():
            return ask(self._glancer) if near else await self._reader.look(ask)

    async def count_processes(self) -> int:
        """One, where no other is let in."""
        return 1

    async def check_room(self) -> None:
        """See whether there is room for what happens now, see `storage.sql.database`."""
        if (await asyncio.to_thread(shutil.disk_usage, self._standing.folder)).free < LEAST_ROOM:
            raise StoreFull(FULL)

    async def size(self) -> int:
        """What the file takes, and the log beside it, in bytes."""
        return self._standing.size()

    async def wipe(self) -> bool:
        """Leave nothing in the files of what has been deleted; False while somebody reads what was before."""
        with told():
            ((busy, _, _),) = await self._writer.execute_fetchall(WIPE)
        return not busy

    async def close(self) -> None:
        """Finish what has been asked for, then let go of the file."""
        await self._opened.aclose()


async def open_store(path: Path) -> Store:
    """The store in this file; file and folder are made if there are none.

    Raises:
        UnusableDatabase: in another process, of another version, or no database of ours.
    """
    return Store(await Database.open(path, UPGRADES), shared=False)


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
        raise UnusableDatabase(f"{path} cannot be used: {reason(error)}") from error


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """A lock beside the file. The operating system lifts it when the process ends, however it ends."""
    path = path.resolve()  # one lock for a file, by whatever link it is reached
    path.parent.mkdir(parents=True, exist_ok=True)
    lock = FileLock(f"{path}.lock", mode=OWNER_ONLY, thread_local=False, fallback_to_soft=False)
    with lock.acquire(timeout=0):
        yield


def _connection(path: Path) -> Connection:
    return Connection(partial(sqlite3.connect, path, isolation_level=None), iter_chunk_size=1)


def _glancer(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None, timeout=BUSY_MS / 1000)
    connection.execute("PRAGMA query_only = ON")
    connection.row_factory = sqlite3.Row
    return connection


def _make(path: Path) -> None:
    """An empty file is an empty database. The seeds of running matches will be in it: for the host only."""
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, OWNER_ONLY))


async def _prepare(writer: Connection, path: Path, upgrades: Sequence[Upgrade]) -> None:
    """Look first, so that a file which is not for us stays as it is; then bring it up to date."""
    lacking = await lacking_in(writer, path, upgrades)
    # FULL: a change that was answered survives a power cut as well.
    await _set(writer, busy_timeout=BUSY_MS, journal_mode="WAL", synchronous="FULL", foreign_keys="ON")
    await _set(writer, secure_delete="ON")  # however SQLite was built
    if lacking:
        await writer.transact(partial(_apply, lacking))


async def lacking_in(
    connection: aiosqlite.Connection, path: Path, upgrades: Sequence[Upgrade]
) -> Sequence[tuple[int, Upgrade]]:
    """The upgrades that have not been applied yet, see `storage.sql.schema.missing`."""
    tables = {name for (name,) in await connection.execute_fetchall(TABLES)}
    applied = None
    if "steps" in tables:
        applied = [name for (name,) in await connection.execute_fetchall(APPLIED)]
    return missing(applied if tables else [], upgrades, path)


def _apply(upgrades: Sequence[tuple[int, Upgrade]], connection: sqlite3.Connection) -> None:
    """All upgrades and the record of them."""
    connection.execute(CREATE_LIST)
    for number, upgrade in upgrades:
        for statement in upgrade.statements(SQLITE):
            connection.execute(statement)
        connection.execute(record_of(number, upgrade))


def _write(batch: Batch, connection: sqlite3.Connection) -> None:
    for statement, row in batch:
        found = connection.execute(statement.sql, row).fetchall()
        if statement.refusal is not None and not found:
            raise statement.refusal


def _write_apart(batches: Sequence[Batch], connection: sqlite3.Connection) -> Sequence[Exception | None]:
    """Each in a savepoint of its own."""
    return [_attempt(batch, connection) for batch in batches]


def _attempt(batch: Batch, connection: sqlite3.Connection) -> Exception | None:
    connection.execute("SAVEPOINT attempt")
    try:
        _write(batch, connection)
    except OWN_FAULTS as fault:
        connection.execute("ROLLBACK TO attempt")
        return fault
    finally:
        connection.execute("RELEASE attempt")
    return None


async def _set(connection: aiosqlite.Connection, **pragmas: str | int) -> None:
    for name, value in pragmas.items():
        await connection.execute_fetchall(f"PRAGMA {name} = {value}")
