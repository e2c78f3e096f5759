"""Matches gone through again: a page for each position, a clip of all of them, a record to keep."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import pairwise

from bot import interface, presentation
from bot.delivery.image_cache import Strip
from bot.delivery.match_screens import Display
from bot.handlers.context import Visit
from bot.handlers.help import note
from bot.handlers.responses import Answers
from bot.handlers.shared_lock import Gate
from bot.interface import (
    Answer,
    File,
    Message,
)
from bot.interface.display_preferences import Look
from bot.presentation import Leaf, Voice
from bot.repositories.replay_cache import Film, Films
from bot.texts import Texts
from games import record
from games.events import PlayerId
from games.game import Refused, View, Viewer
from games.match import MatchView
from games.record import UnreadableRecord
from games.replay import recorded, seen_at
from games.requests import Reason, RefusedByMatch
from storage.store import Store

AGAIN = 600  # seconds after which the clip of a match is posted in a chat once more
KEPT = 1000  # newest of such posts

Retold = interface.Replay | interface.MakeClip | interface.ExportMatch


class Replays:
    """Shows what has been; what it shows of a match passes the wall in `seen_at`."""

    def __init__(self, store: Store, films: Films, display: Display, answers: Answers, gate: Gate) -> None:
        self._store, self._films, self._gate = store, films, gate
        self._display, self._answers = display, answers
        self._posted: dict[tuple[str, str, str], int] = {}  # clips by match, platform and chat: when last

    async def answer(self, visit: Visit, request: Retold) -> Answer:
        """For this person's eyes alone, but for a clip that is asked for before all."""
        try:
            film = await self._films.load(request.match or "", visit.player)
        except UnreadableRecord as wrong:  # its game may follow other rules by now
            return note(presentation.unreadable(wrong, Voice(visit.texts, {})))
        if not film.stood:
            return note(visit.texts("no.no_replay"))
        try:
            match request:
                case interface.Replay():
                    return await self.page(visit, film, request.at)
                case interface.MakeClip():
                    return await self._clip(visit, film)
                case interface.ExportMatch():
                    return await self._export(visit, film)
        except Refused as refused:
            return await self._answers.refuse(visit, film.match, refused, None)

    async def page(self, visit: Visit, film: Film, at: int) -> Answer:
        """One position; turned in place where the message is the reader's own.

        A finished match opens with its deal, a running one with its newest position and what was missed.
        """
        viewer, places = film.seat_of(visit.player), len(film.stood)
        place = min(max(at, 1), places) if at or film.over else places
        leaf = Leaf(
            film.key,
            place,
            places,
            may_export=_may_export(film, viewer),
            missed=() if at or film.over else await self._missed(film, visit.player),
        )
        voice = await self._voice(film, visit, visit.texts)
        seen = seen_at(film.match, film.stood, place - 1, viewer)
        leafed = presentation.replay_page(seen, leaf, voice, in_words=visit.look.text_only)
        shown = self._display.page(leafed, visit.look)
        return Answer(update=shown, granted=True) if at and visit.own else Answer(note=shown, granted=True)

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

    async def _clip(self, visit: Visit, film: Film) -> Answer:
        """One's own view where one is alone; else the spectator's, for all who are there."""
        if not film.over:
            raise RefusedByMatch(Reason.NOT_OVER)
        chat = visit.chat
        if chat.private or visit.incoming.alone or film.cast is not None:
            clip = await self._filmed(visit, film, film.seat_of(visit.player), visit.look)
            return Answer(note=clip, granted=True)
        spot = (film.key, chat.platform, chat.id)
        if visit.at < self._posted.get(spot, -AGAIN) + AGAIN:
            return note(visit.texts("clip.recent"))
        self._posted.pop(spot, None)
        self._posted[spot] = visit.at
        if len(self._posted) > KEPT:
            del self._posted[next(iter(self._posted))]
        try:
            look = await self._display.look_of_chat(chat, film.match)
            return Answer(post=await self._filmed(visit, film, None, look), granted=True)
        except BaseException:
            self._posted.pop(spot, None)
            raise

    async def _filmed(self, visit: Visit, film: Film, viewer: Viewer, look: Look) -> Message:
        voice, end = await self._voice(film, visit, look.texts), _end(film, viewer)
        names = voice.plain_names(end)
        views = [position.state.view(viewer) for position in film.stood]
        if end.ending:
            views[-1] = presentation.closed(views[-1], end.ending)
        async with self._gate.step_out():
            data = await self._display.clip(Strip((film.key, viewer), end.game, views, names), look)
        alt = presentation.clip_alt(end, voice)
        return Message(
            presentation.clip_text(end, voice), file=File(f"{end.match}.gif", data, "image/gif", alt)
        )

    async def _export(self, visit: Visit, film: Film) -> Answer:
        """The record, for whoever may know all that was dealt; or for whoever has brought it along."""
        viewer = film.seat_of(visit.player)
        voice, end = await self._voice(film, visit, visit.texts), _end(film, viewer)
        brought = await self._store.record(film.key) if film.cast is not None else None
        data = (brought.text if brought else _written(film, viewer, voice)).encode()
        told = presentation.export_text(end, voice, tells_all=not film.open)
        alt = presentation.clip_text(end, voice)
        return Answer(
            note=Message(told, file=File(f"{end.match}.txt", data, "text/plain", alt)), granted=True
        )

    async def _voice(self, film: Film, visit: Visit, texts: Texts) -> Voice:
        if film.cast is not None:
            return Voice(texts, film.cast)
        return await self._display.voice(film.match, visit.chat.platform, texts)


def _end(film: Film, viewer: Viewer) -> MatchView:
    """The match as a viewer sees it in its last position."""
    return seen_at(film.match, film.stood, len(film.stood) - 1, viewer)


def _written(film: Film, viewer: Viewer, voice: Voice) -> str:
    """The record of a match that was played here.

    Raises:
        RefusedByMatch: as `recorded`.
    """
    end = _end(film, viewer)
    day = datetime.fromtimestamp(end.since, UTC).date().isoformat()
    return record.write(recorded(film.match, film.stood, viewer, names=voice.plain_names(end), day=day))


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
