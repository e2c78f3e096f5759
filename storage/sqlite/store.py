"""The store of the bot in one SQLite file."""

from __future__ import annotations

from pathlib import Path

from storage.sql.schema import STEPS
from storage.sql.store import SqlStore
from storage.sqlite.database import Database


class SqliteStore(SqlStore):
    """A `Store`, see there; what waits to be written at the same time is committed together."""

    @classmethod
    async def open(cls, path: Path) -> SqliteStore:
        """The store in this file; file and folder are made if there are none.

        Raises:
            UnusableDatabase: in another process, from a newer version, or no database of ours.
        """
        return cls(await Database.open(path, STEPS))
