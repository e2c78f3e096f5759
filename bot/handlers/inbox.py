"""Somebody's own matches: the list of those that go on, the way to each, and the question which is meant."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from bot import interface, presentation
from bot.delivery.match_lists import section
from bot.domain.talking import fit_button
from bot.handlers import responses
from bot.handlers.context import MatchContext, RequestContext
from bot.handlers.match_resolver import MOST_LISTED, SeveralMatches
from bot.handlers.request_table import answers
from bot.handlers.responses import note, turned
from bot.interface import Answer, Note
from bot.presentation import Finished, Inbox, Listed
from games.events import MatchId, PlayerId
from games.match import Phase
from storage.matches import DueMatch

ON_A_PAGE, FINISHED_ON_A_PAGE = 10, 8  # matches; each finished one has two buttons


async def has_matches(context: RequestContext, player: PlayerId) -> bool:
    """They are in a match that goes on, or in a challenge."""
    return bool(await context.services.lists.open_matches(player))


@answers(interface.ListMatches)
async def list_matches(context: RequestContext, _: interface.ListMatches) -> Answer:
    """The matches that somebody is in, from the most urgent one on."""
    return Note(await _inbox_page(context, 1))


@answers(interface.ShowInbox)
async def turn_page(context: RequestContext, request: interface.ShowInbox) -> Answer:
    """Another page of the list, in place of the one that was pressed."""
    return turned(await _inbox_page(context, request.page), in_place=context.own)


async def _inbox_page(context: RequestContext, number: int) -> interface.Screen:
    matches = await context.services.lists.open_matches(context.player)
    pages = max(1, -(-len(matches) // ON_A_PAGE))
    page = min(max(number, 1), pages)
    inbox = Inbox(
        Counter(section(match.row, context.player) for match in matches),
        await _listed(context, matches[(page - 1) * ON_A_PAGE : page * ON_A_PAGE]),
        page,
        pages,
    )
    phrasing = context.phrasing
    return presentation.matches_page(inbox, phrasing, zone=context.preferences.zone)


@answers(interface.ShowHistory)
async def show_history(context: RequestContext, request: interface.ShowHistory) -> Answer:
    """The matches that somebody has finished; turned in place where the message is their own."""
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
    """A match as this person may see it: a board of it where they are alone, else a note."""
    if context.chat.private:
        return await responses.show_board(context)
    view = await responses.own_view_of(context)
    return turned(view, in_place=request.again and context.own)


@answers(interface.ShowMatchWith)
async def show_with(context: RequestContext, request: interface.ShowMatchWith) -> Answer:
    """The match of two people that goes on, for all who are here; of several they say which."""
    rows = await context.services.lists.running_with(context.player, request.person, context.chat.platform)
    if not rows:
        return note(context.texts("no.no_match_with"))
    match = rows[0].match
    board = interface.ShowBoard(match)
    asked = replace(context, incoming=replace(context.incoming, request=board))
    if len(rows) > 1:
        return await which(asked, SeveralMatches(rows))
    return await responses.show_board(asked.about(match), board)


async def which(context: RequestContext, several: SeveralMatches) -> Answer:
    """Ask which match was meant: the most urgent ones first, finished ones as they were found."""
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
