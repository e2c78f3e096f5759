"""The parts of Sahara's pictures: hollows, stores, the way of a sowing, keys and name plates."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import Enum, auto
from functools import cache
from typing import Literal

from games.game import Seat
from games.sahara import BEANS, HOLLOWS
from renderers.canvas import Box, Edges, Point, Sheet, Stencil
from renderers.lettering import fitted, lettered
from renderers.sahara import signs
from renderers.sahara.beans import Bean, handful, lay
from renderers.sahara.table import (
    COUNT_Y,
    EMBLEM_Y,
    FIRST,
    HOLLOW,
    HOLLOW_Y,
    KEY_Y,
    PITCH,
    PLATES,
    STORE,
    STORES,
    TOTAL_Y,
    WAY_Y,
    Side,
    around,
    column_of,
    column_x,
    onward,
    strip,
)
from renderers.theme import Theme

COUNTABLE = 15  # beans that lie side by side in a hollow; more lie on top of them
LAYINGS = 3  # different ways in which the same number of beans lies, so that neighbours do not look alike
BURNT, SINGED = 22, 118  # tones of wood: of numbers, and of a number that is nought
WALL = 4  # pixels that beans keep from the edges of a pit
DASHES = 16  # of a broken ring
NAME, SCORE = 34, 35  # font sizes on a name plate
NAME_ROOM = 400  # pixels, about twenty letters
PAD = 22  # pixels between the ends of a name plate and what stands on it
WAY = 4  # width of the line of a sowing


class Mark(Enum):
    """What there is to see of a hollow besides its beans."""

    NONE = auto()
    EARLIER = auto()
    """An earlier sowing of this turn started here."""
    START = auto()
    """The last sowing started here."""
    LAST = auto()
    """Its last bean fell in here."""
    CAPTURED = auto()
    """Its capture emptied this one."""
    CHOSEN = auto()
    """It is about to be sown."""


@dataclass(frozen=True, slots=True)
class Passing:
    """What the last sowing did at a pit."""

    comes: bool = False
    """It came here from the pit before."""
    goes: bool = False
    """It went on to the next pit."""
    dropped: int = 0
    """Beans that it left here."""
    last: bool = False
    """Its last bean was one of them."""


@dataclass(frozen=True, slots=True)
class Hollow:
    """A hollow with its beans, and their number beside it."""

    side: Side
    column: int
    count: int
    mark: Mark

    @property
    def box(self) -> Box:
        """From the way to the edge of the board."""
        return strip(self.column, 328, 490) if self.side == 0 else strip(self.column, 104, 266)

    @property
    def middle(self) -> Point:
        """Of the pit."""
        return column_x(self.column), HOLLOW_Y[self.side]

    def paint(self, sheet: Sheet, theme: Theme) -> None:
        """Beans, number, mark."""
        laying = (self.column + 2 * self.side) % LAYINGS
        _fill(sheet, theme, heap(self.count, laying), middle=self.middle, size=HOLLOW, mix=laying)
        number = column_x(self.column), COUNT_Y[self.side]
        _burn(sheet, theme, str(self.count), number, size=42, tone=BURNT if self.count else SINGED)
        self._paint_mark(sheet, theme)

    def _paint_mark(self, sheet: Sheet, theme: Theme) -> None:
        edges, sign = around(self.middle, HOLLOW, 3), theme.sign
        match self.mark:
            case Mark.EARLIER:
                sheet.lay(theme.wood.at(90), signs.ring(edges, 3, dashes=DASHES))
            case Mark.START:
                sheet.lay(sign.dark, signs.ring(edges, 6, dashes=DASHES))
            case Mark.LAST:
                sheet.lay(sign.dark, signs.ring(edges, 6))
            case Mark.CAPTURED:
                sheet.lay(sign.dark, signs.ring(edges, 6))
                sheet.lay(sign.light, signs.cross(self.middle, 14, 7))
            case Mark.CHOSEN:
                _frame(sheet, theme, self.middle, HOLLOW)


@dataclass(frozen=True, slots=True)
class Store:
    """A store with its beans, their number, and the emblem of its owner."""

    side: Side
    seat: Seat
    count: int
    passing: Passing
    captured: int
    collected: int
    chosen: bool

    @property
    def box(self) -> Box:
        """From the hollows to the end of the board."""
        return Box(756, 104, 876, 490) if self.side == 0 else Box(24, 104, 144, 490)

    def paint(self, sheet: Sheet, theme: Theme) -> None:
        """Beans, number, emblem, and what the last sowing brought."""
        x, _ = middle = STORES[self.side]
        beans = hoard()[self.side][: self.count]
        _fill(sheet, theme, beans, middle=middle, size=STORE, mix=self.side)
        _burn(sheet, theme, str(self.count), (x, TOTAL_Y[self.side]), size=64)
        sheet.lay(theme.wood.at(BURNT), signs.emblem(self.seat, (x, EMBLEM_Y[self.side]), 20))
        if self.chosen:
            _frame(sheet, theme, middle, STORE)
        self._paint_passing(sheet, theme)
        self._paint_gains(sheet, theme)

    def _paint_passing(self, sheet: Sheet, theme: Theme) -> None:
        """The way turns back here, in half an ellipse."""
        out, edge, middle = onward(self.side), FIRST if self.side else FIRST + PITCH * HOLLOWS, sum(WAY_Y) / 2
        bend = [
            (edge + out * 20 * math.sin(part * math.pi / 8), middle + out * 16 * math.cos(part * math.pi / 8))
            for part in range(9)
        ]
        if self.passing.comes:
            sheet.lay(theme.sign.dark, signs.line(bend[:5], WAY))
        if self.passing.goes:
            sheet.lay(theme.sign.dark, signs.line(bend[4:], WAY))
        if self.passing.dropped:
            text = f"+{self.passing.dropped}"
            signs.tag(sheet, theme, (edge + out * 30, middle), text, solid=self.passing.last)

    def _paint_gains(self, sheet: Sheet, theme: Theme) -> None:
        """What came all at once, at the end of the store where its number stands."""
        out, (x, y) = onward(self.side), STORES[self.side]
        y += out * (STORE[1] // 2 - 26)
        gains: tuple[tuple[signs.Icon, int], ...] = (("cross", self.captured), ("sweep", self.collected))
        for icon, gain in gains:
            if gain:
                signs.tag(sheet, theme, (x, y), f"+{gain}", solid=True, icon=icon)
                y -= out * 36


@dataclass(frozen=True, slots=True)
class Step:
    """The way of the last sowing in front of a hollow."""

    side: Side
    column: int
    passing: Passing

    @property
    def box(self) -> Box:
        """A piece of the ridge between the two rows."""
        return strip(self.column, 297, 328) if self.side == 0 else strip(self.column, 266, 297)

    def paint(self, sheet: Sheet, theme: Theme) -> None:
        """The line that comes, the line that goes on, and how many beans were left."""
        x, y = column_x(self.column), WAY_Y[self.side]
        out, ink = onward(self.side), theme.sign.dark
        beyond = out * (PITCH / 2 + WAY)
        if self.passing.comes:
            sheet.lay(ink, signs.line([(x - beyond, y), (x, y)], WAY))
        if self.passing.goes:
            sheet.lay(ink, signs.line([(x, y), (x + beyond, y)], WAY))
            sheet.lay(ink, signs.pointer((x + out * 38, y), 9, turn=0.25 - out / 4))
        if self.passing.dropped:
            signs.tag(sheet, theme, (x, y), f"+{self.passing.dropped}", solid=self.passing.last)
        elif not self.passing.comes:
            sheet.lay(ink, signs.disc((x, y), 8))


@dataclass(frozen=True, slots=True)
class Key:
    """The number by which a hollow is chosen."""

    side: Side
    hollow: int
    pressed: bool

    @property
    def box(self) -> Box:
        """Over the edge of the board."""
        y = KEY_Y[self.side]
        return strip(column_of(self.side, self.hollow), y - 22, y + 25)

    def paint(self, sheet: Sheet, theme: Theme) -> None:
        """A key, as of a keyboard; dark when it is pressed."""
        x, y = column_x(column_of(self.side, self.hollow)), KEY_Y[self.side]
        ink, face = theme.key.dark, theme.key.light
        sheet.lay(ink, _block((x - 29, y - 21, x + 29, y + 24), 11))
        sheet.lay(face, _block((x - 26.5, y - 18.5, x + 26.5, y + 18.5), 8.5))
        if self.pressed:
            ink, face = face, ink
            sheet.lay(face, _block((x - 24, y - 16, x + 24, y + 16), 6))
        sheet.put(ink, lettered(str(self.hollow), 35), (x, y))


Standing = Literal["", "turn", "won", "drawn"]


@dataclass(frozen=True, slots=True)
class Plate:
    """Who sits at a side, with the running total or the result."""

    side: Side
    seat: Seat
    name: str
    standing: Standing
    score: str

    @property
    def box(self) -> Box:
        """The whole edge of the picture."""
        return PLATES[self.side]

    def paint(self, sheet: Sheet, theme: Theme) -> None:
        """Sign, emblem, name and score in a row, on the side of the store; in a frame if there is a sign."""
        y = (self.box.top + self.box.bottom) / 2
        name = lettered(fitted(self.name, NAME, NAME_ROOM), NAME)
        score = lettered(self.score, SCORE) if self.score else None
        signs_end = PAD + (44 if self.standing else 0)
        wide = signs_end + 48 + name.width + (28 + score.width if score else 0) + PAD
        left = self.box.left + 6 if self.side else self.box.right - 6 - wide
        if self.standing:
            self._paint_frame(sheet, theme, (left, self.box.top + 3, left + wide, self.box.bottom - 3))
        ink = theme.key.dark if self.standing else theme.ink
        sheet.lay(ink, signs.emblem(self.seat, (left + signs_end + 18, y), 20))
        sheet.put(ink, name, (left + signs_end + 48 + name.width / 2, y))
        if score:
            sheet.put(ink, score, (left + wide - PAD - score.width / 2, y))

    def _paint_frame(self, sheet: Sheet, theme: Theme, edges: Edges) -> None:
        sheet.lay(theme.key.dark, signs.plaque(edges))
        sheet.lay(theme.key.light, signs.plaque(signs.inset(edges, 3)))
        sheet.lay(theme.key.dark, self._sign((edges[0] + PAD + 16, (edges[1] + edges[3]) / 2)))

    def _sign(self, middle: Point) -> Stencil:
        match self.standing:
            case "turn":
                return signs.pointer(middle, 16)
            case "won":
                return signs.star(middle, 18)
            case _:
                return signs.equal(middle, 16)


def _fill(
    sheet: Sheet, theme: Theme, beans: tuple[Bean, ...], *, middle: Point, size: tuple[int, int], mix: int
) -> None:
    """Beans in a pit; nothing of them, nor of their shadows, lies over its edge."""
    pit = signs.plaque(around(middle, size))
    inside = sheet.cut(pit.box)
    lay(inside, theme, middle, beans, mix=mix)
    sheet.lay(inside.image, pit)


def _burn(sheet: Sheet, theme: Theme, text: str, middle: Point, *, size: int, tone: int = BURNT) -> None:
    """Digits burnt into the wood: dark, and their lower edges catch the light."""
    mask = lettered(text, size)
    sheet.put(theme.wood.at(240), mask, (middle[0], middle[1] + 2), strength=0.5)
    sheet.put(theme.wood.at(tone), mask, middle)


def _frame(sheet: Sheet, theme: Theme, middle: Point, size: tuple[int, int]) -> None:
    """A double ring around a pit that is chosen."""
    sheet.lay(theme.key.dark, signs.ring(around(middle, size, 4), 9))
    sheet.lay(theme.key.light, signs.ring(around(middle, size, 1), 3))


def _block(edges: Edges, radius: float) -> Stencil:
    return Stencil(edges).slab(edges, radius)


@cache
def heap(count: int, laying: int) -> tuple[Bean, ...]:
    """Beans in a hollow: as many as have room lie side by side, the others in narrower layers on top."""
    lying: tuple[Bean, ...] = ()
    for layer, rest in enumerate(range(count, 0, -COUNTABLE)):
        room = HOLLOW[0] - WALL - 18 * layer, HOLLOW[1] - WALL - 18 * layer
        lying += handful(min(rest, COUNTABLE), room, laying + LAYINGS * layer)
    return lying


@cache
def hoard() -> tuple[tuple[Bean, ...], tuple[Bean, ...]]:
    """All beans in the near store, in the far one: in the order in which they fill it, from its number on."""
    full = handful(BEANS, (STORE[0] - WALL, STORE[1] - WALL), 7)
    near = sorted(full, key=lambda bean: -bean.y)
    return tuple(near), tuple(Bean(-bean.x, -bean.y, bean.turn) for bean in near)
