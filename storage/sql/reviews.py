"""Reviews of finished matches in SQLite, the moves of each as one JSON text."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import astuple

from games.events import MatchId, PlayerId
from games.game import Seat
from storage.reviews import JudgedMove
from storage.sql import statements
from storage.sql.guard_statements import DROP_LATE_REVIEW
from storage.sql.part import Part


class SqlReviews(Part):
    """The `Reviews` of a database."""

    async def put_review(
        self, match: MatchId, seat: Seat, player: PlayerId, moves: Sequence[JudgedMove]
    ) -> None:
        """Keep what is known of a review, in place of what was kept before."""
        row = (match, seat, player, json.dumps([astuple(move) for move in moves]))
        await self._group.write({statements.PUT_REVIEW: [row], DROP_LATE_REVIEW: [(match, seat)]})

    async def review(self, match: MatchId, seat: Seat) -> tuple[JudgedMove, ...]:
        """What is known of the review of a seat; () where nothing is."""
        row = await self._one(statements.REVIEW, match, seat)
        return tuple(JudgedMove(*move) for move in json.loads(row["moves"])) if row else ()
