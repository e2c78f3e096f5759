"""Copies of the database: made while the bot runs, and brought back while it does not."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.parse import quote

from filelock import Timeout

from storage.errors import UnusableDatabase
from storage.sqlite.checkup import check
from storage.sqlite.database import BUSY_MS, OWNER_ONLY, locked
from storage.sqlite.faults import reason

REPLACED = ".replaced"
"""Behind the name of a database that a copy has taken the place of: it is kept under that name."""

SHOW_AGAIN = """
    UPDATE boards SET shown = 0
    WHERE match IN (SELECT match FROM matches WHERE phase IN ('challenge', 'running'))
"""
"""The chats may show what happened after the copy was made: those boards count as behind."""

ASK_AGAIN = "UPDATE deadlines SET due = 0 WHERE kind = 'reminder'"
"""Whoever was asked when the copy was made may have answered since, and an edited board notifies nobody."""


class UnusableCopy(Exception):
    """A copy that cannot be made or brought back, and why, in words for the host."""


async def make(database: Path, copy: Path) -> int:
    """Copy a database, also one that a running bot writes to; the copy is whole, as of one moment.

    Returns:
        The size of the copy in bytes.

    Raises:
        UnusableCopy: there is a file of this name already, or it cannot be written.
        UnusableDatabase: there is none, it is damaged, or it is none of ours.
    """
    if await asyncio.to_thread(copy.exists):
        raise UnusableCopy(f"{copy} is there already; name a new file")
    await _examined(database)
    return await asyncio.to_thread(_make, database, copy)


async def bring_back(copy: Path, database: Path) -> Path | None:
    """Put a copy in the place of the database; nothing changes unless all of it goes well.

    Returns:
        Where the database is kept that was there before; None if there was none.

    Raises:
        UnusableDatabase: the copy is damaged, from a newer version or none of ours; or the
            database is open in another process.
        UnusableCopy: a file of that name is in the way, or nothing can be written.
    """
    await _examined(copy)
    return await asyncio.to_thread(_bring_back, copy, database)


async def _examined(file: Path) -> None:
    found = await check(file)
    if found is None:
        raise UnusableDatabase(f"there is no database {file}")
    if not await asyncio.to_thread(lambda: file.stat().st_size):
        raise UnusableDatabase(f"{file} is empty")
    if found.damages:
        raise UnusableDatabase(f"{file} is damaged: {'; '.join(found.damages)}")


def _make(database: Path, copy: Path) -> int:
    with _explained(copy):
        copy.parent.mkdir(parents=True, exist_ok=True)
        draft = copy.with_name(f"{copy.name}.part")
        try:
            _copy(database, draft)
            # A link takes no name that somebody took meanwhile; a rename would.
            os.link(draft, copy)
        finally:
            draft.unlink(missing_ok=True)  # half a copy would fill a disk that is full
        return copy.stat().st_size


def _bring_back(copy: Path, database: Path) -> Path | None:
    replaced, draft = (database.with_name(f"{database.name}{ending}") for ending in (REPLACED, ".part"))
    with _explained(database), locked(database):
        there = database.exists()
        if there and replaced.exists():
            raise UnusableCopy(f"{replaced} is in the way: it was replaced before; move it elsewhere")
        try:
            if there:
                _copy(database, replaced)
            _copy(copy, draft, SHOW_AGAIN, ASK_AGAIN)
            # One transaction of SQLite's own: a crash leaves what was there before, or the copy.
            _copy(draft, database)
        except BaseException:
            (replaced if there else database).unlink(missing_ok=True)
            raise
        finally:
            draft.unlink(missing_ok=True)  # half a copy would fill a disk that is full
        return replaced if there else None


def _copy(source: Path, target: Path, *changes: str) -> None:
    """The whole of a database into a file that is for the host only, as the database itself."""
    os.close(os.open(target, os.O_RDWR | os.O_CREAT, OWNER_ONLY))
    with closing(_opened(source, "ro")) as old, closing(_opened(target, "rw")) as new:
        old.backup(new)  # all pages at once: what is written meanwhile is not copied
        for change in changes:
            new.execute(change)
        new.commit()
        new.execute("PRAGMA journal_mode = DELETE")  # one file that holds everything


def _opened(file: Path, mode: str) -> sqlite3.Connection:
    return sqlite3.connect(f"file:{quote(str(file))}?mode={mode}", uri=True, timeout=BUSY_MS / 1000)


@contextmanager
def _explained(file: Path) -> Iterator[None]:
    """Whatever keeps a file from being written, told in words for the host."""
    try:
        yield
    except Timeout:
        raise UnusableDatabase(f"{file} is open in another process; stop that one first") from None
    except (OSError, sqlite3.Error) as error:
        raise UnusableCopy(f"{file} cannot be written: {reason(error)}") from error
