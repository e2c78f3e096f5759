"""Where everything lies in a picture of Stacko, and the empty board.

Sides are counted from the viewer: 0 is the near one, whose tower stands on the right, 1 the far one. Places
are counted from the bottom, 1 to 10.
"""

from __future__ import annotations

from functools import cache
from typing import Literal

from PIL import Image

from games.stacko import PLACES
from renderers import wood
from renderers.canvas import SIZE, Box, Edges, Point, Stencil, empty_picture
from renderers.plates import SIDES, Side
from renderers.theme import Theme

BOARD = Box(10, 60, 890, 530)
CORNER = 40
THICKNESS = 12

LINE = 45  # pixels from a place of a tower to the next
BOTTOM = 520  # of the lowest place
TOP = BOTTOM - LINE * PLACES

# How far things of a tower are from its end of the picture: right for the near one, left for the far one.
DIGIT_X, RUN_X, TOWER_X, EYE_X, LANE_X = 47, 94, 203, 308, 331
DIGITS, TOWER, LANE = (14, 78), (78, 324), (324, 346)  # where they begin and end

MIDDLE = 450
BETWEEN = (346, 554)  # the strip between the towers
EMBLEM_X = 84  # pixels from the middle
ROUND_Y, TALON_Y, DREW_Y, HAND_Y, ARROW_Y = 88, 146, 192, 232, 282
TALON = Box(346, 108, 554, 180)
HAND = Box(346, 204, 554, 260)
DISCARDS = Box(346, 306, 554, 522)
COLUMNS, CHIP = 4, (51, 42)  # discards in a row, and pixels from one to the next, across and down


def outward(side: Side) -> Literal[1, -1]:
    """Where the tower of a side lies, seen from the middle: 1 to the right, -1 to the left."""
    return 1 if side == 0 else -1


def across(side: Side, x: float) -> float:
    """What is `x` pixels from the right for the near side, from the left for the far side."""
    return SIZE[0] - x if side == 0 else x


def strip(side: Side, ends: tuple[int, int], top: int, bottom: int) -> Box:
    """A box from one distance to another, as `across` measures them."""
    left, right = (SIZE[0] - ends[1], SIZE[0] - ends[0]) if side == 0 else ends
    return Box(left, top, right, bottom)


def line_top(place: int) -> int:
    """The upper end of a place."""
    return BOTTOM - LINE * place


def line_y(place: int) -> float:
    """The middle of a place."""
    return BOTTOM - LINE * (place - 0.5)


def line_of(side: Side, place: int) -> Box:
    """A place of a tower, all across the bay in which it lies."""
    return strip(side, TOWER, line_top(place), line_top(place) + LINE)


def chip(order: int) -> Point:
    """The middle of a discard, the oldest one being number 0."""
    row, column = divmod(order, COLUMNS)
    left, top = MIDDLE - CHIP[0] * COLUMNS / 2, DISCARDS.top + 3
    return left + CHIP[0] * (column + 0.5), top + CHIP[1] * (row + 0.5)


def empty_board(theme: Theme) -> Image.Image:
    """The board on its table, without parts and numbers, mode RGB."""
    face = wood.carved(theme, wood.plank(SIZE, 1, tone=204), _bays(), floor=140)
    return wood.on_table(theme, face, BOARD, corner=CORNER, thickness=THICKNESS)


@cache
def lowest_alike(theme: Theme, side: Side, place: int) -> int:
    """The lowest place at which the bay looks as it does at this one: most look the same."""
    board = empty_picture(theme, empty_board)
    looks = [board.crop(line_of(side, lower)).tobytes() for lower in range(1, place + 1)]
    return looks.index(looks[-1]) + 1


def _bays() -> Image.Image:
    stencil = Stencil((0, 0, *SIZE))
    bays: list[Edges] = [strip(side, TOWER, TOP - 2, BOTTOM + 2) for side in SIDES]
    for edges in (*bays, HAND, DISCARDS):
        stencil.slab(edges, 12)
    return stencil.mask()
