"""Reviews: the plies of a seat, judged in the background, once for each match and seat."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import dataclass, field, replace

from bot.domain.robot_players import review_seed
from bot.domain.themes import theme_of
from bot.interface import Robots, cancel_tasks
from bot.presentation import JudgedPly
from bot.repositories.replays import ReplayedMatch
from games.events import MatchId, PlayerId
from games.game import Seat, View, other
from games.judgement import Judgement
from games.match import plies_before
from storage.sql.results import Results

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Ply:
    """A ply of one seat, with its views before and after it."""

    number: int
    before: View
    played: str
    after: View
    opposite: tuple[View, View]
    """The other seat's views before and after it."""


@dataclass(slots=True)
class Review:
    """The plies of one seat, and the judgements of those judged so far."""

    match: MatchId
    game: str
    seat: Seat
    player: PlayerId
    of: int
    """Number of plies of both seats."""
    plies: Sequence[Ply]
    judgements: list[Judgement]
    task: asyncio.Task[None] | None = None
    """Judges the remaining plies."""
    more: asyncio.Event = field(default_factory=asyncio.Event)
    """One more is judged, or the task has ended."""

    def judged(self) -> list[JudgedPly]:
        """The plies that are judged, for presentation."""
        return [
            JudgedPly(ply.number, self.of, ply.played, judged)
            for ply, judged in zip(self.plies, self.judgements, strict=False)
        ]

    def judged_with_themes(self) -> list[JudgedPly]:
        """The same with their themes, which takes a while."""
        return [
            replace(judged, theme=theme_of(self.game, ply.before, ply.played, judged.judged.better))
            if judged.judged.cost
            else judged
            for ply, judged in zip(self.plies, self.judged(), strict=False)
        ]

    @property
    def finished(self) -> bool:
        return len(self.judgements) == len(self.plies)

    @property
    def under_way(self) -> bool:
        return self.task is not None and not self.task.done()

    async def progress(self) -> AsyncIterator[None]:
        """Yield after each further ply that is judged, until the review is finished or broken off."""
        while self.under_way:
            await self.more.wait()
            self.more.clear()
            if self.under_way:
                yield


class Reviews:
    """Judges plies one after another; a review that is broken off continues when it is requested again."""

    def __init__(self, store: Results, robots: Robots) -> None:
        self._store, self._robots = store, robots
        self._under_way: dict[tuple[MatchId, Seat], Review] = {}

    async def resume(self, replayed: ReplayedMatch, seat: Seat, player: PlayerId) -> Review:
        """The review of a seat, under way unless it is finished."""
        judgements = await self._store.review(replayed.key, seat)
        # No await between here and the entry in `_under_way`, or two tasks could judge the same review.
        if review := self._under_way.get((replayed.key, seat)):
            return review
        game, plies = replayed.match.opened.game, _plies_of(replayed, seat)
        of = len(replayed.positions) - 1
        review = Review(replayed.key, game, seat, player, of, plies, list(judgements))
        if not review.finished:
            review.task = asyncio.create_task(self._judge(review))
            review.task.add_done_callback(lambda _: review.more.set())
            self._under_way[review.match, seat] = review
        return review

    async def close(self) -> None:
        """Cancel all running reviews."""
        await cancel_tasks(*(review.task for review in self._under_way.values() if review.task))

    async def _judge(self, review: Review) -> None:
        try:
            for ply in review.plies[len(review.judgements) :]:
                seed = review_seed(review.match, ply.number)
                judgement = await self._robots.judge(ply.before, ply.played, ply.after, seed, ply.opposite)
                review.judgements.append(judgement)
                await self._store.put_review(review.match, review.seat, review.player, review.judgements)
                review.more.set()
        except Exception as error:
            log.error("a review of match %s is broken off (%s)", review.match, type(error).__name__)
        finally:
            del self._under_way[review.match, review.seat]


def _plies_of(replayed: ReplayedMatch, seat: Seat) -> tuple[Ply, ...]:
    """The plies of a seat, with the views that both seats had at the time, not later ones."""
    plies = []
    for number, played in _own_plies(replayed, seat):
        past, now = replayed.positions[number - 1 : number + 1]
        before, after = past.state.view(seat), now.state.view(seat)
        opposite = past.state.view(other(seat)), now.state.view(other(seat))
        plies.append(Ply(number, before, played, after, opposite))
    return tuple(plies)


def _own_plies(replayed: ReplayedMatch, seat: Seat) -> Iterator[tuple[int, str]]:
    """Yield the number and notation of each ply of a seat that was played in this match."""
    before_it = len(plies_before(replayed.match.opened))
    for number, now in enumerate(replayed.positions[1:], start=1):
        if now.ply is not None and now.seat == seat and number > before_it:
            yield number, now.ply[1]
