"""The parts of Stacko's pictures: places of a tower, the part in hand, talon, discards, and what moved."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from PIL import Image

from games.game import Seat
from games.stacko import Hidden, Part
from renderers import marks
from renderers.canvas import Box, Drawing, Point, Sheet, tile_of
from renderers.lettering import lettered
from renderers.marks import BURNT, SINGED, around
from renderers.plates import Side
from renderers.stacko import bars, table
from renderers.theme import Theme

KEY_HEIGHT = 50
DIGIT = 38  # font size beside the tower
COUNT, LABEL = 35, (70, 38)  # font size of the number of parts in the talon, and the size of its label
RESHUFFLED = 66  # pixels from the middle of the talon to the sign that it is the discards anew
ORDER = 7  # pixels to both sides of the middle of the bar that shows what is in order
GROOVE = 110  # tone of that bar where it is empty
TICK = 23  # radius of the sign of a finished tower
PATH, HALO = 5, 4  # width of the way of a part, and of the light around it
LAYER, RISE = 5, 7  # parts of the talon that one drawn layer stands for, and pixels to the next layer

CUTS = bars.NEAR, bars.FAR
"""By side."""

Mark = Literal["", "built", "chosen"]
Order = Literal["", "in", "out", "done", "top"]
"""Whether a part is in order from the bottom up, as far as is known; `top`: the last of a `done` tower."""


@dataclass(frozen=True, slots=True)
class Place:
    """The number of a place of the near tower, or the key by which it is chosen."""

    place: int
    key: bool
    pressed: bool

    @property
    def box(self) -> Box:
        return table.line_of(table.KEYS, self.place)

    def paint(self, sheet: Sheet, theme: Theme) -> None:
        middle, text = (table.KEY_X, table.line_y(self.place)), str(self.place)
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
        return table.line_of(table.BAYS[self.side], self.place)

    def tile(self, theme: Theme, empty: Image.Image) -> Image.Image:
        lowest = table.lowest_alike(theme, self.side)[self.place - 1]
        alike = Storey(self.side, lowest, self.part, self.eye, self.order, self.mark)
        return tile_of(theme, table.empty_board, alike)

    def paint(self, sheet: Sheet, theme: Theme) -> None:
        middle, cut = (table.TOWER_X[self.side], table.line_y(self.place)), CUTS[self.side]
        size = cut.size(self.part)
        if self.mark:
            _frame(sheet, theme, middle, size, chosen=self.mark == "chosen")
        bars.lay(sheet, theme, middle, self.part, cut, dim=self.order == "out")
        if self.eye:
            sheet.lay(theme.chalk, marks.eye((table.EYE_X, middle[1]), 16))
        if self.order in ("done", "top"):
            self._paint_finished(sheet, theme)
        elif self.order:
            self._paint_order(sheet, theme)

    def _paint_order(self, sheet: Sheet, theme: Theme) -> None:
        """A piece of a bar that is filled as far as the tower is in order."""
        x, top = table.ORDER_X[self.side], table.line_top(self.place)
        edges = x - ORDER, top + 3, x + ORDER, top + table.LINE - 3
        sheet.lay(theme.wood.dark, marks.plaque(edges))
        fill = theme.chalk if self.order == "in" else theme.wood.at(GROOVE)
        sheet.lay(fill, marks.plaque(marks.inset(edges, 2)))

    def _paint_finished(self, sheet: Sheet, theme: Theme) -> None:
        """A piece of two lines of light along the tower, which no gap divides, with a tick at their end."""
        left, top, right, bottom = self.box
        for x in (left + ORDER + 2, right - ORDER - 2):
            for ink, half in ((theme.wood.dark, ORDER), (theme.glow, ORDER - 2)):
                sheet.lay(ink, marks.block((x - half, top, x + half, bottom), 0))
        if self.order == "top":
            middle = table.TICK_X[self.side], top + TICK + 4
            sheet.lay(theme.wood.dark, marks.disc(middle, TICK))
            sheet.lay(theme.glow, marks.disc(middle, TICK - 3))
            sheet.lay(theme.wood.dark, marks.tick(middle, 14))


@dataclass(frozen=True, slots=True)
class Lane:
    """The way of the part that came out of a tower and is in hand now."""

    side: Side
    place: int

    @property
    def box(self) -> Box:
        return Box(table.LANES[self.side][0], table.TOP, table.LANES[self.side][1], table.BOTTOM)

    def paint(self, sheet: Sheet, theme: Theme) -> None:
        x, y, out = table.LANE_X[self.side], table.line_y(self.place), table.outward(self.side)
        for ink, more in marks.way_inks(theme, HALO):
            sheet.lay(ink, marks.disc((x, y), 5 + more / 2))
            sheet.lay(ink, marks.line([(x, y), (x, table.HAND_Y)], PATH + more))
            sheet.lay(ink, marks.pointer((x - 4 * out, table.HAND_Y), 8 + more / 2, turn=0.25 + out / 4))


@dataclass(frozen=True, slots=True)
class RoundNumber:
    """Which round it is, of how many."""

    number: int
    rounds: int

    @property
    def box(self) -> Box:
        return Box(table.MIDDLE - 60, table.ROUND_Y - 16, table.MIDDLE + 60, table.ROUND_Y + 16)

    def paint(self, sheet: Sheet, theme: Theme) -> None:
        for number in range(self.rounds):
            middle = table.MIDDLE + 30 * (number - (self.rounds - 1) / 2), table.ROUND_Y
            begun = number < self.number
            pip = marks.disc(middle, 10) if begun else marks.ring(around(middle, (20, 20)), 3)
            sheet.lay(theme.wood.at(BURNT), pip)


@dataclass(frozen=True, slots=True)
class Talon:
    """The parts to be drawn, and how many they are."""

    count: int
    reshuffled: bool
    """The latest turn made it of the discards."""
    chosen: bool

    @property
    def box(self) -> Box:
        return table.TALON

    def paint(self, sheet: Sheet, theme: Theme) -> None:
        """A pile of hidden parts, lower the fewer they are, with their number on it."""
        x, bottom, layers = table.MIDDLE, table.TALON_Y + 12, -(-self.count // LAYER)
        rise = RISE * max(layers - 1, 0)
        top = x, bottom - rise
        if self.chosen:
            width, height = bars.NEAR.size(Hidden.PART)
            _frame(sheet, theme, (x, bottom - rise / 2), (width, height + rise), chosen=True)
        for layer in range(layers):
            bars.lay(sheet, theme, (x, bottom - RISE * layer), Hidden.PART, bars.NEAR)
        if self.count:
            sheet.lay(theme.wood.dark, marks.plaque(around(top, LABEL)))
            sheet.put(theme.wood.light, lettered(str(self.count), theme.style.text(COUNT)), top)
        else:
            marks.burn(sheet, theme, "0", (x, table.TALON_Y), size=COUNT, tone=SINGED)
        if self.reshuffled:
            badge = x + RESHUFFLED, top[1]
            marks.badge(sheet, theme, badge, marks.cycle(badge, 9, 3))


@dataclass(frozen=True, slots=True)
class Drawn:
    """The part in hand came from the talon just now."""

    @property
    def box(self) -> Box:
        return Box(table.BETWEEN[0], table.TALON.bottom, table.BETWEEN[1], table.HAND.top)

    def paint(self, sheet: Sheet, theme: Theme) -> None:
        x = table.MIDDLE
        sheet.lay(theme.sign.light, marks.pointer((x, table.DREW_Y), 14, turn=0.25))
        sheet.lay(theme.sign.dark, marks.pointer((x, table.DREW_Y - 0.5), 10, turn=0.25))


@dataclass(frozen=True, slots=True)
class Hand:
    """The part on offer, or drawn in its place."""

    part: int
    chosen: bool

    @property
    def box(self) -> Box:
        return table.HAND

    def paint(self, sheet: Sheet, theme: Theme) -> None:
        middle = table.MIDDLE, table.HAND_Y
        if self.chosen:
            _frame(sheet, theme, middle, bars.NEAR.size(self.part), chosen=True)
        bars.lay(sheet, theme, middle, self.part, bars.NEAR)


@dataclass(frozen=True, slots=True)
class Arrow:
    """Whose the part in hand is."""

    side: Side
    seat: Seat

    @property
    def box(self) -> Box:
        return Box(table.BETWEEN[0], table.HAND.bottom, table.BETWEEN[1], table.DISCARDS.top)

    def paint(self, sheet: Sheet, theme: Theme) -> None:
        x, y, out = table.MIDDLE, table.ARROW_Y, table.outward(self.side)
        edges = around((x, y), (96, 36))
        sheet.lay(theme.key.dark, marks.plaque(edges))
        sheet.lay(theme.key.light, marks.plaque(marks.inset(edges, 3)))
        sheet.lay(theme.key.dark, marks.pointer((x + out * 22, y), 13, turn=0.25 - out / 4))
        sheet.lay(theme.key.dark, marks.emblem(self.seat, (x - out * 16, y), 15))


@dataclass(frozen=True, slots=True)
class Discard:
    """A refused part."""

    order: int
    part: int
    now: bool
    """It was refused in the latest turn."""

    @property
    def box(self) -> Box:
        x, y = table.chip(self.order)
        return Box(round(x - 30), round(y - 31), round(x + 30), round(y + 31))

    def paint(self, sheet: Sheet, theme: Theme) -> None:
        middle = table.chip(self.order)
        if self.now:
            _frame(sheet, theme, middle, bars.CHIP.size(self.part), chosen=False)
        bars.lay(sheet, theme, middle, self.part, bars.CHIP)


def _frame(sheet: Sheet, theme: Theme, middle: Point, size: tuple[int, int], *, chosen: bool) -> None:
    """A double frame around a bar that is chosen, or that the latest turn moved."""
    inks = (theme.key.dark, theme.key.light) if chosen else (theme.sign.light, theme.sign.dark)
    for ink, more in zip(inks, (4, 3), strict=True):
        sheet.lay(ink, marks.block(around(middle, size, more), bars.ROUND + more))
