"""Where everything lies in a picture of Stacko, and the empty board.

Sides are counted from the viewer: 0 is the near one, whose tower stands on the right, 1 the far one. Places
are counted from the bottom, 1 to 10. The picture is tall: on a phone, each place can be pressed.
"""

from __future__ import annotations

from functools import cache
from typing import Literal

from PIL import Image

from games.stacko import PLACES
from renderers import wood
from renderers.canvas import TALL, Box, Point, Stencil, empty_picture
from renderers.plates import SIDES, Side
from renderers.theme import Theme

BOARD = Box(10, 60, 890, 786)
CORNER = 40
THICKNESS = 12

LINE = 70  # pixels from a place of a tower to the next
BOTTOM = 772  # of the lowest place
TOP = BOTTOM - LINE * PLACES

# Of the near tower, then of the far one, which is smaller: the ends of its bay and of the lane beside it.
BAYS = (462, 804), (20, 178)
LANES = (440, 462), (178, 200)
TOWER_X, LANE_X = (636, 99), (451, 189)
EYE_X, ORDER_X = 487, (783, 28)
TICK_X = 776, 46  # of the sign of a finished tower
KEYS, KEY_X = (804, 886), 845  # the near tower alone has numbers

MIDDLE = 320
BETWEEN = (200, 440)  # the strip between the towers
EMBLEM_X = 96  # pixels from the middle
ROUND_Y, TALON_Y, DREW_Y, HAND_Y, ARROW_Y = 104, 180, 238, 290, 360
TALON = Box(200, 128, 440, 222)
HAND = Box(200, 252, 440, 328)
DISCARDS = Box(200, 394, 440, 772)
COLUMNS, CHIP = 4, (60, 73)  # discards in a row, and pixels from one to the next, across and down


def outward(side: Side) -> Literal[1, -1]:
    """Where the tower of a side lies, seen from the middle: 1 to the right, -1 to the left."""
    return 1 if side == 0 else -1


def line_top(place: int) -> int:
    """The upper end of a place."""
    return BOTTOM - LINE * place


def line_y(place: int) -> float:
    """The middle of a place."""
    return BOTTOM - LINE * (place - 0.5)


def line_of(ends: tuple[int, int], place: int) -> Box:
    """A place of a tower, from one end to the other."""
    return Box(ends[0], line_top(place), ends[1], line_top(place) + LINE)


def chip(order: int) -> Point:
    """The middle of a discard, the oldest one being number 0."""
    row, column = divmod(order, COLUMNS)
    left, top = MIDDLE - CHIP[0] * COLUMNS / 2, DISCARDS.top + 6
    return left + CHIP[0] * (column + 0.5), top + CHIP[1] * (row + 0.5)


def empty_board(theme: Theme) -> Image.Image:
    """The board on its table, without parts and numbers, mode RGB."""
    face = wood.carved(theme, wood.plank(TALL, 1, tone=204), _bays(), floor=140)
    return wood.on_table(theme, face, BOARD, corner=CORNER, thickness=THICKNESS)


@cache
def lowest_alike(theme: Theme, side: Side) -> tuple[int, ...]:
    """For each place the lowest one at which the bay looks as it does there: most look the same."""
    board = empty_picture(theme, empty_board)
    looks = [board.crop(line_of(BAYS[side], place)).tobytes() for place in range(1, PLACES + 1)]
    return tuple(looks.index(look) + 1 for look in looks)


def _bays() -> Image.Image:
    mask = Image.new("L", TALL)
    for box in (*(Box(BAYS[side][0], TOP - 2, BAYS[side][1], BOTTOM + 2) for side in SIDES), HAND, DISCARDS):
        mask.paste(Stencil(box).slab(box, 12).mask(), box)
    return mask
