"""Records that people have brought along, in SQLite."""

from __future__ import annotations

from games.events import PlayerId
from storage.records import StoredRecord
from storage.sql import statements
from storage.sql.guard_statements import REFUSE_GONE
from storage.sql.part import Part


class SqlRecords(Part):
    """The `Records` of a database."""

    async def put_record(self, record: StoredRecord) -> None:
        """Add a record; the schema lets the oldest of its player go."""
        row = (record.id, record.player, record.at, record.text)
        await self._group.write(
            {
                REFUSE_GONE: [(record.player,)],
                statements.DROP_RECORD: [(record.id,)],
                statements.PUT_RECORD: [row],
            }
        )

    async def records_of(self, player: PlayerId) -> tuple[StoredRecord, ...]:
        """Those of a player, the oldest first."""
        rows = await self._database.rows(statements.RECORDS_OF, (player,))
        return tuple(StoredRecord(*row) for row in rows)

    async def record(self, number: str) -> StoredRecord | None:
        """A record by its id."""
        row = await self._one(statements.RECORD, number)
        return StoredRecord(*row) if row else None
