"""An SQLite file for one process: opening, locking, upgrades, writing and reading."""

from __future__ import annotations

import asyncio
import errno
import os
import re
import shutil
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, ExitStack, closing, contextmanager
from functools import cache, partial
from pathlib import Path
from typing import TypeVar

from filelock import FileLock, Timeout

from storage.errors import CannotStore, StoreError, StoreFull, StoreUnavailable, UnusableDatabase
from storage.sql.database import Batch
from storage.sql.schema import APPLIED, UPGRADES, Upgrade, is_ours, lacking, statements
from storage.sql.store import Store
from storage.sql.table import SQLITE

OWNER_ONLY = 0o600
WIPE = "PRAGMA wal_checkpoint(TRUNCATE)"
LEAST_ROOM = 1 << 20  # bytes of free disk space; with less, writes are about to fail
BUSY_MS = 5_000  # milliseconds to wait for another tool that has the file open
FULL = "the disk with the database is full"

T = TypeVar("T")
Work = Callable[[sqlite3.Connection], T]
Files = Mapping[Path, tuple[int, int]]


class Connection:
    """A connection with its own thread, which runs requests one after the other."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection, self._thread = connection, ThreadPoolExecutor(max_workers=1)

    async def run(self, work: Work[T]) -> T:
        """Run a function in its turn. It runs even if the caller is cancelled."""
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._thread.submit(self._do, work, done)
        return await done

    def _do(self, work: Work[T], done: asyncio.Future[T]) -> None:
        try:
            settle = partial(done.set_result, work(self._connection))
        except Exception as error:
            settle = partial(done.set_exception, error)
        # Not via the executor's own future, with which a call takes half as long again.
        done.get_loop().call_soon_threadsafe(lambda: done.done() or settle())

    async def ask(self, sql: str, parameters: Sequence[object] = ()) -> list[sqlite3.Row]:
        return await self.run(lambda connection: connection.execute(sql, parameters).fetchall())

    async def close(self) -> None:
        """Wait for pending requests, then close."""
        await self.run(sqlite3.Connection.close)
        self._thread.shutdown(wait=False)


class Database:
    """An open database: one connection writes, two others read committed data."""

    own_faults: tuple[type[Exception], ...] = (
        *(StoreError, sqlite3.IntegrityError, sqlite3.ProgrammingError, ValueError, OverflowError),
    )

    def __init__(
        self,
        path: Path,
        writer: Connection,
        reader: Connection,
        near: sqlite3.Connection,
        opened: ExitStack,
    ) -> None:
        """Not called directly; use `open`. `opened` holds the lock and the connections."""
        self._writer, self._reader, self._near = writer, reader, near
        self._closing = AsyncExitStack()
        self._closing.callback(opened.close)
        for connection in (writer, reader):
            self._closing.push_async_callback(connection.close)
        self._folder, self._files = path.resolve().parent, _files(path.resolve())

    @classmethod
    async def open(cls, path: Path, upgrades: Sequence[Upgrade]) -> Database:
        """Open the file, creating it if needed, and apply missing upgrades in one transaction.

        Raises:
            UnusableDatabase: another process has it open, or a newer version or another program wrote it;
                the file is not changed.
        """
        return await asyncio.to_thread(cls._open, path, upgrades)

    @classmethod
    def _open(cls, path: Path, upgrades: Sequence[Upgrade]) -> Database:
        with explained(path), ExitStack() as opened:
            opened.enter_context(locked(path))
            create(path)
            writer, reader, near = (opened.enter_context(closing(connected(path))) for _ in range(3))
            prepare(writer, path, upgrades)
            for connection in (reader, near):
                connection.row_factory = sqlite3.Row
                set_pragmas(connection, query_only="ON")
            return cls(path, Connection(writer), Connection(reader), near, opened.pop_all())

    async def write(self, work: Work[T]) -> T:
        """Run a function in its own transaction: committed at the end, or rolled back on any exception.

        Raises:
            CannotStore: the disk is full, or the file was deleted or replaced; nothing was written.
        """
        with translated_errors():
            return await self._writer.run(partial(_transact, work, self._files))

    async def rows(
        self, sql: str, parameters: Sequence[object] = (), *, near: bool = False
    ) -> list[sqlite3.Row]:
        # In memory a query takes a tenth of the time of a round trip to a thread; from the disk, it would
        # block the event loop.
        with translated_errors():
            if near:
                return self._near.execute(sql, parameters).fetchall()
            return await self._reader.ask(sql, parameters)

    async def at_once(
        self, queries: Sequence[str], parameters: Sequence[object], *, near: bool
    ) -> Sequence[Sequence[sqlite3.Row]]:
        ask = partial(_at_once, queries, tuple(parameters))
        with translated_errors():
            return ask(self._near) if near else await self._reader.run(ask)

    async def store(self, batch: Batch) -> None:
        await self.write(partial(_write, batch))

    async def check_room(self) -> None:
        if (await asyncio.to_thread(shutil.disk_usage, self._folder)).free < LEAST_ROOM:
            raise StoreFull(FULL)

    async def size(self) -> int:
        return sum(file.stat().st_size for file in self._files if file.exists())

    async def wipe(self) -> bool:
        with translated_errors():
            ((busy, _, _),) = await self._writer.ask(WIPE)
        return not busy

    async def close(self) -> None:
        await self._closing.aclose()


async def open_store(path: Path) -> Store:
    """Open the store in this file, creating file and folder if needed."""
    return Store(await Database.open(path, UPGRADES), shared=False)


# Opening


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold a lock beside the file. The operating system releases it however the process ends."""
    path = path.resolve()  # the same lock for all links to a file
    path.parent.mkdir(parents=True, exist_ok=True)
    lock = FileLock(f"{path}.lock", mode=OWNER_ONLY, thread_local=False, fallback_to_soft=False)
    with lock.acquire(timeout=0):
        yield


