"""Matches as they were played: replays, clips and records."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from typing import get_args

from bot import interface, presentation
from bot.domain.refusals import Refused
from bot.handlers import responses
from bot.handlers.context import MatchContext, RequestContext, answers
from bot.interface import Answer, DisplayPreferences, File, Note, Post, Screen
from bot.presentation import Phrasing, ReplayPosition
from bot.repositories.replays import ReplayedMatch
from games import record
from games.actions import Reason, RefusedByMatch
from games.events import PlayerId
from games.game import View, Viewer
from games.match import MatchView
from games.replay import Frame, ends_of_turns, frames, recorded, seen_at

AGAIN = 600  # seconds until the clip of a match can be posted in the same chat again


ReplayRequest = (
    interface.Replay
    | interface.ReplayBoth
    | interface.ReplayMore
    | interface.ShowPly
    | interface.ReplayFrom
    | interface.MakeClip
    | interface.PostClip
    | interface.ExportMatch
)


@answers(*get_args(ReplayRequest))
async def replay(context: MatchContext, request: ReplayRequest) -> Answer:
    """Show a replay, clip or record. Visible to this player only, except clips requested in a group chat."""
    replayed = await context.replayed()
    if not replayed.positions:
        raise Refused("no.no_replay")
    match request:
        case interface.Replay():
            return await replay_page(context, replayed, request.at)
        case interface.ReplayBoth():
            return await replay_page(context, replayed, request.at, both=True)
        case interface.ReplayMore():
            return await replay_page(context, replayed, request.at, both=request.both, more=True)
        case interface.ShowPly():
            return await replay_page(context, replayed, _page_of(replayed, request.number), new_message=True)
        case interface.ReplayFrom():
            version = await _version_shown(context, request, replayed)
            return await replay_page(context, replayed, _page_at(replayed, version))
        case interface.MakeClip():
            return await _clip(context, replayed, alone=context.incoming.ephemeral)
        case interface.PostClip():
            return await _clip(context, replayed, alone=False)
        case interface.ExportMatch():
            return await _export(context, replayed)


async def replay_page(
    context: RequestContext,
    replayed: ReplayedMatch,
    at: int,
    *,
    new_message: bool = False,
    both: bool = False,
    more: bool = False,
) -> Answer:
    """Show one position, in place if the message is the reader's own and `new_message` is not set.

    Args:
        context: the reader's request.
        replayed: the match.
        at: the page, from 1. 0 opens a finished match at its deal, a running one at its newest position,
            with the missed turns.
        new_message: whether to open a new message.
        both: whether to show the opponent's view as well, to readers who may see it.
        more: whether to show the controls that are used less, too.
    """
    viewer, shown = replayed.seat_of(context.player), frames(replayed.positions)
    last = len(shown)
    place = min(max(at, 1), last) if at or replayed.over else last
    frame, may_see_both = shown[place - 1], _may_see_both(replayed, viewer)
    position = replace(
        position_of(replayed, shown, place),
        may_export=_may_export(replayed, viewer),
        may_see_both=may_see_both,
        both=both and may_see_both,
        may_play_on=may_play_on(replayed, viewer, frame.place),
        more=more,
        missed=() if at or replayed.over else await _missed(context, replayed, context.player),
    )
    phrasing = await replay_phrasing(replayed, context, context.preferences)
    seen = seen_at(replayed.match, replayed.positions, frame, viewer, both=position.both)
    page = presentation.replay_page(seen, position, phrasing)
    if page.picture and place > 1:
        before = partial(_view_at, replayed, shown[place - 2], viewer, both=position.both)
        page = replace(page, picture=replace(page.picture, before=before, turn=place))
    return responses.page(context, page, in_place=bool(at) and not new_message)


def _view_at(replayed: ReplayedMatch, frame: Frame, viewer: Viewer, *, both: bool) -> View | None:
    return seen_at(replayed.match, replayed.positions, frame, viewer, both=both).view


def position_of(replayed: ReplayedMatch, shown: Sequence[Frame], place: int) -> ReplayPosition:
    """The page of this number, from 1, among those that a replay shows; without rights of its reader."""
    return ReplayPosition(
        replayed.key,
        place,
        len(shown),
        ply=shown[place - 1].place,
        plies=len(replayed.positions) - 1,
        deal=place > 1 and shown[place - 2].before_deal,
        may_export=False,
    )


async def _version_shown(
    context: RequestContext, request: interface.ReplayFrom, replayed: ReplayedMatch
) -> int:
    """The match version that a board shows: from its button, else from the store."""
    if request.version is not None:
        return request.version
    boards = await context.store.boards.boards_of(request.match)
    shown = (board.shown for board in boards if board.message == request.message)
    return next(shown, replayed.match.version)


async def _missed(context: RequestContext, replayed: ReplayedMatch, player: PlayerId) -> tuple[View, ...]:
    """The player's views at the end of each turn since they last acted in the match."""
    seat = replayed.seat_of(player)
    if seat is None:
        return ()
    seen = await context.store.matches.seen_in(replayed.key)
    acted = max((there.at for there in seen if there.player == player), default=0)
    own = max((place for place, past in enumerate(replayed.positions) if past.seat == seat), default=0)
    later = [place for place, past in enumerate(replayed.positions) if place > own and past.at >= acted]
    views = [replayed.positions[place].state.view(seat) for place in later]
    return tuple(views[place] for place in ends_of_turns(views))


