"""Looks at a database without changing it."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path
from urllib.parse import quote

import aiosqlite
from filelock import Timeout

from games.frozen import frozen
from storage.errors import UnusableDatabase
from storage.sql.schema import STEPS
from storage.sqlite.database import BUSY_MS, locked, missing_steps

DAMAGES = 3  # how many are told


@frozen
class Checkup:
    """What a look at a database has shown."""

    in_use: bool
    """Another process has it open."""
    outdated: bool
    """The next start brings it to the present version."""
    damages: tuple[str, ...]
    """What SQLite finds broken, in its words; at most so many."""


async def check(path: Path) -> Checkup | None:
    """Look at the file of a `SqliteStore`; None: there is none.

    Raises:
        UnusableDatabase: it was written by a newer version or another program, or cannot be read.
    """
    try:
        if not await asyncio.to_thread(path.exists):
            return None
        async with aiosqlite.connect(f"file:{quote(str(path))}?mode=ro", uri=True) as reader:
            await reader.execute_fetchall(f"PRAGMA busy_timeout = {BUSY_MS}")
            missing = await missing_steps(reader, path, STEPS)
            told = [str(row[0]) for row in await reader.execute_fetchall(f"PRAGMA quick_check({DAMAGES})")]
            in_use = await asyncio.to_thread(_in_use, path)
    except (OSError, sqlite3.Error) as error:
        raise UnusableDatabase(f"{path} cannot be used: {error}") from error
    return Checkup(in_use, bool(missing), tuple(damage for damage in told if damage != "ok"))


def _in_use(path: Path) -> bool:
    try:
        with locked(path):
            return False
    except Timeout:
        return True