def connected(file: Path | str, *, uri: bool = False) -> sqlite3.Connection:
    """A connection for any thread, one at a time; transactions are begun and ended by statements."""
    return sqlite3.connect(
        file, uri=uri, isolation_level=None, timeout=BUSY_MS / 1000, check_same_thread=False
    )


def create(path: Path) -> None:
    """Create a file, which is an empty database, for its owner only: it will hold the secrets of matches."""
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, OWNER_ONLY))


def prepare(writer: sqlite3.Connection, path: Path, upgrades: Sequence[Upgrade]) -> None:
    """Check the file first, so that a foreign one is not changed; then upgrade it."""
    missing = lacking(applied_to(writer, path), upgrades, path)
    # FULL: committed changes survive a power cut. `secure_delete` does not depend on how SQLite was built.
    set_pragmas(writer, journal_mode="WAL", synchronous="FULL", foreign_keys="ON", secure_delete="ON")
    if missing:
        _transact(partial(_apply, missing), {}, writer)
    writer.execute(WIPE).fetchall()  # erases what a reader prevented earlier


def set_pragmas(connection: sqlite3.Connection, **pragmas: str) -> None:
    for name, value in pragmas.items():
        connection.execute(f"PRAGMA {name} = {value}").fetchall()


def applied_to(connection: sqlite3.Connection, path: Path) -> list[str]:
    """The names of the upgrades that a file has."""
    tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
    return [name for (name,) in connection.execute(APPLIED)] if is_ours(tables, path) else []


def _apply(missing: Sequence[tuple[int, Upgrade]], connection: sqlite3.Connection) -> None:
    for statement in statements(missing, SQLITE):
        connection.execute(statement)


# Functions that run in the thread of a connection


def _transact(work: Work[T], files: Files, connection: sqlite3.Connection) -> T:
    connection.execute("BEGIN IMMEDIATE")
    try:
        result = work(connection)
        _check_files(files)
        connection.commit()
    except BaseException:
        connection.rollback()
        raise
    return result


def _write(batch: Batch, connection: sqlite3.Connection) -> None:
    for statement, row in batch:
        found = connection.execute(statement.sql, row).fetchall()
        if statement.refusal is not None and not found:
            raise statement.refusal


def _at_once(
    queries: Sequence[str], parameters: tuple[object, ...], connection: sqlite3.Connection
) -> list[list[sqlite3.Row]]:
    connection.execute("BEGIN")  # all as of one commit
    try:
        return [connection.execute(sql, parameters[: _places(sql)]).fetchall() for sql in queries]
    finally:
        connection.execute("COMMIT")


