"""What makes something happen in a match: lock, decide, store, show."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot import interface
from bot.delivery.routing import giving_way_to
from bot.delivery.turn_notices import Told
from bot.domain import match_requests
from bot.domain.deadlines import time_up
from bot.handlers import responses
from bot.handlers.context import MatchContext, RequestContext, answers
from bot.handlers.match_transaction import MatchTransaction
from bot.handlers.responses import turned
from bot.interface import Answer, Update
from bot.interface.registry import MatchAction, OnBoards
from games.game import Refused
from games.match import Decision, Match
from storage.boards import Board
from storage.errors import PeopleChanged, PressedBefore

Acted = match_requests.Answered | MatchAction


@answers(MatchAction, interface.CancelChallenge)
async def act(context: MatchContext, request: Acted) -> Answer:
    """Decide about a request under the lock of its match, and show what came of it."""
    async with context.services.transactions.begin(context.match_id, read=context.read) as transaction:
        return await _decide_and_show(context, request, transaction)


async def _decide_and_show(context: MatchContext, request: Acted, transaction: MatchTransaction) -> Answer:
    target = await find_target(context, transaction.boards)
    try:
        decision = _decide(transaction, context, request)
    except Refused as refused:
        if not await _pressed_before(context, transaction):
            return await _refuse(context, transaction, request, refused, target)
        if target.adopted:  # Its message was a board then, and has made way for another since.
            return None
        decision = Decision((), transaction.match)  # The same press again gets the same answer again.
    if decision.events:
        await _store_decision(context, request, transaction, decision, target)
    elif target.adopted:
        await transaction.adopt(target.board)
    return await _show(context, transaction.match, request, target)


async def _pressed_before(context: MatchContext, transaction: MatchTransaction) -> bool:
    """This press has counted already.

    Raises:
        PeopleChanged: who asks is somebody else by now; what is stored for them is refused by the store.
    """
    if context.read and transaction.read_with_press:
        return context.read.who.pressed
    if not await transaction.is_still(context.incoming.account, context.player):
        raise PeopleChanged
    return await transaction.pressed(context.press)


def _decide(transaction: MatchTransaction, context: MatchContext, request: Acted) -> Decision:
    match = transaction.match
    if isinstance(request, match_requests.Answered):
        bring = context.services.keys.acceptance
        return match_requests.respond(
            match, context.player, request, bring=bring, at=context.at, zone=context.preferences.zone
        )
    due = time_up(match, context.player, transaction.deadlines)
    return match_requests.rule(match, context.player, request, context.at, due)


async def _refuse(
    context: MatchContext,
    transaction: MatchTransaction,
    request: Acted,
    refused: Refused,
    target: ReplyTarget,
) -> Answer:
    """Say why not; a message that becomes no board stays as it is.

    What shows more than has happened was posted after a copy of the database that was brought back: it is
    set right, and is a board from now on.
    """
    match = transaction.match
    ahead = isinstance(request, interface.Choose) and request.version > match.version
    if target.adopted and not ahead:
        return await responses.refuse(context, match, refused, None)
    answer = await responses.refuse(context, match, refused, target.board)
    if target.adopted and isinstance(answer, Update):
        await transaction.adopt(target.board)
    return answer


async def _store_decision(
    context: MatchContext,
    request: Acted,
    transaction: MatchTransaction,
    decision: Decision,
    target: ReplyTarget,
) -> None:
    before, known = transaction.match, transaction.boards
    accepts = isinstance(request, interface.AcceptChallenge | interface.CallRobot)
    new = [target.board] if target.adopted or (accepts and not target.known) else []
    if accepts:
        new += await dealt_boards(context, decision.after, known)
    answered = context.chat if target.shows_all(context, accepts=accepts) else None
    told = await context.services.notifier.told_of_change(
        before, decision.after, context.player, known, new, answered
    )
    if target.adopted:
        told += Told(giving_way_to(target.board, known))
    try:
        await transaction.commit(decision, press=context.press, told=told, seen=context.seen)
    except PressedBefore:  # by another process, meanwhile: what came of that is shown
        await transaction.read()
    if isinstance(request, match_requests.Answered):
        context.services.keys.drop(before.opened.entropy)


async def _show(context: MatchContext, match: Match, request: Acted, target: ReplyTarget) -> Answer:
    """The answer to a request that was granted."""
    if isinstance(request, interface.Resign) and not request.sure:
        return await responses.confirm(context, match)
    if isinstance(request, interface.KeepWaiting):
        return await responses.done(context, match, request, own=False)
    if target.pressed and isinstance(request, interface.Choose) and not request.final:
        return await _half_chosen(context, match, request, target)
    if target.pressed:
        return await responses.update(context, match, target.board, request)
    # What is left was pressed on a message of the person's own or of another match, or typed.
    if isinstance(request, interface.Choose):
        view = await responses.own_view_after(context, match, request)
        return turned(view, in_place=target.own)
    if isinstance(request, interface.AcceptChallenge | interface.CallRobot) and not target.known:
        return await responses.post(context, match, target.board)
    if target.stuck:
        return await responses.show_board(context)
    return await responses.done(context, match, request, own=target.own)


async def _half_chosen(
    context: MatchContext, match: Match, request: interface.Choose, target: ReplyTarget
) -> Answer:
    """Shown to the person who chooses alone, where the platform can: the others see what becomes of it."""
    apart = "" if target.adopted or target.board.private else context.incoming.apart
    if apart == "beside":
        return turned(await responses.own_view(context, match, request), in_place=False)
    if apart == "here":
        return await responses.update_apart(context, match, target.board, request)
    return await responses.update(context, match, target.board, request)


@dataclass(frozen=True, slots=True)
class ReplyTarget:
    """The board of the match in this chat, and whether the answer updates it, replaces it or is a note."""

    board: Board
    """The pressed one, else the newest; one that does not stand yet if there is none."""
    pressed: bool = False
    """This board was pressed: the answer updates it."""
    adopted: bool = False
    """The pressed message was not known as a board: it becomes one if the request is granted."""
    known: bool = True
    """The board is not new."""
    stuck: bool = False
    """Something was typed where the old board cannot be changed: a fresh one is the answer."""
    own: bool = False
    """What was pressed is the person's own, and about this match: the answer can take its place."""

    def shows_all(self, context: MatchContext, *, accepts: bool) -> bool:
        """Everybody in the chat sees by the answer what has happened."""
        unseen = context.incoming.message is None or context.incoming.ephemeral
        return self.pressed or self.stuck or (unseen and accepts and not self.known)