async def _clip(context: RequestContext, replayed: ReplayedMatch, *, alone: bool) -> Answer:
    if not replayed.over:
        raise RefusedByMatch(Reason.NOT_OVER)
    chat = context.chat
    if chat.private or alone or replayed.imported:
        viewer, dark = replayed.seat_of(context.player), context.incoming.dark
        return Note(await _clip_message(context, replayed, viewer, context.preferences, dark=dark))
    posted = (replayed.key, chat.platform, chat.id)
    if context.at < context.services.clips.get(posted, -AGAIN) + AGAIN:
        raise Refused("clip.recent")
    context.services.clips[posted] = context.at
    try:
        preferences = await context.services.screens.preferences_of_chat(chat, replayed.match)
        return Post(await _clip_message(context, replayed, None, preferences))
    except BaseException:
        context.services.clips.pop(posted, None)
        raise


async def _clip_message(
    context: RequestContext,
    replayed: ReplayedMatch,
    viewer: Viewer,
    preferences: DisplayPreferences,
    *,
    dark: bool = False,
) -> Screen:
    phrasing, end = await replay_phrasing(replayed, context, preferences), _end(replayed, viewer)
    names = phrasing.plain_names(end)
    *views, last = [frame.view(replayed.positions, viewer) for frame in frames(replayed.positions)]
    last = presentation.closed(last, end.ending)
    images, theme = context.services.screens.images, preferences.theme
    clip = await images.clip(end.game, (*views, last), names, theme, dark=dark)
    alt = presentation.clip_alt(end, phrasing)
    text = presentation.clip_text(end, phrasing, clip.shown, clip.positions)
    return Screen(text, file=File(f"{end.match}.gif", clip.data, "image/gif", alt))


async def _export(context: RequestContext, replayed: ReplayedMatch) -> Answer:
    viewer = replayed.seat_of(context.player)
    phrasing, end = await replay_phrasing(replayed, context, context.preferences), _end(replayed, viewer)
    imported = await context.store.results.record(replayed.key) if replayed.imported else None
    data = (imported.text if imported else record_text(replayed, viewer, phrasing)).encode()
    text = presentation.export_text(end, phrasing, tells_all=not replayed.nothing_hidden)
    alt = phrasing.about("match.line", end)
    return Note(Screen(text, file=File(f"{end.match}.txt", data, "text/plain", alt)))


async def replay_phrasing(
    replayed: ReplayedMatch, context: RequestContext, preferences: DisplayPreferences
) -> Phrasing:
    if replayed.accounts is not None:
        return Phrasing.of(preferences, replayed.accounts)
    return await context.services.screens.phrasing(replayed.match, context.chat.platform, preferences)


def _page_of(replayed: ReplayedMatch, number: int) -> int:
    """The page, from 1, that first shows the ply `number`; one past the last page if none does."""
    before = [frame for frame in frames(replayed.positions) if frame.place < number]
    return len(before) + 1


def _page_at(replayed: ReplayedMatch, version: int) -> int:
    """The page, from 1, of the position at a match version, ignoring plies that were taken back."""
    stood = sum(position.version <= version for position in replayed.positions)
    return _page_of(replayed, stood - 1)


def _end(replayed: ReplayedMatch, viewer: Viewer) -> MatchView:
    return seen_at(replayed.match, replayed.positions, Frame(len(replayed.positions) - 1), viewer)


def record_text(replayed: ReplayedMatch, viewer: Viewer, phrasing: Phrasing) -> str:
    """The record of a match, as this viewer may have it."""
    end = _end(replayed, viewer)
    day = datetime.fromtimestamp(end.since, UTC).date().isoformat()
    return record.write(
        recorded(replayed.match, replayed.positions, viewer, names=phrasing.plain_names(end), day=day)
    )


def _may_export(replayed: ReplayedMatch, viewer: Viewer) -> bool:
    if replayed.imported:
        return False  # the player who imported the record has it
    try:
        replayed.match.proof(viewer)
    except RefusedByMatch:
        return False
    return True


def may_play_on(replayed: ReplayedMatch, viewer: Viewer, number: int) -> bool:
    """Whether a new match may begin after so many plies of this one; only for people who know all of it."""
    if not replayed.over or replayed.positions[number].state.result is not None:
        return False
    return replayed.imported or replayed.nothing_hidden or _may_export(replayed, viewer)


def _may_see_both(replayed: ReplayedMatch, viewer: Viewer) -> bool:
    """Whether the viewer may see both views: players of a finished match with secrets, as in its record."""
    return viewer is not None and not replayed.nothing_hidden and _may_export(replayed, viewer)
