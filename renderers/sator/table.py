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
from renderers.marks import around
from renderers.plates import Side
from renderers.theme import PLANK, Theme

Cell = tuple[int, int]
"""Column and line."""
LINES = 5

BOARD = Box(10, 54, 890, 530)
CORNER = 44
THICKNESS = 12

SQUARE = 86
LEFT, TOP = 235, 61  # of the squares
BOTTOM = TOP + SQUARE * LINES
FILE_Y, ROW_X = 513, 184  # where the letters stand, and the digits

TAKEN_X = (818, 82)  # the middles of the trays for the pieces that a side has captured
TRAY = (112, 408)
EMBLEM_Y, TAKEN_Y = 82, 152  # of the captor, and of the first captured piece
SLOT = 80  # pixels from a captured piece to the next


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


def first_alike(cell: Cell) -> Cell:
    """The first square of the same wood: they look the same."""
    return 0, sum(cell) % 2


def slot(side: Side, place: int) -> Point:
    """The middle of a place in a tray; they are counted from the emblem of the captor."""
    return TAKEN_X[side], TAKEN_Y + SLOT * place


def empty_board(theme: Theme) -> Image.Image:
    """The board on its table, without pieces and letters, mode RGB."""
    face = wood.carved(theme, wood.plank(SIZE, 1, tone=PLANK), _trays(), floor=150)
    return wood.on_table(theme, _inlaid(face), BOARD, corner=CORNER, thickness=THICKNESS)


def _trays() -> Image.Image:
    stencil, y = Stencil((0, 0, *SIZE)), TAKEN_Y + SLOT * (LINES // 2)
    for x in TAKEN_X:
        stencil.slab(around((x, y), TRAY), 32)
    return stencil.mask()


def _inlaid(face: Image.Image) -> Image.Image:
    """The squares, of two plain woods in turn; a dark joint runs around each and between them."""
    box = Box(LEFT - 4, TOP - 4, LEFT + SQUARE * LINES + 4, BOTTOM + 4)
    joint, dark, light = (Stencil(box) for _ in range(3))
    joint.slab(box, 5)
    for column in range(LINES):
        for line in range(LINES):
            left, top, right, bottom = box_of((column, line))
            stencil = light if (column + line) % 2 else dark
            stencil.slab((left + 1, top + 1, right - 1, bottom - 1), 2)
    for tone, stencil in ((96, joint), (160, dark), (222, light)):
        face.paste(tone, box, stencil.mask())
    return face
