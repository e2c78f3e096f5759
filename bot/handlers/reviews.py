"""What the robot says of somebody's moves: hints and reviews."""

from __future__ import annotations

import asyncio

from bot import interface, presentation
from bot.domain.robot_players import HINT_LEVEL, hint_seed, robot_seat
from bot.handlers import responses
from bot.handlers.context import MatchContext, RequestContext
from bot.handlers.request_table import answers
from bot.handlers.responses import Refusal, turned
from bot.interface import Answer, Note, Screen
from bot.repositories.replays import ReplayedMatch
from games.actions import Reason, RefusedByMatch
from games.game import Refused, Seat
from games.match import Match

PATIENCE = 2.0  # seconds that an answer waits for a review that is soon ready


@answers(interface.AskReview)
async def ask_review(context: MatchContext, request: interface.AskReview) -> Answer:
    """The costs, or how many plies are judged already; for this person alone."""
    replayed = await context.services.replays.load(context.match_id, context.player)
    try:
        seat = _reviewed_seat(replayed, context)
    except Refused as refused:
        return await responses.refuse(context, replayed.match, refused, None)
    review = await context.services.reviews.begun(replayed, seat, context.player)
    if not review.plies:
        raise Refusal("no.nothing_to_review")
    if review.task:
        await asyncio.wait({review.task}, timeout=PATIENCE)
    phrasing = await context.naming_players(replayed.match)
    view = replayed.match.seen_by(seat)
    page = presentation.review_page(view, review.judged, len(review.plies), phrasing)
    return turned(page, in_place=request.again and context.own)


def _reviewed_seat(replayed: ReplayedMatch, context: MatchContext) -> Seat:
    """Whose plies are judged.

    Raises:
        RefusedByMatch, Refusal: there is no review, and why.
    """
    seat = replayed.seat_of(context.player)
    if replayed.cast is not None or seat is None:
        raise RefusedByMatch(Reason.NO_SEAT if replayed.stood else Reason.NOT_OVER)
    if not replayed.over:
        raise RefusedByMatch(Reason.NOT_OVER)
    if replayed.match.opened.game not in context.services.access.robots.games:
        raise Refusal("no.no_robot" if context.services.access.robots.games else "no.robots_off")
    return seat


@answers(interface.AskHint)
async def ask_hint(context: MatchContext, _: interface.AskHint) -> Answer:
    """The move and one reason, for this person alone."""
    match = await context.match()
    try:
        seat = match.chooser(context.player, None)
        _require_hints(context, match)
        notation = await _hint(context, match, seat)
        now = await context.services.matches.load(context.match_id)
        if now.asked[seat] != match.asked[seat] or seat not in now.awaited:
            raise RefusedByMatch(Reason.STALE)
    except Refused as refused:
        return await responses.refuse(context, match, refused, None)
    phrasing = await context.naming_players(match)
    told = presentation.hint_text(match.seen_by(seat), notation, phrasing)
    return Note(Screen(told))


def _require_hints(context: RequestContext, match: Match) -> None:
    """Raise why nobody gives hints in this match."""
    if robot_seat(match) is None:
        raise Refusal("no.hint_between_people")
    if match.opened.game not in context.services.access.robots.games:
        raise Refusal("no.no_robot" if context.services.access.robots.games else "no.robots_off")


async def _hint(context: RequestContext, match: Match, seat: Seat) -> str:
    """In notation; the same while the same is asked."""
    code, view = match.opened.match, match.seen_by(seat).view
    asked, found = (code, match.asked[seat], seat), context.services.hints
    if asked not in found:
        assert view is not None  # noqa: S101 - a match that asks something is dealt
        found[asked] = await context.services.access.robots.choose(
            view, HINT_LEVEL, hint_seed(match, seat), match=f"hint {code}"
        )
    return found[asked]
