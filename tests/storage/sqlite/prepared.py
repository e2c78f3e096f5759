"""New databases for tests: copied, or emptied after another test; making the tables anew takes far longer."""

from __future__ import annotations

import asyncio
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeVar
from unittest.mock import patch

from storage.sql.schema import UPGRADES
from storage.sql.store import Store
from storage.sqlite import database
from storage.sqlite.database import open_store

T = TypeVar("T")

SET = database.set_pragmas
FREE_AT_ONCE = 4
"""So many databases that nobody uses keep what is in them: somebody may open one of them again."""


async def opened(path: Path) -> Store:
    """The store at this path, made if there is none; without threads, and no power will fail."""
    with patch.object(database, "Connection", InLoop), patch.object(database, "set_pragmas", _set_lightly):
        return await open_store(prepared(path))


async def lent(path: Path) -> Store:
    """A store at this path that keeps its data from opening to opening, as long as it is used.

    It is a database of another test, emptied: it need not be made, and its connections know their statements.
    Only where there is a file at the path, that one is opened.
    """
    if path.exists():  # noqa: ASYNC240 - a moment
        return await opened(path)
    with patch.object(database, "Connection", InLoop), patch.object(database, "set_pragmas", _set_lightly):
        return Store(await LENT.database_at(path), shared=False)


class LentDatabase(database.Database):
    """Stays open when it is closed; another test gets it then."""

    free = True

    async def close(self) -> None:
        self.free = True

    async def empty(self) -> None:
        await self._writer.run(_empty)


class Lent:
    """The databases of this process that one test after the other uses."""

    def __init__(self) -> None:
        self._folder: TemporaryDirectory[str] | None = None
        self._databases: dict[Path, LentDatabase] = {}
        """By the path at which somebody opened them last; those that were closed last are at the end."""
        self._emptied: set[Path] = set()

    async def database_at(self, path: Path) -> LentDatabase:
        assert path not in self._emptied, f"{path} is opened again, and another test has its database by now"
        found = self._databases.pop(path, None) or await self._emptied_one() or await self._another()
        assert found.free, f"{path} is open"
        found.free = False
        self._databases[path] = found
        return found

    async def _emptied_one(self) -> LentDatabase | None:
        free = [path for path, known in self._databases.items() if known.free]
        if len(free) < FREE_AT_ONCE:
            return None
        self._emptied.add(free[0])
        found = self._databases.pop(free[0])
        await found.empty()
        return found

    async def _another(self) -> LentDatabase:
        self._folder = self._folder or TemporaryDirectory()
        file = prepared(Path(self._folder.name, f"{len(self._databases)}.db"))
        made = await LentDatabase.open(file, UPGRADES)
        assert isinstance(made, LentDatabase)
        return made


LENT = Lent()


def prepared(path: Path) -> Path:
    """The same path, at which there is a database now: the one that was there, or a new one."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(mode=0o600)
        path.write_bytes(_new_database())
    return path


@cache
def _new_database() -> bytes:
    """In a thread of its own, for there may be an event loop in this one."""
    with TemporaryDirectory() as folder, ThreadPoolExecutor(1) as thread:
        file = Path(folder, "new.db")
        thread.submit(asyncio.run, _make(file)).result()
        return file.read_bytes()


async def _make(file: Path) -> None:
    await (await open_store(file)).close()


def _empty(connection: sqlite3.Connection) -> None:
    found = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall()
    SET(connection, foreign_keys="OFF")
    connection.execute("BEGIN IMMEDIATE")
    for name in {name for (name,) in found} - {"steps"}:  # the upgrades that it has
        connection.execute(f"DELETE FROM {name}")  # noqa: S608 - a table of ours
    connection.commit()
    SET(connection, foreign_keys="ON")


def _set_lightly(connection: sqlite3.Connection, **pragmas: str) -> None:
    """Nothing waits for the disk."""
    SET(connection, **pragmas)
    SET(connection, synchronous="OFF")


class InLoop(database.Connection):
    """What it is to do is done in the order in which it was asked for, each a moment later.

    Going to a thread and back takes longer than most of it.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        """Nothing is started."""
        self._connection = connection

    async def run(self, work: database.Work[T]) -> T:
        loop = asyncio.get_running_loop()
        done: asyncio.Future[T] = loop.create_future()
        loop.call_soon(self._settle, work, done)
        return await done

    def _settle(self, work: database.Work[T], done: asyncio.Future[T]) -> None:
        """Whoever waits for it may have been cancelled."""
        try:
            result = work(self._connection)
        except Exception as error:
            if not done.done():
                done.set_exception(error)
        else:
            if not done.done():
                done.set_result(result)

    async def close(self) -> None:
        await self.run(sqlite3.Connection.close)
