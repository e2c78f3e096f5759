"""Makes messages of screens: the only place of the bot that calls painters."""

from __future__ import annotations

import asyncio
from collections.abc import Hashable, Sequence
from dataclasses import asdict, dataclass

from cachetools import LRUCache

from bot.interface import Image, Message, Picture, Ranking, Screen, Table
from games.game import View
from games.words import Words
from renderers import clip, picture, tables

KEPT = 256  # pictures used last, at about 30 KB each
CLIPS_KEPT = 16  # clips used last, at less than a megabyte each

Key = tuple[str, str, View, tuple[str, str], Words]


@dataclass(frozen=True, slots=True)
class ClipSource:
    """What a clip shows: the views of one viewer, move by move."""

    key: Hashable
    """The same key means the same game and views."""
    game: str
    views: Sequence[View]
    names: tuple[str, str]


class ImageCache:
    """Paints, and keeps the pictures used last: one position is often shown in several places."""

    def __init__(self) -> None:
        self._kept: LRUCache[Key, bytes] = LRUCache(KEPT)
        self._clips: LRUCache[Hashable, bytes] = LRUCache(CLIPS_KEPT)
        self._clip_lock = asyncio.Lock()

    def message(self, screen: Screen, theme: str) -> Message:
        """The message of a screen, with its picture or table painted in a theme."""
        image = _table(screen.table, theme) if screen.table else None
        if screen.picture:
            image = self._image(screen.picture, theme)
        around = (screen.rows, screen.links, screen.awaits)
        return Message(screen.text, screen.title, image, *around, text_only=screen.text_only)

    async def clip(self, source: ClipSource, theme: str) -> bytes:
        """A match as a GIF in a theme; made in a thread, one at a time, and kept."""
        key = (source.key, source.names, theme)
        async with self._clip_lock:
            data = self._clips.get(key)
            if data is None:
                data = await asyncio.to_thread(
                    clip.clip, source.game, source.views, source.names, theme=theme
                )
                self._clips[key] = data
        return data

    def _image(self, wanted: Picture, theme: str) -> Image:
        key = (theme, wanted.game, wanted.view, wanted.names, wanted.chosen)
        data = self._kept.get(key)
        if data is None:
            data = picture.paint(wanted.game, wanted.view, wanted.names, theme=theme, chosen=wanted.chosen)
            self._kept[key] = data
        return Image(data, wanted.alt, name="board.png")


def _table(wanted: Table, theme: str) -> Image:
    headings = tables.Headings(**asdict(wanted.headings))
    if isinstance(wanted, Ranking):
        rows = [tables.Standing(**asdict(row)) for row in wanted.rows]
        data = tables.leaderboard(rows, title=wanted.title, headings=headings, theme=theme)
    else:
        careers = [tables.Career(**asdict(row), deviation=None) for row in wanted.rows]
        data = tables.profile(wanted.name, careers, headings=headings, theme=theme)
    return Image(data, wanted.alt, name="table.png")
