"""Stamps: what is painted once for Sato's pictures, then put wherever it is needed; and their shapes."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field
from functools import cache, partial
from threading import Lock
from typing import NamedTuple, Protocol

from cachetools import LRUCache, cached
from PIL import Image

from games.words import Words
from renderers import marks
from renderers.canvas import Box, Corners, Point, Sheet, Stencil, indexed, weight
from renderers.lettering import lettered
from renderers.sato.table import half_height
from renderers.theme import RGB, TONES, Theme

Layer = tuple[RGB | Image.Image, Image.Image]
"""A colour, or a drawing of the size of the mask, and the mask."""

Layers = tuple[Layer, ...]

STEPS = 2  # of edges: there are so many of them that finer ones would make large files
LABEL = 512  # bytes of a stamp itself
STAMPS_ROOM = 6 * 2**20  # bytes of the stamps that are kept, of all themes


class Stamp(Hashable, Protocol):
    """Something that looks the same wherever it is put. Compared by value."""

    @property
    def reach(self) -> tuple[int, int]:
        """Pixels that it takes to both sides of its middle, above and below it."""

    def layers(self, theme: Theme) -> Layers:
        """What is painted around its middle, lowest first."""


class Item(NamedTuple):
    """A stamp at a place of the picture."""

    stamp: Stamp
    x: int
    y: int

    @property
    def box(self) -> Box:
        right, down = self.stamp.reach
        return Box(self.x - right, self.y - down, self.x + right, self.y + down)

    def touches(self, box: Box) -> bool:
        """Whether something of it lies in the box."""
        right, down = self.stamp.reach
        return (
            self.x + right > box.left
            and self.x - right < box.right
            and self.y + down > box.top
            and self.y - down < box.bottom
        )


@dataclass(frozen=True, slots=True)
class InCell:
    """A stamp within a stone or a cell."""

    edge: int
    """Pixels of an edge of the hexagon."""

    @property
    def reach(self) -> tuple[int, int]:
        return self.edge, half_height(self.edge)


@dataclass(frozen=True, slots=True)
class Round:
    """A stamp in the shape of a disc."""

    radius: int

    @property
    def reach(self) -> tuple[int, int]:
        return self.radius, self.radius


@dataclass(frozen=True, slots=True)
class Patch:
    """A tile of the picture, and the items that lie on it or reach into it, lowest first."""

    box: Box
    items: tuple[Item, ...]
    words: Words = field(default=(), compare=False)
    """The move so far, with what the tile stands for; it looks the same without."""

    def paint(self, sheet: Sheet, theme: Theme) -> None:
        put(sheet, theme, self.items)


def put(sheet: Sheet, theme: Theme, items: Iterable[Item]) -> None:
    """Put stamps on a sheet, lowest first."""
    ready = cache(partial(_in_colours, theme))  # many are put several times
    for stamp, x, y in items:
        drawing, mask = ready(stamp)
        sheet.put(drawing, mask, (x, y))


def _in_colours(theme: Theme, stamp: Stamp) -> _Stamped:
    drawing, mask = _stamped(theme, stamp)
    return _Stamped(drawing.convert("RGB"), mask)


class _Stamped(NamedTuple):
    drawing: Image.Image
    """Where it is large and there are many, in the palette: in a quarter of the memory."""
    mask: Image.Image


@cached(LRUCache(STAMPS_ROOM, lambda stamped: weight(stamped.drawing) + LABEL), lock=Lock())
def _stamped(theme: Theme, stamp: Stamp) -> _Stamped:
    """A stamp with its layers in one: it is put much more often than made.

    Only drawings count for the room: all stones of a size share one mask.
    """
    layers = [(_drawing(paint, mask), mask) for paint, mask in stamp.layers(theme)]
    if len(layers) == 1:
        return _Stamped(*layers[0])
    widths, heights = zip(*(mask.size for _, mask in layers), strict=True)
    flat = Image.new("RGBA", (max(widths), max(heights)))
    for drawing, mask in layers:
        layer = drawing.convert("RGBA")
        layer.putalpha(mask)
        corner = (flat.width - mask.width + 1) // 2, (flat.height - mask.height + 1) // 2
        flat.alpha_composite(layer, corner)
    return _Stamped(indexed(flat.convert("RGB"), theme), flat.getchannel("A"))


def _drawing(paint: RGB | Image.Image, mask: Image.Image) -> Image.Image:
    return paint if isinstance(paint, Image.Image) else Image.new("RGB", mask.size, paint)


def hexagon(edge: int, inset: float = 0) -> list[Point]:
    """The corners of a stone around (0, 0), its edges moved inwards: east first, anticlockwise."""
    high = half_height(edge)
    part = 1 - inset / high
    right, half, up = edge * part, edge / 2 * part, high * part
    return [(right, 0), (half, -up), (-half, -up), (-right, 0), (-half, up), (half, up)]


def cell_corners(edge: int, x: int, y: int) -> Corners:
    """Around a stone or a cell whose middle lies there."""
    return tuple((x + round(right), y - round(down)) for right, down in hexagon(edge))


def canvas(edge: int, more: int = 0) -> Stencil:
    """A stencil around (0, 0) for a stone, and for `more` pixels around it."""
    right, down = edge + more, half_height(edge) + more
    return Stencil((-right, -down, right, down))


@cache
def filled(edge: int, inset: float, more: int = 0) -> Image.Image:
    """A hexagon as a mask."""
    return canvas(edge, more).polygon(hexagon(edge, inset)).mask(STEPS)


@cache
def solid(edge: int, inset: float) -> Image.Image:
    """The same without half steps: for what is as dark at its edges as its shadow."""
    return outright(filled(edge, inset))


@cache
def lined(edge: int, inset: float, thick: float, *, dashes: int = 0, more: int = 0) -> Image.Image:
    """The line along the inside of a hexagon, as a mask."""
    stencil = canvas(edge, more).polygon(hexagon(edge, inset)).polygon(hexagon(edge, inset + thick), 0)
    for dash in range(dashes):
        gap = [marks.turned((0, 0), 2 * edge, (dash + part) / dashes) for part in (0.3, 0.7)]
        stencil.polygon(((0, 0), *gap), 0)
    return stencil.mask(STEPS)


def outright(mask: Image.Image) -> Image.Image:
    """All that a mask touches, mode 1: it is pasted in a third of the time."""
    return mask.point([bool(tone) for tone in range(TONES)], "1")


def disc(radius: float) -> Image.Image:
    """A circle as a mask."""
    return marks.disc((0, 0), radius).mask(STEPS)


def glyph(text: str, size: int) -> Image.Image:
    """A line of text cut to its ink, so that it can be put in the middle of something."""
    line = lettered(text, size)
    return line.crop(line.getbbox())
