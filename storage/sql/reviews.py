"""Reviews of finished matches, the moves of each as one JSON text; and records that were brought along."""

# ruff: noqa: S608 - only constants of this file are put together

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import astuple

from games.events import MatchId, PlayerId
from games.game import Seat
from storage.reviews import JudgedMove, StoredRecord
from storage.sql.database import Statement
from storage.sql.part import NOT_GONE, Part, present
from storage.sql.schema import RECORDS, REVIEWS

KEPT = 20  # records of a player, the newest

_REVIEW = "SELECT moves FROM reviews WHERE match = ?1 AND seat = ?2"
_RECORD = "SELECT id, player, at, text FROM records"
_RECORDS_OF = f"{_RECORD} WHERE player = ?1 ORDER BY at, id"
_RECORD_WITH = f"{_RECORD} WHERE id = ?1"

# Of somebody who was forgotten while it was made nothing is kept.
_PUT_REVIEW = Statement(
    f"""
    INSERT INTO reviews ({REVIEWS.all}) SELECT ?1, ?2, who, ?4 FROM (SELECT {present("?3")} AS who) AS whose
    WHERE NOT EXISTS (SELECT 1 FROM gone_players WHERE gone_players.player = who)
    ON CONFLICT (match, seat) DO UPDATE SET player = excluded.player, moves = excluded.moves
    """
)
_DROP_RECORD = Statement("DELETE FROM records WHERE id = ?1")  # put again, it is the newest
_PUT_RECORD = Statement(RECORDS.add)
_MAKE_ROOM = Statement(
    f"""
    DELETE FROM records WHERE player = ?1 AND number NOT IN (
        SELECT number FROM records WHERE player = ?1 ORDER BY number DESC LIMIT {KEPT}
    )
    """
)


class Reviews(Part):
    """The part of the store that keeps reviews; what is known of one grows until it is finished."""

    async def put_review(
        self, match: MatchId, seat: Seat, player: PlayerId, moves: Sequence[JudgedMove]
    ) -> None:
        """Keep what is known of a review, in place of what was kept before.

        Args:
            match: that is over.
            seat: whose moves are judged.
            player: who had the seat; of one who has been forgotten nothing is kept.
            moves: the first ones of the seat, in their order, or all of them.
        """
        row = (match, seat, player, json.dumps([astuple(move) for move in moves]))
        await self._write((_PUT_REVIEW, row))

    async def review(self, match: MatchId, seat: Seat) -> tuple[JudgedMove, ...]:
        """What is known of the review of a seat; () where nothing is."""
        row = await self._one(_REVIEW, match, seat)
        return tuple(JudgedMove(*move) for move in json.loads(row["moves"])) if row else ()

    async def put_record(self, record: StoredRecord) -> None:
        """Add a record; of one player the newest 20 are kept."""
        await self._write(
            (NOT_GONE, (record.player,)),
            (_DROP_RECORD, (record.id,)),
            (_PUT_RECORD, (record.id, record.player, record.at, record.text)),
            (_MAKE_ROOM, (record.player,)),
        )

    async def records_of(self, player: PlayerId) -> tuple[StoredRecord, ...]:
        """Those of a player, the oldest first."""
        return tuple(StoredRecord(*row) for row in await self._rows(_RECORDS_OF, player))

    async def record(self, number: str) -> StoredRecord | None:
        """A record by its id."""
        row = await self._one(_RECORD_WITH, number)
        return StoredRecord(*row) if row else None
