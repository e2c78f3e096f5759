"""New databases for tests: copied, since making the tables anew takes twenty times as long."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

from storage.sql.store import Store
from storage.sqlite import database
from storage.sqlite.database import open_store

SET = database.set_pragmas


async def opened(path: Path) -> Store:
    """The store at this path, made if there is none; without threads, and no power will fail."""
    with (
        patch.object(database, "ThreadPoolExecutor", NoThread),
        patch.object(database, "set_pragmas", _set_lightly),
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


def _set_lightly(connection: sqlite3.Connection, **pragmas: str) -> None:
    """Nothing waits for the disk."""
    SET(connection, **pragmas)
    SET(connection, synchronous="OFF")


class NoThread(Executor):
    """What one connection is to do is done in the order in which it was asked for, each a moment later.

    Going to a thread and back takes longer than most of it.
    """

    def __init__(self, max_workers: int) -> None:
        """Nothing is started."""

    def submit(self, work: Callable[..., Any], /, *arguments: Any, **named: Any) -> Future[Any]:
        """The loop does the work."""
        asyncio.get_running_loop().call_soon(work, *arguments)
        return Future()
