"""Matches gone through again: a page for each position, a clip of all of them, a record to keep."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import pairwise

from cachetools import LRUCache

from bot import interface, presentation
from bot.delivery.image_cache import ClipSource
from bot.delivery.match_screens import MatchScreens
from bot.handlers.context import MatchContext, RequestContext
from bot.handlers.responses import ResponseBuilder, note, turned
from bot.handlers.shared_lock import SharedLock
from bot.interface import (
    File,
    Message,
    Response,
)
from bot.interface.display_preferences import DisplayPreferences
from bot.presentation import Phrasing, ReplayPosition
from bot.repositories.replay_cache import Film, ReplayCache
from bot.texts import Texts
from games import record
from games.actions import Reason, RefusedByMatch
from games.events import PlayerId
from games.game import Refused, View, Viewer
from games.match import MatchView
from games.record import UnreadableRecord
from games.replay import recorded, seen_at
from storage.store import Store

AGAIN = 600  # seconds after which the clip of a match is posted in a chat once more
KEPT = 1000  # newest of such posts


class ReplayHandler:
    """Shows what has been; what it shows of a match passes the wall in `seen_at`."""

    def __init__(
        self,
        store: Store,
        replay_cache: ReplayCache,
        screens: MatchScreens,
        responses: ResponseBuilder,
        lock: SharedLock,
    ) -> None:
        self._store, self._replays, self._lock = store, replay_cache, lock
        self._screens, self._responses = screens, responses
        self._posted: LRUCache[tuple[str, str, str], int] = LRUCache(
            KEPT
        )  # clips by match, platform and chat: when last

    async def answer(
        self, context: MatchContext, request: interface.Replay | interface.MakeClip | interface.ExportMatch
    ) -> Response:
        """For this person's eyes alone, but for a clip that is asked for before all."""
        try:
            film = await self._replays.load(context.match_id, context.player)
        except UnreadableRecord as wrong:  # its game may follow other rules by now
            return note(presentation.unreadable(wrong, Phrasing(context.texts, {})))
        if not film.stood:
            return note(context.texts("no.no_replay"))
        try:
            match request:
                case interface.Replay():
                    return await self.page(context, film, request.at)
                case interface.MakeClip():
                    return await self._clip(context, film)
                case interface.ExportMatch():
                    return await self._export(context, film)
        except Refused as refused:
            return await self._responses.refuse(context, film.match, refused, None)

    async def page(self, context: RequestContext, film: Film, at: int) -> Response:
        """One position; turned in place where the message is the reader's own.

        A finished match opens with its deal, a running one with its newest position and what was missed.
        """
        viewer, router = film.seat_of(context.player), len(film.stood)
        place = min(max(at, 1), router) if at or film.over else router
        position = ReplayPosition(
            film.key,
            place,
            router,
            may_export=_may_export(film, viewer),
            missed=() if at or film.over else await self._missed(film, context.player),
        )
        phrasing = await self._phrasing(film, context, context.texts)
        seen = seen_at(film.match, film.stood, place - 1, viewer)
        page = presentation.replay_page(seen, position, phrasing, text_only=context.preferences.text_only)
        shown = self._screens.page(page, context.preferences)
        return turned(shown, in_place=bool(at) and context.own)

    async def _missed(self, film: Film, player: PlayerId) -> tuple[View, ...]:
        """What a player saw at the end of each turn since he acted last in a match."""
        seat = film.seat_of(player)
        if seat is None:
            return ()
        seen = await self._store.seen_in(film.key)
        acted = max((there.at for there in seen if there.player == player), default=0)
        own = max((place for place, past in enumerate(film.stood) if past.seat == seat), default=0)
        later = [place for place, past in enumerate(film.stood) if place > own and past.at >= acted]
        return _ends_of_turns([film.stood[place].state.view(seat) for place in later])

    async def _clip(self, context: RequestContext, film: Film) -> Response:
        """One's own view where one is alone; else the spectator's, for all who are there."""
        if not film.over:
            raise RefusedByMatch(Reason.NOT_OVER)
        chat = context.chat
        if chat.private or context.incoming.ephemeral or film.cast is not None:
            clip = await self._filmed(context, film, film.seat_of(context.player), context.preferences)
            return Response(note=clip, succeeded=True)
        spot = (film.key, chat.platform, chat.id)
        if context.at < self._posted.get(spot, -AGAIN) + AGAIN:
            return note(context.texts("clip.recent"))
        self._posted[spot] = context.at
        try:
            preferences = await self._screens.preferences_of_chat(chat, film.match)
            return Response(post=await self._filmed(context, film, None, preferences), succeeded=True)
        except BaseException:
            self._posted.pop(spot, None)
            raise

    async def _filmed(
        self, context: RequestContext, film: Film, viewer: Viewer, preferences: DisplayPreferences
    ) -> Message:
        phrasing, end = await self._phrasing(film, context, preferences.texts), _end(film, viewer)
        names = phrasing.plain_names(end)
        views = [position.state.view(viewer) for position in film.stood]
        if end.ending:
            views[-1] = presentation.closed(views[-1], end.ending)
        async with self._lock.step_out():
            data = await self._screens.clip(
                ClipSource((film.key, viewer), end.game, views, names), preferences
            )
        alt = presentation.clip_alt(end, phrasing)
        return Message(
            presentation.clip_text(end, phrasing), file=File(f"{end.match}.gif", data, "image/gif", alt)
        )

    async def _export(self, context: RequestContext, film: Film) -> Response:
        """The record, for whoever may know all that was dealt; or for whoever has brought it along."""
        viewer = film.seat_of(context.player)
        phrasing, end = await self._phrasing(film, context, context.texts), _end(film, viewer)
        brought = await self._store.record(film.key) if film.cast is not None else None
        data = (brought.text if brought else _written(film, viewer, phrasing)).encode()
        told = presentation.export_text(end, phrasing, tells_all=not film.open)
        alt = presentation.clip_text(end, phrasing)
        return Response(
            note=Message(told, file=File(f"{end.match}.txt", data, "text/plain", alt)), succeeded=True
        )

    async def _phrasing(self, film: Film, context: RequestContext, texts: Texts) -> Phrasing:
        if film.cast is not None:
            return Phrasing(texts, film.cast)
        return await self._screens.phrasing(film.match, context.chat.platform, texts)


def _end(film: Film, viewer: Viewer) -> MatchView:
    """The match as a viewer sees it in its last position."""
    return seen_at(film.match, film.stood, len(film.stood) - 1, viewer)


def _written(film: Film, viewer: Viewer, phrasing: Phrasing) -> str:
    """The record of a match that was played here.

    Raises:
        RefusedByMatch: as `recorded`.
    """
    end = _end(film, viewer)
    day = datetime.fromtimestamp(end.since, UTC).date().isoformat()
    return record.write(recorded(film.match, film.stood, viewer, names=phrasing.plain_names(end), day=day))


def _may_export(film: Film, viewer: Viewer) -> bool:
    if film.cast is not None:
        return False  # whoever has brought it along has it
    try:
        film.match.proof(viewer)
    except RefusedByMatch:
        return False
    return True


def _ends_of_turns(views: Sequence[View]) -> tuple[View, ...]:
    """Of views after each ply, those with which a turn ends: it is told whole, from its first fact on."""
    starts = [view.tell_turn()[:1] for view in views]
    ends = (start != following for start, following in pairwise([*starts, None]))
    return tuple(view for view, is_end in zip(views, ends, strict=True) if is_end)
