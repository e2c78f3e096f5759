"""What the robot says about a player's own moves: a hint before, a review after the match."""

from __future__ import annotations

from dataclasses import replace

from bot import interface, presentation
from bot.domain.players import robot_seat
from bot.domain.refusals import Refused
from bot.domain.robot_players import HINT_LEVEL, hint_seed
from bot.handlers import moves, responses
from bot.handlers.context import MatchContext, RequestContext, answers
from bot.handlers.jobs import reviews
from bot.interface import Answer, Note, Screen
from bot.repositories.replays import ReplayedMatch
from games.actions import Reason, RefusedByMatch
from games.game import Seat
from games.match import Match


@answers(interface.AskHint)
async def ask_hint(context: MatchContext, _: interface.AskHint) -> Answer:
    match = await context.match()
    seat = match.chooser(context.player, None)
    _require_hints(context, match)
    notation = await _hint(context, match, seat)
    now = await context.services.matches.load(context.match_id)
    if now.asked[seat] != match.asked[seat] or seat not in now.awaited:
        raise RefusedByMatch(Reason.STALE)
    services, phrasing = context.services, await context.naming_players(match)
    boards = await services.store.boards.boards_of(context.match_id)
    target = await moves.find_target(context, boards)
    typed = target.kind == "newest" and target.board.private and not target.own
    if typed:
        await services.boards.redraw([target.board])
    if typed or phrasing.text_only:
        return Note(Screen(presentation.hint_text(match.seen_by(seat), notation, phrasing)))
    return await _marked(context, match, target)


async def _marked(context: MatchContext, match: Match, target: moves.ReplyTarget) -> Answer:
    """The player's own board with the hint that they were just given: nobody else sees it."""
    shows = interface.Choose(context.match_id, match.version, (), final=False, page=0)
    alone = context.incoming.apart == "here" and match.plays_openly
    if target.is_pressed and (target.board.private or alone):
        return await moves.half_chosen(context, match, shows, target)
    board = await responses.own_view(context, match, shows)
    return responses.privately(board, in_place=target.own)


def _require_hints(context: RequestContext, match: Match) -> None:
    if robot_seat(match) is None:
        raise Refused("no.hint_between_people")
    context.require_robot_for(match.opened.game)


async def _hint(context: RequestContext, match: Match, seat: Seat) -> str:
    """The hint in notation, cached per question."""
    code, view, hints = match.opened.match, match.seen_by(seat).view, context.services.screens.hints
    if not hints.of(match, seat):
        assert view is not None  # noqa: S101 - a match that asks something is dealt
        found = await context.services.access.robots.choose(
            view, HINT_LEVEL, hint_seed(match, seat), match=f"hint {code}"
        )
        hints.give(match, seat, found)
    return hints.of(match, seat)


@answers(interface.AskReview)
async def ask_review(context: MatchContext, request: interface.AskReview) -> Answer:
    return await _review(context, None, in_place=request.again)


@answers(interface.ShowMoment)
async def show_moment(context: MatchContext, request: interface.ShowMoment) -> Answer:
    return await _review(context, request.number, in_place=request.onward)


async def _review(context: MatchContext, number: int | None, *, in_place: bool) -> Answer:
    """Show a review or its page of a ply; if it is not finished, announce it: the message is replaced."""
    replayed = await context.replayed()
    seat = _reviewed_seat(replayed, context)
    review = await context.services.reviews.resume(replayed, seat, context.player)
    if not review.plies:
        raise Refused("no.nothing_to_review")
    page = await reviews.screen(
        context.services, replayed, review, context.chat.platform, context.preferences, number
    )
    answer = responses.privately(page, in_place=in_place and context.own)
    return replace(answer, delivery=reviews.announced(context)) if review.under_way else answer


def _reviewed_seat(replayed: ReplayedMatch, context: MatchContext) -> Seat:
    seat = replayed.seat_of(context.player)
    if replayed.imported or seat is None:
        raise RefusedByMatch(Reason.NO_SEAT if replayed.positions else Reason.NOT_OVER)
    if not replayed.over:
        raise RefusedByMatch(Reason.NOT_OVER)
    context.require_robot_for(replayed.match.opened.game)
    return seat
