"""Wood: planks with a grain, pits carved into them, boards on a table, lit softly from above."""

from __future__ import annotations

import random

from PIL import Image, ImageChops

from renderers.canvas import SIZE, Box, Stencil, coloured, faded, moved, soft
from renderers.theme import TONES, Theme

STREAKS = 4, 8  # streaks of the grain along a plank, and pixels from one to the next across it
FIBRE = 6, 2  # width and height of the smallest piece of the grain: long runs of a tone make small files
STEP = 10  # tones from a shade of the grain to the next
BLOCK = 2  # pixels, across and down, that share a tone of a shadow
DEPTH = 16  # pixels that a pit seems deep


def plank(size: tuple[int, int], seed: int, *, tone: int, contrast: int) -> Image.Image:
    """The face of a plank, mode L: of a tone, with fibres that differ from it by up to `contrast`."""
    width, height = size
    cells = STREAKS[0], height // STREAKS[1]
    dots = random.Random(seed).randbytes(cells[0] * cells[1])  # noqa: S311 (a pattern, no secret)
    pieces = width // FIBRE[0], height // FIBRE[1]
    fibres = Image.frombytes("L", cells, dots).resize(pieces, Image.Resampling.BICUBIC)
    middle = TONES / 2
    shades = [round((tone + (dot - middle) / middle * contrast) / STEP) * STEP for dot in range(TONES)]
    return fibres.point(shades).resize(size, Image.Resampling.NEAREST)


def carved(face: Image.Image, pits: Image.Image, *, floor: int) -> Image.Image:
    """The face of a plank with pits where the mask `pits` is white; their floor has the tone `floor`."""
    upper_lip = ImageChops.subtract(moved(pits, 0, -2), pits)
    lower_lip = ImageChops.subtract(moved(pits, 0, 3), pits)
    face = ImageChops.subtract(face, faded(soft(upper_lip, 1), 0.25))
    face = ImageChops.add(face, faded(soft(lower_lip, 1), 0.45))
    face.paste(_hollowed(pits, floor), mask=pits)
    return face


def _hollowed(pits: Image.Image, floor: int) -> Image.Image:
    """The insides of pits: the upper wall lies in the shade, the lower one catches the light."""
    walls = ImageChops.invert(pits).reduce(BLOCK)
    inside = Image.new("L", walls.size, floor)
    inside = ImageChops.subtract(inside, faded(soft(walls, 5 / BLOCK), 0.2))
    inside = ImageChops.subtract(inside, faded(soft(moved(walls, 0, DEPTH // BLOCK), 11 / BLOCK), 0.45))
    inside = ImageChops.add(inside, faded(soft(moved(walls, 0, (4 - DEPTH) // BLOCK), 9 / BLOCK), 0.33))
    return inside.resize(pits.size, Image.Resampling.NEAREST)


def bevelled(face: Image.Image, outline: Image.Image) -> Image.Image:
    """The face of a plank with its edges rounded off; the mask `outline` is white where the plank is."""
    upper_edge = ImageChops.subtract(outline, moved(outline, 0, 3))
    lower_edge = ImageChops.subtract(outline, moved(outline, 0, -4))
    face = ImageChops.add(face, faded(soft(upper_edge, 1), 0.3))
    return ImageChops.subtract(face, faded(soft(lower_edge, 2), 0.3))


def shadow(outline: Image.Image, *, down: int, radius: float) -> Image.Image:
    """The mask of the soft shadow that a body throws on the table below it."""
    small = moved(outline, 0, down).reduce(BLOCK)
    return soft(small, radius / BLOCK).resize(outline.size, Image.Resampling.NEAREST)


def on_table(theme: Theme, face: Image.Image, box: Box, *, corner: int, thickness: int) -> Image.Image:
    """A board with round corners on the table, mode RGB and of SIZE; `face`: its tones, as large as that."""
    upper = _slab(box, corner)
    lower = box._replace(top=box.top + thickness, bottom=box.bottom + thickness)
    body = _slab(lower, corner)
    shade = faded(shadow(body, down=8, radius=12), 0.7)
    picture = coloured(ImageChops.invert(shade), theme.ground)
    if line := theme.style.outline:
        around = Box(box.left - line, box.top - line, box.right + line, lower.bottom + line)
        picture.paste(theme.wood.dark, mask=_slab(around, corner + line))
    picture.paste(theme.wood.at(104), mask=body)
    picture.paste(coloured(bevelled(face, upper), theme.wood), mask=upper)
    return picture


def _slab(box: Box, corner: int) -> Image.Image:
    """The mask of a board, of SIZE. Only its ends are drawn large: between them it is straight."""
    mask = Image.new("L", SIZE)
    mask.paste(255, box)
    for top, bottom in ((box.top, box.top + corner), (box.bottom - corner, box.bottom)):
        end = box._replace(top=top, bottom=bottom)
        mask.paste(Stencil(end).slab(box, corner).mask(), end)
    return mask
