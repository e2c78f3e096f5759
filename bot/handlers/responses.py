"""Answers about matches: boards, players' own views, confirmations and refusals."""

from __future__ import annotations

from dataclasses import replace

from bot import interface, presentation
from bot.delivery.match_screens import NOTHING_CHOSEN, HalfChoice
from bot.domain.players import is_robot
from bot.domain.refusals import Refused
from bot.handlers import match_lists
from bot.handlers.context import MatchContext, RequestContext, answers
from bot.interface import Answer, Delivery, Note, Post, Screen, Update
from bot.repositories.replays import is_record
from games.actions import Reason, RefusedByMatch
from games.events import PlayerId
from games.game import Refused as GameRefused
from games.match import Match
from storage.boards import Board

SAYS_THE_BOARD_IS_OLD = (
    Reason.STALE,
    Reason.NOT_RUNNING,
    Reason.NO_CHALLENGE,
    Reason.NO_OFFER,
    Reason.NO_TAKE_BACK,
    Reason.NOTHING_TO_TAKE_BACK,
    Reason.TIME_NOT_UP,
)


def note(text: str) -> Note:
    """A refusal as one sentence, for this player only."""
    return Note(Screen(text), succeeded=False)


def privately(screen: Screen, *, in_place: bool) -> Update | Note:
    """An answer for one person: replaces the pressed message if `in_place`, else a note."""
    return Update(screen) if in_place else Note(screen)


def page(context: RequestContext, screen: Screen, *, in_place: bool = True) -> Update | Note:
    """An answer for one person, painted; replaces the pressed message if that is theirs alone."""
    painted = context.services.screens.page(screen, context.preferences)
    return privately(painted, in_place=in_place and context.own)


@answers(interface.ShowBoard)
async def show_board(context: MatchContext, request: interface.ShowBoard) -> Post:
    """Post the board here, unless it is a challenge between two others that this chat does not show."""
    if not await _may_see_challenge(context):
        raise Refused("no.unknown_match", match=context.match_id)
    return await post_new_board(context, request)


async def _may_see_challenge(context: MatchContext) -> bool:
    match, chat = await context.match(), context.chat
    invited = match.opened.invited
    if match.players is not None or invited is None or context.player in (match.opened.challenger, invited):
        return True
    boards = await context.store.boards.boards_of(context.match_id)
    return (chat.platform, chat.id) in {(board.platform, board.chat) for board in boards}


@answers(interface.ShowHand)
async def show_hand(context: MatchContext, request: interface.ShowHand) -> Answer:
    match = await context.match()
    if match.seat_of(context.player) is None:
        raise RefusedByMatch(Reason.NO_SEAT if match.players else Reason.NOT_RUNNING)
    if context.chat.private and not context.voter:
        return await post_new_board(context, request)
    return Note(await own_view(context, match, request))


@answers(interface.ShowMore)
async def show_more(context: MatchContext, _: interface.ShowMore) -> Note:
    match = await context.match()
    if match.players is None:
        raise RefusedByMatch(Reason.NOT_RUNNING)
    screens = context.services.screens
    return Note(await screens.more(match, context.player, context.chat, context.preferences))


async def update(
    context: RequestContext, match: Match, board: Board, request: interface.Request | None = None
) -> Update:
    """Show a board in the pressed message: claim it, then make its other edits wait for this response."""
    if isinstance(request, interface.Choose):
        context.services.screens.half_chosen.note(board.id, context.player, request)
    message = await _board(context, match, board, request)
    if board.player == context.player:
        message = await with_next(context, match, request, message)
    await context.services.boards.hold(board, message)
    unchanged = context.services.boards.answer(board, message, match.version)
    return Update(message, delivery=Delivery(board.id, match.version, unchanged))


async def update_for_presser(
    context: RequestContext, match: Match, board: Board, request: interface.Choose
) -> Update:
    """Show a half-chosen move in the pressed message for the presser only; the board stays as it is."""
    alone = context.incoming.account.id
    context.services.screens.half_chosen.note(board.id, context.player, request, alone)
    return Update(await _board(context, match, board, request, alone=context.player), alone=True)


async def post(
    context: RequestContext, match: Match, board: Board, request: interface.Request | None = None
) -> Post:
    """Post a board as this response, for which its other edits wait."""
    message = await _board(context, match, board, request)
    shown = await context.services.notifier.as_posted(board, message)
    context.services.boards.answer(board, message, match.version)
    return Post(shown, delivery=Delivery(board.id, match.version))


