"""Requests that change a match: lock, decide, store, show."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from bot import interface, presentation
from bot.delivery.routing import by_age, giving_way_to
from bot.delivery.turn_notices import Notices
from bot.domain import match_requests, plans
from bot.domain.deadlines import time_up
from bot.handlers import responses, teams
from bot.handlers.context import MatchContext, RequestContext, answers
from bot.handlers.jobs.notices import note_look
from bot.handlers.responses import privately
from bot.handlers.transactions import MatchTransaction, match_transaction
from bot.interface import Answer, Note, Screen, Update
from bot.interface.registry import MatchAction, OnBoards
from games.game import Refused
from games.match import Decision, Match
from storage.boards import Board, BoardId
from storage.errors import PeopleChanged, PressedBefore

ActRequest = match_requests.ChallengeAnswer | MatchAction
_TOLD_BY_BOARD = interface.Resign | interface.OfferDraw | interface.WithdrawDraw | interface.RequestTakeback
"""What a board tells as soon as it is done, so that no question or panel about it need stay in its chat."""


@answers(MatchAction, interface.CancelChallenge)
async def act(context: MatchContext, request: ActRequest) -> Answer:
    async with match_transaction(context.services, context.match_id, read=context.read) as transaction:
        target = await find_target(context, transaction.boards)
        if isinstance(request, interface.TypeMove):
            request = _as_pressed(
                context, transaction.match, _as_rest(context, transaction.match, request, target)
            )
        try:
            decision = _decide(context, transaction, request)
        except Refused as refused:
            if not await _pressed_before(context, transaction):
                return await _refuse(context, transaction, request, refused, target)
            if target.kind == "adopted":  # Its message was a board then, and was superseded since.
                return None
            decision = Decision((), transaction.match)  # A repeated press gets the same answer.
        if context.voter and (voted := await teams.vote(context, transaction, request, decision)):
            return await _counted(context, transaction.match, request, voted, target)
        if decision.events:
            await _store_decision(context, request, transaction, decision, target)
        elif target.kind == "adopted":
            await transaction.adopt(target.board)
        return await _show(context, transaction.match, request, target)


def _as_rest(
    context: MatchContext, match: Match, request: interface.TypeMove, target: ReplyTarget
) -> interface.TypeMove:
    """What is typed; after a half-chosen move on the board here, with that before it if it goes on so."""
    seat, screens, board = match.seat_of(context.player), context.services.screens, target.board.id
    if seat is None:
        return request
    for alone in (context.incoming.account.id, ""):
        if screens.half_chosen.chooser(board, alone) == context.player:
            chosen = screens.half_chosen.on(board, match, alone).words or ()
            if presentation.goes_on(match.seen_by(seat), chosen, request.words):
                return replace(request, words=(*chosen, *request.words))
    return request


def _as_pressed(context: MatchContext, match: Match, request: interface.TypeMove) -> ActRequest:
    """What is typed; if it only begins a move, as the press of the button that is called so."""
    seat = match.seat_of(context.player)
    begun = presentation.begun(match.seen_by(seat), request.words) if seat is not None else ()
    if not begun:
        return request
    return interface.Choose(match.opened.match, match.version, begun, final=False, page=0)


async def _pressed_before(context: MatchContext, transaction: MatchTransaction) -> bool:
    if context.read and context.read.who.match and transaction.read_with_press:
        return context.read.who.match.pressed
    person = await context.store.people.person(context.incoming.account.platform, context.incoming.account.id)
    if person is None or person.player not in (context.player, context.voter):
        raise PeopleChanged
    return await context.store.matches.pressed(context.press) is not None


def _decide(context: MatchContext, transaction: MatchTransaction, request: ActRequest) -> Decision:
    match = transaction.match
    if isinstance(request, match_requests.ChallengeAnswer):
        return match_requests.respond(
            match,
            context.player,
            request,
            make_entropy=context.services.keys.acceptance,
            at=context.at,
            zone=context.preferences.zone,
        )
    due = time_up(match, context.player, transaction.loaded.deadlines)
    decision = match_requests.decide(match, context.player, request, context.at, due)
    plan = transaction.loaded.plan
    return plans.answered(plan, decision, context.at) if plan else decision


async def _refuse(
    context: MatchContext,
    transaction: MatchTransaction,
    request: ActRequest,
    refused: Refused,
    target: ReplyTarget,
) -> Answer:
    """Refuse a request; a message that is not adopted as a board stays as it is.

    A message ahead of the log was posted after the backup that was restored since: it is adopted and
    corrected. So is one that nothing but this answer can correct.
    """
    match, chat = transaction.match, context.chat
    ahead = isinstance(request, interface.Choose) and request.version > match.version
    frozen = context.services.presence.is_frozen(chat.platform, chat.id, context.incoming.message)
    if target.kind == "adopted" and not (ahead or frozen):
        return await responses.refuse_on_board(context, match, refused)
    answer = await responses.refuse_on_board(context, match, refused, target.board)
    if target.kind == "adopted" and isinstance(answer, Update):
        await transaction.adopt(target.board)
    return answer


async def _store_decision(
    context: MatchContext,
    request: ActRequest,
    transaction: MatchTransaction,
    decision: Decision,
    target: ReplyTarget,
) -> None:
    before, known = transaction.match, transaction.boards
    accepts = isinstance(request, interface.AcceptChallenge | interface.CallRobot)
    created = target.kind == "adopted" or (target.kind == "new" and accepts)
    new = [target.board] if created else []
    if accepts:
        new += await dealt_boards(context, decision.after, known)
    answered = context.chat if target.shows_all(accepts=accepts) else None
    notices = await context.services.notifier.notify_of_change(
        before, decision.after, context.player, known, new, answered
    )
    if target.kind == "adopted":  # Which message is newer is unknown; the pressed one can be edited now.
        notices += Notices(giving_way_to(target.board, known))
    try:
        await transaction.commit(decision, press=context.press, notices=notices, seen=context.seen)
    except PressedBefore:  # another process was quicker: show its result
        await transaction.read()
    if isinstance(request, match_requests.ChallengeAnswer):
        context.services.keys.drop(before.opened.entropy)


async def _show(context: MatchContext, match: Match, request: ActRequest, target: ReplyTarget) -> Answer:
    if isinstance(request, interface.Resign | interface.LayOpen) and not request.sure:
        asked = await _confirmation(context, match, request)
        return Update(asked) if target.own else Note(asked, succeeded=False)
    if isinstance(request, interface.KeepWaiting):
        return await responses.confirm_done(context, match, request, own=False)
    if isinstance(request, interface.Choose) and not request.final:
        note_look(context)
        if target.is_pressed:
            return await half_chosen(context, match, request, target)
    if target.is_pressed:
        return await responses.update(context, match, target.board, request)
    # The rest was typed, or pressed on the player's own message or one of another match.
    if isinstance(request, interface.Choose):
        if target.own and context.incoming.message:  # a view that may follow the match
            view = BoardId(context.incoming.message)
            context.services.screens.half_chosen.note(view, context.player, request)
        screen = await responses.own_view(context, match, request)
        screen = await responses.with_next(context, match, request, screen, again=True)
        return privately(screen, in_place=target.own)
    if isinstance(request, interface.AcceptChallenge | interface.CallRobot) and target.kind == "new":
        return await responses.post(context, match, target.board)
    if target.kind == "stuck":
        return await responses.post_new_board(context)
    done = await responses.confirm_done(context, match, request, own=target.own)
    if target.own and isinstance(request, OnBoards):  # on the player's own view, which stays
        return Update(await responses.own_view(context, match), note=done.screen)
    if isinstance(done, Update) and isinstance(request, _TOLD_BY_BOARD):
        return replace(done, gives_way=context.chat.private and target.kind == "newest")
    return done


async def _confirmation(
    context: MatchContext, match: Match, request: interface.Resign | interface.LayOpen
) -> Screen:
    """Ask a player whether they are sure."""
    resigns = isinstance(request, interface.Resign)
    ask = presentation.confirm_resignation if resigns else presentation.confirm_laying_open
    return ask(context.services.screens.view(match, context.player), await context.naming_players(match))


async def _counted(
    context: MatchContext, match: Match, request: ActRequest, voted: Screen, target: ReplyTarget
) -> Answer:
    """Tell a person that their vote counts; their own view of the match stays."""
    if target.own and isinstance(request, OnBoards):
        return Update(await responses.own_view(context, match), note=voted)
    return privately(voted, in_place=target.own)


async def half_chosen(
    context: MatchContext, match: Match, request: interface.Choose, target: ReplyTarget
) -> Answer:
    """Show a partial choice, to this player only if the platform can."""
    apart = "" if target.kind == "adopted" or target.board.private else context.incoming.apart
    if apart == "beside" or (context.voter and not apart):
        return privately(await responses.own_view(context, match, request), in_place=False)
    if apart == "here":
        return await responses.update_for_presser(context, match, target.board, request)
    return await responses.update(context, match, target.board, request)


@dataclass(frozen=True, slots=True)
class ReplyTarget:
    """The board of the match in this chat that an answer is about."""

    board: Board
    kind: Literal["pressed", "adopted", "newest", "stuck", "new"]
    """How the answer uses it.

    `pressed`: it was pressed, and the answer updates it. `adopted`: it is the pressed message, which
    nobody knew as a board; it becomes one if the request is granted. `newest`: of the boards here. `stuck`:
    the newest one, which cannot be edited now, so that the answer is another one. `new`: there is none here,
    and this one is not posted yet.
    """
    own: bool = False
    """Whether the pressed message is the player's own and about this match; the answer replaces it."""

    @property
    def is_pressed(self) -> bool:
        return self.kind in ("pressed", "adopted")

    def shows_all(self, *, accepts: bool) -> bool:
        """Whether the answer shows everybody in the chat what happened."""
        return self.is_pressed or self.kind == "stuck" or (self.kind == "new" and accepts)


