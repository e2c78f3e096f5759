"""Stones in Sato's pictures: rhombi, dots and letters, shadows, backs."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import NamedTuple

from PIL import Image, ImageChops

from games.sato import Colour, Face, Laid, Stone, colours
from games.sato.stones import CORNERS, colour_letter, tip_corners
from renderers import wood
from renderers.canvas import Box, Point, Sheet, Stencil, coloured, faded, indexed, moved, soft, stepped
from renderers.hatching import hatching, tone_on
from renderers.sato.stamps import (
    STEPS,
    InCell,
    Layer,
    Layers,
    canvas,
    disc,
    filled,
    glyph,
    hexagon,
    lined,
    solid,
)
from renderers.sato.table import half_height, rise
from renderers.theme import TONES, Enamels, Theme

FINEST = 7  # pixels from a line of a hatching to the next, at least
PIECES = 1024  # that are kept: pictures of a match show the same ones, which are quickly found to be equal
SIDE, SIDE_DARK = 176, 16  # tones of the side of a stone, and of its lower edge


@dataclass(frozen=True, slots=True)
class Piece(InCell):
    """A stone with a face up."""

    tips: tuple[Colour | None, ...]
    """The colours at the corners 0 to 5, None where there is no tip."""
    face: Face | None
    """None for a stone beside the table, with its name in its middle: either face may come to lie up."""
    level: int

    def layers(self, theme: Theme) -> Layers:
        """Three enamelled rhombi in a dark body, on the table a dot in each."""
        image = _bare(theme, self.edge).copy()
        for corner, colour in enumerate(self.tips):
            if colour is not None:
                sector = _sector(self.edge, corner)
                image.paste(_tip(theme, self.edge, corner, colour, self.face), sector.box, sector.mask)
        return ((image, solid(self.edge, 0.5)),)


@lru_cache(maxsize=PIECES)
def piece(laid: Laid, edge: int) -> Piece:
    """A stone of the layout."""
    shown = dict(zip(tip_corners(laid.turn), colours(laid.stone, laid.face), strict=True))
    return Piece(edge, tuple(shown.get(corner) for corner in range(CORNERS)), laid.face, laid.level)


@cache
def alone(stone: Stone, edge: int) -> Piece:
    """A stone beside the table: its name is read from the east tip anticlockwise."""
    first, second, third = colours(stone, Face.WHITE)
    return Piece(edge, (first, None, second, None, third, None), None, 0)


@lru_cache(maxsize=32)
def _bare(theme: Theme, edge: int) -> Image.Image:
    return indexed(Image.new("RGB", canvas(edge).box.size, theme.wood.dark), theme)


class _Sector(NamedTuple):
    """The third of a stone around one of its tips."""

    box: Box
    """From the upper left corner of the stone."""
    mask: Image.Image


@cache
def _sector(edge: int, corner: int) -> _Sector:
    outline = hexagon(edge)
    around = [(0.0, 0.0), outline[corner - 1], outline[corner], outline[(corner + 1) % 6]]
    mask = canvas(edge).polygon(around).mask(steps=1)
    box = Box(*(mask.getbbox() or (0, 0, *mask.size)))
    return _Sector(box, mask.crop(box))


@lru_cache(maxsize=1024)
def _tip(theme: Theme, edge: int, corner: int, colour: Colour, face: Face | None) -> Image.Image:
    """An enamelled rhombus with its dot, as large as its sector, mode P: 108 make all stones."""
    left, top, right, bottom = box = _sector(edge, corner).box
    high = half_height(edge)
    body = Image.new("RGB", box.size, theme.wood.dark)
    sheet = Sheet(body, Box(left - edge, top - high, right - edge, bottom - high))
    sheet.put(_enamel(theme, edge, corner % 2, colour), _rhombus(edge, corner), (0, 0))
    for paint, mask in () if face is None else _dot(theme, edge, colour, face):
        sheet.put(paint, mask, _dot_place(edge, corner))
    return indexed(sheet.image, theme)


def _dot_place(edge: int, corner: int) -> Point:
    x, y = hexagon(edge)[corner]
    return round(x * 0.53), round(y * 0.53)


@cache
def _rhombus(edge: int, corner: int) -> Image.Image:
    """The mask of a rhombus whose tip is at a corner, with a gap to its neighbours."""
    return canvas(edge).polygon(_rhombus_corners(edge, corner)).mask(STEPS)


def _rhombus_corners(edge: int, corner: int) -> list[Point]:
    outline = hexagon(edge, 1.5)
    around = [(0.0, 0.0), outline[corner - 1], outline[corner], outline[(corner + 1) % 6]]
    x, y = (sum(axis) / 4 for axis in zip(*around, strict=True))
    part = 1 - _gap(edge) / (edge * 0.433)  # the distance from the middle of a rhombus to its edges
    return [(x + (right - x) * part, y + (down - y) * part) for right, down in around]


def _gap(edge: int) -> float:
    return 0.4 + edge / 60


@cache
def _relief(edge: int, parity: int) -> Image.Image:
    """Three rhombi with their tips at even or odd corners, lit from above: tones, mode L."""
    stencil = canvas(edge)
    for corner in range(parity, 6, 2):
        stencil.polygon(_rhombus_corners(edge, corner))
    mask, step = stencil.mask(STEPS), max(1, round(edge / 24))
    tones = Image.new("L", mask.size, 128)
    tones = ImageChops.add(tones, faded(ImageChops.subtract(mask, moved(mask, 0, step)), 0.33))
    return ImageChops.subtract(tones, faded(ImageChops.subtract(mask, moved(mask, 0, -step)), 0.25))


@lru_cache(maxsize=96)
def _enamel(theme: Theme, edge: int, parity: int, colour: Colour) -> Image.Image:
    return coloured(_hatched(theme, _relief(edge, parity), colour, edge / 4), theme.enamels[colour])


def _hatched(theme: Theme, tones: Image.Image, colour: Colour, pitch: float) -> Image.Image:
    """The tones of an enamelled surface; if the theme has patterns, flat with the hatching of its colour."""
    if not theme.style.patterns:
        return tones
    hatched = Image.new("L", tones.size, TONES // 2)
    mask = hatching(Enamels._fields[colour], tones.size, max(pitch, FINEST))
    hatched.paste(tone_on(theme.enamels[colour]), mask=mask)
    return hatched


@lru_cache(maxsize=96)
def _dot(theme: Theme, edge: int, colour: Colour, face: Face) -> Layers:
    """A white dot in a dark ring or a black dot in a light one; with patterns, the letter of its colour."""
    patterns = theme.style.patterns
    radius, ring = edge * (0.345 if patterns else 0.24), max(edge * 0.045, 1.25)
    light, dark = theme.key.light, theme.wood.dark
    ink, fill = (dark, light) if face is Face.WHITE else (light, dark)
    dot: Layers = (ink, disc(radius)), (fill, disc(radius - ring))
    return (*dot, (ink, glyph(colour_letter(colour), max(round(edge * 0.47), 10)))) if patterns else dot


@dataclass(frozen=True, slots=True)
class Badge:
    """The level of a stone, in its middle."""

    edge: int
    level: int

    @property
    def reach(self) -> tuple[int, int]:
        return self.edge // 2, self.edge // 2

    def layers(self, theme: Theme) -> Layers:
        half = max(self.edge * 0.19, 5.5) * theme.style.lettering
        ink, face = theme.wood.dark, theme.wood.at(214)
        digit = glyph(str(self.level), theme.style.text(max(round(self.edge * 0.38), 11)))
        return (ink, _square(half)), (face, _square(half - 1.25)), (ink, digit)


def _square(half: float) -> Image.Image:
    edges = -half, -half, half, half
    return Stencil(edges).slab(edges, half * 0.3).mask(STEPS)


@dataclass(frozen=True, slots=True)
class Shadow:
    """What a stone throws on whatever is below it, and its side, which is seen above the table."""

    edge: int
    level: int

    @property
    def reach(self) -> tuple[int, int]:
        more = self._more()
        return self.edge + more, half_height(self.edge) + more

    def layers(self, theme: Theme) -> Layers:
        """A soft hexagon, moved down and to the right: the higher the stone, the more; then its side."""
        more = self._more()
        down, blur = 2 + round(self.edge * 0.1 * self.level), 1.5 + self.edge * 0.035 * self.level
        outline = filled(self.edge, 0, more)
        shade = soft(moved(outline, round(down * 0.6), down + (self.level and rise(self.edge))), blur)
        layers: Layers = ((theme.wood.dark, stepped(faded(shade, 0.78))),)
        if self.level:
            layers += (self._side(theme, outline),)
        return layers

    def _side(self, theme: Theme, outline: Image.Image) -> Layer:
        """As thick as a level is high, with a dark lower edge."""
        thick = rise(self.edge)
        mask = outline
        for down in range(1, thick + 1):
            mask = ImageChops.lighter(mask, moved(outline, 0, down))
        image = Image.new("RGB", mask.size, theme.wood.at(SIDE_DARK))
        image.paste(theme.wood.at(SIDE), mask=moved(mask, 0, -1))
        return image, mask

    def _more(self) -> int:
        return 6 + round(self.edge * 0.2 * self.level) + (rise(self.edge) if self.level else 0)


@dataclass(frozen=True, slots=True)
class Back(InCell):
    """Stones that the viewer may not know; a number says how many."""

    text: str

    def layers(self, theme: Theme) -> Layers:
        outline = filled(self.edge, 0.5)
        tones = wood.bevelled(Image.new("L", outline.size, 84), filled(self.edge, 2))
        face = coloured(tones, theme.wood)
        rim = (theme.wood.at(190), lined(self.edge, 2 + self.edge * 0.1, max(self.edge * 0.05, 1)))
        layers: Layers = ((theme.wood.dark, outline), (face, filled(self.edge, 2)), rim)
        if self.text:
            layers += ((theme.wood.light, glyph(self.text, round(self.edge * 0.8))),)
        return layers