@cache
def _places(sql: str) -> int:
    """The number of parameters of a query: the highest index."""
    return max(map(int, re.findall(r"\?(\d+)", sql)))


# The files: writes to a deleted file are lost when it is closed


def _files(path: Path) -> Files:
    """The database and its write-ahead log, with what identifies them if other files take their names."""
    known = {file: _identity(file) for file in (path, path.with_name(f"{path.name}-wal"))}
    return {file: identity for file, identity in known.items() if identity}


def _check_files(files: Files) -> None:
    for file, identity in files.items():
        if _identity(file) != identity:
            raise CannotStore(
                f"{file} was deleted or replaced while it was open, and nothing more is stored:"
                " stop the bot, bring the file or a copy of it back, and start again"
            )


def _identity(file: Path) -> tuple[int, int] | None:
    try:
        status = os.stat(file)
    except FileNotFoundError:
        return None
    return status.st_dev, status.st_ino


# Errors, with messages for the host

_PRIMARY = 0xFF  # mask for the primary part of an extended result code
_CANNOT = {sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM}
_TAKEN = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_INTERRUPT}
_ROOM, _ITS_OWN = "the disk is full; make room", "give it and its folder to the user that the bot runs as"
_COPY = "bring back a copy with “tischrand restore FILE”"
_OF_SQLITE = {
    sqlite3.SQLITE_FULL: _ROOM,
    sqlite3.SQLITE_READONLY: f"it may not be written; {_ITS_OWN}",
    sqlite3.SQLITE_PERM: f"it may not be read; {_ITS_OWN}",
    sqlite3.SQLITE_CANTOPEN: f"it or its folder may not be opened or written; {_ITS_OWN}",
    sqlite3.SQLITE_NOTADB: f"it is no database, or damaged; {_COPY}",
    sqlite3.SQLITE_CORRUPT: f"it is damaged; {_COPY}",
    sqlite3.SQLITE_BUSY: "another program has it open; close that one",
    sqlite3.SQLITE_IOERR: f"its disk has a fault; look after the disk, or {_COPY}",
}
_OF_SYSTEM = {
    errno.ENOSPC: _ROOM,
    errno.EDQUOT: f"{_ROOM}, for this user may fill no more of it",
    errno.EROFS: "its disk can only be read from; name a file elsewhere",
    errno.EACCES: f"this user may not read or write there; {_ITS_OWN}",
    errno.EPERM: f"this user may not read or write there; {_ITS_OWN}",
    errno.EISDIR: "it is a folder; name a file in it",
    errno.ENOTDIR: "what should be its folder is a file; name another one",
    errno.EEXIST: "there is one of that name; name another one",
}


def _reason(error: OSError | sqlite3.Error) -> str:
    """The reason why a file cannot be used, and what to do."""
    if isinstance(error, sqlite3.Error):
        return _OF_SQLITE.get(_code(error)) or str(error)
    return _OF_SYSTEM.get(error.errno or 0) or error.strerror or str(error)


def _code(error: sqlite3.Error) -> int:
    return getattr(error, "sqlite_errorcode", 0) & _PRIMARY


@contextmanager
def explained(path: Path, what: str = "used") -> Iterator[None]:
    """Turn errors while opening or writing a file into `UnusableDatabase` with a message for the host."""
    try:
        yield
    except Timeout:
        raise UnusableDatabase(f"{path} is open in another process; stop that one first") from None
    except (OSError, sqlite3.Error) as error:
        raise UnusableDatabase(f"{path} cannot be {what}: {_reason(error)}") from error


@contextmanager
def translated_errors() -> Iterator[None]:
    """Turn errors of an open file into errors of the store."""
    try:
        yield
    except sqlite3.OperationalError as error:
        code = _code(error)
        if code == sqlite3.SQLITE_FULL:
            raise StoreFull(FULL) from None
        if code in _CANNOT:
            raise CannotStore(f"the database cannot be read or written: {error}") from None
        if code in _TAKEN:
            raise StoreUnavailable(f"the database is busy: {error}") from None
        raise
