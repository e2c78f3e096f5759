"""The store of the bot in one PostgreSQL database."""

from __future__ import annotations

from storage.postgres.database import Database
from storage.postgres.news import PostgresNews
from storage.sql.schema import STEPS
from storage.sql.store import SqlStore


class PostgresStore(PostgresNews, SqlStore):
    """A `Store`, see there; what waits to be written at the same time is committed together."""

    shared = True

    @classmethod
    async def open(cls, url: str) -> PostgresStore:
        """The store in this database, which may be empty.

        Raises:
            UnusableDatabase: not to be reached, being copied, from a newer version, or none of ours.
        """
        return cls(await Database.open(url, STEPS))

    async def size(self) -> int:
        """What the database takes on the server's disk, in bytes."""
        (row,) = await self._database.rows("SELECT pg_database_size(current_database()) AS bytes")
        return int(row["bytes"])
