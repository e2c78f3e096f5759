"""New databases for tests: copied, since making the tables anew takes twenty times as long."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

import aiosqlite.core

from storage.sql.store import Store
from storage.sqlite import database
from storage.sqlite.database import open_store

SET = database._set


async def opened(path: Path) -> Store:
    """The store at this path, made if there is none; without threads, and no power will fail."""
    with (
        patch.multiple(aiosqlite.core, SimpleQueue=_Queue, Thread=_NoThread),
        patch.object(database, "_set", _set_lightly),
    ):
        return await open_store(prepared(path))


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


async def _set_lightly(connection: aiosqlite.Connection, **pragmas: str | int) -> None:
    """Nothing waits for the disk."""
    await SET(connection, **pragmas)
    await SET(connection, synchronous="OFF")


class _Queue:
    """What one connection is to do is done in the order in which it was asked for, each a moment later.

    Going to a thread and back takes longer than most of it.
    """

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()

    def put_nowait(self, work: tuple[asyncio.Future[Any] | None, Callable[[], Any]]) -> None:
        self._loop.call_soon(done, *work)


def done(future: asyncio.Future[Any] | None, work: Callable[[], Any]) -> Any:
    """Do something as the thread of a connection would; gives what came out, None where it failed."""
    try:
        result = work()
    except Exception as error:
        if future is not None and not future.done():
            future.set_exception(error)
        return None
    if future is not None and not future.done():
        future.set_result(result)
    return result


class _NoThread:
    def __init__(self, target: object, args: object) -> None:
        """Nothing is started."""

    def start(self) -> None:
        """The loop does the work."""
