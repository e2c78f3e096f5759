"""The parts of Sahara's pictures: hollows, stores, the way of a sowing, and keys."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import Enum, auto
from functools import cache
from itertools import chain

from PIL import Image

from games.game import Seat
from games.sahara import BEANS, HOLLOWS
from renderers import marks
from renderers.canvas import Box, Point, Sheet, rounded, tile_of
from renderers.lettering import lettered
from renderers.marks import BURNT, SINGED, around
from renderers.plates import Side
from renderers.sahara import table
from renderers.sahara.beans import Bean, handful, lay
from renderers.theme import Theme, is_dark

COUNTABLE = 15  # beans that lie side by side in a hollow; more lie on top of them
LAYINGS = (1, 1), (-1, 1), (-1, -1)  # mirrors in which beans are seen, so that neighbours do not look alike
WALL = 4  # pixels that beans keep from the edges of a pit
DASHES = 16  # of a broken ring
WAY, HALO = 4, 4  # width of the line of a sowing, and of the light around it
KEY_HEIGHT = 32
TOTAL_TEXT, MOST_TOTAL = 56, 60  # font size of a number in a store, and the largest that has room there


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
        return table.strip(self.column, table.WAYS[1], 499, self.side)

    @property
    def middle(self) -> Point:
        return table.column_x(self.column), table.HOLLOW_Y[self.side]

    def paint(self, sheet: Sheet, theme: Theme) -> None:
        laying = (self.column + 2 * self.side) % len(LAYINGS)
        _fill(sheet, theme, heap(self.count, laying), middle=self.middle, size=table.HOLLOW, mix=laying)
        number = table.column_x(self.column), table.COUNT_Y[self.side]
        marks.burn(sheet, theme, str(self.count), number, size=42, tone=BURNT if self.count else SINGED)
        self._paint_mark(sheet, theme)

    def _paint_mark(self, sheet: Sheet, theme: Theme) -> None:
        if self.mark is Mark.CHOSEN:
            marks.frame(sheet, theme, self.middle, table.HOLLOW)
        elif self.mark is not Mark.NONE:
            thick = 3 if self.mark is Mark.EARLIER else 5
            dashes = DASHES if self.mark in (Mark.EARLIER, Mark.START) else 0
            halo = 2 if is_dark(theme.ground.light) or theme.style.outline else 0
            inks, edges = (theme.sign.light, theme.sign.dark), around(self.middle, table.HOLLOW, 2)
            marks.hoop(sheet, inks, edges, thick, edge=halo, dashes=dashes)
        if self.mark is Mark.CAPTURED:
            sheet.lay(theme.chalk, marks.cross(self.middle, 14, 7))


@dataclass(frozen=True, slots=True)
class Store:
    """The beans in a store."""

    side: Side
    seat: Seat
    count: int
    chosen: bool

    @property
    def box(self) -> Box:
        return table.mirrored(table.END._replace(top=table.HEAD), self.side)

    def paint(self, sheet: Sheet, theme: Theme) -> None:
        middle = table.STORES[self.side][0], table.HEAD + table.ROOM[1] / 2
        if self.count:
            _fill(sheet, theme, hoard()[: self.count], middle=middle, size=table.ROOM, mix=self.side)
        if self.chosen:
            marks.frame(sheet, theme, table.STORES[self.side], table.STORE)


@dataclass(frozen=True, slots=True)
class Total:
    """Above the beans of a store: whose they are, how many, and what the last sowing brought all at once."""

    side: Side
    seat: Seat
    count: int
    captured: int
    collected: int
    chosen: bool

    @property
    def box(self) -> Box:
        return table.mirrored(table.END._replace(bottom=table.HEAD), self.side)

    def paint(self, sheet: Sheet, theme: Theme) -> None:
        x, _ = table.STORES[self.side]
        sheet.lay(theme.wood.at(BURNT), marks.emblem(self.seat, (x, table.EMBLEM_Y), 20))
        number = lettered(str(self.count), min(theme.style.text(TOTAL_TEXT), MOST_TOTAL))
        sheet.put(theme.chalk, number, (x, table.TOTAL_Y))
        gains: tuple[tuple[marks.Icon, int], ...] = (("cross", self.captured), ("sweep", self.collected))
        for line, (icon, gain) in enumerate((icon, gain) for icon, gain in gains if gain):
            marks.tag(sheet, theme, (x, table.GAIN_Y + 33 * line), f"+{gain}", solid=True, icon=icon)
        if self.chosen:
            marks.frame(sheet, theme, table.STORES[self.side], table.STORE)


@dataclass(frozen=True, slots=True)
class Bend:
    """The way of the last sowing at a store. It lies over the store, whose beans take long to paint."""

    store: Store
    passing: Passing

    @property
    def box(self) -> Box:
        return table.bend(self.store.side)

    def paint(self, sheet: Sheet, theme: Theme) -> None:
        """The way turns back here, in half an ellipse, on the tile of the store."""
        store = Sheet(tile_of(theme, table.empty_board, self.store), self.store.box)
        sheet.image.paste(store.cut(self.box).image)
        side = self.store.side
        out, edge = table.onward(side), table.FIRST + (0 if side else table.PITCH * HOLLOWS)
        middle = sum(table.WAY_Y) / 2
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
            _chip(sheet, theme, (edge + out * 25, middle), self.passing)


@dataclass(frozen=True, slots=True)
class Step:
    """The way of the last sowing in front of a hollow."""

    side: Side
    column: int
    passing: Passing

    @property
    def box(self) -> Box:
        return table.strip(self.column, 292, table.WAYS[1], self.side)

    def paint(self, sheet: Sheet, theme: Theme) -> None:
        x, y = table.column_x(self.column), table.WAY_Y[self.side]
        out = table.onward(self.side)
        beyond = out * (table.PITCH / 2 + 2 * WAY)
        for ink, more in marks.way_inks(theme, HALO):
            if self.passing.comes:
                sheet.lay(ink, marks.line([(x - beyond, y), (x, y)], WAY + more))
            if self.passing.goes:
                sheet.lay(ink, marks.line([(x, y), (x + beyond, y)], WAY + more))
                sheet.lay(ink, marks.pointer((x + out * 37, y), 9 + more, turn=0.25 - out / 4))
        if self.passing.dropped:
            _chip(sheet, theme, (x, y), self.passing)
        elif not self.passing.comes:
            for ink, more in marks.way_inks(theme, HALO):
                sheet.lay(ink, marks.disc((x, y), 8 + more / 2))


@dataclass(frozen=True, slots=True)
class Key:
    """The number by which a hollow is chosen: a key on the rim of the board."""

    side: Side
    hollow: int
    pressed: bool

    @property
    def box(self) -> Box:
        half, y = KEY_HEIGHT // 2, table.KEY_Y[self.side]
        return table.strip(table.column_of(self.side, self.hollow), y - half, y + half + marks.KEY_EDGE)

    def paint(self, sheet: Sheet, theme: Theme) -> None:
        middle = table.column_x(table.column_of(self.side, self.hollow)), table.KEY_Y[self.side]
        marks.key(sheet, theme, middle, str(self.hollow), pressed=self.pressed, height=KEY_HEIGHT)


def _chip(sheet: Sheet, theme: Theme, middle: Point, passing: Passing) -> None:
    """How many beans were dropped at a pit: the last one in full, those before it faint."""
    strength = 1 if passing.last else theme.style.faint
    marks.tag(sheet, theme, middle, f"+{passing.dropped}", solid=passing.last, strength=strength)


def _fill(
    sheet: Sheet, theme: Theme, beans: tuple[Bean, ...], *, middle: Point, size: tuple[int, int], mix: int
) -> None:
    """Beans in a pit; nothing of them, nor of their shadows, lies over its edge."""
    inside = sheet.cut(rounded(around(middle, size)))
    lay(inside, theme, middle, beans, mix=mix)
    sheet.put(inside.image, _pit(size), middle)


@cache
def _pit(size: tuple[int, int]) -> Image.Image:
    return marks.plaque(around((0, 0), size)).mask()


def heap(count: int, laying: int) -> tuple[Bean, ...]:
    """Beans in a hollow. One more leaves the others where they are."""
    layers = (_layer(number, laying) for number in range(-(-count // COUNTABLE)))
    return tuple(chain.from_iterable(layers))[:count]


@cache
def _layer(number: int, laying: int) -> tuple[Bean, ...]:
    """Beans that lie side by side, from the middle on; each layer is narrower than the one below."""
    room = table.HOLLOW[0] - WALL - 18 * number, table.HOLLOW[1] - WALL - 18 * number
    beans = handful(min(BEANS - COUNTABLE * number, COUNTABLE), room, number)
    return tuple(
        bean.reflected(*LAYINGS[laying]) for bean in sorted(beans, key=lambda bean: bean.x**2 + bean.y**2)
    )


@cache
def hoard() -> tuple[Bean, ...]:
    """All beans in a store, in the order in which they fill it: from below."""
    return tuple(
        sorted(handful(BEANS, (table.ROOM[0] - WALL, table.ROOM[1] - WALL), 7), key=lambda bean: -bean.y)
    )
