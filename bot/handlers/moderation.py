"""Moderation by the admins of a chat: ending matches, hiding messages, seeing reports."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot import interface, presentation
from bot.delivery.routing import chat_of
from bot.delivery.turn_notices import Notices
from bot.delivery.worker import NotHere
from bot.domain import remarks
from bot.domain.players import is_robot
from bot.domain.refusals import Refused
from bot.handlers import responses
from bot.handlers.context import RequestContext, answers
from bot.handlers.jobs import standing
from bot.handlers.jobs.chats import end_jobs, report_jobs
from bot.handlers.jobs.remarks import hide_remark
from bot.handlers.responses import privately
from bot.handlers.tournament_requests import may_organise
from bot.handlers.transactions import match_transaction
from bot.interface import Answer, Chat, InteractionRequired, Note, RetryLater, Screen, Unreachable
from bot.presentation import Moderation
from games import actions
from games.events import MatchId, PlayerId
from games.game import Refused as GameRefused
from games.match import Phase
from storage.boards import Board
from storage.jobs import Job
from storage.matches import MatchRow, Seen
from storage.remarks import Posted, Remark

MOST_REPORTS, MOST_HIDDEN, MOST_MATCHES = 5, 5, 10  # on the page
MOST_LOOKED_AT = 50  # newest reports of matches with a board in the chat


@answers(interface.ReportRemark)
async def report_remark(context: RequestContext, request: interface.ReportRemark) -> Answer:
    remark = await context.store.talk.remark(request.remark)
    if remark is None or not _was_read(remark, context.player):
        raise Refused("no.no_remark")
    if not request.sure:
        return Note(presentation.report_page(remark.id, context.texts), succeeded=False)
    until = context.at + remarks.REPORTED_FOR
    jobs = await _report_jobs(context, remark, context.at) if remark.reported is None else ()
    await context.store.talk.report_remark(remark.id, context.player, context.at, until, *jobs)
    if jobs:
        context.services.intake.wake()
    return privately(Screen(context.texts("note.reported")), in_place=context.incoming.ephemeral)


async def _report_jobs(context: RequestContext, remark: Remark, at: int) -> tuple[Job, ...]:
    if remark.posted is None:
        return ()
    chat = Chat(remark.posted.platform, remark.posted.chat, private=False)
    before = await context.store.talk.reported_in(chat.platform, chat.place, most=MOST_LOOKED_AT)
    return report_jobs(remark, at, before)


@answers(interface.ShowModeration)
async def show_moderation(context: RequestContext, request: interface.ShowModeration) -> Answer:
    place = _managed(context, request.place)
    if request.ending is None:
        return await _shown(context, place, in_place=request.place is not None)
    row = await _row(context, place, request.ending)
    phrasing = await context.naming(row.players)
    first, second = row.players
    page = presentation.stop_page(row.match, (first, second), place, phrasing)
    return responses.page(context, page, in_place=request.place is not None)


@answers(interface.StopMatch)
async def stop_match(context: RequestContext, request: interface.StopMatch) -> Answer:
    place = _managed(context, request.place)
    row = await _row(context, place, request.ending)
    async with match_transaction(context.services, row.match) as transaction:
        try:
            decision = transaction.match.decide(actions.StopMatch(), context.at)
        except GameRefused:
            raise Refused("no.not_running_here", match=row.match) from None
        chats = _chats_with(context.chat.platform, place, transaction.boards)
        notices = Notices(jobs=end_jobs(row.match, context.at, chats))
        await transaction.commit(decision, press=context.press, notices=notices)
    return await _shown(context, place, in_place=True)


def _chats_with(platform: str, place: str, boards: Iterable[Board]) -> list[Chat]:
    """The chat of the place that has the newest board of a match; [] if none has one."""
    there = [board for board in boards if _is_in(platform, place, board)]
    newest = max(there, key=lambda board: board.made, default=None)
    return [chat_of(newest)] if newest else []


@answers(interface.HideWords)
async def hide_words(context: RequestContext, request: interface.HideWords) -> Answer:
    place, platform = _managed(context, request.place), context.chat.platform
    if not _is_whole(platform, place):
        raise Refused("no.not_moderator")
    if not request.on:
        await context.store.talk.drop_silence(platform, place, request.player)
        return await _shown(context, place, in_place=True)
    await context.store.talk.put_silence(platform, place, request.player)
    for remark in await context.store.talk.remarks_of(request.player):
        if await _is_shown(context, place, remark):
            await hide_remark(context.services, remark)
    return await _shown(context, place, in_place=True)


@answers(interface.KeepStanding)
async def keep_standing(context: RequestContext, request: interface.KeepStanding) -> Answer:
    if context.place is None:
        raise Refused("no.standing_there")
    _managed(context, None)
    if not request.on:
        await standing.stand_no_more(context.services, context.chat)
        return privately(Screen(context.texts("standing.gone")), in_place=context.incoming.ephemeral)
    try:
        await standing.stand(context.services, context.chat, context.press)
    except (Unreachable, InteractionRequired, RetryLater, NotHere):
        raise Refused("no.results_here") from None
    return Note(presentation.standing_started(context.texts))


def _managed(context: RequestContext, place: str | None) -> str:
    """The place that this person may moderate, or only this chat if they manage just that."""
    meant, incoming = place or context.place, context.incoming
    if meant is None:
        raise Refused("no.moderate_there")
    if not incoming.manages and (place or not incoming.manages_chat):
        raise Refused("no.not_moderator")
    return meant if incoming.manages else context.chat.id


async def _shown(context: RequestContext, place: str, *, in_place: bool) -> Answer:
    platform = context.chat.platform
    known = await context.store.talk.reported_in(platform, place, most=MOST_LOOKED_AT)
    reported = [one for one in known if one.reporter and await _is_shown(context, place, one)][:MOST_REPORTS]
    whole = _is_whole(platform, place)
    hidden = (await context.store.talk.silenced_in(platform, place))[:MOST_HIDDEN] if whole else ()
    people = [who for one in reported for who in (one.player, one.reader, one.reporter) if who]
    running = await _running(context, place)
    here = await context.store.tournaments.tournaments_under_way(platform, place)
    cups = [one for one in here if may_organise(context, one, place)]
    moderation = Moderation(place, running, cups, reported, hidden, can_hide=whole)
    page = presentation.moderation_page(moderation, await context.naming([*people, *hidden]))
    return responses.page(context, page, in_place=in_place)


async def _running(context: RequestContext, place: str) -> Sequence[MatchId]:
    boards = await context.store.boards.boards_in(context.chat.platform, place)
    matches = dict.fromkeys(board.match for board in boards if not board.private)
    rows = [row for match in matches if (row := await context.store.matches.row(match))]
    running = [row for row in rows if row.phase == Phase.RUNNING]
    running.sort(key=lambda row: row.since, reverse=True)
    here: list[MatchId] = []
    for row in running:
        if len(here) < MOST_MATCHES and await _is_of(context, place, row):
            here.append(row.match)
    return here


async def _row(context: RequestContext, place: str, match: MatchId) -> MatchRow:
    """A running match of the place; an admin cannot end their own, as they could escape a defeat."""
    row = await context.store.matches.row(match)
    here = await _is_of(context, place, row)
    if row is None or not here or row.phase != Phase.RUNNING:
        raise Refused("no.not_running_here", match=presentation.quoted(match[:20]))
    if context.player in row.players:
        raise Refused("no.own_match", match=row.match)
    return row


async def _is_shown(context: RequestContext, place: str, remark: Remark) -> bool:
    """Whether the message was posted publicly in the place, or belongs to one of its matches."""
    posted = remark.posted
    if posted and _is_in(context.chat.platform, place, posted):
        return True
    return await _is_of(context, place, await context.store.matches.row(remark.match))


async def _is_of(context: RequestContext, place: str, row: MatchRow | None) -> bool:
    """Whether a match belongs to a place: all its players acted there, or a tournament there opened it.

    A board alone is not enough: a losing player could bring one to a chat that they manage.
    """
    platform = context.chat.platform
    boards = await context.store.boards.boards_of(row.match) if row else ()
    if row is None or not any(_is_in(platform, place, board) for board in boards):
        return False
    seen = await context.store.matches.seen_in(row.match)
    acted = {one.player for one in seen if _is_in(platform, place, one)}
    if all(is_robot(player) or player in acted for player in row.players):
        return True
    tournament = await context.store.tournaments.tournament_of(row.match)
    return tournament is not None and (tournament.platform, tournament.place) == (platform, place)


def _was_read(remark: Remark, player: PlayerId) -> bool:
    """Whether this player could read the message, and did not write it."""
    if remark.posted is None or player == remark.player:
        return False
    return player == remark.reader or not remark.posted.private


def _is_whole(platform: str, place: str) -> bool:
    """Whether this is a whole place, not one of several chats that share it."""
    return Chat(platform, place, private=False).place == place


def _is_in(platform: str, place: str, there: Board | Seen | Posted) -> bool:
    """Whether an action or board is public and in this place or chat."""
    chat = Chat(there.platform, there.chat, there.private)
    return there.platform == platform and not there.private and place in (chat.id, chat.place)
