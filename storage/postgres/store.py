"""The store of the bot in one PostgreSQL database."""

from __future__ import annotations

from storage.postgres.checkup import AT_WORK
from storage.postgres.connecting import LOCK
from storage.postgres.database import Database
from storage.postgres.news import PostgresNews
from storage.sql.schema import STEPS
from storage.sql.store import SqlStore

COUNTED = 10_000  # running matches at most
_COUNT_RUNNING = """
    SELECT CASE WHEN counted < ?1 THEN counted ELSE greatest(counted, (
        SELECT reltuples::bigint FROM pg_class WHERE oid = 'matches_running'::regclass
    )) END AS counted
    FROM (
        SELECT count(*) AS counted FROM (
            SELECT 1 FROM matches WHERE phase = 'running' LIMIT ?1
        ) AS running
    ) AS known
"""


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

    async def count_running(self) -> int:
        """How many matches run; many are not counted one by one, but as the server last did by itself."""
        (row,) = await self._database.rows(_COUNT_RUNNING, (COUNTED,))
        return int(row["counted"])

    async def count_processes(self) -> int:
        """How many hold the lock that each has as long as it is connected; at least this one."""
        return max(1, len(await self._database.rows(AT_WORK, (LOCK,))))

    async def size(self) -> int:
        """What the database takes on the server's disk, in bytes."""
        (row,) = await self._database.rows("SELECT pg_database_size(current_database()) AS bytes")
        return int(row["bytes"])
