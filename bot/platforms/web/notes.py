"""Notes: messages in a chat that one person sees. They are shown on the open pages, and never stored.

A note that shows a running match, such as *My view* or *More*, follows it as its boards do.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import NamedTuple

from bot.interface import Chat, Front, Screen
from bot.platforms.web import messages
from bot.platforms.web.chat_pages import CHANNEL, Pages
from bot.platforms.web.seats import PLATFORM
from games.events import MatchId

log = logging.getLogger(__name__)

_ID = re.compile(r"([~@])([0-9a-f]{16})~[0-9a-fA-F-]{36}")
"""`~` in the channel or `@` in the private chat, the reader, and the press that the note answers."""


class Place(NamedTuple):
    """Where a note is shown, and to whom."""

    chat: str
    reader: str


def place_of(message_id: str) -> Place | None:
    """The place of a note; None: it is another message."""
    note = _ID.fullmatch(message_id)
    return note and Place(CHANNEL if note[1] == "~" else f"@{note[2]}", note[2])


def id_of(press: str, *, private: bool) -> str:
    """The id of the note that answers a press."""
    reader, _, number = press.partition("/")
    return f"{'@' if private else '~'}{reader}~{number}"


class Notes:
    """The notes on all pages."""

    def __init__(self, pages: Pages, clock: Callable[[], int]) -> None:
        self._pages, self._clock = pages, clock
        self._views: dict[tuple[str, MatchId, bool], str] = {}
        """The last note that shows a running match, by reader and match; True: what is behind its *More*."""
        self._pressed: dict[str, Screen | None] = {}
        """The notes with a press on its way, each with the board that it has to follow after the answer."""
        self._following = asyncio.Lock()  # no view goes back to an older one

    def show(
        self,
        note_id: str,
        message: Screen,
        *,
        used: str = "",
        under: str | None = None,
        about: MatchId | None = None,
        again: bool = False,
        more: bool = False,
    ) -> bool:
        """Show a note on all pages of its reader; False if they have none open.

        Args:
            note_id: replaces the note with the same id.
            message: what it shows.
            used: the command as typed.
            under: the message that was pressed.
            about: the match that it is about.
            again: whether the note stays where it is.
            more: whether it shows what is behind *More* of a running match.
        """
        place = place_of(note_id)
        if place is None:
            return False
        at, under = self._clock(), under or ""
        note = messages.note(message, id=note_id, chat=place.chat, at=at, used=used, under=under)
        note = {**note, "about": about, "again": again}
        shown = self._pages.send_to(place.reader, "note", message=note)
        self._views = {key: one for key, one in self._views.items() if one != note_id}
        if shown and message.match and (more or message.turn in ("yours", "waiting")):
            self._views[place.reader, message.match, more] = note_id
        return shown

    def take_away(self, note_id: str) -> bool:
        """Remove a note from all pages of its reader; False: it is another message."""
        place = place_of(note_id)
        if place is None:
            return False
        self._views = {key: one for key, one in self._views.items() if one != note_id}
        self._pages.send_to(place.reader, "deleted", chat=place.chat, id=note_id)
        return True

    @asynccontextmanager
    async def answering(self, note_id: str, front: Front) -> AsyncIterator[None]:
        """Let a note follow its match only after the answer to a press on it, which may be older."""
        self._pressed[note_id] = None
        try:
            yield
        finally:
            missed = self._pressed.pop(note_id, None)
        if missed:
            await self.follow(missed, front)

    async def follow(self, board: Screen, front: Front) -> None:
        """Bring up to date the notes that show the match of a board that was shown."""
        shown = [key for key in self._views if key[1] == board.match]
        async with self._following:
            for reader, match, more in shown:
                note_id = self._views.get((reader, match, more), "")
                place = place_of(note_id)
                if place is None:  # it shows something else by now
                    continue
                if note_id in self._pressed:
                    self._pressed[note_id] = board
                    continue
                try:
                    chat = Chat(PLATFORM, place.chat, private=place.chat != CHANNEL)
                    view = await front.own_view(chat, reader, match, note_id, more=more)
                except Exception:
                    log.exception("a view of match %s could not be brought up to date", match)
                    return
                if view:
                    self.show(note_id, view, again=True, more=more and board.turn != "over")
