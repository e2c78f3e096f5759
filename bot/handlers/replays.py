"""Replays, clips, records and deals of matches; reviews and hints by the robot."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import pairwise
from time import monotonic

from bot import interface, presentation
from bot.domain.commands import RECORD_MAX_BYTES
from bot.domain.refusals import Refused
from bot.domain.robot_players import HINT_LEVEL, hint_seed, robot_seat
from bot.handlers import responses
from bot.handlers.context import MatchContext, RequestContext, answers
from bot.handlers.talking import may_read
from bot.interface import Answer, File, ImportRecord, InvalidCommand, Note, Post, Screen
from bot.interface.screens import DisplayPreferences
from bot.presentation import Phrasing, ReplayPosition
from bot.repositories.replays import ReplayedMatch, load_replay, replay_of_record
from bot.texts import Texts
from games import record
from games.actions import Reason, RefusedByMatch
from games.events import MatchId, PlayerId
from games.game import Seat, State, View, Viewer
from games.match import Match, MatchView, Phase
from games.record import Record, UnreadableRecord
from games.replay import Frame, frames, recorded, seen_at
from storage.results import StoredRecord

AGAIN = 600  # seconds until the clip of a match can be posted in the same chat again


@answers(
    interface.Replay,
    interface.ReplayBoth,
    interface.ReplayMore,
    interface.ShowPly,
    interface.ReplayFrom,
    interface.MakeClip,
    interface.PostClip,
    interface.ExportMatch,
)
async def replay(
    context: MatchContext,
    request: interface.Replay
    | interface.ReplayBoth
    | interface.ReplayMore
    | interface.ShowPly
    | interface.ReplayFrom
    | interface.MakeClip
    | interface.PostClip
    | interface.ExportMatch,
) -> Answer:
    """Show a replay, clip or record. Visible to this player only, except clips requested in a group chat."""
    replayed = await load_replay(context.store, context.services.matches, context.match_id, context.player)
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
            return await replay_page(context, replayed, _page_of(replayed, request.number), anew=True)
        case interface.ReplayFrom():
            version = await _version_shown(context, request, replayed)
            return await replay_page(context, replayed, _page_at(replayed, version), anew=True)
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
    anew: bool = False,
    both: bool = False,
    more: bool = False,
) -> Answer:
    """Show one position, in place if the message is the reader's own and `anew` is not set.

    Args:
        context: the reader's request.
        replayed: the match.
        at: the page, from 1. 0 opens a finished match at its deal, a running one at its newest position,
            with the missed turns.
        anew: whether to open a new message.
        both: whether to show the opponent's view as well, to readers who may see it.
        more: whether to show the controls that are used less, too.
    """
    viewer, shown = replayed.seat_of(context.player), frames(replayed.positions)
    last = len(shown)
    place = min(max(at, 1), last) if at or replayed.over else last
    frame, may_see_both = shown[place - 1], _may_see_both(replayed, viewer)
    position = ReplayPosition(
        replayed.key,
        place,
        last,
        ply=frame.place,
        plies=len(replayed.positions) - 1,
        deal=place > 1 and shown[place - 2].before_deal,
        may_export=_may_export(replayed, viewer),
        may_see_both=may_see_both,
        both=both and may_see_both,
        more=more,
        missed=() if at or replayed.over else await _missed(context, replayed, context.player),
    )
    phrasing = await _phrasing(replayed, context, context.texts)
    seen = seen_at(replayed.match, replayed.positions, frame, viewer, both=position.both)
    page = presentation.replay_page(seen, position, phrasing, text_only=context.preferences.text_only)
    return responses.page(context, page, in_place=bool(at) and not anew)


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
    return _ends_of_turns([replayed.positions[place].state.view(seat) for place in later])


async def _clip(context: RequestContext, replayed: ReplayedMatch, *, alone: bool) -> Answer:
    if not replayed.over:
        raise RefusedByMatch(Reason.NOT_OVER)
    chat = context.chat
    if chat.private or alone or replayed.cast is not None:
        clip = await _clip_message(context, replayed, replayed.seat_of(context.player), context.preferences)
        return Note(clip)
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
) -> Screen:
    phrasing, end = await _phrasing(replayed, context, preferences.texts), _end(replayed, viewer)
    names = phrasing.plain_names(end)
    *views, last = [frame.view(replayed.positions, viewer) for frame in frames(replayed.positions)]
    last = presentation.closed(last, end.ending)
    clip = await context.services.screens.images.clip(end.game, (*views, last), names, preferences.theme)
    alt = presentation.clip_alt(end, phrasing)
    told = presentation.clip_text(end, phrasing, clip.shown, clip.positions)
    return Screen(told, file=File(f"{end.match}.gif", clip.data, "image/gif", alt))


async def _export(context: RequestContext, replayed: ReplayedMatch) -> Answer:
    viewer = replayed.seat_of(context.player)
    phrasing, end = await _phrasing(replayed, context, context.texts), _end(replayed, viewer)
    brought = await context.store.results.record(replayed.key) if replayed.cast is not None else None
    data = (brought.text if brought else _written(replayed, viewer, phrasing)).encode()
    told = presentation.export_text(end, phrasing, tells_all=not replayed.nothing_hidden)
    alt = phrasing.about("match.line", end)
    return Note(Screen(told, file=File(f"{end.match}.txt", data, "text/plain", alt)))


async def _phrasing(replayed: ReplayedMatch, context: RequestContext, texts: Texts) -> Phrasing:
    if replayed.cast is not None:
        return Phrasing(texts, replayed.cast)
    return await context.services.screens.phrasing(replayed.match, context.chat.platform, texts)


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


def _written(replayed: ReplayedMatch, viewer: Viewer, phrasing: Phrasing) -> str:
    end = _end(replayed, viewer)
    day = datetime.fromtimestamp(end.since, UTC).date().isoformat()
    return record.write(
        recorded(replayed.match, replayed.positions, viewer, names=phrasing.plain_names(end), day=day)
    )


def _may_export(replayed: ReplayedMatch, viewer: Viewer) -> bool:
    if replayed.cast is not None:
        return False  # the player who imported the record has it
    try:
        replayed.match.proof(viewer)
    except RefusedByMatch:
        return False
    return True


def _may_see_both(replayed: ReplayedMatch, viewer: Viewer) -> bool:
    """Whether the viewer may see both views: players of a finished match with secrets, as in its record."""
    return viewer is not None and not replayed.nothing_hidden and _may_export(replayed, viewer)


def _ends_of_turns(views: Sequence[View]) -> tuple[View, ...]:
    """The views at the end of each turn, given those after each ply: plies of a turn share its first fact."""
    starts = [view.tell_turn()[:1] for view in views]
    ends = (start != following for start, following in pairwise([*starts, None]))
    return tuple(view for view, is_end in zip(views, ends, strict=True) if is_end)


PATIENCE = 5.0  # seconds to replay a record; the longest match takes less than one
ID_LENGTH = 18  # characters


@answers(interface.ImportRecord)
async def import_record(context: RequestContext, request: ImportRecord) -> Answer:
    if len(request.data) > RECORD_MAX_BYTES:
        too_large = InvalidCommand("file_too_large", "import")
        return Note(presentation.misspoken(too_large, context.phrasing), succeeded=False)
    async with context.services.importing:
        read, states = await asyncio.to_thread(_read, request.data, PATIENCE)
    # The id follows from the press, so a repeated press stores the same record.
    key = MatchId(context.digest[:ID_LENGTH].upper())
    await context.store.results.put_record(StoredRecord(key, context.player, context.at, record.write(read)))
    return await replay_page(context, replay_of_record(key, read, states), 0)


def _read(data: bytes, patience: float) -> tuple[Record, tuple[State, ...]]:
    """Parse and replay a record within `patience` seconds.

    Raises:
        UnreadableRecord: it is not UTF-8, or wrong, or takes too long.
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as wrong:
        raise UnreadableRecord(data[: wrong.start].count(b"\n") + 1, "no_text") from None
    until = monotonic() + patience
    return record.read(text, lambda: monotonic() < until)


