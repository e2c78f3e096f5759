"""What the robot says of somebody's moves: hints and reviews."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from cachetools import LRUCache

from bot import interface, presentation
from bot.delivery.match_screens import MatchScreens
from bot.domain.robot_players import HINT_LEVEL, hint_seed, review_seed, robot_seat
from bot.handlers.context import MatchContext
from bot.handlers.request_table import answers
from bot.handlers.responses import Refusal, ResponseBuilder, turned
from bot.interface import Response, Robots, Screen
from bot.presentation import JudgedPly
from bot.repositories.matches import MatchRepository
from bot.repositories.replays import ReplayedMatch, Replays
from games.actions import Reason, RefusedByMatch
from games.events import MatchId, PlayerId
from games.game import Refused, Seat, View, other
from games.judgement import Judgement
from games.match import Match
from storage.sql.results import Results

PATIENCE = 2.0  # seconds that an answer waits for a review that is soon ready

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Ply:
    """A ply of one seat, with what the seat saw before and after it, and the other one."""

    number: int
    before: View
    played: str
    after: View
    opposite: tuple[View, View]


@dataclass(slots=True)
class _Review:
    """The plies of one seat, and what is known of the first of them."""

    match: MatchId
    seat: Seat
    player: PlayerId
    plies: Sequence[_Ply]
    moves: list[Judgement]
    task: asyncio.Task[None] | None = None
    """What judges the rest of them."""

    @property
    def judged(self) -> list[JudgedPly]:
        """As it is told."""
        return [
            JudgedPly(ply.number, ply.played, move) for ply, move in zip(self.plies, self.moves, strict=False)
        ]

    @property
    def finished(self) -> bool:
        """Whether nothing is left to judge."""
        return len(self.moves) == len(self.plies)


class ReviewHandler:
    """Has plies judged in the background, once for each match and player."""

    def __init__(
        self,
        store: Results,
        replays: Replays,
        screens: MatchScreens,
        responses: ResponseBuilder,
        robots: Robots,
    ) -> None:
        self._store, self._replays, self._screens, self._responses = store, replays, screens, responses
        self._robots = robots
        self._under_way: dict[tuple[MatchId, Seat], _Review] = {}

    @answers(interface.AskReview)
    async def review(self, context: MatchContext, request: interface.AskReview) -> Response:
        """The costs, or how many plies are judged already; for this person alone."""
        replayed = await self._replays.load(context.match_id, context.player)
        try:
            seat = self._seat(replayed, context)
        except Refused as refused:
            return await self._responses.refuse(context, replayed.match, refused, None)
        review = await self._begun(replayed, seat, context.player)
        if not review.plies:
            raise Refusal("no.nothing_to_review")
        if review.task:
            await asyncio.wait({review.task}, timeout=PATIENCE)
        phrasing = await self._screens.phrasing(replayed.match, context.chat.platform, context.texts)
        view = replayed.match.seen_by(seat)
        page = presentation.review_page(view, review.judged, len(review.plies), phrasing)
        shown = turned(page, in_place=request.again and context.own)
        return replace(shown, succeeded=review.finished)

    async def close(self) -> None:
        """Judge nothing any more."""
        tasks = [review.task for review in self._under_way.values() if review.task]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

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

    async def _begun(self, replayed: ReplayedMatch, seat: Seat, player: PlayerId) -> _Review:
        """The review of a seat, which goes on where it stood."""
        moves = await self._store.review(replayed.key, seat)
        if review := self._under_way.get((replayed.key, seat)):
            return review
        review = _Review(replayed.key, seat, player, _plies_of(replayed, seat), list(moves))
        if not review.finished:
            review.task = asyncio.create_task(self._judge(review))
            self._under_way[review.match, seat] = review
        return review

    async def _judge(self, review: _Review) -> None:
        """One ply after the other; asked once more, a review that was broken off goes on."""
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


def _plies_of(replayed: ReplayedMatch, seat: Seat) -> tuple[_Ply, ...]:
    """With the views that the seats had, and none that they have now."""
    plies = []
    for number, (past, now) in enumerate(pairwise(replayed.stood), start=1):
        if now.ply is not None and now.seat == seat:
            own, opposite = ([one.state.view(who) for one in (past, now)] for who in (seat, other(seat)))
            plies.append(_Ply(number, own[0], now.ply[1], own[1], (opposite[0], opposite[1])))
    return tuple(plies)


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
    async def hint(self, context: MatchContext, _: interface.AskHint) -> Response:
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
        return Response(note=Screen(told), succeeded=True)

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
