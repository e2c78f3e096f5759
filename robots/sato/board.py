"""The layout in numbers: what a search lays and lifts by the ten thousand.

A *spot* is a number for a level and a point, a *way* the number of a stone, a face and a turn as in
`games.sato.ways`; an even way has its tips at the even corners. Sets of ways are bits of an int. Boards are
values: laying and lifting give a new one. Tests hold them equal to the layout of the rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from games.sato import STONES, Face, Layout, Point, Stone, corners, neighbours
from games.sato.lattice import cell, facing, supports, table
from games.sato.position import SIZES, Size
from games.sato.stones import CORNERS, DOTS, TURNS, edge_colours
from games.sato.ways import ALL, WAYS_A_STONE, Ways, number, of_stones, showing

LEVELS_OF_STONES = 5
"""Forty stones are too few for a sixth level: a stone there lies over 3, 6, 10, 15 and 21 others."""

NOWHERE = -1
"""Where there is no spot; nothing ever lies there."""

EDGES = tuple(range(CORNERS))


def ways_of(stones: Iterable[int]) -> Ways:
    """Every way to lay any of these stones."""
    return of_stones(Stone(stone) for stone in stones)


def stone_of(way: int) -> Stone:
    """The stone that lies in this way."""
    return Stone(way // WAYS_A_STONE)


def face_of(way: int) -> Face:
    """The face that shows in this way."""
    return Face(way // TURNS % 2)


ASKS: tuple[tuple[Ways, ...], ...] = tuple(
    tuple(showing(edge, edge_colours(stone, face, turn)[facing(edge)]) for edge in EDGES)
    for stone in STONES
    for face in Face
    for turn in range(TURNS)
)
"""By way and edge: what may lie at that edge of a spot's own if a stone in this way lies across it."""

OF_STONE: tuple[Ways, ...] = tuple(of_stones((stone,)) for stone in STONES)
"""By stone: all its ways."""

SAME_STONE: tuple[Ways, ...] = tuple(OF_STONE[stone_of(way)] for way in range(len(ASKS)))
"""By way: all the ways of its stone."""

OF_FACE: tuple[Ways, ...] = tuple(
    sum(1 << number(stone, face, turn) for stone in STONES for turn in range(TURNS)) for face in Face
)
"""By face: all the ways that show it."""

TIPS: tuple[int, ...] = tuple(1 if face_of(way) is Face.BLACK else -1 for way in range(len(ASKS)))
"""By way: what a dot of the stone adds to Black's lead."""


@dataclass(frozen=True, slots=True)
class Grid:
    """The spots of one table, level by level: each level has `width` of them."""

    width: int
    points: tuple[Point, ...]
    """By spot, whatever its level modulo `width`."""
    cells: frozenset[int]
    """The spots of the table itself."""
    around: tuple[tuple[int, ...], ...]
    """By spot: the spots across its edges."""
    above: tuple[tuple[int, ...], ...]
    """By spot: the spots one level higher at its corners."""
    below: tuple[tuple[int, ...], ...]
    """By spot: the spots one level lower at its corners."""
    centre: int
    """A cell amid the table."""

    def spot(self, level: int, point: Point) -> int:
        """The number of a spot."""
        return level * self.width + self.points.index(point)

    def point(self, spot: int) -> Point:
        """The point of a spot."""
        return self.points[spot % self.width]