@answers(interface.VerifyDeal)
async def verify_deal(context: MatchContext, _: interface.VerifyDeal) -> Answer:
    match = await context.match()
    phrasing = await context.naming_players(match)
    view, hidden = match.seen_by(None), await _words_are_hidden(context, match)
    if match.phase in (Phase.CHALLENGE, Phase.RUNNING):
        return Note(presentation.sealed_page(view, phrasing, words_hidden=hidden))
    proof = match.proof(match.seat_of(context.player))
    return Note(presentation.verify_page(view, proof, phrasing, words_hidden=hidden))


async def _words_are_hidden(context: MatchContext, match: Match) -> bool:
    """Whether the acceptor gave words for the deal that the requesting player may not read."""
    accepted = match.accepted
    if accepted is None or not match.seen_by(None).words:
        return False
    return not await may_read(context, match, accepted.player)


REVIEW_PATIENCE = 10.0  # seconds that an answer waits for an unfinished review; Telegram takes it for 15


@answers(interface.AskReview)
async def ask_review(context: MatchContext, request: interface.AskReview) -> Answer:
    replayed = await load_replay(context.store, context.services.matches, context.match_id, context.player)
    seat = _reviewed_seat(replayed, context)
    review = await context.services.reviews.resume(replayed, seat, context.player)
    if not review.plies:
        raise Refused("no.nothing_to_review")
    if review.task:
        await asyncio.wait({review.task}, timeout=REVIEW_PATIENCE)
    phrasing = await context.naming_players(replayed.match)
    view = replayed.match.seen_by(seat)
    page = presentation.review_page(view, review.judged, len(review.plies), phrasing)
    return responses.page(context, page, in_place=request.again)