async def post_new_board(context: MatchContext, request: interface.Request | None = None) -> Post:
    """Post the match here as a new board; a repeated press posts the same one again."""
    match = await context.match()
    board = context.new_board(context.match_id)
    boards = await context.store.boards.boards_of(context.match_id)
    answer = await post(context, match, board, request)
    if all(known.id != board.id for known in boards):
        # Stored only after `post` has announced the answer, or the board would be posted twice.
        await context.services.boards.put_answer(board, match.version)
    return answer


async def _board(
    context: RequestContext,
    match: Match,
    board: Board,
    request: interface.Request | None = None,
    *,
    alone: PlayerId | None = None,
) -> Screen:
    preferences = context.preferences
    if not board.private:
        own = context.texts.language if alone else ""
        preferences = await context.services.screens.preferences_of(board, own)
    chosen = _choice(request)
    if chosen.words is None:
        chosen = context.services.screens.half_chosen.on(board.id, match)
    return await context.services.screens.board(
        match, board.player, board.platform, preferences, chosen, alone=alone
    )


def _choice(request: interface.Request | None) -> HalfChoice:
    """What a request chooses on a board; a board requested by a command starts with an empty choice."""
    match request:
        case interface.Choose(words=words, final=False, page=page):
            return HalfChoice(words, page)
        case interface.ShowBoard() | interface.ShowHand():
            return HalfChoice(())
    return NOTHING_CHOSEN


async def own_view(context: RequestContext, match: Match, request: interface.Request | None = None) -> Screen:
    """The match as this player sees it, in their own looks, whatever the boards here show."""
    platform = "" if context.incoming.on_page else context.chat.platform
    return await context.services.screens.board(
        match, context.player, platform, context.preferences, _choice(request)
    )


async def confirm_done(
    context: RequestContext, match: Match, request: interface.Request, *, own: bool
) -> Update | Note:
    phrasing = await context.naming_players(match)
    view = context.services.screens.view(match, context.player)
    screen = Screen(presentation.done(request, view, phrasing))
    return privately(await with_next(context, match, request, screen), in_place=own)


async def with_next(
    context: RequestContext,
    match: Match,
    request: interface.Request | None,
    screen: Screen,
    *,
    again: bool = False,
) -> Screen:
    """Add a button to the player's most urgent turn to a private message, if they have just moved."""
    if not _waits_for_others(match, context.player, request):
        return screen
    following = await match_lists.next_turn(context, match.opened.match)
    if following is None:
        return screen
    button = presentation.next_button(following, context.phrasing, again=again)
    return replace(screen, rows=(*screen.rows, (button,)))


def _waits_for_others(match: Match, player: PlayerId, request: interface.Request | None) -> bool:
    """Whether a player has just moved and now waits for people; robots answer at once."""
    moved = isinstance(request, interface.TypeMove) or (
        isinstance(request, interface.Choose) and request.final
    )
    asked = [match.players[seat] for seat in match.awaited] if match.players else []
    return moved and player not in asked and not any(map(is_robot, asked))


async def answer_refusal(context: RequestContext, error: GameRefused) -> Answer:
    """Tell this player why a match, or the rules of a game, refuse a request."""
    if isinstance(context, MatchContext):
        return await refuse_on_board(context, await _match_or_record(context), error)
    request = context.incoming.request
    game = request.game if isinstance(request, interface.AboutGame) else None
    refused = note(presentation.refusal(error, context.phrasing, asked=game or ""))
    return replace(refused, for_all=isinstance(request, interface.OfferChallenge))


async def _match_or_record(context: MatchContext) -> Match:
    if not is_record(context.match_id):
        return await context.match()
    return (await context.replayed()).match


async def refuse_on_board(
    context: RequestContext, match: Match, error: GameRefused, board: Board | None = None
) -> Update | Note:
    """Tell this player why a request is refused; a press on an outdated board also updates it."""
    phrasing = await context.naming_players(match)
    view = context.services.screens.view(match, context.player)
    request = context.incoming.request
    asked = " ".join(request.words) if isinstance(request, interface.Choose | interface.TypeMove) else ""
    refused = note(presentation.refusal(error, phrasing, view, asked))
    old = isinstance(error, RefusedByMatch) and error.reason in SAYS_THE_BOARD_IS_OLD
    if context.incoming.message is None or not old:
        return refused
    if context.incoming.ephemeral:
        return Update(await own_view(context, match), note=refused.screen)
    if board is None or board.message != context.incoming.message:
        return refused
    return replace(await update(context, match, board), note=refused.screen)