async def find_target(context: MatchContext, boards: Sequence[Board]) -> ReplyTarget:
    place = (context.chat.platform, context.chat.id)
    here = [board for board in boards if (board.platform, board.chat) == place]
    pressed, own = context.incoming.message, context.incoming.ephemeral
    if context.voter and context.chat.private:  # no board of a person follows the match of a channel
        own = pressed is not None
    if pressed is not None and not own:
        for board in here:
            if board.message == pressed:
                return ReplyTarget(board, "pressed")
        taken = any(board.message == pressed for board in await context.store.boards.boards_in(*place))
        if context.named and not taken and isinstance(context.incoming.request, OnBoards):
            return ReplyTarget(_adopted(context, here, pressed), "adopted")
        own = context.chat.private and not taken
    own = own and context.named
    newest = max((board for board in here if board.moved_to is None), key=by_age, default=None)
    if newest is None:
        return ReplyTarget(context.new_board(context.match_id), "new", own)
    stuck = pressed is None and context.services.presence.is_closed(*place)
    return ReplyTarget(newest, "stuck" if stuck else "newest", own)


def _adopted(context: MatchContext, here: Sequence[Board], pressed: str) -> Board:
    """A board for an unknown message that has a board's buttons."""
    # Prefer a board that was posted but whose message id was lost; one with a notice may be in delivery.
    nameless = [
        board for board in here if (board.message, board.notice, board.moved_to) == (None, None, None)
    ]
    return replace(nameless[0] if nameless else context.new_board(context.match_id), message=pressed)


async def dealt_boards(context: RequestContext, match: Match, known: Sequence[Board]) -> list[Board]:
    """Create a private board for each player of a match with secrets who has none among the `known`."""
    if not match.players or match.plays_openly:
        return []
    there = {board.player for board in known}
    if context.chat.private:
        there.add(context.player)
    lacking = [player for player in match.players if player not in there]
    boards = [await context.private_board(player, match.opened.match) for player in lacking]
    return [board for board in boards if board]
