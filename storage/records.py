"""Records of matches that people have brought along."""

from __future__ import annotations

from typing import Protocol

from games.events import PlayerId
from games.frozen import frozen


@frozen
class StoredRecord:
    """The record of a match that somebody has brought along; nobody else sees it."""

    id: str
    """Drawn at random, longer than the id of any match."""
    player: PlayerId
    at: int
    """When, in seconds since 1970."""
    text: str


class Records(Protocol):
    """The part of the store that keeps records."""

    async def put_record(self, record: StoredRecord) -> None:
        """Add a record; of one player the newest 20 are kept."""

    async def records_of(self, player: PlayerId) -> tuple[StoredRecord, ...]:
        """Those of a player, the oldest first."""

    async def record(self, number: str) -> StoredRecord | None:
        """A record by its id."""
