"""Reviews: the plies of a seat, judged in the background, once for each match and seat."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from bot.domain.robot_players import review_seed
from bot.interface import Robots
from bot.presentation import JudgedPly
from bot.repositories.replays import ReplayedMatch
from games.events import MatchId, PlayerId
from games.game import Seat, View, other
from games.judgement import Judgement
from storage.sql.results import Results

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Ply:
    """A ply of one seat, with the views of both seats before and after it."""

    number: int
    before: View
    played: str
    after: View
    opposite: tuple[View, View]


@dataclass(slots=True)
class Review:
    """The plies of one seat, and the judgements of the first of them."""

    match: MatchId
    seat: Seat
    player: PlayerId
    plies: Sequence[Ply]
    moves: list[Judgement]
    task: asyncio.Task[None] | None = None
    """Judges the remaining plies."""

    @property
    def judged(self) -> list[JudgedPly]:
        """The plies that are judged, for presentation."""
        return [
            JudgedPly(ply.number, ply.played, move) for ply, move in zip(self.plies, self.moves, strict=False)
        ]

    @property
    def finished(self) -> bool:
        return len(self.moves) == len(self.plies)


class Reviews:
    """Judges plies one after another; an interrupted review continues when it is requested again."""

    def __init__(self, store: Results, robots: Robots) -> None:
        self._store, self._robots = store, robots
        self._under_way: dict[tuple[MatchId, Seat], Review] = {}

    async def resume(self, replayed: ReplayedMatch, seat: Seat, player: PlayerId) -> Review:
        """The review of a seat, under way unless it is finished."""
        moves = await self._store.review(replayed.key, seat)
        # No await between here and the entry in `_under_way`, or two tasks could judge the same review.
        if review := self._under_way.get((replayed.key, seat)):
            return review
        review = Review(replayed.key, seat, player, _plies_of(replayed, seat), list(moves))
        if not review.finished:
            review.task = asyncio.create_task(self._judge(review))
            self._under_way[review.match, seat] = review
        return review

    async def close(self) -> None:
        """Cancel all running reviews."""
        tasks = [review.task for review in self._under_way.values() if review.task]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _judge(self, review: Review) -> None:
        try:
            for ply in review.plies[len(review.moves) :]:
                seed = review_seed(review.match, ply.number)
                judged = await self._robots.judge(ply.before, ply.played, ply.after, seed, ply.opposite)
                review.moves.append(judged)
                await self._store.put_review(review.match, review.seat, review.player, review.moves)
        except Exception as error:
            log.error("a review of match %s is broken off (%s)", review.match, type(error).__name__)
        finally:
            del self._under_way[review.match, review.seat]


def _plies_of(replayed: ReplayedMatch, seat: Seat) -> tuple[Ply, ...]:
    """The plies of a seat, with the views that both seats had at the time, not later ones."""
    plies = []
    for number, (past, now) in enumerate(pairwise(replayed.positions), start=1):
        if now.ply is not None and now.seat == seat:
            before, after = past.state.view(seat), now.state.view(seat)
            opposite = past.state.view(other(seat)), now.state.view(other(seat))
            plies.append(Ply(number, before, now.ply[1], after, opposite))
    return tuple(plies)
