"""Where everything lies in a picture of Sahara, and the empty board.

The board looks the same when it is turned by half, but for the light, which always falls from above.
Sides are counted from the viewer: 0 is the near one, 1 the far one. Columns go from left to right.
"""

from __future__ import annotations

from typing import Literal

from PIL import Image

from games.sahara import HOLLOWS
from renderers import wood
from renderers.canvas import SIZE, Box, Stencil
from renderers.marks import around
from renderers.plates import SIDES, Side
from renderers.theme import Theme

BOARD = Box(10, 54, 890, 530)
CORNER = 56
THICKNESS = 12

# Even numbers, so that all hollows look the same in blocks of shadow: repetitions make small files.
FIRST = 144  # where the first column begins
PITCH = 102  # from column to column
HOLLOW = (92, 122)  # width and height of a capsule
HOLLOW_Y = (388, 196)
COUNT_Y = (472, 112)
KEY_Y = (512, 71)
WAY_Y = (307, 277)  # a sowing is drawn along here, in front of the hollows
WAYS = (262, 322)  # where the upper way begins, and the lower one ends

END = Box(756, 56, 886, 528)  # from the near hollows to the end of the board
STORE = (84, 268)
STORES = ((834, 314), (66, 270))
TOTAL_Y = (486, 98)
EMBLEM_Y = (84, 500)
GAIN_Y = (124, 460)  # of what came all at once, between the emblem and the beans
GAINS = 120  # pixels from the end of the board to the frame around a store, on the side of the emblem
BEND = 70  # pixels that the way bends into an end of the board


def onward(side: Side) -> Literal[1, -1]:
    """The direction of sowing along a side: 1 to the right, -1 to the left."""
    return 1 if side == 0 else -1


def column_of(side: Side, hollow: int) -> int:
    """The column, 0 to 5, of a hollow that its owner counts from their left to their right."""
    return hollow - 1 if side == 0 else HOLLOWS - hollow


def strip(column: int, top: int, bottom: int, side: Side = 0) -> Box:
    """A piece of a column, whose ends are those of the near side."""
    left = FIRST + PITCH * column
    _, top, _, bottom = turned(Box(0, top, 0, bottom), side)
    return Box(left, top, left + PITCH, bottom)


def turned(box: Box, side: Side) -> Box:
    """What lies on the near side as `box` does, on any side."""
    left, top, right, bottom = box
    across, down = BOARD.left + BOARD.right, BOARD.top + BOARD.bottom
    return Box(across - right, down - bottom, across - left, down - top) if side else box


def column_x(column: int) -> float:
    """The middle of a column."""
    return FIRST + PITCH * (column + 0.5)


def empty_board(theme: Theme) -> Image.Image:
    """The board on its table, without beans and numbers, mode RGB."""
    face = wood.carved(theme, wood.plank(SIZE, 1, tone=204), _pits(), floor=150)
    return wood.on_table(theme, face, BOARD, corner=CORNER, thickness=THICKNESS)


def _pits() -> Image.Image:
    stencil = Stencil((0, 0, *SIZE))
    for side in SIDES:
        stencil.slab(around(STORES[side], STORE), STORE[0] / 2)
        for column in range(HOLLOWS):
            stencil.slab(around((column_x(column), HOLLOW_Y[side]), HOLLOW), HOLLOW[0] / 2)
    return stencil.mask()
