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
    BETWEEN,
    BOTTOM,
    DIGIT_X,
    DIGITS,
    DREW_Y,
    EMBLEM_X,
    EYE_X,
    HAND,
    HAND_Y,
    LANE,
    LANE_X,
    LINE,
    MIDDLE,
    ROUND_Y,
    RUN_X,
    TALON,
    TALON_Y,
    TOP,
    TOWER_X,
    across,
    chip,
    empty_board,
    line_of,
    line_top,
    line_y,
    lowest_alike,
    outward,
    strip,
)
from renderers.theme import Theme

KEY_HEIGHT = 36
DIGIT = 32  # font size beside the towers
COUNT = 46  # font size of the number of parts in the talon
PATH, HALO = 5, 4  # width of the way of a part, and of the light around it
LAYER, RISE = 5, 7  # parts of the talon that one drawn layer stands for, and pixels to the next layer

Mark = Literal["", "built", "chosen"]
Joint = Literal["", "falls", "breaks"]
"""How a part lies on the one below it: narrower, wider, or nobody is told."""
Span = Literal["", "foot", "middle", "head", "whole"]
"""The piece of the bracket beside a part, around those from the bottom that are seen to be in order."""


@dataclass(frozen=True, slots=True)
class Place:
    """The number of a place, or the key by which it is chosen."""

    side: Side
    place: int
    key: bool
    pressed: bool

    @property
    def box(self) -> Box:
        return strip(self.side, DIGITS, line_top(self.place), line_top(self.place) + LINE)

    def paint(self, sheet: Sheet, theme: Theme) -> None:
        middle, text = (across(self.side, DIGIT_X), line_y(self.place)), str(self.place)
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
    """It was built in, and all have seen it."""
    span: Span
    joint: Joint
    mark: Mark

    @property
    def box(self) -> Box:
        return line_of(self.side, self.place)

    def tile(self, theme: Theme, empty: Image.Image) -> Image.Image:
        return tile_of(theme, empty_board, replace(self, place=lowest_alike(theme, self.side, self.place)))

    def paint(self, sheet: Sheet, theme: Theme) -> None:
        middle = across(self.side, TOWER_X), line_y(self.place)
        size = bars.width(self.part), bars.HEIGHT
        match self.mark:
            case "built":
                _outline(sheet, theme, middle, size)
            case "chosen":
                _frame(sheet, theme, middle, size)
        bars.lay(sheet, theme, middle, self.part)
        if self.eye:
            sheet.lay(theme.chalk, marks.eye((across(self.side, EYE_X), middle[1]), 14))
        if self.span:
            self._paint_span(sheet, theme)
        elif self.joint:
            self._paint_joint(sheet, theme)

    def _paint_span(self, sheet: Sheet, theme: Theme) -> None:
        x, top, bottom = across(self.side, RUN_X), line_top(self.place), line_top(self.place) + LINE
        inwards = across(self.side, RUN_X + 8)
        top += 7 if self.span in ("head", "whole") else -3
        bottom -= 7 if self.span in ("foot", "whole") else -3
        sheet.lay(theme.chalk, marks.line([(x, top), (x, bottom)], 5))
        for end, y in (("head", top), ("foot", bottom)):
            if self.span in (end, "whole"):
                sheet.lay(theme.chalk, marks.line([(x, y), (inwards, y)], 5))

    def _paint_joint(self, sheet: Sheet, theme: Theme) -> None:
        """A thread down to the part below; a cross where that one is too narrow."""
        x, bottom = across(self.side, RUN_X), line_top(self.place) + LINE
        if self.joint == "falls":
            sheet.lay(theme.chalk, marks.line([(x, line_y(self.place)), (x, bottom + 3)], 2))
            return
        middle = x, bottom - 13
        sheet.lay(theme.key.light, marks.disc(middle, 12))
        sheet.lay(theme.red, marks.disc(middle, 10.5))
        sheet.lay(theme.key.light, marks.cross(middle, 4, 3.5))


@dataclass(frozen=True, slots=True)
class Lane:
    """The way of the part that came out of a tower and is in hand now."""

    side: Side
    place: int

    @property
    def box(self) -> Box:
        return strip(self.side, LANE, TOP, BOTTOM)

    def paint(self, sheet: Sheet, theme: Theme) -> None:
        x, y = across(self.side, LANE_X), line_y(self.place)
        out = outward(self.side)
        for ink, more in marks.way_inks(theme, HALO):
            sheet.lay(ink, marks.disc((x, y), 5 + more / 2))
            sheet.lay(ink, marks.line([(x, y), (x, HAND_Y)], PATH + more))
            sheet.lay(ink, marks.pointer((x - 7 * out, HAND_Y), 8 + more / 2, turn=0.25 + out / 4))


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
            _frame(sheet, theme, (x, bottom - rise / 2), (bars.HIDDEN, bars.HEIGHT + rise))
        for layer in range(layers):
            bars.lay(sheet, theme, (x, bottom - RISE * layer), Hidden.PART)
        marks.burn(sheet, theme, str(self.count), (MIDDLE + 66, TALON_Y), size=COUNT)
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
        middle, size = (MIDDLE, HAND_Y), (bars.width(self.part), bars.HEIGHT)
        if self.chosen:
            _frame(sheet, theme, middle, size)
        bars.lay(sheet, theme, middle, self.part)


@dataclass(frozen=True, slots=True)
class Arrow:
    """Whose the part in hand is."""

    side: Side
    seat: Seat

    @property
    def box(self) -> Box:
        return Box(BETWEEN[0], HAND.bottom, BETWEEN[1], 304)

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
        return Box(round(x - 25.5), round(y - 21), round(x + 25.5), round(y + 21))

    def paint(self, sheet: Sheet, theme: Theme) -> None:
        middle = chip(self.order)
        if self.now:
            _outline(sheet, theme, middle, bars.CHIP)
        bars.lay_chip(sheet, theme, middle, self.part)


def _outline(sheet: Sheet, theme: Theme, middle: Point, size: tuple[int, int]) -> None:
    sheet.lay(theme.sign.light, marks.block(around(middle, size, 4), bars.ROUND + 4))
    sheet.lay(theme.sign.dark, marks.block(around(middle, size, 3), bars.ROUND + 3))


def _frame(sheet: Sheet, theme: Theme, middle: Point, size: tuple[int, int]) -> None:
    """What is chosen: a double frame around a bar."""
    sheet.lay(theme.key.dark, marks.block(around(middle, size, 4), bars.ROUND + 4))
    sheet.lay(theme.key.light, marks.block(around(middle, size, 3), bars.ROUND + 3))
