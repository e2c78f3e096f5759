"""The parts of Sahara's pictures: hollows, stores, the way of a sowing, and keys."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import Enum, auto
from functools import cache

from PIL import Image

from games.game import Seat
from games.sahara import BEANS, HOLLOWS
from renderers import marks
from renderers.canvas import Box, Point, Sheet, tile_of
from renderers.marks import BURNT, SINGED, around
from renderers.plates import Side
from renderers.sahara.beans import Bean, handful, lay
from renderers.sahara.table import (
    BEND,
    COUNT_Y,
    EMBLEM_Y,
    END,
    FIRST,
    GAIN_Y,
    GAINS,
    HOLLOW,
    HOLLOW_Y,
    KEY_Y,
    PITCH,
    STORE,
    STORES,
    TOTAL_Y,
    WAY_Y,
    WAYS,
    column_of,
    column_x,
    empty_board,
    onward,
    strip,
    turned,
)
from renderers.theme import Theme, is_dark

COUNTABLE = 15  # beans that lie side by side in a hollow; more lie on top of them
LAYINGS = 3  # different ways in which the same number of beans lies, so that neighbours do not look alike
WALL = 4  # pixels that beans keep from the edges of a pit
DASHES = 16  # of a broken ring
WAY, HALO = 4, 4  # width of the line of a sowing, and of the light around it
KEY_HEIGHT = 38


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
        return strip(self.column, WAYS[1], 490, self.side)

    @property
    def middle(self) -> Point:
        return column_x(self.column), HOLLOW_Y[self.side]

    def paint(self, sheet: Sheet, theme: Theme) -> None:
        laying = (self.column + 2 * self.side) % LAYINGS
        _fill(sheet, theme, heap(self.count, laying), middle=self.middle, size=HOLLOW, mix=laying)
        number = column_x(self.column), COUNT_Y[self.side]
        marks.burn(sheet, theme, str(self.count), number, size=42, tone=BURNT if self.count else SINGED)
        self._paint_mark(sheet, theme)

    def _paint_mark(self, sheet: Sheet, theme: Theme) -> None:
        edges, sign = around(self.middle, HOLLOW, 2), theme.sign
        if is_dark(theme.ground.light) and self.mark in (Mark.START, Mark.LAST, Mark.CAPTURED):
            dashes = DASHES if self.mark is Mark.START else 0
            sheet.lay(sign.light, marks.ring(around(self.middle, HOLLOW, 4), 9, dashes=dashes))
        match self.mark:
            case Mark.EARLIER:
                sheet.lay(sign.dark, marks.ring(edges, 3, dashes=DASHES))
            case Mark.START:
                sheet.lay(sign.dark, marks.ring(edges, 5, dashes=DASHES))
            case Mark.LAST:
                sheet.lay(sign.dark, marks.ring(edges, 5))
            case Mark.CAPTURED:
                sheet.lay(sign.dark, marks.ring(edges, 5))
                sheet.lay(theme.chalk, marks.cross(self.middle, 14, 7))
            case Mark.CHOSEN:
                marks.frame(sheet, theme, self.middle, HOLLOW)


@dataclass(frozen=True, slots=True)
class Store:
    """A store with its beans, and their number."""

    side: Side
    seat: Seat
    count: int
    chosen: bool

    @property
    def box(self) -> Box:
        return turned(END._replace(top=END.top + GAINS), self.side)

    def paint(self, sheet: Sheet, theme: Theme) -> None:
        x, _ = middle = STORES[self.side]
        beans = hoard()[self.side][: self.count]
        _fill(sheet, theme, beans, middle=middle, size=STORE, mix=self.side)
        marks.burn(sheet, theme, str(self.count), (x, TOTAL_Y[self.side]), size=64)
        if self.chosen:
            marks.frame(sheet, theme, middle, STORE)


@dataclass(frozen=True, slots=True)
class Gains:
    """The emblem of the owner of a store, and what the last sowing brought all at once."""

    side: Side
    seat: Seat
    captured: int
    collected: int

    @property
    def box(self) -> Box:
        return turned(END._replace(bottom=END.top + GAINS), self.side)

    def paint(self, sheet: Sheet, theme: Theme) -> None:
        out, x, y = onward(self.side), STORES[self.side][0], GAIN_Y[self.side]
        sheet.lay(theme.wood.at(BURNT), marks.emblem(self.seat, (x, EMBLEM_Y[self.side]), 20))
        gains: tuple[tuple[marks.Icon, int], ...] = (("cross", self.captured), ("sweep", self.collected))
        for icon, gain in gains:
            if gain:
                marks.tag(sheet, theme, (x, y), f"+{gain}", solid=True, icon=icon)
                y += out * 36


@dataclass(frozen=True, slots=True)
class Bend:
    """The way of the last sowing at a store. It lies over the store, whose beans take long to paint."""

    store: Store
    passing: Passing

    @property
    def box(self) -> Box:
        return turned(Box(END.left, WAYS[0], END.left + BEND, WAYS[1]), self.store.side)

    def paint(self, sheet: Sheet, theme: Theme) -> None:
        """The way turns back here, in half an ellipse, on the tile of the store."""
        store = Sheet(tile_of(theme, empty_board, self.store), self.store.box)
        sheet.image.paste(store.cut(self.box).image)
        side = self.store.side
        out, edge, middle = onward(side), FIRST if side else FIRST + PITCH * HOLLOWS, sum(WAY_Y) / 2
        bend = [
            (edge + out * 20 * math.sin(part * math.pi / 8), middle + out * 15 * math.cos(part * math.pi / 8))
            for part in range(9)
        ]
        for ink, more in marks.way_inks(theme, HALO):
            if self.passing.comes:
                sheet.lay(ink, marks.line(bend[:5], WAY + more))
            if self.passing.goes:
                sheet.lay(ink, marks.line(bend[4:], WAY + more))
        if self.passing.dropped:
            text = f"+{self.passing.dropped}"
            marks.tag(sheet, theme, (edge + out * 25, middle), text, solid=self.passing.last)


@dataclass(frozen=True, slots=True)
class Step:
    """The way of the last sowing in front of a hollow."""

    side: Side
    column: int
    passing: Passing

    @property
    def box(self) -> Box:
        return strip(self.column, 292, WAYS[1], self.side)

    def paint(self, sheet: Sheet, theme: Theme) -> None:
        x, y = column_x(self.column), WAY_Y[self.side]
        out = onward(self.side)
        beyond = out * (PITCH / 2 + 2 * WAY)
        for ink, more in marks.way_inks(theme, HALO):
            if self.passing.comes:
                sheet.lay(ink, marks.line([(x - beyond, y), (x, y)], WAY + more))
            if self.passing.goes:
                sheet.lay(ink, marks.line([(x, y), (x + beyond, y)], WAY + more))
                sheet.lay(ink, marks.pointer((x + out * 37, y), 9 + more, turn=0.25 - out / 4))
        if self.passing.dropped:
            marks.tag(sheet, theme, (x, y), f"+{self.passing.dropped}", solid=self.passing.last)
        elif not self.passing.comes:
            for ink, more in marks.way_inks(theme, HALO):
                sheet.lay(ink, marks.disc((x, y), 8 + more / 2))


@dataclass(frozen=True, slots=True)
class Key:
    """The number by which a hollow is chosen."""

    side: Side
    hollow: int
    pressed: bool

    @property
    def box(self) -> Box:
        y = KEY_Y[self.side]
        return strip(column_of(self.side, self.hollow), y - 20, y + 23)

    def paint(self, sheet: Sheet, theme: Theme) -> None:
        middle = column_x(column_of(self.side, self.hollow)), KEY_Y[self.side]
        marks.key(sheet, theme, middle, str(self.hollow), pressed=self.pressed, height=KEY_HEIGHT)


def _fill(
    sheet: Sheet, theme: Theme, beans: tuple[Bean, ...], *, middle: Point, size: tuple[int, int], mix: int
) -> None:
    """Beans in a pit; nothing of them, nor of their shadows, lies over its edge."""
    inside = sheet.cut(Box(*map(round, around(middle, size))))
    lay(inside, theme, middle, beans, mix=mix)
    sheet.put(inside.image, _pit(size), middle)


@cache
def _pit(size: tuple[int, int]) -> Image.Image:
    return marks.plaque(around((0, 0), size)).mask()


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
