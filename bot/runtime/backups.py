"""Copies of the database that the running bot makes by itself, and when the last one was made."""

from __future__ import annotations

import asyncio
import calendar
import logging
import time
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path

from bot.delivery.worker import meanwhile
from storage.errors import UnusableDatabase
from storage.sqlite import copying

NAME = "tischrand-%Y-%m-%dT%H-%M-%SZ.db"
"""In UTC, so that names sort by time. A file of any other name was not made here, and is left alone."""

LONGEST_WAIT = 60.0  # seconds between two looks at the clock: the machine may sleep meanwhile
PAUSE = 600.0  # seconds after a failure until it is tried again

log = logging.getLogger(__name__)


class Backups:
    """One task that makes copies; what it has made is told by the names in the folder alone."""

    def __init__(
        self,
        database: Path,
        folder: Path,
        *,
        every: int,
        keep: int,
        clock: Callable[[], int],
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        """Copy nothing until `at_work`.

        Args:
            database: what is copied.
            folder: where to; made when it is missing.
            every: seconds from one copy to the next.
            keep: how many copies are kept; older ones are deleted when one has been made.
            clock: the time in seconds since 1970.
            sleep: how to wait, in seconds.
        """
        self._database, self._folder = database, folder
        self._every, self._keep = every, keep
        self._clock, self._sleep = clock, sleep

    def at_work(self) -> AbstractAsyncContextManager[None]:
        """Meanwhile a copy is made whenever one is due."""
        return meanwhile(self._work())

    async def _work(self) -> None:
        while True:
            await self._sleep(await self.round())

    async def round(self) -> float:
        """Make a copy if one is due; gives the seconds until the next look."""
        try:
            now = self._clock()
            past = await asyncio.to_thread(age, self._folder, now)
            if past is not None and past < self._every:
                return min(LONGEST_WAIT, self._every - past)
            file = self._folder / file_name(now)
            size = await copying.make(self._database, file)
            log.info("the backup %s is made, %s kB", file, size // 1000 + 1)
            await asyncio.to_thread(self._tidy, now)
        except (UnusableDatabase, OSError) as error:  # the host's to mend: a sentence does
            log.error("the backup failed: %s; it is tried again in %.0f minutes", error, PAUSE / 60)
            return PAUSE
        except Exception:
            log.exception("the backup failed; it is tried again in %.0f minutes", PAUSE / 60)
            return PAUSE
        return LONGEST_WAIT

    def _tidy(self, now: int) -> None:
        """Delete the oldest copies, and what was half written when the bot was killed."""
        made = _made(self._folder, now)
        for at in sorted(made)[: -self._keep]:
            made[at].unlink()
        for draft in self._folder.glob("*.db.part*"):
            if made_at(draft.name.partition(".part")[0]) is not None:
                draft.unlink()

    async def age(self) -> float:
        """The age of the last copy in seconds; without end where there is none, or none to be seen."""
        try:
            past = await asyncio.to_thread(age, self._folder, self._clock())
        except OSError:
            past = None
        return float("inf") if past is None else past


def age(folder: Path, now: int) -> int | None:
    """How many seconds ago the last copy was made; None: there is none.

    Raises:
        OSError: the folder cannot be read.
    """
    return now - max(made) if (made := _made(folder, now)) else None


def _made(folder: Path, now: int) -> dict[int, Path]:
    """The copies by their times. One of the future says nothing: the clock was wrong, or is."""
    try:
        files = [path for path in folder.iterdir() if path.is_file() and not path.is_symlink()]
    except FileNotFoundError:
        return {}
    times = ((made_at(path.name), path) for path in files)
    return {at: path for at, path in times if at is not None and at <= now}


def file_name(at: int) -> str:
    """The name of a copy that is made then."""
    return time.strftime(NAME, time.gmtime(at))


def made_at(name: str) -> int | None:
    """When a copy of this name was made; None: it is no name of ours."""
    try:
        at = calendar.timegm(time.strptime(name, NAME))
    except ValueError:
        return None
    return at if file_name(at) == name else None  # what is read is more than what is written
