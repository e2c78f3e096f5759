"""Looks at a database without changing it."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from urllib.parse import quote

import aiosqlite
from filelock import Timeout

from storage.checkup import Checkup
from storage.errors import UnusableDatabase
from storage.sql.database import Record, Rows
from storage.sql.schema import STEPS
from storage.sqlite.database import BUSY_MS, locked, missing_steps

DAMAGES = 3  # how many are told


@asynccontextmanager
async def opened(path: Path) -> AsyncIterator[Rows]:
    """A way to ask the database of a `SqliteStore`, also while the bot runs.

    Raises:
        UnusableDatabase: there is none, it is of another version or program, or cannot be read.
    """
    if not await asyncio.to_thread(path.exists):
        raise UnusableDatabase(f"there is no database {path}")
    try:
        async with looking(path) as reader:
            reader.row_factory = sqlite3.Row
            if await missing_steps(reader, path, STEPS):
                raise UnusableDatabase(f"{path} is of an older version: start the bot once")

            async def rows(sql: str, parameters: Sequence[object]) -> Sequence[Record]:
                return list(await reader.execute_fetchall(sql, parameters))

            yield rows
    except sqlite3.Error as error:
        raise UnusableDatabase(f"{path} cannot be used: {error}") from error


async def check(path: Path) -> Checkup | None:
    """Look at the file of a `SqliteStore`; None: there is none.

    Raises:
        UnusableDatabase: it was written by a newer version or another program, or cannot be read.
    """
    try:
        if not await asyncio.to_thread(path.exists):
            return None
        async with looking(path) as reader:
            missing = await missing_steps(reader, path, STEPS)
            told = [str(row[0]) for row in await reader.execute_fetchall(f"PRAGMA quick_check({DAMAGES})")]
            in_use = await asyncio.to_thread(_in_use, path)
    except (OSError, sqlite3.Error) as error:
        raise UnusableDatabase(f"{path} cannot be used: {error}") from error
    return Checkup(in_use, bool(missing), damages=tuple(damage for damage in told if damage != "ok"))


@asynccontextmanager
async def looking(path: Path) -> AsyncIterator[aiosqlite.Connection]:
    """A connection that changes nothing."""
    async with aiosqlite.connect(f"file:{quote(str(path))}?mode=ro", uri=True) as reader:
        await reader.execute_fetchall(f"PRAGMA busy_timeout = {BUSY_MS}")
        yield reader


def _in_use(path: Path) -> bool:
    try:
        with locked(path):
            return False
    except Timeout:
        return True
