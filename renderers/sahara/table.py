"""Where everything lies in a picture of Sahara, and the empty board.

The hollows look the same when the board is turned by half, but for the light, which always falls from above.
Both stores fill from below, and their numbers have one height. Sides are counted from the viewer: 0 is the
near one, 1 the far one. Columns go from left to right.
"""

from __future__ import annotations

from typing import Literal

from PIL import Image

from games.sahara import HOLLOWS
from renderers import wood
from renderers.canvas import SIZE, Box, Stencil
from renderers.marks import around
from renderers.plates import SIDES, Side
from renderers.theme import PLANK, Theme

BOARD = Box(10, 54, 890, 530)
CORNER = 56
THICKNESS = 12

# Even numbers, so that all hollows look the same in blocks of shadow: repetitions make small files.
FIRST = 144  # where the first column begins
PITCH = 102  # from column to column
HOLLOW = (92, 122)  # width and height of a capsule
HOLLOW_Y = (388, 196)
COUNT_Y = (471, 112)
KEY_Y = (530, 66)  # of a tab on the rim
WAY_Y = (307, 277)  # a sowing is drawn along here, in front of the hollows
WAYS = (262, 322)  # where the upper way begins, and the lower one ends

END = Box(756, 56, 886, 528)  # from the near hollows to the end of the board
HEAD = 236  # an end of the board has numbers above this line, beans below it
STORE = (96, 404)
STORES = ((824, 306), (76, 306))
ROOM = (STORE[0], STORES[0][1] + STORE[1] // 2 - HEAD)  # width and height of what the beans in a store fill
EMBLEM_Y, TOTAL_Y, GAIN_Y = 80, 147, 187  # of the first gain; a second one is below it
BEND = 70  # pixels that the way bends into an end of the board


def onward(side: Side) -> Literal[1, -1]:
    """The direction of sowing along a side: 1 to the right, -1 to the left."""
    return 1 if side == 0 else -1


def column_of(side: Side, hollow: int) -> int:
    """The column, 0 to 5, of a hollow that its owner counts from their left to their right."""
    return hollow - 1 if side == 0 else HOLLOWS - hollow


def strip(column: int, top: int, bottom: int, side: Side = 0) -> Box:
    """A piece of a column, whose ends are those of the near side."""
    left, down = FIRST + PITCH * column, BOARD.top + BOARD.bottom
    top, bottom = (down - bottom, down - top) if side else (top, bottom)
    return Box(left, top, left + PITCH, bottom)


def mirrored(box: Box, side: Side) -> Box:
    """What lies at the near player's end of the board as `box` does, at the end of any side."""
    across = BOARD.left + BOARD.right
    return box._replace(left=across - box.right, right=across - box.left) if side else box


def bend(side: Side) -> Box:
    """Where the way turns back at an end of the board."""
    return mirrored(Box(END.left, WAYS[0], END.left + BEND, WAYS[1]), side)


def column_x(column: int) -> float:
    """The middle of a column."""
    return FIRST + PITCH * (column + 0.5)


def empty_board(theme: Theme) -> Image.Image:
    """The board on its table, without beans and numbers, mode RGB."""
    face = wood.carved(theme, wood.plank(SIZE, 1, tone=PLANK), _pits(), floor=150)
    return wood.on_table(theme, face, BOARD, corner=CORNER, thickness=THICKNESS)


def _pits() -> Image.Image:
    stencil = Stencil((0, 0, *SIZE))
    for side in SIDES:
        stencil.slab(around(STORES[side], STORE), STORE[0] / 2)
        for column in range(HOLLOWS):
            stencil.slab(around((column_x(column), HOLLOW_Y[side]), HOLLOW), HOLLOW[0] / 2)
    return stencil.mask()
