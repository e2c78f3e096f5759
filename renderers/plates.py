"""Name plates: who sits where, whose turn it is, who has won, and the score."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Literal

from PIL import Image

from games.game import OUTSIDE, Seat, View, other
from renderers import marks
from renderers.canvas import SIZE, Box, Edges, Sheet, Stencil, rounded
from renderers.lettering import MARGIN as LINE_MARGIN
from renderers.lettering import fitted, legible, lettered, width
from renderers.theme import RGB, THEMES, Theme

NAME, SCORE = 34, 35  # font sizes
LOWEST, LOW = 0.59, 19.5  # of a font size what a line reaches below its middle, pixels that a plate does
NAME_ROOM = 400  # pixels, about twenty letters
PAD = 22  # pixels between the ends of a plate and what stands on it
SIGN, EMBLEM, GAP = 44, 48, 28  # pixels that a sign takes, an emblem, and the gap before the score
COUNTED, COUNTED_RADIUS = 40, 14  # pixels that the dot before a score takes, and its radius
MARGIN = 6  # pixels from the end of the box to the plate

Side = Literal[0, 1]
"""0 is the near side, the viewer's; 1 the far one."""

SIDES: tuple[Side, Side] = (0, 1)

PLATES = (Box(20, 550, 880, 598), Box(20, 2, 880, 50))
"""The strips for the plates, the near one and the far one, in the pictures of all games."""

STRIP = PLATES[0].size[0]
LARGEST = max(theme.style.lettering for theme in THEMES.values())

Counted = Literal["", "white", "black"]
"""The colour of the dots that a score counts."""

Standing = Literal["", "turn", "ready", "skipped", "won", "drawn"]
"""`ready`: the seat has made its secret choice, the other has not. `skipped`: it was passed over just now."""


def standing(view: View, seat: Seat, *, asked: bool) -> Standing:
    """How a seat stands: its result, or its turn where somebody is `asked` to move."""
    if result := view.result:
        if result.winner is None:
            return "drawn"
        return "won" if result.winner == seat else ""
    return "turn" if asked and seat in view.to_act else ""


def seated(view: View) -> tuple[tuple[Side, Seat], tuple[Side, Seat]]:
    """Who sits where, the near side first; a spectator sits with seat 0."""
    near: Seat = view.viewer or 0
    return (0, near), (1, other(near))


def name_of(names: tuple[str, str], seat: Seat) -> str:
    """A seat's name in letters that can be drawn."""
    return legible(names[seat], f"Player {seat + 1}")


def final_score(view: View, seat: Seat) -> str:
    """The points of both seats, for the plate of the winner or of both in a draw; "" for others."""
    result = view.result
    if result and result.reason != OUTSIDE and result.winner in (seat, None):
        return f"{result.scores[seat]} : {result.scores[other(seat)]}"
    return ""


