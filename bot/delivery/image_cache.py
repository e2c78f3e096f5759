"""Turns screens into messages; the only module of the bot that calls painters."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import lru_cache, partial
from typing import TYPE_CHECKING

from bot.interface import (
    AnswerLesson,
    AnswerPuzzle,
    Button,
    Careers,
    Choose,
    Crosstable,
    Image,
    Picture,
    Place,
    Ranking,
    Request,
    Screen,
    Table,
)
from games.game import View
from games.words import Words
from renderers import picture

if TYPE_CHECKING:
    from renderers.clip import Clip

LIGHT, DARK = "light", "dark"  # where no theme is chosen
KEPT = 50  # most recently used pictures, about 40 KB each; painting one takes up to 2 ms
CLIPS_KEPT = 16  # most recently used clips, less than 1 MB each; making one takes a second

Rows = tuple[tuple[Button, ...], ...]

Choice = Choose | AnswerPuzzle | AnswerLesson
"""Requests that choose a move word by word."""


class ImageCache:
    """Paints pictures and caches them, as a position is often shown in several places."""

    def __init__(self) -> None:
        self._paint = lru_cache(KEPT)(_paint)
        self._animate = lru_cache(CLIPS_KEPT)(_animate)
        self._animating = asyncio.Lock()

    def message(self, screen: Screen, theme: str, language: str = "") -> Screen:
        """A screen in a language, with its picture or table painted; no theme: as the page that shows it."""
        image, light = screen.image, theme or LIGHT
        dark: Callable[[], bytes] | None = None
        colour = picture.accent(screen.turn, light) if screen.turn else None
        if screen.picture:
            image = self._image(screen.picture, light, screen.rows)
            dark = partial(self._board, screen.picture, DARK)
        elif screen.table:
            image = Image(_table(screen.table, light), screen.table.alt, "table.png")
            dark = partial(_table, screen.table, DARK)
        if image and dark and not theme:
            image = replace(image, dark=dark)
        return replace(screen, image=image, picture=None, table=None, colour=colour, language=language)

    async def clip(self, game: str, views: tuple[View, ...], names: tuple[str, str], theme: str) -> Clip:
        """A match as a GIF: the views of one viewer, move by move. Made in a thread, one at a time."""
        async with self._animating:
            return await asyncio.to_thread(self._animate, game, views, names, theme or LIGHT)

    def _image(self, wanted: Picture, theme: str, rows: Rows) -> Image:
        game, view, chosen = wanted.game, wanted.view, wanted.chosen

        def places() -> Iterable[Place]:
            pressable = [button.request for row in rows for button in row if not button.disabled]
            regions = picture.regions(game, view, theme=theme, chosen=chosen)
            return on_offer(regions, (*pressable, *wanted.unlisted), chosen)

        return Image(self._board(wanted, theme), wanted.alt, "board.png", regions=places)

    def _board(self, wanted: Picture, theme: str) -> bytes:
        return self._paint(wanted.game, wanted.view, wanted.names, theme, wanted.chosen)


def _paint(game: str, view: View, names: tuple[str, str], theme: str, chosen: Words) -> bytes:
    return picture.paint(game, view, names, theme=theme, chosen=chosen)


def _animate(game: str, views: tuple[View, ...], names: tuple[str, str], theme: str) -> Clip:
    from renderers import clip  # imported late: clips are rare

    return clip.clip(game, views, names, theme=theme)


def on_offer(
    regions: Iterable[picture.Region], requests: Iterable[Request], chosen: Words
) -> Iterator[Place]:
    """Regions to press, each with its only request, or the prefix that its requests share."""
    known = dict.fromkeys(requests)
    choices = [asked for asked in known if isinstance(asked, Choice) and _goes_on(asked, chosen)]
    for region in regions:
        exact = [choice for choice in choices if choice.words == region.words]
        near = exact or [choice for choice in choices if _one_begins(choice.words, region.words)]
        if len(near) == 1:
            yield near[0], region.corners
        elif near and all(len(choice.words) > len(region.words) > len(chosen) for choice in near):
            yield replace(near[0], words=region.words, final=False), region.corners


def _goes_on(choice: Choice, chosen: Words) -> bool:
    """Whether it goes on with the move or begins another, instead of turning pages or going back."""
    if choice.page or (choice.words[: len(chosen)] != chosen and _one_begins(choice.words, chosen)):
        return False
    return choice.final or choice.words != chosen


def _one_begins(one: Words, two: Words) -> bool:
    """Whether one is a prefix of the other: words without an alternative may be left out."""
    return all(first == second for first, second in zip(one, two, strict=False))


def _table(wanted: Table, theme: str) -> bytes:
    from renderers import tables  # imported late

    match wanted:
        case Crosstable():
            heads = {"title": wanted.title, "name": wanted.name, "points": wanted.points}
            return tables.crosstable(wanted.rows, **heads, legend=wanted.legend, theme=theme)
        case Ranking():
            return tables.leaderboard(wanted.rows, title=wanted.title, headings=wanted.headings, theme=theme)
        case Careers():
            return tables.profile(wanted.name, wanted.rows, headings=wanted.headings, theme=theme)
