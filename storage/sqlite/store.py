"""The store of the bot in one SQLite file."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path

from storage.errors import StoreFull
from storage.sql.schema import STEPS
from storage.sql.store import SqlStore
from storage.sqlite.database import Database
from storage.sqlite.faults import FULL

LEAST_ROOM = 1 << 20  # bytes on the disk; with less, presses are soon to be lost


class SqliteStore(SqlStore):
    """A `Store`, see there; what waits to be written at the same time is committed together."""

    _database: Database

    @classmethod
    async def open(cls, path: Path) -> SqliteStore:
        """The store in this file; file and folder are made if there are none.

        Raises:
            UnusableDatabase: in another process, from a newer version, or no database of ours.
        """
        return cls(await Database.open(path, STEPS))

    async def try_writing(self) -> None:
        """See whether what happens now would be stored; next to nothing may have room where a press has none.

        Raises:
            StoreUnavailable: no, and why.
        """
        await super().try_writing()
        if (await asyncio.to_thread(shutil.disk_usage, self._database.folder)).free < LEAST_ROOM:
            raise StoreFull(FULL)
