"""Where everything lies in a picture of Sato, the part of the table that it shows, and the empty tray."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import NamedTuple

from PIL import Image

from games.sato import Layout, Point, View
from games.sato.layout import Spot
from renderers import wood
from renderers.canvas import SIZE, TALL, Box, EmptyPicture, Stencil, coloured
from renderers.plates import Side
from renderers.theme import Theme

EDGES = (84, 72, 66, 60, 54, 48, 44, 40, 36, 32, 28, 24, 20)
"""Edge lengths of a stone in pixels: few, so that stones painted for one picture serve for others. Even, so
that corners and middles of edges lie on whole pixels. From 40 on a stone is 28 pixels across on a phone."""

TOP, LEFT, RIGHT = 58, 8, 892  # of the floor of the tray, and of all that lies beside it and below
WALL = 8  # pixels of the tray around its floor, where it bears no names
LETTERS_HIGH, NUMBERS_WIDE = 28, 32  # its rims with the names of columns and rows
CORNER, THICKNESS = 22, 7
FLOOR = 128  # its tone
MARGIN = 6  # pixels between what must be seen and the walls, both ends together
STACK_HIGH = 74  # pixels of the stack
HEAD = 38  # pixels of the line that says whose stones these are
NEAR_PART = 0.6  # of the room for supplies beside the tray: one chooses from the near one
BELOW, PLATE = 10, 54  # pixels from the tray to what lies below it, and from there to the end of the picture
RACK = 216  # tone of the wood that the near stones lie on
RACK_CORNER, RACK_LINE = 14, 2  # radius of its corners, and pixels of its dark edge


@dataclass(frozen=True, slots=True)
class Plan:
    """Where the table lies, and the stones around it."""

    size: tuple[int, int]
    """Width and height of the picture."""
    right: int
    """Where the floor of the tray ends."""
    end: int
    """Where the lower rim of the tray ends."""
    stack: bool
    """Whether there is a stack, between the supplies; else the near one has its place below the tray."""
    rims: bool = True
    """Whether columns and rows are named on rims of the tray; the bare cells are in any case."""

    @property
    def field(self) -> Box:
        """The floor of the tray, where the table is seen."""
        left = NUMBERS_WIDE if self.rims else WALL
        return Box(left + WALL, TOP, self.right, self.end - (LETTERS_HIGH if self.rims else WALL))

    @property
    def tray(self) -> Box:
        return Box(WALL, TOP - WALL, self.right + WALL, self.end)

    @property
    def letters(self) -> Box:
        return Box(self.field.left, self.field.bottom + 1, self.field.right, self.end - 1)

    @property
    def numbers(self) -> Box:
        return Box(WALL + 1, TOP, self.field.left - 1, self.field.bottom)

    @property
    def pile(self) -> Box:
        """The stack, if there is one."""
        top = self._far_end
        return Box(self._beside, top, RIGHT, top + STACK_HIGH)

    def supply(self, side: Side) -> Box:
        """The stones of a seat."""
        if side:
            return Box(self._beside, TOP - WALL + HEAD, RIGHT, self._far_end)
        if self.stack:
            return Box(self._beside, self._far_end + STACK_HIGH, RIGHT, self.end - HEAD)
        return Box(LEFT, self.end + BELOW, RIGHT, self.size[1] - PLATE)

    def head(self, side: Side) -> Box:
        """Whose stones these are, and the dots that count for them: at the end of what lies beside."""
        top = TOP - WALL if side else self.end - HEAD
        return Box(self._beside, top, RIGHT, top + HEAD)

    @property
    def rack(self) -> tuple[Box, ...]:
        """What the near stones lie on, with the line that says whose they are; only they lie on wood."""
        stones, head = self.supply(0), self.head(0)
        if self.stack:
            return (Box(stones.left, stones.top, stones.right, head.bottom),)
        return stones, Box(head.left, head.top, head.right, stones.bottom)

    @property
    def _beside(self) -> int:
        return self.tray.right + 8

    @property
    def _far_end(self) -> int:
        top, bottom = TOP - WALL + HEAD, self.end - HEAD
        return top + round((bottom - top - STACK_HIGH) * (1 - NEAR_PART)) if self.stack else bottom


PLAN = Plan((SIZE[0], 720), 692, 662, stack=True)
"""With a stack: the table is nearly square, as what is laid mostly is, and wide on a phone as in a window."""

LINE, LINE_HIGH = 7, 109
"""Dealt stones in a line below the tray, and its height: each is 40 pixels across in a picture of 300.

