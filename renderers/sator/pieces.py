"""Pieces of Sator, turned on a lathe: Black's have a notched rim and a sun, Ivory's are smooth with a moon.

A piece whose dot is public lies upside down: a large dot fills it. One whose dot only this viewer knows lies
the right way up; a ring of the dot's colour is a note to its owner, and a red one has a diamond inside.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Literal

from PIL import ImageChops

from games.game import Seat
from games.sator import Dot
from renderers import marks
from renderers.canvas import OVERSAMPLING, Corners, Point, Sheet, Sprite, Stencil, moved, reduced_sprite, soft
from renderers.theme import TONES, Ramp, Theme

RADIUS = 36
SIZE = (2 * RADIUS, 2 * RADIUS)
SPRITE = 88  # pixels of the square that a piece is painted in, with its shadow
NOTCHES = 16
SMALL_DOT, LARGE_DOT, LARGEST_DOT = 17, 25, 27
NOTE = (62, 62)  # width and height of the ring that is a note

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


def outline(middle: Point) -> Corners:
    """Around a piece that stands somewhere."""
    points = (marks.turned(middle, RADIUS, part / NOTCHES) for part in range(NOTCHES))
    return tuple((round(x), round(y)) for x, y in points)


@dataclass(frozen=True, slots=True)
class Man:
    """A piece as the viewer knows it."""

    seat: Seat
    dot: Dot
    public: bool
    """Whether everybody knows the dot."""

    def lay(self, sheet: Sheet, theme: Theme, middle: Point) -> None:
        """Paint it with its shadow, and with its dot as far as everybody knows it."""
        shown = self.public and self.dot is not Dot.UNKNOWN
        _sprite((theme.wood, theme.key)[self.seat], self.seat, _FACES[shown]).lay(sheet, theme, middle)
        if theme.style.outline and self.seat == 1:
            sheet.lay(theme.wood.dark, marks.ring(marks.around(middle, SIZE), theme.style.outline))
        if shown:
            _lay_dot(sheet, theme, middle, self.dot, min(theme.style.text(LARGE_DOT), LARGEST_DOT))
        elif self.dot is not Dot.RED:  # there the note stands instead
            sheet.lay(theme.wood.at((236, 30)[self.seat]), marks.emblem(self.seat, middle, 17))

    def lay_note(self, sheet: Sheet, theme: Theme, middle: Point) -> None:
        """Paint the note to its owner, if there is one: after all that lies around the piece."""
        if self.public or self.dot is Dot.UNKNOWN:
            return
        dark, light = theme.key.dark, theme.key.light
        inks = (dark, light) if self.dot is Dot.WHITE else (light, theme.red)
        for ink, more in zip(inks, (2, 0), strict=True):
            sheet.lay(ink, marks.ring(marks.around(middle, NOTE, more), 6 + 2 * more))
        if self.dot is Dot.RED:
            _lay_dot(sheet, theme, middle, self.dot, SMALL_DOT)


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
def _sprite(ramp: Ramp, seat: Seat, face: Face) -> Sprite:
    shape, step = _stencil().disc(_MIDDLE, RADIUS), OVERSAMPLING
    heights = _stencil()
    for radius, height in _HEIGHTS[seat, face]:
        heights.disc(_MIDDLE, radius, height)
    outline, relief = (_notched(stencil, seat).large() for stencil in (shape, heights))
    relief = soft(relief, 0.9 * step)
    above, below = moved(relief, -step, -2 * step), moved(relief, step, 2 * step)
    slopes = ImageChops.subtract(above, below, 1, TONES // 2)
    tones = slopes.point([_lit(slope, *_SHINE[seat]) for slope in range(TONES)])
    return reduced_sprite(tones, outline, ramp, down=4, blur=1.6)


_MIDDLE = (SPRITE / 2, SPRITE / 2)


def _stencil() -> Stencil:
    return Stencil((0, 0, SPRITE, SPRITE))


def _notched(stencil: Stencil, seat: Seat) -> Stencil:
    for notch in range(NOTCHES if seat == 0 else 0):
        stencil.disc(marks.turned(_MIDDLE, RADIUS + 1.5, (notch + 0.5) / NOTCHES), 4, 0)
    return stencil


def _lit(slope: int, level: int, shine: float) -> int:
    return max(0, min(TONES - 1, round(level + (slope - TONES // 2) * shine)))
