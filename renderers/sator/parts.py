"""The parts of Sator's pictures: squares, the letters and digits at the edge, and the captured pieces."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum, auto

from PIL import Image

from renderers import marks
from renderers.canvas import Box, Drawing, Point, Sheet, tile_of
from renderers.marks import around
from renderers.plates import Side
from renderers.sator import table
from renderers.sator.pieces import RADIUS, SIZE, Man
from renderers.sator.table import Cell
from renderers.theme import Theme

LETTER = 34  # font size at the edges
DASHES = 12  # of a broken ring
PATH, HALO, HEAD = 7, 12, 17  # width of the way of a piece, of the light around it, length of its point
KEY_HEIGHT = 36
TARGET = 18  # radius of the disc on a square that is free to go to: dark, as a white dot is a light one


class Mark(StrEnum):
    """What there is to see of a square besides its piece."""

    NONE = auto()
    START = auto()
    """A piece of the latest turn came from here."""
    LAST = auto()
    """The last piece came to rest here."""
    CAPTURED = auto()
    """The last piece captured here, and stands here."""
    BOTH_OFF = auto()
    """The last piece captured here, and was taken along."""


class Offer(StrEnum):
    """What the seat to act may do with a square."""

    NONE = auto()
    MOVABLE = auto()
    """A piece that may go from here."""
    CHOSEN = auto()
    """The piece that is about to go."""
    TARGET = auto()
    """Where it may go."""


@dataclass(frozen=True, slots=True)
class Way:
    """A step or a capture, from square to square."""

    start: Cell
    target: Cell

    def crosses(self, cell: Cell) -> bool:
        """Whether it touches a square, be it with a corner."""
        (column, line), (first, low), (last, high) = cell, self.start, self.target
        return min(first, last) <= column <= max(first, last) and min(low, high) <= line <= max(low, high)

    def moved(self, right: int, up: int) -> Way:
        """The same elsewhere, so many squares away."""
        start, target = ((column + right, line + up) for column, line in (self.start, self.target))
        return Way(start, target)

    def ends(self) -> tuple[Point, Point]:
        """From the middle of its start to the ring around its target."""
        start, target = table.middle_of(self.start), table.middle_of(self.target)
        right, down = target[0] - start[0], target[1] - start[1]
        length = (right * right + down * down) ** 0.5
        part = 1 - (RADIUS + 8) / length
        return start, (start[0] + right * part, start[1] + down * part)


@dataclass(frozen=True, slots=True)
class Square(Drawing):
    """A square with all that stands on it and passes over it; painted once for all squares of its wood."""

    cell: Cell
    man: Man | None
    mark: Mark
    offer: Offer
    ways: tuple[Way, ...]

    @property
    def box(self) -> Box:
        return table.box_of(self.cell)

    @property
    def plain(self) -> bool:
        """Nothing is to be seen of it but its wood."""
        marked = self.mark is not Mark.NONE or self.offer is not Offer.NONE
        return not (self.man or self.ways or marked)

    def tile(self, theme: Theme, empty: Image.Image) -> Image.Image:
        first = table.first_alike(self.cell)
        right, up = first[0] - self.cell[0], first[1] - self.cell[1]
        ways = tuple(way.moved(right, up) for way in self.ways)
        return tile_of(theme, table.empty_board, Square(first, self.man, self.mark, self.offer, ways))

    def paint(self, sheet: Sheet, theme: Theme) -> None:
        middle = table.middle_of(self.cell)
        if self.offer is Offer.CHOSEN:
            sheet.fill(theme.key.dark, Box(*(round(edge) for edge in marks.inset(self.box, 2))))
        for way in self.ways:
            start, end = way.ends()
            sheet.lay(theme.sign.light, marks.arrow(start, end, HALO, HEAD + 3))
            sheet.lay(theme.sign.dark, marks.arrow(start, end, PATH, HEAD))
        if self.man:
            self.man.lay(sheet, theme, middle)
        self._paint_mark(sheet, theme, middle)
        self._paint_offer(sheet, theme, middle)
        if self.man:
            self.man.lay_note(sheet, theme, middle)
        if self.mark is Mark.CAPTURED:
            corner = middle[0] + 27, middle[1] - 27
            marks.badge(sheet, theme, corner, marks.cross(corner, 6, 5))

    def _paint_mark(self, sheet: Sheet, theme: Theme, middle: Point) -> None:
        if self.mark is Mark.NONE:
            return
        sign = theme.sign
        dashes = DASHES if self.mark is Mark.START else 0
        edges = around(middle, SIZE, 5.5)
        marks.hoop(sheet, (sign.light, sign.dark), edges, 5, edge=1.5, dashes=dashes)
        if self.mark is Mark.BOTH_OFF:
            sheet.lay(sign.dark, marks.cross(middle, 15, 12))
            sheet.lay(sign.light, marks.cross(middle, 15, 6))

    def _paint_offer(self, sheet: Sheet, theme: Theme, middle: Point) -> None:
        dark, light = theme.key.dark, theme.key.light
        match self.offer:
            case Offer.MOVABLE:
                marks.hoop(sheet, (dark, light), around(middle, SIZE, 3.5), 3, edge=3)
            case Offer.CHOSEN:
                marks.frame(sheet, theme, middle, SIZE)
            case Offer.TARGET if self.man:
                sheet.lay(dark, marks.ring(around(middle, SIZE, 7), 9))
                sheet.lay(light, marks.ring(around(middle, SIZE, 5), 5, dashes=DASHES))
            case Offer.TARGET:
                sheet.lay(light, marks.disc(middle, TARGET))
                sheet.lay(dark, marks.disc(middle, TARGET - 3.5))


@dataclass(frozen=True, slots=True)
class File:
    """The letter of a column, or the key by which it is chosen."""

    column: int
    letter: str
    key: bool
    pressed: bool

    @property
    def box(self) -> Box:
        left = table.LEFT + table.SQUARE * self.column
        return Box(left, table.BOTTOM + 4, left + table.SQUARE, 548)

    def paint(self, sheet: Sheet, theme: Theme) -> None:
        middle = table.LEFT + table.SQUARE * (self.column + 0.5), table.FILE_Y
        if self.key:
            above_the_rim = middle[0], middle[1] + 12
            marks.key(sheet, theme, above_the_rim, self.letter, pressed=self.pressed, height=KEY_HEIGHT)
        else:
            marks.burn(sheet, theme, self.letter, middle, size=LETTER)


@dataclass(frozen=True, slots=True)
class Row:
    """The digit of a line."""

    line: int
    digit: str

    @property
    def box(self) -> Box:
        top = table.BOTTOM - table.SQUARE * (self.line + 1)
        return Box(table.ROW_X - 19, top, table.ROW_X + 19, top + table.SQUARE)

    def paint(self, sheet: Sheet, theme: Theme) -> None:
        marks.burn(sheet, theme, self.digit, (table.ROW_X, table.middle_of((0, self.line))[1]), size=LETTER)


@dataclass(frozen=True, slots=True)
class Slain:
    """A piece that has left the board."""

    side: Side
    place: int
    man: Man
    now: bool
    """It left in the latest turn."""

    @property
    def box(self) -> Box:
        x, y = table.slot(self.side, self.place)
        return Box(round(x) - 44, round(y) - table.SLOT // 2, round(x) + 44, round(y) + table.SLOT // 2)

    def paint(self, sheet: Sheet, theme: Theme) -> None:
        middle = table.slot(self.side, self.place)
        self.man.lay(sheet, theme, middle)
        if self.now:
            marks.hoop(sheet, (theme.sign.light, theme.sign.dark), around(middle, SIZE, 3), 4, edge=1)
        self.man.lay_note(sheet, theme, middle)
