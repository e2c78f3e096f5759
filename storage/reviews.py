"""Reviews of finished matches: what each move of a player cost."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from games.events import MatchId, PlayerId
from games.frozen import frozen
from games.game import Seat


@frozen
class JudgedMove:
    """What a move cost."""

    cost: float
    better: str | None
    """In notation; None where the move was the best."""
    exact: bool
    """Whether the cost is known for certain."""
    laid_open: float | None = None
    """The same from what both seats knew together, where that is more."""


class Reviews(Protocol):
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

    async def review(self, match: MatchId, seat: Seat) -> tuple[JudgedMove, ...]:
        """What is known of the review of a seat; () where nothing is."""
