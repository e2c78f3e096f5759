"""Legends: the marks that pictures of a game bear, side by side, numbered as the lines that explain them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib import import_module
from itertools import chain

from PIL import Image

from renderers import hints, marks, png
from renderers.canvas import SIZE, Box, Sample, Sheet, assembled, indexed
from renderers.lettering import lettered
from renderers.picture import named
from renderers.plates import SIDES, Emblem, Plate, Standing
from renderers.theme import THEMES, Theme, palette

EDGE, GAP, ROW_GAP = 20, 14, 18  # pixels around it all, between samples, and from row to row
BADGE, NUMBER = 26, 38  # radius of the disc of a number, and its font size
SIGNS: tuple[Standing, ...] = ("turn", "ready", "won", "drawn")


def legend(game: str, lines: int, *, theme: str = "light") -> bytes:
    """The bytes of a PNG, as wide as SIZE: the samples of the game, then those that all games share.

    Args:
        game: its key.
        lines: how many lines explain its own marks.
        theme: what it is painted in.

    Raises:
        ValueError: there is no such theme.
    """
    materials = named(theme, THEMES, "theme")
    own = _own_samples(game, materials, lines)
    rows = list(_rows(_numbered(materials, chain(own, shared()))))
    heights = [max(shown.image.height for shown in row) for row in rows]
    size = SIZE[0], sum(heights) + ROW_GAP * (len(rows) - 1) + 2 * EDGE
    sheet = Sheet(Image.new("RGB", size, materials.ground.light), Box(0, 0, *size))
    top = EDGE
    for row, height in zip(rows, heights, strict=True):
        _lay_row(sheet, materials, row, top + height / 2)
        top += height + ROW_GAP
    return png.encode(indexed(sheet.image, materials), palette(materials), thorough=True)


def _own_samples(game: str, theme: Theme, lines: int) -> Iterable[Iterable[Sample]]:
    """For each line those of the painter; a painter need not have any."""
    try:
        painted = import_module(f"renderers.{game}.legend")
    except ModuleNotFoundError:
        return [()] * lines
    own: Iterable[Iterable[Sample]] = painted.samples(theme)
    return own


@dataclass(frozen=True, slots=True)
class _Shown:
    """A painted sample; the first one of a line has its number."""

    image: Image.Image
    number: int = 0

    @property
    def width(self) -> int:
        return self.image.width + (2 * BADGE + GAP // 2 if self.number else 0)


def _numbered(theme: Theme, lines: Iterable[Iterable[Sample]]) -> Iterator[list[_Shown]]:
    for number, line in enumerate(lines, start=1):
        yield [_Shown(_cut(theme, sample), 0 if place else number) for place, sample in enumerate(line)]


def _cut(theme: Theme, sample: Sample) -> Image.Image:
    return assembled(theme, sample.empty, sample.parts).crop(sample.box).convert("RGB")


def _rows(lines: Iterable[list[_Shown]]) -> Iterator[list[_Shown]]:
    """As many side by side as there is room for; those of a line together, if they have room at all."""
    row, left, room = list[_Shown](), 0, SIZE[0] - 2 * EDGE
    for line in lines:
        wide = sum(shown.width + GAP for shown in line) - GAP
        for place, shown in enumerate(line):
            if row and left + (shown.width if place or wide > room else wide) > room:
                yield row
                row, left = [], 0
            row.append(shown)
            left += shown.width + GAP
    yield row


def _lay_row(sheet: Sheet, theme: Theme, row: list[_Shown], y: float) -> None:
    left = EDGE
    for shown in row:
        if shown.number:
            middle = left + BADGE, y
            sheet.lay(theme.ink, marks.disc(middle, BADGE))
            sheet.put(theme.ground.light, lettered(str(shown.number), NUMBER), middle)
        right, top = left + shown.width, round(y - shown.image.height / 2)
        sheet.image.paste(shown.image, (right - shown.image.width, top))
        left = right + GAP


def shared() -> Iterator[Iterable[Sample]]:
    """For the lines that all games have: whose side, how it stands, what can be chosen, hints."""
    yield [_on_ground(Emblem(seat, (60, 60))) for seat in SIDES]
    yield [_on_ground(Plate(0, 0, "", sign, "")) for sign in SIGNS]
    yield [_on_ground(_Key())]
    place = Box(60, 60, 140, 140)
    yield [_on_ground(hints.Bracket(place, lamp=True, wrong=wrong)) for wrong in (False, True)]


def _on_ground(part: Emblem | Plate | _Key | hints.Bracket) -> Sample:
    return Sample(_bare_ground, (part,), part.box)


def _bare_ground(theme: Theme) -> Image.Image:
    return Image.new("RGB", SIZE, theme.ground.light)


@dataclass(frozen=True, slots=True)
class _Key:
    """A key as in all games."""

    @property
    def box(self) -> Box:
        return Box(0, 0, 66, 52)

    def paint(self, sheet: Sheet, theme: Theme) -> None:
        marks.key(sheet, theme, (33, 24), "1")
