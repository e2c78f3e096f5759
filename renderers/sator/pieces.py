"""Pieces of Sator, turned on a lathe: Black's have a notched rim and a sun, Ivory's are smooth with a moon.

A piece whose dot is public lies upside down: a large dot fills it. One whose dot only this viewer knows lies
the right way up with its emblem, as for everybody; a small dot on its rim is a note to its owner.
"""

from __future__ import annotations

from functools import cache
from typing import Literal

from PIL import Image, ImageChops

from games.game import Seat
from games.sator import Dot
from renderers import marks
from renderers.canvas import OVERSAMPLING, Point, Sheet, Stencil, coloured, faded, moved, soft, stepped
from renderers.theme import TONES, Ramp, Theme

RADIUS = 36
SPRITE = 88  # pixels of the square that a piece is painted in, with its shadow
NOTCHES = 16
SMALL_DOT, LARGE_DOT, LARGEST_DOT = 12, 25, 27
NOTE = 22  # pixels from the middle of a piece to the note on its rim, to the right and down

Face = Literal["top", "bottom"]
_FACES: tuple[Face, Face] = ("top", "bottom")

_HEIGHTS: dict[tuple[Seat, Face], tuple[tuple[float, int], ...]] = {
    (0, "top"): ((RADIUS, 110), (33, 200), (27, 120), (25, 200), (22, 130)),
    (1, "top"): ((RADIUS, 110), (33, 200), (30, 130), (28.5, 200), (25.5, 130), (24, 200)),
    (0, "bottom"): ((RADIUS, 110), (33, 170)),
    (1, "bottom"): ((RADIUS, 110), (33, 170)),
}
"""Radii and heights of the rings of a piece, from the rim inwards."""

_SHINE: dict[Seat, tuple[int, float]] = {0: (30, 0.42), 1: (214, 0.6)}
"""Tone of a level face, and how much lighter or darker slopes are."""


def lay(sheet: Sheet, theme: Theme, middle: Point, *, seat: Seat, dot: Dot, public: bool) -> None:
    """Paint a piece with its shadow, and with its dot as far as it is known."""
    shown = public and dot is not Dot.UNKNOWN
    ramp, face = (theme.wood, theme.key)[seat], _FACES[shown]
    colours, shape, shadow = _sprite(ramp, seat, face)
    sheet.put(theme.wood.dark, shadow, middle)
    sheet.put(colours, shape, middle)
    if theme.style.outline and seat == 1:
        edges = marks.around(middle, (2 * RADIUS, 2 * RADIUS))
        sheet.lay(theme.wood.dark, marks.ring(edges, theme.style.outline))
    if shown:
        _lay_dot(sheet, theme, middle, dot, min(theme.style.text(LARGE_DOT), LARGEST_DOT))
        return
    ink = theme.wood.at(236) if seat == 0 else theme.wood.at(30)
    sheet.lay(ink, marks.emblem(seat, middle, 17))


def lay_note(sheet: Sheet, theme: Theme, middle: Point, *, dot: Dot, public: bool) -> None:
    """Paint the note to the owner of a piece, if there is one: after all that lies around the piece."""
    if not public and dot is not Dot.UNKNOWN:
        _lay_dot(sheet, theme, (middle[0] + NOTE, middle[1] + NOTE), dot, theme.style.text(SMALL_DOT))


def _lay_dot(sheet: Sheet, theme: Theme, middle: Point, dot: Dot, radius: int) -> None:
    """White: a disc with a plus. Red: a diamond with a minus."""
    dark, light, (x, y) = theme.key.dark, theme.key.light, middle
    if dot is Dot.WHITE:
        sheet.lay(dark, marks.disc(middle, radius + 1.5))
        sheet.lay(light, marks.disc(middle, radius - 1.5))
        sheet.lay(dark, marks.plus(middle, radius * 0.46, radius * 0.3))
    else:
        sheet.lay(light, marks.diamond(middle, radius * 1.2 + 3))
        sheet.lay(theme.red, marks.diamond(middle, radius * 1.2 - 0.5))
        sheet.lay(light, marks.line([(x - radius * 0.46, y), (x + radius * 0.46, y)], radius * 0.32))


@cache
def _sprite(ramp: Ramp, seat: Seat, face: Face) -> tuple[Image.Image, Image.Image, Image.Image]:
    """A piece: its colours, mode RGB, its mask, and the mask of its shadow; SPRITE pixels square."""
    shape, step = _stencil().disc(_MIDDLE, RADIUS), OVERSAMPLING
    heights = _stencil()
    for radius, height in _HEIGHTS[seat, face]:
        heights.disc(_MIDDLE, radius, height)
    outline, relief = (_notched(stencil, seat).large() for stencil in (shape, heights))
    relief = soft(relief, 0.9 * step)
    above, below = moved(relief, -step, -2 * step), moved(relief, step, 2 * step)
    slopes = ImageChops.subtract(above, below, 1, TONES // 2)
    tones = slopes.point([_lit(slope, *_SHINE[seat]) for slope in range(TONES)])
    shadow = faded(soft(moved(outline, step, 4 * step), 1.6 * step), 0.6)
    small = (SPRITE, SPRITE)
    tones, outline, shadow = (
        drawing.resize(small, Image.Resampling.LANCZOS) for drawing in (tones, outline, shadow)
    )
    return coloured(tones, ramp), stepped(outline), stepped(shadow)


_MIDDLE = (SPRITE / 2, SPRITE / 2)


def _stencil() -> Stencil:
    return Stencil((0, 0, SPRITE, SPRITE))


def _notched(stencil: Stencil, seat: Seat) -> Stencil:
    """The rim of Black's pieces is notched all around."""
    for notch in range(NOTCHES if seat == 0 else 0):
        stencil.disc(marks.turned(_MIDDLE, RADIUS + 1.5, (notch + 0.5) / NOTCHES), 4, 0)
    return stencil


def _lit(slope: int, level: int, shine: float) -> int:
    return max(0, min(TONES - 1, round(level + (slope - TONES // 2) * shine)))
