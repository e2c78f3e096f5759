"""The parts of Stacko's pictures: places of a tower, the part in hand, talon, discards, and what moved."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from PIL import Image

from games.game import Seat
from games.stacko import Hidden, Part
from renderers import marks
from renderers.canvas import Box, Drawing, Point, Sheet, tile_of
from renderers.marks import BURNT, around
from renderers.plates import Side
from renderers.stacko import bars
from renderers.stacko.table import (
    ARROW_Y,
    BAYS,
    BETWEEN,
    BOTTOM,
    DISCARDS,
    DREW_Y,
    EMBLEM_X,
    EYE_X,
    HAND,
    HAND_Y,
    KEY_X,
    KEYS,
    LANE_X,
    LANES,
    LINE,
    MIDDLE,
    ORDER_X,
    ROUND_Y,
    TALON,
    TALON_Y,
    TOP,
    TOWER_X,
    chip,
    empty_board,
    line_of,
    line_top,
    line_y,
    lowest_alike,
    outward,
)
from renderers.theme import Theme

KEY_HEIGHT = 50
DIGIT = 38  # font size beside the tower
COUNT = 28  # font size of the number of parts in the talon
ORDER = 7  # pixels to both sides of the middle of the bar that shows what is in order
GROOVE = 110  # tone of that bar where it is empty
PATH, HALO = 5, 4  # width of the way of a part, and of the light around it
LAYER, RISE = 5, 7  # parts of the talon that one drawn layer stands for, and pixels to the next layer

CUTS = bars.NEAR, bars.FAR
"""By side."""

Mark = Literal["", "built", "chosen"]
Order = Literal["", "in", "out"]
"""Whether a part is in order from the bottom up, as far as the viewer knows."""


@dataclass(frozen=True, slots=True)
class Place:
    """The number of a place of the near tower, or the key by which it is chosen."""

    place: int
    key: bool
    pressed: bool

    @property
    def box(self) -> Box:
        return line_of(KEYS, self.place)

    def paint(self, sheet: Sheet, theme: Theme) -> None:
        middle, text = (KEY_X, line_y(self.place)), str(self.place)
        if self.key:
            marks.key(sheet, theme, middle, text, pressed=self.pressed, height=KEY_HEIGHT)
        else:
            marks.burn(sheet, theme, text, middle, size=DIGIT)


@dataclass(frozen=True, slots=True)
class Storey(Drawing):
    """A part in its place in a tower; painted once for all places where the bay looks the same."""

    side: Side
    place: int
    part: Part
    eye: bool
    """All have seen it, which its owner would not know otherwise."""
    order: Order
    mark: Mark

    @property
    def box(self) -> Box:
        return line_of(BAYS[self.side], self.place)

    def tile(self, theme: Theme, empty: Image.Image) -> Image.Image:
        lowest = lowest_alike(theme, self.side)[self.place - 1]
        return tile_of(theme, empty_board, replace(self, place=lowest))

    def paint(self, sheet: Sheet, theme: Theme) -> None:
        middle, cut = (TOWER_X[self.side], line_y(self.place)), CUTS[self.side]
        size = cut.size(self.part)
        match self.mark:
            case "built":
                _outline(sheet, theme, middle, size)
            case "chosen":
                _frame(sheet, theme, middle, size)
        bars.lay(sheet, theme, middle, self.part, cut, dim=self.order == "out")
        if self.eye:
            sheet.lay(theme.chalk, marks.eye((EYE_X, middle[1]), 16))
        if self.order:
            self._paint_order(sheet, theme)

    def _paint_order(self, sheet: Sheet, theme: Theme) -> None:
        """A piece of a bar that is filled as far as the tower is in order."""
        x, top = ORDER_X[self.side], line_top(self.place)
        edges = x - ORDER, top + 3, x + ORDER, top + LINE - 3
        sheet.lay(theme.wood.dark, marks.plaque(edges))
        fill = theme.chalk if self.order == "in" else theme.wood.at(GROOVE)
        sheet.lay(fill, marks.plaque(marks.inset(edges, 2)))


@dataclass(frozen=True, slots=True)
class Lane:
    """The way of the part that came out of a tower and is in hand now."""

    side: Side
    place: int

    @property
    def box(self) -> Box:
        return Box(LANES[self.side][0], TOP, LANES[self.side][1], BOTTOM)

    def paint(self, sheet: Sheet, theme: Theme) -> None:
        x, y, out = LANE_X[self.side], line_y(self.place), outward(self.side)
        for ink, more in marks.way_inks(theme, HALO):
            sheet.lay(ink, marks.disc((x, y), 5 + more / 2))
            sheet.lay(ink, marks.line([(x, y), (x, HAND_Y)], PATH + more))
            sheet.lay(ink, marks.pointer((x - 4 * out, HAND_Y), 8 + more / 2, turn=0.25 + out / 4))


@dataclass(frozen=True, slots=True)
class RoundNumber:
    """Which round it is, of how many."""

    number: int
    rounds: int

    @property
    def box(self) -> Box:
        return Box(MIDDLE - 60, ROUND_Y - 16, MIDDLE + 60, ROUND_Y + 16)

    def paint(self, sheet: Sheet, theme: Theme) -> None:
        for number in range(self.rounds):
            middle = MIDDLE + 30 * (number - (self.rounds - 1) / 2), ROUND_Y
            begun = number < self.number
            pip = marks.disc(middle, 10) if begun else marks.ring(around(middle, (20, 20)), 3)
            sheet.lay(theme.wood.at(BURNT), pip)


@dataclass(frozen=True, slots=True)
class Emblem:
    """Whose tower it is."""

    side: Side
    seat: Seat

    @property
    def box(self) -> Box:
        x = round(MIDDLE + outward(self.side) * EMBLEM_X)
        return Box(x - 20, ROUND_Y - 20, x + 20, ROUND_Y + 20)

    def paint(self, sheet: Sheet, theme: Theme) -> None:
        middle = MIDDLE + outward(self.side) * EMBLEM_X, ROUND_Y
        sheet.lay(theme.wood.at(BURNT), marks.emblem(self.seat, middle, 18))


@dataclass(frozen=True, slots=True)
class Talon:
    """The parts to be drawn, and how many they are."""

    count: int
    reshuffled: bool
    """The latest turn made it of the discards."""
    chosen: bool

    @property
    def box(self) -> Box:
        return TALON

    def paint(self, sheet: Sheet, theme: Theme) -> None:
        """A pile of hidden parts, lower the fewer they are, and their number."""
        x, bottom, layers = MIDDLE - 40, TALON_Y + 12, -(-self.count // LAYER)
        rise = RISE * max(layers - 1, 0)
        if self.chosen:
            width, height = bars.NEAR.size(Hidden.PART)
            _frame(sheet, theme, (x, bottom - rise / 2), (width, height + rise))
        for layer in range(layers):
            bars.lay(sheet, theme, (x, bottom - RISE * layer), Hidden.PART, bars.NEAR)
        marks.burn(sheet, theme, f"× {self.count}", (MIDDLE + 72, TALON_Y), size=COUNT)
        if self.reshuffled:
            sheet.lay(theme.sign.light, marks.disc((x, bottom - rise), 17))
            sheet.lay(theme.sign.dark, marks.disc((x, bottom - rise), 15))
            sheet.lay(theme.sign.light, marks.cycle((x, bottom - rise), 9, 3))


@dataclass(frozen=True, slots=True)
class Drawn:
    """The part in hand came from the talon just now."""

    @property
    def box(self) -> Box:
        return Box(BETWEEN[0], TALON.bottom, BETWEEN[1], HAND.top)

    def paint(self, sheet: Sheet, theme: Theme) -> None:
        x = MIDDLE - 40
        sheet.lay(theme.sign.light, marks.pointer((x, DREW_Y), 14, turn=0.25))
        sheet.lay(theme.sign.dark, marks.pointer((x, DREW_Y - 0.5), 10, turn=0.25))


@dataclass(frozen=True, slots=True)
class Hand:
    """The part on offer, or drawn in its place."""

    part: int
    chosen: bool

    @property
    def box(self) -> Box:
        return HAND

    def paint(self, sheet: Sheet, theme: Theme) -> None:
        middle = MIDDLE, HAND_Y
        if self.chosen:
            _frame(sheet, theme, middle, bars.NEAR.size(self.part))
        bars.lay(sheet, theme, middle, self.part, bars.NEAR)


@dataclass(frozen=True, slots=True)
class Arrow:
    """Whose the part in hand is."""

    side: Side
    seat: Seat

    @property
    def box(self) -> Box:
        return Box(BETWEEN[0], HAND.bottom, BETWEEN[1], DISCARDS.top)

    def paint(self, sheet: Sheet, theme: Theme) -> None:
        out = outward(self.side)
        edges = MIDDLE - 48, ARROW_Y - 18, MIDDLE + 48, ARROW_Y + 18
        sheet.lay(theme.key.dark, marks.plaque(edges))
        sheet.lay(theme.key.light, marks.plaque(marks.inset(edges, 3)))
        sheet.lay(theme.key.dark, marks.pointer((MIDDLE + out * 22, ARROW_Y), 13, turn=0.25 - out / 4))
        sheet.lay(theme.key.dark, marks.emblem(self.seat, (MIDDLE - out * 16, ARROW_Y), 15))


@dataclass(frozen=True, slots=True)
class Discard:
    """A refused part."""

    order: int
    part: int
    now: bool
    """It was refused in the latest turn."""

    @property
    def box(self) -> Box:
        x, y = chip(self.order)
        return Box(round(x - 30), round(y - 31), round(x + 30), round(y + 31))

    def paint(self, sheet: Sheet, theme: Theme) -> None:
        middle = chip(self.order)
        if self.now:
            _outline(sheet, theme, middle, bars.CHIP.size(self.part))
        bars.lay(sheet, theme, middle, self.part, bars.CHIP)


def _outline(sheet: Sheet, theme: Theme, middle: Point, size: tuple[int, int]) -> None:
    sheet.lay(theme.sign.light, marks.block(around(middle, size, 4), bars.ROUND + 4))
    sheet.lay(theme.sign.dark, marks.block(around(middle, size, 3), bars.ROUND + 3))


def _frame(sheet: Sheet, theme: Theme, middle: Point, size: tuple[int, int]) -> None:
    """What is chosen: a double frame around a bar."""
    sheet.lay(theme.key.dark, marks.block(around(middle, size, 4), bars.ROUND + 4))
    sheet.lay(theme.key.light, marks.block(around(middle, size, 3), bars.ROUND + 3))
