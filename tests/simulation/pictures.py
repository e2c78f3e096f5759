"""Pictures that only say which picture they are: painting takes longer than all else in most lives."""

from __future__ import annotations

import io
from collections.abc import Hashable

from PIL import Image
from PIL.PngImagePlugin import PngInfo

from games.game import View
from renderers.picture import SIZE

SMALL = (SIZE[0] // 10, SIZE[1] // 10)


class StandIns:
    """In place of the painters: the same picture for the same arguments, another one for others."""

    def __init__(self) -> None:
        self._numbers: dict[Hashable, int] = {}

    def paint(
        self,
        game: str,
        view: View,
        names: tuple[str, str],
        *,
        theme: str = "light",
        chosen: tuple[str, ...] | None = (),
        hinted: tuple[str, ...] = (),
        refuted: tuple[str, ...] = (),
    ) -> bytes:
        """A small PNG, all of one colour, with a number of its own."""
        number = self._numbers.setdefault(
            (game, view, names, theme, chosen, hinted, refuted), len(self._numbers)
        )
        text = PngInfo()
        text.add_text("number", str(number))
        data = io.BytesIO()
        Image.new("1", SMALL).save(data, "PNG", pnginfo=text)
        return data.getvalue()
