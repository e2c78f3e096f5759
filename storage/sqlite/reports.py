"""What players have reported, for the host; also while the bot runs."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path
from urllib.parse import quote

import aiosqlite

from games.frozen import frozen
from storage.errors import UnusableDatabase
from storage.sql.remark_statements import PEOPLE_OF, REPORTED
from storage.sql.schema import STEPS
from storage.sqlite.database import BUSY_MS, missing_steps


@frozen
class ReportedWords:
    """Words of a player that somebody has reported; people as `Ben (discord 17)`."""

    match: str
    player: str
    reader: str
    reporter: str
    said: str
    """As it was typed; of a set phrase its key."""
    phrase: bool
    reported: int
    """When, in seconds since 1970."""


async def read_reports(path: Path, *, most: int) -> tuple[ReportedWords, ...]:
    """So many reports from the file of a `SqliteStore`, the latest first.

    Raises:
        UnusableDatabase: there is none, it is of another version or program, or cannot be read.
    """
    if not await asyncio.to_thread(path.exists):
        raise UnusableDatabase(f"there is no database {path}")
    try:
        async with aiosqlite.connect(f"file:{quote(str(path))}?mode=ro", uri=True) as reader:
            reader.row_factory = sqlite3.Row
            await reader.execute_fetchall(f"PRAGMA busy_timeout = {BUSY_MS}")
            if await missing_steps(reader, path, STEPS):
                raise UnusableDatabase(f"{path} is of an older version: start the bot once")
            rows = await reader.execute_fetchall(REPORTED, (most,))
            return tuple([await _report(reader, row) for row in rows])
    except sqlite3.Error as error:
        raise UnusableDatabase(f"{path} cannot be used: {error}") from error


async def _report(reader: aiosqlite.Connection, row: sqlite3.Row) -> ReportedWords:
    return ReportedWords(
        match=row["match"],
        player=await _person(reader, row["player"]),
        reader=await _person(reader, row["reader"]),
        reporter=await _person(reader, row["reporter"]),
        said=row["said"],
        phrase=bool(row["phrase"]),
        reported=row["reported"],
    )


async def _person(reader: aiosqlite.Connection, player: str) -> str:
    rows = await reader.execute_fetchall(PEOPLE_OF, (player,))
    return ", ".join(f"{row['name']} ({row['platform']} {row['account']})" for row in rows) or "someone"