def _reviewed_seat(replayed: ReplayedMatch, context: MatchContext) -> Seat:
    seat = replayed.seat_of(context.player)
    if replayed.cast is not None or seat is None:
        raise RefusedByMatch(Reason.NO_SEAT if replayed.positions else Reason.NOT_OVER)
    if not replayed.over:
        raise RefusedByMatch(Reason.NOT_OVER)
    if replayed.match.opened.game not in context.robots:
        raise Refused("no.no_robot" if context.robots else "no.robots_off")
    return seat


@answers(interface.AskHint)
async def ask_hint(context: MatchContext, _: interface.AskHint) -> Answer:
    match = await context.match()
    seat = match.chooser(context.player, None)
    _require_hints(context, match)
    notation = await _hint(context, match, seat)
    now = await context.services.matches.load(context.match_id)
    if now.asked[seat] != match.asked[seat] or seat not in now.awaited:
        raise RefusedByMatch(Reason.STALE)
    phrasing = await context.naming_players(match)
    told = presentation.hint_text(match.seen_by(seat), notation, phrasing)
    return Note(Screen(told))


def _require_hints(context: RequestContext, match: Match) -> None:
    if robot_seat(match) is None:
        raise Refused("no.hint_between_people")
    if match.opened.game not in context.robots:
        raise Refused("no.no_robot" if context.robots else "no.robots_off")


async def _hint(context: RequestContext, match: Match, seat: Seat) -> str:
    """The hint in notation, cached per question."""
    code, view = match.opened.match, match.seen_by(seat).view
    asked, found = (code, match.asked[seat], seat), context.services.hints
    if asked not in found:
        assert view is not None  # noqa: S101 - a match that asks something is dealt
        found[asked] = await context.services.access.robots.choose(
            view, HINT_LEVEL, hint_seed(match, seat), match=f"hint {code}"
        )
    return found[asked]