@cache
def grid(size: Size) -> Grid:
    """The spots of a table of this size."""
    columns, rows = SIZES[size]
    cells = table(columns, rows)
    possible = {point for own in cells for point in (own, *corners(own))}
    points = tuple(sorted(point for point in possible if cells.issuperset(supports(point))))
    index = {point: place for place, point in enumerate(points)}

    def spots(level: int, around: Iterable[Point]) -> tuple[int, ...]:
        inside = 0 <= level < LEVELS_OF_STONES
        return tuple(level * len(points) + index[p] if inside and p in index else NOWHERE for p in around)

    every = [(level, point) for level in range(LEVELS_OF_STONES) for point in points]
    return Grid(
        len(points),
        points,
        frozenset(index[own] for own in cells),
        tuple(spots(level, neighbours(point)) for level, point in every),
        tuple(spots(level + 1, corners(point)) for level, point in every),
        tuple(spots(level - 1, corners(point)) for level, point in every),
        index[cell(columns // 2, rows // 2)],
    )


BEYOND = ((5, 2, 1, 4, 3, 0), (1, 0, 3, 2, 5, 4))
"""By parity and edge: the other edge at the corner of that parity."""
FACING = tuple(map(facing, EDGES))


class Opening(NamedTuple):
    """What can be laid on a spot where a stone may lie, and what it does there."""

    fits: Ways
    """All that matches the stones around."""
    hides: int
    """What Black's lead gains by the dots of the sato below."""
    even: int
    """The satos that an even way completes."""
    odd: int
    """The satos that an odd way completes."""


class Board:
    """The stones on a table and all that follows from them. Legality is the caller's business."""

    __slots__ = ("bound", "grid", "key", "lead", "openings", "stones")

    def __init__(
        self,
        grid: Grid,
        stones: dict[int, int],
        openings: dict[int, Opening],
        bound: frozenset[int],
        lead: int,
        key: int,
    ) -> None:
        self.grid = grid
        self.stones = stones
        """The ways of the stones by their spots."""
        self.openings = openings
        """The spots where the next stone may lie: cells with neighbours enough, and free satos."""
        self.bound = bound
        """The spots of the stones that are in a sato."""
        self.lead = lead
        """Black's visible dots less White's."""
        self.key = key
        """The same for the same stones in the same ways, hardly ever for others."""

    def lay(self, spot: int, way: int) -> Board:
        """The board with one more stone on a spot that is open."""
        stones, openings, level = {**self.stones, spot: way}, self.openings.copy(), spot // self.grid.width
        covered = openings.pop(spot, None)
        lead = self.lead + DOTS * TIPS[way] + (covered.hides if covered else 0)
        board = Board(self.grid, stones, openings, self.bound, lead, self.key ^ hash((spot, way)))
        if len(stones) <= 2:
            board._begin()
            return board
        board._complete(spot, way)
        for edge, beside in enumerate(self.grid.around[spot]):
            if beside in openings:
                board._touch(beside, FACING[edge], way)
            elif not level and beside not in stones:
                board._refresh(beside)
        return board

    def lift(self, spot: int) -> Board:
        """The board without this stone, which must be in no sato."""
        stones, openings = self.stones.copy(), self.openings.copy()
        way = stones.pop(spot)
        lead = self.lead - DOTS * TIPS[way] - self._hides(spot)
        board = Board(self.grid, stones, openings, self.bound, lead, self.key ^ hash((spot, way)))
        for beside in (spot, *self.grid.around[spot]):
            if beside not in stones and (beside == spot or beside in openings):
                board._refresh(beside)
        return board

    def free(self, spot: int) -> bool:
        """Whether an open spot is a free sato."""
        return spot >= self.grid.width

    def takeable(self, highest: int) -> Iterator[int]:
        """The stones not above the level of the spot `highest` that are in no sato (Sato, take rule)."""
        limit = (highest // self.grid.width + 1) * self.grid.width
        return (spot for spot in self.stones if spot < limit and spot not in self.bound)

    def fits_any(self, hand: Ways) -> bool:
        """Whether any of these ways can be laid."""
        return any(opening.fits & hand for opening in self.openings.values())

    def _begin(self) -> None:
        """The openings after the first and the second stone of the game, which need fewer neighbours."""
        self.openings.clear()
        needed = len(self.stones)
        for spot in {beside for laid in self.stones for beside in self.grid.around[laid]}:
            if spot in self.grid.cells and spot not in self.stones:
                self._open_cell(spot, needed)

    def _complete(self, spot: int, way: int) -> None:
        """Note the satos that a stone completes: their stones are bound, and they are open."""
        stones, around = self.stones, self.grid.around[spot]
        parity = way & 1
        for corner in range(parity, 6, 2):
            before, after = around[corner - 1], around[corner]
            ways = stones.get(before), stones.get(after)
            if None not in ways and all(other & 1 == parity for other in ways if other is not None):
                self.bound = self.bound.union((spot, before, after))
                above = self.grid.above[spot][corner]
                self.openings[above] = _opening(stones, self.grid.around[above], self._hides(above))

    def _touch(self, spot: int, edge: int, way: int) -> None:
        """Bring an open spot up to date: along one of its edges lies a stone now.

        The stone has its tip at one of the two corners of this edge. If the stone beyond that corner has one
        there too, they wait for the third.
        """
        fits, hides, even, odd = self.openings[spot]
        parity = way & 1
        beyond = self.stones.get(self.grid.around[spot][BEYOND[parity][edge]])
        waits = beyond is not None and beyond & 1 == parity
        self.openings[spot] = Opening(
            fits & ASKS[way][edge], hides, even + (waits and not parity), odd + (waits and parity)
        )

    def _refresh(self, spot: int) -> None:
        """Bring an empty spot up to date."""
        if spot in self.grid.cells:
            self._open_cell(spot, 2)
        elif spot >= self.grid.width:
            self.openings[spot] = _opening(self.stones, self.grid.around[spot], self._hides(spot))

    def _open_cell(self, spot: int, needed: int) -> None:
        """Open an empty cell of the table if it has neighbours enough, else close it."""
        around = self.grid.around[spot]
        if sum(beside in self.stones for beside in around) >= needed:
            self.openings[spot] = _opening(self.stones, around, 0)
        else:
            self.openings.pop(spot, None)

    def _hides(self, spot: int) -> int:
        """What Black's lead gains when the sato below a spot is covered."""
        stones = self.stones
        return -sum(TIPS[stones[below]] for below in self.grid.below[spot] if below in stones)


def _opening(stones: Mapping[int, int], around: tuple[int, ...], hides: int) -> Opening:
    """What the neighbours of a spot ask for."""
    fits, parity = ALL, [-1] * 6
    for edge, beside in enumerate(around):
        way = stones.get(beside)
        if way is not None:
            fits &= ASKS[way][edge]
            parity[edge] = way & 1
    a, b, c, d, e, f = parity
    even = (f == 0 == a) + (b == 0 == c) + (d == 0 == e)
    odd = (a == 1 == b) + (c == 1 == d) + (e == 1 == f)
    return Opening(fits, hides, even, odd)


@cache
def bare(size: Size) -> Board:
    """A table without a stone."""
    where = grid(size)
    return Board(where, {}, {cell: Opening(ALL, 0, 0, 0) for cell in where.cells}, frozenset(), 0, 0)


def board_of(layout: Layout, size: Size) -> Board:
    """The layout in numbers."""
    board = bare(size)
    spots = _index(size)
    for laid in layout.stones:
        spot = laid.level * board.grid.width + spots[laid.point]
        board = board.lay(spot, number(laid.stone, laid.face, laid.turn))
    return board


@cache
def _index(size: Size) -> Mapping[Point, int]:
    return {point: place for place, point in enumerate(grid(size).points)}
