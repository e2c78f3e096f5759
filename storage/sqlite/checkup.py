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
from storage.sql.upgrades import UPGRADES
from storage.sqlite.database import BUSY_MS, explained, lacking_in, locked

DAMAGES = 3  # how many are told


@asynccontextmanager
async def opened(path: Path) -> AsyncIterator[Rows]:
    """A way to ask the database of a `SqliteStore`, also while the bot runs.

    Raises:
        UnusableDatabase: there is none, it is of another version or program, or cannot be read.
    """
    if not await asyncio.to_thread(path.exists):
        raise UnusableDatabase(f"there is no database {path}")
    with explained(path):
        async with looking(path) as reader:
            reader.row_factory = sqlite3.Row
            if await lacking_in(reader, path, UPGRADES):
                raise UnusableDatabase(f"{path} is of an older version: start the bot once")

            async def rows(sql: str, parameters: Sequence[object]) -> Sequence[Record]:
                return list(await reader.execute_fetchall(sql, parameters))

            yield rows


async def check(path: Path) -> Checkup | None:
    """Look at the file of a `SqliteStore`; None: there is none.

    Raises:
        UnusableDatabase: it was written by a newer version or another program, or cannot be read.
    """
    with explained(path):
        if not await asyncio.to_thread(path.exists):
            return None
        async with looking(path) as reader:
            missing = await lacking_in(reader, path, UPGRADES)
            damages = await damages_of(reader)
        return Checkup(await asyncio.to_thread(_in_use, path), bool(missing), damages=damages)


async def damages_of(reader: aiosqlite.Connection) -> tuple[str, ...]:
    """What is not as it should be in the file."""
    rows = await reader.execute_fetchall(f"PRAGMA quick_check({DAMAGES})")
    return tuple(" ".join(row[0].split()) for row in rows if row[0] != "ok")


@asynccontextmanager
async def looking(path: Path) -> AsyncIterator[aiosqlite.Connection]:
    """A connection that changes nothing."""
    async with aiosqlite.connect(f"file:{quote(str(path))}?mode=ro", uri=True) as reader:
        await reader.execute_fetchall(f"PRAGMA busy_timeout = {BUSY_MS}")
        yield reader


def _in_use(path: Path) -> bool:
    if not path.resolve().with_name(f"{path.resolve().name}.lock").exists():
        return False  # no bot has had it open, and looking leaves nothing behind
    try:
        with locked(path):
            return False
    except Timeout:
        return True
