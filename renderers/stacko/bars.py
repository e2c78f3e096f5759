"""Bars: the parts of the towers, as wide as their number says; a hidden one says nothing."""

from __future__ import annotations

from functools import cache

from PIL import Image

from games.stacko import Part
from renderers import marks, wood
from renderers.canvas import Point, Sheet, Sprite, Stencil, coloured, faded, moved, soft
from renderers.theme import Ramp, Theme

HEIGHT = 37
NUMBER = 33  # font size
NARROW, WIDER = 26, 4  # pixels of a part that were of no width, and of each unit of width
HIDDEN = 112  # pixels of every hidden part
CHIP = (47, 36)  # width and height of a discard
CHIP_NUMBER = 28
ROUND = 6  # radius of the corners
EDGE = 6  # pixels around a bar in which its shadow falls


def width(part: Part) -> int:
    """How wide a part is drawn: by its number, or all alike if that is not seen."""
    return NARROW + WIDER * part if isinstance(part, int) else HIDDEN


def lay(sheet: Sheet, theme: Theme, middle: Point, part: Part) -> None:
    """Paint a part with its number, or a hatched one."""
    seen = isinstance(part, int)
    _lay_block(sheet, theme, middle, (width(part), HEIGHT), seen=seen)
    if seen:
        marks.burn(sheet, theme, str(part), middle, size=NUMBER)


def lay_chip(sheet: Sheet, theme: Theme, middle: Point, part: int) -> None:
    """Paint a part small; only its number shows its width."""
    _lay_block(sheet, theme, middle, CHIP, seen=True)
    marks.burn(sheet, theme, str(part), middle, size=CHIP_NUMBER)


def _lay_block(sheet: Sheet, theme: Theme, middle: Point, size: tuple[int, int], *, seen: bool) -> None:
    _sprite(theme.wood, size, seen=seen).lay(sheet, theme, middle)
    if line := theme.style.outline:
        edges = marks.around(middle, size)
        sheet.lay(theme.wood.dark, marks.block(edges, ROUND).slab(marks.inset(edges, line), ROUND - line, 0))


@cache
def _sprite(ramp: Ramp, size: tuple[int, int], *, seen: bool) -> Sprite:
    """A bar of a size, EDGE pixels larger on all sides."""
    large = size[0] + 2 * EDGE, size[1] + 2 * EDGE
    outline = Stencil((0, 0, *large)).slab((EDGE, EDGE, large[0] - EDGE, large[1] - EDGE), ROUND).mask()
    face = wood.plank(large, 4, tone=224 if seen else 122)
    if not seen:
        face.paste(84, mask=_hatching(large))
    shadow = faded(soft(moved(outline, 1, 3), 1.5), 0.6)
    return Sprite(coloured(wood.bevelled(face, outline), ramp), outline, shadow)


def _hatching(size: tuple[int, int]) -> Image.Image:
    stencil = Stencil((0, 0, *size))
    for left in range(-size[1], size[0], 14):
        stencil.line(((left, 0), (left + size[1], size[1])), 2)
        stencil.line(((left, size[1]), (left + size[1], 0)), 2)
    return stencil.mask()
