"""Where everything lies in a picture of Sator, and the empty board.

Columns go from left to right and lines from bottom to top, both from 0 to 4, as the viewer sees them. Sides
are counted from the viewer: 0 is the near one, 1 the far one.
"""

from __future__ import annotations

from PIL import Image

from games.game import Seat
from games.sator import FILES, ROWS
from renderers import wood
from renderers.canvas import SIZE, Box, Point, Stencil
from renderers.plates import Side
from renderers.theme import PLANK, Theme

Cell = tuple[int, int]
"""Column and line."""
LINES = 5

BOARD = Box(168, 54, 732, 538)
CORNER = 30
THICKNESS = 9

SQUARE = 88
LEFT, TOP = 230, 62  # of the squares
BOTTOM = TOP + SQUARE * LINES
FILE_Y, ROW_X = 521, 200  # where the letters stand, and the digits

TAKEN_X = (816, 84)
TAKEN_Y = (458, 142)  # of the first piece that a side has captured
SLOT = 77  # pixels from a captured piece to the next
EMBLEM_Y = (520, 80)


def cell_of(square: str, near: Seat) -> Cell:
    """Where a square such as `c3` lies for a viewer on the side of `near`."""
    column, line = FILES.index(square[0]), ROWS.index(square[1])
    return (column, line) if near == 0 else (LINES - 1 - column, LINES - 1 - line)


def middle_of(cell: Cell) -> Point:
    """The middle of a square."""
    column, line = cell
    return LEFT + SQUARE * (column + 0.5), BOTTOM - SQUARE * (line + 0.5)


def box_of(cell: Cell) -> Box:
    """A whole square."""
    left, top = LEFT + SQUARE * cell[0], BOTTOM - SQUARE * (cell[1] + 1)
    return Box(left, top, left + SQUARE, top + SQUARE)


def slot(side: Side, place: int) -> Point:
    """The middle of a place beside the board; they are counted from the emblem of the captor."""
    out = -1 if side == 0 else 1
    return TAKEN_X[side], TAKEN_Y[side] + out * SLOT * place


def empty_board(theme: Theme) -> Image.Image:
    """The board on its table, without pieces and letters, mode RGB."""
    plank = wood.plank(SIZE, 1, tone=PLANK)
    return wood.on_table(theme, _inlaid(plank), BOARD, corner=CORNER, thickness=THICKNESS)


def _inlaid(plank: Image.Image) -> Image.Image:
    """The squares, of two woods in turn; a dark joint runs around each and between them."""
    joint, dark, light = (Stencil((0, 0, *SIZE)) for _ in range(3))
    joint.slab((LEFT - 4, TOP - 4, LEFT + SQUARE * LINES + 4, BOTTOM + 4), 5)
    for column in range(LINES):
        for line in range(LINES):
            left, top, right, bottom = box_of((column, line))
            stencil = light if (column + line) % 2 else dark
            stencil.slab((left + 1, top + 1, right - 1, bottom - 1), 2)
    plank.paste(96, mask=joint.mask())
    plank.paste(wood.plank(SIZE, 2, tone=160), mask=dark.mask())
    plank.paste(wood.plank(SIZE, 3, tone=222), mask=light.mask())
    return plank
