"""Lists of matches, and watching other people's."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot import interface, presentation
from bot.domain.refusals import Refused
from bot.handlers import match_lists, responses
from bot.handlers.context import MatchContext, RequestContext, answers
from bot.handlers.responses import privately
from bot.handlers.which_match import SeveralMatches, ask_which
from bot.interface import Answer, Chat, Note, Screen, ShowHand, ShowRunning, Unwatch, Watch
from bot.presentation import News, Phrasing
from games.match import Phase
from storage.boards import Board, ChatId
from storage.matches import MatchRow

FINISHED_ON_A_PAGE = 8  # matches, with two buttons each
MOST_SHOWN = 8
MOST_WATCHED = 10  # matches at a time; bounds the load of boards that nobody reads


@answers(interface.ListMatches)
async def list_matches(context: RequestContext, _: interface.ListMatches) -> Answer:
    return Note(await _inbox_page(context, 1))


@answers(interface.ShowInbox)
async def turn_page(context: RequestContext, request: interface.ShowInbox) -> Answer:
    return responses.page(context, await _inbox_page(context, request.page))


async def _inbox_page(context: RequestContext, number: int) -> interface.Screen:
    inbox = await match_lists.inbox(context, number)
    return presentation.matches_page(inbox, context.phrasing)


@answers(interface.ShowHistory)
async def show_history(context: RequestContext, request: interface.ShowHistory) -> Answer:
    number = max(request.page, 1)
    total, finished = await _finished(context, number)
    if number > 1 and not finished:  # there are fewer pages
        number = 1
        total, finished = await _finished(context, number)
    pages = -(-total // FINISHED_ON_A_PAGE)
    page = presentation.history_page(finished, context.phrasing, page=number, pages=pages)
    return responses.page(context, page, in_place=bool(request.page))


async def _finished(context: RequestContext, page: int) -> tuple[int, tuple[News, ...]]:
    skip = (page - 1) * FINISHED_ON_A_PAGE
    return await match_lists.finished(context, most=FINISHED_ON_A_PAGE, skip=skip)


@answers(interface.OpenMatch)
async def open_match(context: MatchContext, request: interface.OpenMatch) -> Answer:
    """Show a match in this player's view: as a board in a private chat, else as a note."""
    if context.chat.private:
        return await responses.post_new_board(context)
    view = await responses.own_view(context, await context.match())
    return privately(view, in_place=request.again and context.own)


@answers(interface.ShowMatchWith)
async def show_with(context: RequestContext, request: interface.ShowMatchWith) -> Answer:
    rows = await match_lists.running_with(context, request.person)
    if not rows:
        raise Refused("no.no_match_with")
    match = rows[0].match
    board = interface.ShowBoard(match)
    asked = replace(context, incoming=replace(context.incoming, request=board))
    if len(rows) > 1:
        return await ask_which(asked, SeveralMatches(rows))
    return await responses.post_new_board(asked.about(match), board)


@answers(interface.ShowRunning)
async def show_running(context: RequestContext, _: ShowRunning) -> Answer:
    """List the running matches shown in this chat, or watched in a private one, the latest first."""
    chat = context.chat
    rows = await (_watched(context, chat) if chat.private else _shown_in(context, chat))
    shown = await _running_page(context, rows, watched=chat.private)
    return Note(shown[0])


async def played_here(context: RequestContext) -> Answer:
    """List this player's running matches that this chat shows, for everybody in it."""
    rows = [row for row in await _shown_in(context, context.chat) if context.player in row.players]
    if not rows:
        raise Refused("watch.none_of_yours")
    page, phrasing = await _running_page(context, rows, watched=False)
    title = context.texts("title.played_by", name=phrasing.name(context.player))
    return Note(replace(page, title=title))


async def _running_page(
    context: RequestContext, rows: Sequence[MatchRow], *, watched: bool
) -> tuple[Screen, Phrasing]:
    listed = rows[::-1][:MOST_SHOWN]
    phrasing = await context.naming([context.player, *(player for row in listed for player in row.players)])
    matches = [(row.match, row.game, row.players) for row in listed]
    left_out = len(rows) - len(listed)
    return presentation.running_page(matches, phrasing, left_out=left_out, watched=watched), phrasing


@answers(interface.Watch)
async def watch(context: MatchContext, _: Watch) -> Answer:
    match = await context.match()
    if match.seat_of(context.player) is not None:
        return await responses.show_hand(context, ShowHand(context.match_id))
    if match.phase is not Phase.RUNNING:
        key = "no.watch_over" if match.players else "no.watch_challenge"
        raise Refused(key, match=context.match_id)
    chat = await _private_chat(context)
    watched = await _watched(context, chat)
    if len([row for row in watched if row.match != context.match_id]) >= MOST_WATCHED:
        raise Refused("no.watch_most", most=MOST_WATCHED)
    if context.chat.private:
        return await responses.post_new_board(context)
    board = await context.private_board(context.player, context.match_id, prefer=chat.platform)
    if board is not None and board.id not in {one.id for one in await _own_boards(context)}:
        await context.services.boards.put([board])
    return Note(presentation.watching(context.match_id, context.phrasing))


@answers(interface.Unwatch)
async def unwatch(context: MatchContext, _: Unwatch) -> Answer:
    match = await context.match()
    boards = await _own_boards(context)
    if not boards or match.seat_of(context.player) is not None:
        raise Refused("no.not_watching")
    await context.services.boards.withdraw(boards)
    return Note(Screen(context.texts("watch.stopped", match=context.match_id)))


async def _private_chat(context: RequestContext) -> Chat:
    if context.chat.private:
        return context.chat
    found = (await context.services.router.reach(context.player)).private_chat(context.chat.platform)
    if found is None:
        raise Refused("no.watch_unreached")
    return found[1]


async def _own_boards(context: MatchContext) -> list[Board]:
    boards = await context.store.boards.boards_of(context.match_id)
    return [board for board in boards if board.private and board.player == context.player]


async def _shown_in(context: RequestContext, chat: Chat) -> tuple[MatchRow, ...]:
    return await context.store.matches.matches_in(chat.platform, ChatId(chat.id), [Phase.RUNNING])


async def _watched(context: RequestContext, chat: Chat) -> tuple[MatchRow, ...]:
    return tuple(row for row in await _shown_in(context, chat) if context.player not in row.players)