@dataclass(frozen=True, slots=True)
class Plate:
    """A name with the emblem of its seat, and whatever is to be said of it."""

    side: Side
    """The near plate lies below on the right, the far one above on the left: in every game."""
    seat: Seat
    name: str
    standing: Standing
    score: str
    """A running total or a result; nothing is shown for none."""
    high: int = SIZE[1]
    """Pixels of the picture from top to bottom."""
    counts: Counted = ""

    @property
    def box(self) -> Box:
        left, top, right, bottom = PLATES[self.side]
        most, lower = _most(self.name, self.score, bool(self.counts)), self.high - SIZE[1]
        if self.side:
            return Box(left, top, left + most, bottom)
        return Box(right - most, top + lower, right, bottom + lower)

    @property
    def in_short(self) -> tuple[Seat, Standing, str]:
        """For a widget, which has no names."""
        return self.seat, self.standing, self.score

    def paint(self, sheet: Sheet, theme: Theme) -> None:
        y = (self.box.top + self.box.bottom) / 2
        size, style = theme.style.text(NAME), theme.style
        score = lettered(self.score, style.text(SCORE)) if self.score else None
        start = PAD + (SIGN if self.standing else 0) + EMBLEM
        end = (GAP + (COUNTED if self.counts else 0) + score.width if score else 0) + PAD
        room = min(NAME_ROOM * style.lettering, STRIP - 2 * MARGIN - start - end)
        name = lettered(fitted(self.name, size, room), size)
        line = y - max(0, LOWEST * size - LOW)
        wide = start + name.width + end
        left = self.box.left + MARGIN if self.side else self.box.right - MARGIN - wide
        if self.standing:
            self._paint_frame(sheet, theme, (left, self.box.top + 1, left + wide, self.box.bottom - 1))
        ink = theme.key.dark if self.standing else theme.ink
        sheet.put(ink, _emblem(self.seat), (left + start - 30, y))
        sheet.put(ink, name, (left + start + name.width / 2, line))
        if score:
            sheet.put(ink, score, (left + wide - PAD - score.width / 2, line))
            if self.counts:
                self._paint_dot(sheet, theme, (left + wide - PAD - score.width - COUNTED / 2, y))

    def _paint_frame(self, sheet: Sheet, theme: Theme, edges: Edges) -> None:
        _lay_capsule(sheet, theme.key.dark, edges)
        _lay_capsule(sheet, theme.key.light, marks.inset(edges, 3))
        sheet.lay(theme.key.dark, self._sign((edges[0] + PAD + 16, (edges[1] + edges[3]) / 2)))

    def _paint_dot(self, sheet: Sheet, theme: Theme, middle: tuple[float, float]) -> None:
        """A white dot in a dark ring or a black one in a light ring, as on a stone, on any ground."""
        dark, light = theme.wood.dark, theme.key.light
        rings = (light, dark, light) if self.counts == "white" else (dark, light, dark)
        for ink, less in zip(rings, (0, 1.5, 4), strict=True):
            sheet.lay(ink, marks.disc(middle, COUNTED_RADIUS - less))

    def _sign(self, middle: tuple[float, float]) -> Stencil:
        match self.standing:
            case "turn":
                return marks.pointer(middle, 16)
            case "ready":
                return marks.tick(middle, 17)
            case "skipped":
                return marks.skip(middle, 17)
            case "won":
                return marks.star(middle, 18)
            case _:
                return marks.equal(middle, 16)


@dataclass(frozen=True, slots=True)
class Emblem:
    """Whose something on a board is."""

    seat: Seat
    middle: tuple[int, int]

    @property
    def box(self) -> Box:
        return rounded(marks.around(self.middle, (40, 40)))

    def paint(self, sheet: Sheet, theme: Theme) -> None:
        sheet.lay(theme.wood.at(marks.BURNT), marks.emblem(self.seat, self.middle, 18))


@lru_cache(maxsize=256)
def _most(name: str, score: str, counts: bool) -> int:
    letters = LARGEST * min(_longest(name, NAME), NAME_ROOM + 2 * LINE_MARGIN)
    numbers = GAP + (COUNTED if counts else 0) + LARGEST * _longest(score, SCORE) if score else 0
    return min(math.ceil(2 * MARGIN + PAD + SIGN + EMBLEM + letters + numbers + PAD), STRIP)


def _longest(text: str, size: int) -> float:
    """How long a line is at most; in other sizes fonts round each letter in another way."""
    return width(text, size) + len(text) + 2 * LINE_MARGIN


@cache
def _emblem(seat: Seat) -> Image.Image:
    return marks.emblem(seat, (0, 0), 20).mask()


@cache
def _disc(radius: float) -> Image.Image:
    return marks.disc((0, 0), radius).mask()


def _lay_capsule(sheet: Sheet, paint: RGB, edges: Edges) -> None:
    """Two discs, and all between them at once: a stencil as long as a plate takes three times as long."""
    left, top, right, bottom = edges
    radius = (bottom - top) / 2
    for x in (left + radius, right - radius):
        sheet.put(paint, _disc(radius), (x, top + radius))
    sheet.fill(paint, Box(round(left + radius), round(top), round(right - radius), round(bottom)))
