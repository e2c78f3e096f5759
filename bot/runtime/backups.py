"""Copies of the database that the running bot makes regularly, and the age of the last one."""

from __future__ import annotations

import asyncio
import calendar
import logging
import time
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from pathlib import Path

from bot.interface import meanwhile
from storage.errors import UnusableDatabase
from storage.sqlite import copying

NAME = "tischrand-%Y-%m-%dT%H-%M-%SZ.db"
"""UTC, so that names sort by time. Files with other names were not made here and are left alone."""

LONGEST_WAIT = 60.0  # seconds between two checks of the clock: the machine may be suspended
PAUSE = 600.0  # seconds from a failure to the next attempt

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Backups:
    """A task that makes copies; its only state is the names of the files in the folder."""

    database: Path
    folder: Path
    """Created if it is missing."""
    every: int
    """Seconds from one copy to the next."""
    keep: int
    """Number of copies; older ones are deleted after a new copy."""
    clock: Callable[[], int]

    def at_work(self) -> AbstractAsyncContextManager[object]:
        """Make a copy whenever one is due, while the context is open."""
        return meanwhile(self._work())

    async def _work(self) -> None:
        while True:
            pause = await self.round()
            await asyncio.sleep(pause)

    async def round(self) -> float:
        """Make a copy if one is due, and return the seconds until the next check."""
        try:
            now = self.clock()
            past = await asyncio.to_thread(age, self.folder, now)
            if past is not None and past < self.every:
                return min(LONGEST_WAIT, self.every - past)
            file = self.folder / file_name(now)
            size = await asyncio.to_thread(copying.make, self.database, file)
            log.info("the backup %s is made, %s kB", file, size // 1000 + 1)
            await asyncio.to_thread(self._tidy, now)
        except (UnusableDatabase, OSError) as error:  # for the host to fix: no traceback needed
            log.error("the backup failed: %s; it is tried again in %.0f minutes", error, PAUSE / 60)
            return PAUSE
        except Exception:
            log.exception("the backup failed; it is tried again in %.0f minutes", PAUSE / 60)
            return PAUSE
        return LONGEST_WAIT

    def _tidy(self, now: int) -> None:
        """Delete the oldest copies, and unfinished ones of a bot that was killed."""
        made = _made(self.folder, now)
        for at in sorted(made)[: -self.keep]:
            made[at].unlink()
        for draft in self.folder.glob("*.db.part*"):
            if made_at(draft.name.partition(".part")[0]) is not None:
                draft.unlink()

    async def age(self) -> float:
        """The age of the last copy in seconds; infinite if there is none or the folder cannot be read."""
        try:
            past = await asyncio.to_thread(age, self.folder, self.clock())
        except OSError:
            past = None
        return float("inf") if past is None else past


def age(folder: Path, now: int) -> int | None:
    """The age of the last copy in seconds; None if there is none.

    Raises:
        OSError: the folder cannot be read.
    """
    return now - max(made) if (made := _made(folder, now)) else None


def _made(folder: Path, now: int) -> dict[int, Path]:
    """The copies by time. Those from the future are ignored: the clock was wrong, or is."""
    try:
        files = [path for path in folder.iterdir() if path.is_file() and not path.is_symlink()]
    except FileNotFoundError:
        return {}
    times = ((made_at(path.name), path) for path in files)
    return {at: path for at, path in times if at is not None and at <= now}


def file_name(at: int) -> str:
    """The file name of a copy that is made at this time."""
    return time.strftime(NAME, time.gmtime(at))


def made_at(name: str) -> int | None:
    """The time at which a copy of this name was made; None if it is not the name of a copy."""
    try:
        at = calendar.timegm(time.strptime(name, NAME))
    except ValueError:
        return None
    return at if file_name(at) == name else None  # `strptime` accepts more than `strftime` writes
