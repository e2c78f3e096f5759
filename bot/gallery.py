"""From screen to message: the one place of the bot that has pictures painted."""

from __future__ import annotations

from bot.screen import Image, Message, Picture, Screen
from games.game import View
from games.words import Words
from renderers import picture

KEPT = 256  # newest pictures, at about 30 KB each

Key = tuple[str, str, View, tuple[str, str], Words]


class Gallery:
    """Paints, and keeps the newest pictures: one position is often shown in several places."""

    def __init__(self) -> None:
        self._kept: dict[Key, bytes] = {}

    def message(self, screen: Screen, theme: str) -> Message:
        """The screen, ready to be sent, its picture in a theme."""
        image = self._image(screen.picture, theme) if screen.picture else None
        around = (screen.rows, screen.links, screen.awaits)
        return Message(screen.text, screen.title, image, *around, in_words=screen.in_words)

    def _image(self, wanted: Picture, theme: str) -> Image:
        key = (theme, wanted.game, wanted.view, wanted.names, wanted.chosen)
        data = self._kept.pop(key, None)
        if data is None:
            data = picture.paint(wanted.game, wanted.view, wanted.names, theme=theme, chosen=wanted.chosen)
        self._kept[key] = data
        if len(self._kept) > KEPT:
            del self._kept[next(iter(self._kept))]
        return Image(data, wanted.alt, name="board.png")
