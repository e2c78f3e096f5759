"""Turns screens into messages; the only module of the bot that calls painters."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache, partial
from typing import TYPE_CHECKING

from bot.delivery.clickable import carries, motions, on_offer, pressable
from bot.interface import Careers, Crosstable, Image, Legend, Picture, Ranking, Rows, Screen, Table, Touchable
from games.game import View
from games.words import Words
from renderers import picture, widget

if TYPE_CHECKING:
    from renderers.clip import Clip

LIGHT = "light"  # where no theme is chosen
KEPT = 50  # most recently used pictures, about 40 KB each; painting one takes up to 2 ms
CLIPS_KEPT = 16  # most recently used clips, less than 1 MB each; making one takes a second


class ImageCache:
    """Paints pictures and caches them, as a position is often shown in several places."""

    def __init__(self) -> None:
        self._paint = lru_cache(KEPT)(_paint)
        self._animate = lru_cache(CLIPS_KEPT)(_animate)
        # Asked for twice by a touch: for its answer, and for the message.
        self._touchable = lru_cache(KEPT)(_touchable)
        self._animating = asyncio.Lock()

    def message(self, screen: Screen, theme: str, language: str = "", *, touch: bool = False) -> Screen:
        """A screen in a language, with its picture or table painted.

        Args:
            screen: the screen.
            theme: "" for that of the page which shows it.
            language: that of its texts.
            touch: it is a board which its reader can touch, where a platform has such boards.
        """
        colour = picture.accent(screen.turn, theme or LIGHT) if screen.turn else None
        image = self._painted(screen, theme, touch=touch)
        return replace(
            screen, image=image, picture=None, table=None, colour=colour, language=language, theme=theme
        )

    async def clip(
        self, game: str, views: tuple[View, ...], names: tuple[str, str], theme: str, *, dark: bool = False
    ) -> Clip:
        """A match as a GIF: the views of one viewer, move by move. Made in a thread, one at a time.

        Args:
            game: its key.
            views: what one viewer saw.
            names: of seat 0 and seat 1.
            theme: what the reader has chosen, if anything.
            dark: whether the page that shows it is dark.
        """
        shown = (on_dark(theme) if dark else None) or theme or LIGHT
        async with self._animating:
            return await asyncio.to_thread(self._animate, game, views, names, shown)

    def _painted(self, screen: Screen, theme: str, *, touch: bool) -> Image | None:
        """The picture or table of a screen, with its copy for dark pages."""
        light, dark = theme or LIGHT, on_dark(theme)
        paint: Callable[[str], bytes]
        if screen.picture:
            paint = partial(self._board, screen.picture)
            image = self._image(screen.picture, light, screen.rows)
            if touch and widget.is_there(screen.picture.game):
                image = replace(
                    image, touchable=_MakesTouchable(screen.picture, screen.rows, self._touchable)
                )
        elif screen.table:
            paint = partial(_table, screen.table)
            image = Image(paint(light), screen.table.alt, "table.png")
        else:
            return screen.image
        return replace(image, dark=partial(paint, dark)) if dark else image

    def _image(self, wanted: Picture, theme: str, rows: Rows) -> Image:
        # Shared by `regions` and `carries`, where a platform asks for them: a third less work.
        regions, offered = cache(partial(_regions, wanted, theme)), cache(partial(pressable, wanted, rows))
        return Image(
            self._board(wanted, theme),
            wanted.alt,
            "board.png",
            regions=lambda: on_offer(regions(wanted.chosen), offered(), wanted.chosen),
            carries=lambda: carries(wanted, regions, offered()),
            turn=wanted.turn,
            motions=lambda: motions(wanted, theme),
        )

    def _board(self, wanted: Picture, theme: str) -> bytes:
        chosen, hinted = None if wanted.past else wanted.chosen, wanted.hinted
        return self._paint(wanted.game, wanted.view, wanted.names, theme, chosen, hinted, wanted.refuted)


@dataclass(frozen=True, slots=True)
class _MakesTouchable:
    """Equal for boards that show the same: edits that change nothing are skipped."""

    wanted: Picture
    rows: Rows
    make: Callable[[Picture, Rows], Touchable] = field(compare=False)

    def __call__(self) -> Touchable:
        return self.make(self.wanted, self.rows)


def _touchable(wanted: Picture, rows: Rows) -> Touchable:
    game, view, chosen = wanted.game, wanted.view, wanted.chosen
    requests = pressable(wanted, rows)
    places = {
        region.words[-1]: request
        for region in picture.regions(game, view, chosen=chosen)
        for request, _ in on_offer((region,), requests, chosen)
    }
    hinted = "".join(wanted.hinted[len(chosen) :][:1])
    return Touchable(widget.document(game), widget.drawing(game, view, chosen), tuple(places.items()), hinted)


def on_dark(theme: str) -> str | None:
    """The theme that a dark page shows instead; None if the reader has chosen one that stays."""
    return None if theme == LIGHT else picture.ON_DARK.get(theme or LIGHT)


def _paint(
    game: str,
    view: View,
    names: tuple[str, str],
    theme: str,
    chosen: Words | None,
    hinted: Words,
    refuted: Words,
) -> bytes:
    return picture.paint(game, view, names, theme=theme, chosen=chosen, hinted=hinted, refuted=refuted)


def _animate(game: str, views: tuple[View, ...], names: tuple[str, str], theme: str) -> Clip:
    from renderers import clip  # imported late: clips are rare

    return clip.clip(game, views, names, theme=theme)


def _regions(wanted: Picture, theme: str, chosen: Words) -> tuple[picture.Region, ...]:
    return picture.regions(wanted.game, wanted.view, theme=theme, chosen=chosen)


def _table(wanted: Table, theme: str) -> bytes:
    from renderers import legend, tables  # imported late

    match wanted:
        case Legend():
            return legend.legend(wanted.game, wanted.lines, theme=theme)
        case Crosstable():
            heads = {"title": wanted.title, "name": wanted.name, "points": wanted.points}
            return tables.crosstable(wanted.rows, **heads, legend=wanted.legend, theme=theme)
        case Ranking():
            return tables.leaderboard(wanted.rows, title=wanted.title, headings=wanted.headings, theme=theme)
        case Careers():
            return tables.profile(wanted.name, wanted.rows, headings=wanted.headings, theme=theme)
