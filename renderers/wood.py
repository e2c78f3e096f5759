"""Wood: planks with a grain, pits carved into them, boards on a table, lit softly from above."""

from __future__ import annotations

import random

from PIL import Image, ImageChops, ImageFilter

from renderers.canvas import Box, Stencil, coloured, faded, moved, soft
from renderers.theme import TONES, Theme

STREAKS = 2, 6  # streaks of the grain along a plank, and pixels from one to the next across it
GRAIN, STEP = 9, 6  # tones by which a streak differs from the plank at most, and from its neighbour
BLOCK = 2  # shadows are drawn so much smaller, then enlarged
DEPTH = 16  # pixels that a pit seems deep


def plank(size: tuple[int, int], seed: int, *, tone: int) -> Image.Image:
    """The face of a plank, mode L: of a tone, with long streaks that are hardly darker or lighter."""
    cells = STREAKS[0], size[1] // STREAKS[1]
    dots = random.Random(seed).randbytes(cells[0] * cells[1])  # noqa: S311 (a pattern, no secret)
    streaks = Image.frombytes("L", cells, dots).resize(size, Image.Resampling.BILINEAR)
    middle = TONES / 2
    return streaks.point(
        [tone + round((dot - middle) / middle * GRAIN / STEP) * STEP for dot in range(TONES)]
    )


def carved(theme: Theme, face: Image.Image, pits: Image.Image, *, floor: int) -> Image.Image:
    """The face of a plank with pits where the mask `pits` is white; their floor has the tone `floor`."""
    upper_lip = ImageChops.subtract(moved(pits, 0, -2), pits)
    lower_lip = ImageChops.subtract(moved(pits, 0, 3), pits)
    face = ImageChops.subtract(face, faded(soft(upper_lip, 1), 0.25))
    face = ImageChops.add(face, faded(soft(lower_lip, 1), 0.45))
    if line := theme.style.outline:
        face.paste(0, mask=pits.filter(ImageFilter.MaxFilter(2 * line + 1)))
    face.paste(hollowed(pits, floor, 0.5 if line else 1), mask=pits)
    return face


def hollowed(pits: Image.Image, floor: int, depth: float = 1) -> Image.Image:
    """The insides of pits: the upper wall lies in the shade, the lower one catches the light."""
    walls = ImageChops.invert(pits).reduce(BLOCK)
    edges, upper = soft(walls, 5 / BLOCK), soft(moved(walls, 0, DEPTH // BLOCK), 11 / BLOCK)
    lower = soft(moved(walls, 0, (4 - DEPTH) // BLOCK), 9 / BLOCK)
    inside = Image.new("L", walls.size, floor)
    inside = ImageChops.subtract(inside, faded(edges, 0.2 * depth))
    inside = ImageChops.subtract(inside, faded(upper, 0.45 * depth))
    inside = ImageChops.add(inside, faded(lower, 0.33 * depth))
    return inside.resize(pits.size, Image.Resampling.BILINEAR)


def bevelled(face: Image.Image, outline: Image.Image) -> Image.Image:
    """The face of a plank with its edges rounded off; the mask `outline` is white where the plank is."""
    upper_edge = ImageChops.subtract(outline, moved(outline, 0, 3))
    lower_edge = ImageChops.subtract(outline, moved(outline, 0, -4))
    face = ImageChops.add(face, faded(soft(upper_edge, 1), 0.3))
    return ImageChops.subtract(face, faded(soft(lower_edge, 2), 0.3))


def shadow(outline: Image.Image, *, down: int, radius: float) -> Image.Image:
    """The mask of the soft shadow that a body throws on the table below it."""
    small = moved(outline, 0, down).reduce(BLOCK)
    return soft(small, radius / BLOCK).resize(outline.size, Image.Resampling.BILINEAR)


def on_table(theme: Theme, face: Image.Image, box: Box, *, corner: int, thickness: int) -> Image.Image:
    """A board with round corners on the table, mode RGB; `face`: its tones, as large as the picture."""
    upper = _slab(face.size, box, corner)
    lower = box._replace(top=box.top + thickness, bottom=box.bottom + thickness)
    body = _slab(face.size, lower, corner)
    shade = faded(shadow(body, down=8, radius=12), 0.7)
    picture = coloured(ImageChops.invert(shade), theme.ground)
    if line := theme.style.outline:
        around = Box(box.left - line, box.top - line, box.right + line, lower.bottom + line)
        picture.paste(theme.wood.dark, mask=_slab(face.size, around, corner + line))
    picture.paste(theme.wood.at(104), mask=body)
    picture.paste(coloured(bevelled(face, upper), theme.wood), mask=upper)
    return picture


def _slab(size: tuple[int, int], box: Box, corner: int) -> Image.Image:
    """The mask of a board in a picture. Only its ends are drawn large: between them it is straight."""
    mask = Image.new("L", size)
    mask.paste(255, box)
    for top, bottom in ((box.top, box.top + corner), (box.bottom - corner, box.bottom)):
        end = box._replace(top=top, bottom=bottom)
        mask.paste(Stencil(end).slab(box, corner).mask(), end)
    return mask