async def find_target(context: MatchContext, boards: Sequence[Board]) -> ReplyTarget:
    """Where the answer to a request about a match with these boards goes."""
    place = (context.chat.platform, context.chat.id)
    here = [board for board in boards if (board.platform, board.chat) == place]
    pressed, own = context.incoming.message, context.incoming.ephemeral
    if pressed is not None and not own:
        for board in here:
            if board.message == pressed:
                return ReplyTarget(board, pressed=True)
        taken = any(board.message == pressed for board in await context.store.boards.boards_in(*place))
        if context.named and not taken and isinstance(context.incoming.request, OnBoards):
            return ReplyTarget(_adopted(context, here, pressed), pressed=True, adopted=True)
        own = context.chat.private and not taken
    lasting = [board for board in here if board.moved_to is None]
    newest = max(lasting, key=lambda board: (board.made, board.id), default=None)
    if newest is None:
        return ReplyTarget(context.new_board(context.match_id), known=False, own=own and context.named)
    stuck = pressed is None and context.services.presence.is_closed(*place)
    return ReplyTarget(newest, stuck=stuck, own=own and context.named)


def _adopted(context: MatchContext, here: Sequence[Board], pressed: str) -> Board:
    """A message with the buttons of a board is one, though nothing is known of it (any more)."""
    # Posted, but its id got lost; one with a notice may still be on its way.
    nameless = [
        board for board in here if (board.message, board.notice, board.moved_to) == (None, None, None)
    ]
    return replace(nameless[0] if nameless else context.new_board(context.match_id), message=pressed)


async def dealt_boards(context: RequestContext, match: Match, known: Sequence[Board]) -> list[Board]:
    """Where a game keeps secrets, each seat gets a board of its own as soon as it is dealt.

    Args:
        context: whose request has it dealt, and where.
        match: as it was dealt.
        known: the boards that show it already.
    """
    if not match.players or match.plays_openly:
        return []
    there = {board.player for board in known}
    if context.chat.private:
        there.add(context.player)
    boards = [
        await context.services.router.private_board(
            player, match.opened.match, prefer=context.chat.platform, after=context.press, at=context.at
        )
        for player in match.players
        if player not in there
    ]
    return [board for board in boards if board]