The tray gets what they leave."""
BARE = Plan(TALL, 644, 635, stack=False)
"""While a cell of the bare table is asked for, which matter more than the stones: these lie ten in a line."""
FULL_RIGHT = 576  # where the floor of the tray ends while three lines of stones leave it low


def plan_of(view: View, most: int | None = None) -> Plan:
    """Where everything lies under the house rules of a match.

    `most`: how many stones there is to be room for, if not for those that the near seat has.
    """
    count = len(view.supplies[view.viewer or 0]) if most is None else most
    bare = not view.layout.stones
    plan = _dealt(0 if bare else -(-count // LINE)) if view.options.variant == "split" else PLAN
    return _framed(plan, bare)


@cache
def _framed(plan: Plan, bare: bool) -> Plan:
    """Only a bare table has so many places that a rim names them."""
    return replace(plan, rims=bare)


@cache
def _dealt(lines: int) -> Plan:
    """`lines`: of near stones that were dealt out at the start; 0 with a bare table."""
    if not lines:
        return BARE
    lines = min(lines, 3)
    end = TALL[1] - PLATE - lines * LINE_HIGH - BELOW
    return Plan(TALL, FULL_RIGHT if lines > 2 else BARE.right, end, stack=False)


def middle_of(box: Box) -> tuple[int, int]:
    """The pixel in the middle of a box."""
    return (box.left + box.right) // 2, (box.top + box.bottom) // 2


@cache
def half_height(edge: int) -> int:
    """From the middle of a stone to the middle of an edge, in whole pixels: its apothem, nearly."""
    return round(edge * 3**0.5 / 2)


@dataclass(frozen=True, slots=True)
class Lens:
    """How a part of the lattice is seen: enlarged, and moved."""

    edge: int
    """Pixels of an edge length."""
    left: int
    bottom: int
    """Where point (0, 0) lies in the picture."""

    def at(self, point: Point, level: int = 0) -> tuple[int, int]:
        """Where a point lies in the picture; up in the lattice is up here, and so is a higher level."""
        across, up = _place((level, point), self.edge)
        return self.left + across, self.bottom - up

    def moved_to(self, spot: Spot, place: tuple[int, int]) -> Lens:
        """So that a spot is seen at another place."""
        across, up = _place(spot, self.edge)
        return Lens(self.edge, place[0] - across, place[1] + up)


class Framing(NamedTuple):
    """What stays as it is in pictures that are seen in turn."""

    lens: Lens
    most: int
    """Stones and piles beside the table, on either side, for which there is room."""


def span(point: Point, edge: int) -> tuple[int, int]:
    """Pixels from point (0, 0) to the right, and upwards."""
    return (2 * point.u + point.v) * edge // 2, point.v * half_height(edge)


@cache
def rise(edge: int) -> int:
    """Pixels by which a level lies higher than the one below: one looks from the near side."""
    return round(edge * 0.14)


class Room(NamedTuple):
    """A rectangle in pixels from point (0, 0), upwards."""

    left: int
    right: int
    low: int
    high: int

    @property
    def size(self) -> tuple[int, int]:
        return self.right - self.left, self.high - self.low


class Extent:
    """How far some spots reach, whatever the edge length."""

    def __init__(self, spots: Collection[Spot]) -> None:
        self._across = {2 * point.u + point.v for _, point in spots}
        self._up = {(point.v, level) for level, point in spots}

    def room(self, edge: int) -> Room:
        high, step = half_height(edge), rise(edge)
        ups = [v * high + level * step for v, level in self._up]
        left, right = min(self._across) * edge // 2, max(self._across) * edge // 2
        return Room(left - edge, right + edge, min(ups) - high, max(ups) + high)


def _place(spot: Spot, edge: int) -> tuple[int, int]:
    level, point = spot
    across, up = span(point, edge)
    return across, up + level * rise(edge)


def lens_for(layouts: Collection[Layout], marked: Collection[Spot], field: Box) -> Lens:
    """What is laid or `marked`, as large as it fits; a bare table is seen whole."""
    spots = {stone.spot for layout in layouts for stone in layout.stones}.union(marked)
    extent = Extent(spots) if spots else _whole(next(iter(layouts)).cells)
    for edge in EDGES:
        room = extent.room(edge)
        if all(size + MARGIN <= length for size, length in zip(room.size, field.size, strict=True)):
            break
    width, height = field.size
    across, up = (room.left + room.right - width) // 2, (room.low + room.high - height) // 2
    return Lens(edge, field.left - across, field.bottom + up)


@lru_cache(maxsize=8)
def _whole(cells: frozenset[Point]) -> Extent:
    return Extent([(0, cell) for cell in cells])


@cache
def empty_tray(plan: Plan) -> EmptyPicture:
    """The picture of a tray on its table, without cells and stones."""

    def paint(theme: Theme) -> Image.Image:
        field = Stencil((0, 0, *plan.size)).slab(plan.field, 4).mask()
        face = wood.carved(theme, wood.plank(plan.size, 1, tone=204), field, floor=FLOOR)
        picture = wood.on_table(theme, face, plan.tray, corner=CORNER, thickness=THICKNESS)
        picture.paste(coloured(wood.hollowed(field, FLOOR), theme.felt), mask=field)
        for colour, thin in ((theme.wood.dark, 0), (theme.wood.at(RACK), RACK_LINE)):
            rack = Stencil((0, 0, *plan.size))
            for left, top, right, bottom in plan.rack:
                rack.slab((left + thin, top + thin, right - thin, bottom - thin), RACK_CORNER - thin)
            picture.paste(colour, mask=rack.mask())
        return picture

    return paint
