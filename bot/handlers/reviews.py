"""What the robot says of somebody's moves: hints and reviews."""

from __future__ import annotations

import asyncio

from cachetools import LRUCache

from bot import interface, presentation
from bot.delivery.match_screens import MatchScreens
from bot.domain.robot_players import HINT_LEVEL, hint_seed, robot_seat
from bot.handlers.context import MatchContext
from bot.handlers.request_table import answers
from bot.handlers.responses import Refusal, ResponseBuilder, turned
from bot.interface import Answer, Note, Robots, Screen
from bot.repositories.matches import MatchRepository
from bot.repositories.replays import ReplayedMatch, Replays
from bot.repositories.reviews import Reviews
from games.actions import Reason, RefusedByMatch
from games.events import MatchId
from games.game import Refused, Seat
from games.match import Match

PATIENCE = 2.0  # seconds that an answer waits for a review that is soon ready


class ReviewHandler:
    """Answers with what the robot says of each ply."""

    def __init__(
        self,
        reviews: Reviews,
        replays: Replays,
        screens: MatchScreens,
        responses: ResponseBuilder,
        robots: Robots,
    ) -> None:
        self._reviews, self._replays, self._screens, self._responses = reviews, replays, screens, responses
        self._robots = robots

    @answers(interface.AskReview)
    async def review(self, context: MatchContext, request: interface.AskReview) -> Answer:
        """The costs, or how many plies are judged already; for this person alone."""
        replayed = await self._replays.load(context.match_id, context.player)
        try:
            seat = self._seat(replayed, context)
        except Refused as refused:
            return await self._responses.refuse(context, replayed.match, refused, None)
        review = await self._reviews.begun(replayed, seat, context.player)
        if not review.plies:
            raise Refusal("no.nothing_to_review")
        if review.task:
            await asyncio.wait({review.task}, timeout=PATIENCE)
        phrasing = await self._screens.phrasing(replayed.match, context.chat.platform, context.texts)
        view = replayed.match.seen_by(seat)
        page = presentation.review_page(view, review.judged, len(review.plies), phrasing)
        return turned(page, in_place=request.again and context.own)

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


KEPT = 1000  # newest hints: asked once more, nothing is thought again


class HintHandler:
    """Answers with a move; nothing happens in the match."""

    def __init__(
        self,
        matches: MatchRepository,
        screens: MatchScreens,
        responses: ResponseBuilder,
        robots: Robots,
    ) -> None:
        self._matches, self._screens, self._responses = matches, screens, responses
        self._robots = robots
        self._found: LRUCache[tuple[MatchId, int, Seat], str] = LRUCache(KEPT)

    @answers(interface.AskHint)
    async def hint(self, context: MatchContext, _: interface.AskHint) -> Answer:
        """The move and one reason, for this person alone."""
        match = await self._matches.load(context.match_id, context.read)
        try:
            seat = match.chooser(context.player, None)
            self._object(match)
            notation = await self._move(match, seat)
            now = await self._matches.load(context.match_id)
            if now.asked[seat] != match.asked[seat] or seat not in now.awaited:
                raise RefusedByMatch(Reason.STALE)
        except Refused as refused:
            return await self._responses.refuse(context, match, refused, None)
        phrasing = await self._screens.phrasing(match, context.chat.platform, context.texts)
        told = presentation.hint_text(match.seen_by(seat), notation, phrasing)
        return Note(Screen(told))

    def _object(self, match: Match) -> None:
        """Raise why nobody gives hints in this match."""
        if robot_seat(match) is None:
            raise Refusal("no.hint_between_people")
        if match.opened.game not in self._robots.games:
            raise Refusal("no.no_robot" if self._robots.games else "no.robots_off")

    async def _move(self, match: Match, seat: Seat) -> str:
        """In notation; the same while the same is asked."""
        code, view = match.opened.match, match.seen_by(seat).view
        asked = code, match.asked[seat], seat
        if asked not in self._found:
            assert view is not None  # noqa: S101 - a match that asks something is dealt
            self._found[asked] = await self._robots.choose(
                view, HINT_LEVEL, hint_seed(match, seat), match=f"hint {code}"
            )
        return self._found[asked]
