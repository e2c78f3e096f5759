"""Lists of matches: a player's own, those shown in a chat, and those a player watches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot import interface, presentation
from bot.domain.refusals import Refused
from bot.domain.talking import fit_button
from bot.handlers import responses
from bot.handlers.context import MatchContext, RequestContext, answers
from bot.handlers.match_resolver import MOST_LISTED, SeveralMatches
from bot.handlers.responses import turned
from bot.interface import Answer, Chat, Note, Screen, ShowHand, ShowRunning, Unwatch, Watch
from bot.presentation import Finished, Listed, Phrasing
from games.events import MatchId
from games.match import Phase
from storage.boards import Board, ChatId
from storage.matches import DueMatch, MatchRow

FINISHED_ON_A_PAGE = 8  # matches, with two buttons each
MOST_SHOWN = 8
MOST_WATCHED = 10  # matches at a time; bounds the load of boards that nobody reads


async def has_matches(context: RequestContext) -> bool:
    return bool(await context.services.lists.open_matches(context.player))


@answers(interface.ListMatches)
async def list_matches(context: RequestContext, _: interface.ListMatches) -> Answer:
    return Note(await _inbox_page(context, 1))


@answers(interface.ShowInbox)
async def turn_page(context: RequestContext, request: interface.ShowInbox) -> Answer:
    return turned(await _inbox_page(context, request.page), in_place=context.own)


async def _inbox_page(context: RequestContext, number: int) -> interface.Screen:
    lists, reader = context.services.lists, context.player
    matches = await lists.open_matches(reader)
    inbox = await lists.inbox(
        matches, reader, context.chat.platform, context.texts, page=number, now=context.at
    )
    return presentation.matches_page(inbox, context.phrasing, zone=context.preferences.zone)


@answers(interface.ShowHistory)
async def show_history(context: RequestContext, request: interface.ShowHistory) -> Answer:
    number = max(request.page, 1)
    total, finished = await _finished(context, number)
    if number > 1 and not finished:
        number, (total, finished) = 1, await _finished(context, 1)
    page = presentation.history_page(
        finished,
        context.phrasing,
        page=number,
        pages=-(-total // FINISHED_ON_A_PAGE),
        zone=context.preferences.zone,
    )
    return turned(page, in_place=bool(request.page) and context.own)


async def _finished(context: RequestContext, page: int) -> tuple[int, tuple[Finished, ...]]:
    return await context.services.lists.finished(
        context.player,
        context.chat.platform,
        context.texts,
        most=FINISHED_ON_A_PAGE,
        skip=(page - 1) * FINISHED_ON_A_PAGE,
        now=context.at,
    )


@answers(interface.OpenMatch)
async def open_match(context: MatchContext, request: interface.OpenMatch) -> Answer:
    """Show a match in this player's view: as a board in a private chat, else as a note."""
    if context.chat.private:
        return await responses.show_board(context)
    view = await responses.own_view_of(context)
    return turned(view, in_place=request.again and context.own)


@answers(interface.ShowMatchWith)
async def show_with(context: RequestContext, request: interface.ShowMatchWith) -> Answer:
    rows = await context.services.lists.running_with(context.player, request.person, context.chat.platform)
    if not rows:
        raise Refused("no.no_match_with")
    match = rows[0].match
    board = interface.ShowBoard(match)
    asked = replace(context, incoming=replace(context.incoming, request=board))
    if len(rows) > 1:
        return await which(asked, SeveralMatches(rows))
    return await responses.show_board(asked.about(match), board)


async def which(context: RequestContext, several: SeveralMatches) -> Answer:
    """Ask which match was meant: the most urgent first, or finished ones in the order given."""
    request, rows = context.incoming.request, several.rows
    matches: Sequence[DueMatch] = [DueMatch(row, None) for row in rows]
    if all(row.phase != Phase.OVER.value for row in rows):
        matches = await context.services.lists.most_urgent_first(rows, context.player)
    listed = await _listed(context, matches[:MOST_LISTED])

    wordy = isinstance(request, interface.SayWords) and not fit_button(request.words)

    def named(match: MatchId) -> interface.Request:
        if wordy:
            return interface.ShowPhrases(match)
        return request.about(match) if isinstance(request, interface.MatchRequest) else request

    asked = presentation.which_match(listed, named, context.phrasing, left_out=len(matches) - len(listed))
    if wordy:
        told = context.texts("no.say_which", match=rows[0].match)
        asked = replace(asked, text=told)
    return Note(asked, succeeded=False)


async def _listed(context: RequestContext, matches: Sequence[DueMatch]) -> tuple[Listed, ...]:
    return await context.services.lists.listed(
        matches, context.player, context.chat.platform, context.texts, now=context.at
    )


@answers(interface.ShowRunning)
async def show_running(context: RequestContext, _: ShowRunning) -> Answer:
    """List the running matches shown in this chat, or watched in a private one, the latest first."""
    chat = context.chat
    rows = await (_watched(context, chat) if chat.private else _shown_in(context, chat))
    shown = await _running_page(context, rows, watched=chat.private)
    return Note(shown[0])


async def played_here(context: RequestContext) -> Answer:
    """List this player's running matches that this chat shows, for everybody in it.

    Raises:
        Refused: there are none.
    """
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
        return await responses.show_board(context)
    board = await context.services.router.private_board(
        context.player, context.match_id, prefer=chat.platform, after=context.press, at=context.at
    )
    if board is not None and board.id not in {one.id for one in await _own_boards(context)}:
        await context.services.boards.put([board])
    return Note(presentation.watching(context.match_id, context.phrasing))


@answers(interface.Unwatch)
async def unwatch(context: MatchContext, _: Unwatch) -> Answer:
    match = await context.match()
    boards = await _own_boards(context)
    if not boards or match.seat_of(context.player) is not None:
        raise Refused("no.not_watching")
    context.services.boards.withdraw(boards)
    for board in boards:
        await context.store.boards.drop_board(board.id)
    return Note(presentation.unwatched(context.match_id, context.texts))


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
    return await context.store.matches.matches_in(chat.platform, ChatId(chat.id), [Phase.RUNNING.value])


async def _watched(context: RequestContext, chat: Chat) -> tuple[MatchRow, ...]:
    return tuple(row for row in await _shown_in(context, chat) if context.player not in row.players)
