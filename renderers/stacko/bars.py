"""Bars: the parts of the towers, as wide as their number says; a hidden one says nothing."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from PIL import Image

from games.stacko import Part
from renderers import marks, wood
from renderers.canvas import Point, Sheet, Sprite, Stencil, coloured, faded, moved, soft
from renderers.theme import Ramp, Theme


class Cut(NamedTuple):
    """How large parts are drawn; sizes in pixels."""

    narrow: int
    """Of a part that were of no width."""
    wider: int
    """Of each unit of width."""
    hidden: int
    """Of every hidden part."""
    height: int
    number: int
    """Font size."""

    def size(self, part: Part) -> tuple[int, int]:
        """By its number, or all alike if that is not seen."""
        return self.narrow + self.wider * part if isinstance(part, int) else self.hidden, self.height


NEAR, FAR = Cut(32, 5, 132, 52, 42), Cut(22, 3, 100, 46, 34)
CHIP = Cut(54, 0, 54, 48, 31)
"""A discard: only its number shows its width."""
ROUND = 6  # radius of the corners
EDGE = 6  # pixels around a bar in which its shadow falls
SEEN, DIM, HIDDEN = 224, 178, 122  # tones of faces


def lay(sheet: Sheet, theme: Theme, middle: Point, part: Part, cut: Cut, *, dim: bool = False) -> None:
    """Paint a part with its number, or a hatched one."""
    seen, size = isinstance(part, int), cut.size(part)
    _sprite(theme.wood, size, (DIM if dim else SEEN) if seen else HIDDEN).lay(sheet, theme, middle)
    if line := theme.style.outline:
        edges = marks.around(middle, size)
        sheet.lay(theme.wood.dark, marks.block(edges, ROUND).slab(marks.inset(edges, line), ROUND - line, 0))
    if seen:
        marks.burn(sheet, theme, str(part), middle, size=cut.number)


@cache
def _sprite(ramp: Ramp, size: tuple[int, int], tone: int) -> Sprite:
    """A bar of a size, EDGE pixels larger on all sides."""
    large = size[0] + 2 * EDGE, size[1] + 2 * EDGE
    outline = Stencil((0, 0, *large)).slab((EDGE, EDGE, large[0] - EDGE, large[1] - EDGE), ROUND).mask()
    face = Image.new("L", large, tone)
    if tone == HIDDEN:
        face.paste(84, mask=_hatching(large))
    shadow = faded(soft(moved(outline, 1, 3), 1.5), 0.6)
    return Sprite(coloured(wood.bevelled(face, outline), ramp), outline, shadow)


def _hatching(size: tuple[int, int]) -> Image.Image:
    stencil = Stencil((0, 0, *size))
    for left in range(-size[1], size[0], 14):
        stencil.line(((left, 0), (left + size[1], size[1])), 2)
        stencil.line(((left, size[1]), (left + size[1], 0)), 2)
    return stencil.mask()
