"""Reviews of finished matches: what each ply of a player cost, from what they could know."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass, field

from cachetools import LRUCache

from bot import interface, presentation
from bot.delivery.match_screens import MatchScreens
from bot.domain.robot_players import review_seed
from bot.handlers.context import MatchContext
from bot.handlers.responses import Refusal, ResponseBuilder, private
from bot.handlers.shared_lock import SharedLock
from bot.interface import Response, Robots
from bot.presentation import JudgedPly
from bot.repositories.replay_cache import ReplayCache, ReplayedMatch
from games.actions import Reason, RefusedByMatch
from games.events import MatchId
from games.game import Refused, Seat, View

KEPT = 200  # newest reviews, of some hundred plies each
PATIENCE = 2.0  # seconds that an answer waits for a review that is soon ready

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Ply:
    """A ply of one seat, with what the seat saw before and after it."""

    number: int
    before: View
    played: str
    after: View


@dataclass(slots=True)
class _Review:
    """The plies of one seat, and those that are judged so far."""

    plies: Sequence[_Ply]
    judged: list[JudgedPly] = field(default_factory=list)


class ReviewHandler:
    """Has plies judged in the background, once for each match and player while the bot runs."""

    def __init__(
        self,
        replays: ReplayCache,
        screens: MatchScreens,
        responses: ResponseBuilder,
        robots: Robots,
        lock: SharedLock,
    ) -> None:
        self._replays, self._screens, self._responses = replays, screens, responses
        self._robots, self._lock = robots, lock
        self._reviews: LRUCache[tuple[MatchId, Seat], _Review] = LRUCache(KEPT)
        self._tasks: dict[tuple[MatchId, Seat], asyncio.Task[None]] = {}

    async def review(self, context: MatchContext, _: interface.AskReview) -> Response:
        """The costs, or how many plies are judged already; for this person alone."""
        replayed = await self._replays.load(context.match_id, context.player)
        try:
            seat = self._seat(replayed, context)
        except Refused as refused:
            return await self._responses.refuse(context, replayed.match, refused, None)
        review = self._begun(replayed, seat)
        if not review.plies:
            raise Refusal("no.nothing_to_review")
        if task := self._tasks.get((replayed.key, seat)):
            async with self._lock.step_out():
                await asyncio.wait({task}, timeout=PATIENCE)
        phrasing = await self._screens.phrasing(replayed.match, context.chat.platform, context.texts)
        view = replayed.match.seen_by(seat)
        page = presentation.review_page(view, review.judged, len(review.plies), phrasing)
        return private(page, succeeded=len(review.judged) == len(review.plies))

    async def close(self) -> None:
        """Judge nothing any more."""
        for task in tuple(self._tasks.values()):
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    def _seat(self, replayed: ReplayedMatch, context: MatchContext) -> Seat:
        """Whose plies are judged.

        Raises:
            RefusedByMatch, Refusal: there is no review, and why.
        """
        seat = replayed.seat_of(context.player)
        if replayed.cast is not None or seat is None:
            raise RefusedByMatch(Reason.NO_SEAT if replayed.stood else Reason.NOT_OVER)
        if not replayed.over:
            raise RefusedByMatch(Reason.NOT_OVER)
        if replayed.match.opened.game not in self._robots.games:
            raise Refusal("no.no_robot" if self._robots.games else "no.robots_off")
        return seat

    def _begun(self, replayed: ReplayedMatch, seat: Seat) -> _Review:
        """The review of a seat, which goes on where it stood."""
        key = (replayed.key, seat)
        review = self._reviews.get(key)
        if review is None:
            review = self._reviews[key] = _Review(_plies_of(replayed, seat))
        if len(review.judged) < len(review.plies) and key not in self._tasks:
            self._tasks[key] = asyncio.create_task(self._judge(key, review))
        return review

    async def _judge(self, key: tuple[MatchId, Seat], review: _Review) -> None:
        """One ply after the other; asked once more, a review that was broken off goes on."""
        try:
            for ply in review.plies[len(review.judged) :]:
                seed = review_seed(key[0], ply.number)
                judged = await self._robots.judge(ply.before, ply.played, ply.after, seed)
                review.judged.append(JudgedPly(ply.number, ply.played, judged))
        except Exception as error:
            log.error("a review of match %s is broken off (%s)", key[0], type(error).__name__)
        finally:
            del self._tasks[key]


def _plies_of(replayed: ReplayedMatch, seat: Seat) -> tuple[_Ply, ...]:
    """With the views that the seat had, and none that it has now."""
    stood = replayed.stood
    return tuple(
        _Ply(number, stood[number - 1].state.view(seat), past.ply[1], past.state.view(seat))
        for number, past in enumerate(stood)
        if past.ply is not None and past.seat == seat
    )
