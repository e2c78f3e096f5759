"""Matches followed by those who do not play in them: the spectator's view on a board of their own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot import interface, presentation
from bot.handlers import responses
from bot.handlers.context import MatchContext, RequestContext
from bot.handlers.request_table import answers
from bot.handlers.responses import Refusal, note
from bot.interface import Answer, Chat, Note, Screen, ShowHand, ShowRunning, Unwatch, Watch
from bot.presentation import Phrasing
from games.events import PlayerId
from games.match import Phase
from storage.boards import Board, ChatId
from storage.matches import MatchRow

MOST_LISTED = 8
MOST_WATCHED = 10  # matches at a time, so that nobody keeps the bot busy with boards that nobody reads


@answers(interface.ShowRunning)
async def show_running(context: RequestContext, _: ShowRunning) -> Answer:
    """What everybody in this chat sees running, the latest first; in a private one what they watch."""
    chat = context.chat
    rows = await (_watched(context, context.player, chat) if chat.private else _shown_in(context, chat))
    shown = await _running_page(context, rows, watched=chat.private)
    return Note(shown[0])


async def played_here(context: RequestContext) -> Answer:
    """What this person plays before the eyes of all in this chat, told to all of them."""
    rows = [row for row in await _shown_in(context, context.chat) if context.player in row.players]
    if not rows:
        raise Refusal("watch.none_of_yours")
    page, phrasing = await _running_page(context, rows, watched=False)
    title = context.texts("title.played_by", name=phrasing.name(context.player))
    return Note(replace(page, title=title))


async def _running_page(
    context: RequestContext, rows: Sequence[MatchRow], *, watched: bool
) -> tuple[Screen, Phrasing]:
    """The latest of these matches, and the names on the page."""
    listed = rows[::-1][:MOST_LISTED]
    phrasing = await context.naming([context.player, *(player for row in listed for player in row.players)])
    matches = [(row.match, row.game, row.players) for row in listed]
    left_out = len(rows) - len(listed)
    return presentation.running_page(matches, phrasing, left_out=left_out, watched=watched), phrasing


@answers(interface.Watch)
async def watch(context: MatchContext, _: Watch) -> Answer:
    """A board in their private chat, which stays up to date."""
    match = await context.match()
    if match.seat_of(context.player) is not None:
        return await responses.show_hand(context, ShowHand(context.match_id))
    if match.phase is not Phase.RUNNING:
        key = "no.watch_over" if match.players else "no.watch_challenge"
        return note(context.texts(key, match=context.match_id))
    chat = await _private_chat(context)
    watched = await _watched(context, context.player, chat)
    if len([row for row in watched if row.match != context.match_id]) >= MOST_WATCHED:
        raise Refusal("no.watch_most", most=MOST_WATCHED)
    if context.chat.private:
        return await responses.show_board(context)
    board = await context.services.router.private_board(
        context.player, context.match_id, prefer=chat.platform, after=context.press, at=context.at
    )
    if board is not None and board.id not in {one.id for one in await _own_boards(context)}:
        await context.services.boards.put([board])
    return Note(presentation.watching(context.match_id, context.phrasing))


@answers(interface.Unwatch)
async def unwatch(context: MatchContext, _: Unwatch) -> Answer:
    """Their boards stay as they are, and show nothing new."""
    match = await context.match()
    boards = await _own_boards(context)
    if not boards or match.seat_of(context.player) is not None:
        return note(context.texts("no.not_watching"))
    context.services.boards.withdraw(boards)
    for board in boards:
        await context.store.boards.drop_board(board.id)
    return Note(presentation.unwatched(context.match_id, context.texts))


async def _private_chat(context: RequestContext) -> Chat:
    if context.chat.private:
        return context.chat
    found = (await context.services.router.reach(context.player)).private_chat(context.chat.platform)
    if found is None:
        raise Refusal("no.watch_unreached")
    return found[1]


async def _own_boards(context: MatchContext) -> list[Board]:
    boards = await context.store.boards.boards_of(context.match_id)
    return [board for board in boards if board.private and board.player == context.player]


async def _shown_in(context: RequestContext, chat: Chat) -> tuple[MatchRow, ...]:
    return await context.store.matches.matches_in(chat.platform, ChatId(chat.id), [Phase.RUNNING.value])


async def _watched(context: RequestContext, player: PlayerId, chat: Chat) -> tuple[MatchRow, ...]:
    """The matches of others in somebody's private chat."""
    return tuple(row for row in await _shown_in(context, chat) if player not in row.players)
