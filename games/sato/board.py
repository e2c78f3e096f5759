"""What lies on the table and what follows from it, in numbers: laid and lifted by the ten thousand.

A *spot* is the number of a level (0 is the table) and a point. A *way* is the number of a stone, a face and a
turn, see `games.sato.ways`; an even way has its tips at the even corners. Boards are values: laying and
lifting give a new one. Legality is the caller's business.

Three facts of geometry hold it together:

- Two neighbouring points are never both satos of one level: they share two stones, and would ask each of
  these for tips at two neighbouring corners. So satos do not overlap, nor do the stones on them.
- A stone on a sato covers exactly the three stones of it, and they stay as long as the sato does, which
  is for ever: a stone in a sato is never taken. So below every stone all levels are full.
- Hence a point is open on one level at most. Were it open on two, the stones around it on the higher one
  would fill the lower one all around the point, and the sato there would be covered. Likewise a cell
  of the table under a higher sato is never empty. A point's name therefore says which level is meant.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from games.sato.lattice import Point, corners, facing, neighbours, reading_order, supports
from games.sato.stones import CORNERS, DOTS, STONES, TURNS, Face
from games.sato.ways import ALL, Way, Ways, asked_across

Spot = int
"""The number of a level and a point."""

LEVELS_OF_STONES = 5
"""Forty stones are too few for a sixth level: a stone there lies over 3, 6, 10, 15 and 21 others."""

NOWHERE: Spot = -1
"""Where there is no spot; nothing ever lies there."""

NEIGHBOURS_NEEDED = (0, 1, 2)
"""On the table, for the first stone, the second, and every later one (Sato, rule a and its exception)."""

EDGES = tuple(range(CORNERS))
FACING = tuple(map(facing, EDGES))
BEYOND = ((5, 2, 1, 4, 3, 0), (1, 0, 3, 2, 5, 4))
"""By parity and edge: the other edge at the corner of that parity."""

TIPS = tuple(1 if face is Face.BLACK else -1 for _ in STONES for face in Face for _ in range(TURNS))
"""By way: what a dot of the stone adds to Black's lead."""

Beside = Sequence[Way | None]
"""By edge: the way of the stone across it, if there is one."""


@dataclass(frozen=True, slots=True)
class Grid:
    """The spots of one table, level by level: each level has `width` of them."""

    table: frozenset[Point]
    """The centres of the table's cells."""
    width: int
    points: tuple[Point, ...]
    """By spot, whatever its level modulo `width`; sorted, so that spots are in order of level and point."""
    places: Mapping[Point, Spot]
    """By point: its spot on the lowest level."""
    reading: tuple[int, ...]
    """By spot: the place of its point in reading order."""
    cells: frozenset[Spot]
    """The spots of the table itself."""
    centre: Spot
    """A cell amid the table."""
    around: tuple[tuple[Spot, ...], ...]
    """By spot: the spots across its edges."""
    above: tuple[tuple[Spot, ...], ...]
    """By spot: the spots one level higher at its corners."""
    below: tuple[tuple[Spot, ...], ...]
    """By spot: the spots one level lower at its corners."""

    def __reduce__(self) -> tuple[object, ...]:
        return grid, (self.table,)

    def spot(self, level: int, point: Point) -> Spot:
        """The number of a level and a point; NOWHERE if no stone can ever lie there."""
        place = self.places.get(point)
        return NOWHERE if place is None else level * self.width + place

    def spots(self, point: Point) -> range:
        """The spots of a point, from the table upwards."""
        place = self.places.get(point)
        return range(0) if place is None else range(place, LEVELS_OF_STONES * self.width, self.width)

    def level(self, spot: Spot) -> int:
        """The level of a spot."""
        return spot // self.width

    def point(self, spot: Spot) -> Point:
        """The point of a spot."""
        return self.points[spot % self.width]


@cache
def grid(table: frozenset[Point]) -> Grid:
    """The spots of a table with these cells."""
    possible = {point for own in table for point in (own, *corners(own))}
    points = tuple(sorted(point for point in possible if table.issuperset(supports(point))))
    places = {point: place for place, point in enumerate(points)}
    reading = {point: number for number, point in enumerate(sorted(points, key=reading_order))}

    def spots(around: Callable[[Point], Iterable[Point]], up: int) -> tuple[tuple[Spot, ...], ...]:
        """By spot: those of the points around its own, some levels up."""
        near = [tuple(map(places.get, around(point))) for point in points]
        return tuple(
            tuple(
                NOWHERE if place is None or not 0 <= level < LEVELS_OF_STONES else level * len(points) + place
                for place in each
            )
            for level in range(up, up + LEVELS_OF_STONES)
            for each in near
        )

    return Grid(
        table,
        len(points),
        points,
        places,
        tuple(map(reading.__getitem__, points)) * LEVELS_OF_STONES,
        frozenset(places[own] for own in table),
        places[sorted(table, key=reading_order)[len(table) // 2]],
        spots(neighbours, 0),
        spots(corners, 1),
        spots(corners, -1),
    )


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
    """The stones on a table and all that follows from them; equal if the same stones lie in the same ways."""

    __slots__ = ("bound", "grid", "key", "lead", "openings", "stones")

    def __init__(
        self,
        grid: Grid,
        stones: dict[Spot, Way],
        openings: dict[Spot, Opening],
        bound: frozenset[Spot],
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

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and self.grid is other.grid and self.stones == other.stones

    def __hash__(self) -> int:
        return self.key

    def lay(self, spot: Spot, way: Way) -> Board:
        """The board with one more stone on a spot that is open."""
        grid, stones, openings = self.grid, self.stones.copy(), self.openings.copy()
        stones[spot] = way
        covered = openings.pop(spot, None)
        lead = self.lead + DOTS * TIPS[way] + (covered.hides if covered else 0)
        board = Board(grid, stones, openings, self.bound, lead, self.key ^ hash((spot, way)))
        if len(stones) < len(NEIGHBOURS_NEEDED):
            board._begin()
            return board
        around = grid.around[spot]
        beside = [*map(stones.get, around)]
        board._complete(spot, way, beside)
        for edge, near in enumerate(around):
            if near in openings:
                board._touch(near, FACING[edge], way)
            elif beside[edge] is None and near in grid.cells:
                board._open_cell(near)
        return board

    def lift(self, spot: Spot) -> Board:
        """The board without this stone, which must be in no sato."""
        grid, stones, openings = self.grid, self.stones.copy(), self.openings.copy()
        way = stones.pop(spot)
        lead = self.lead - DOTS * TIPS[way] - self._hides(spot)
        board = Board(grid, stones, openings, self.bound, lead, self.key ^ hash((spot, way)))
        for near in (spot, *grid.around[spot]):
            if near == spot or near in openings:
                board._refresh(near)
        return board

    def free(self, spot: Spot) -> bool:
        """Whether a spot that is open or may open is a free sato."""
        return spot >= self.grid.width

    def takeable(self, level: int) -> Iterator[Spot]:
        """The stones up to this level that are in no sato (Sato, take rule).

        Nothing can lie on them: a stone lies on three stones of a sato, and on no others. Nor is there room
        for others of the same level around the point of a sato.
        """
        limit = (level + 1) * self.grid.width
        return (spot for spot in self.stones if spot < limit and spot not in self.bound)

    @property
    def needed(self) -> int:
        """The neighbours that the next stone on the table needs.

        The layout never shrinks below the three stones of its first sato, so the number of stones tells
        the first and the second stone of the game from all others.
        """
        return NEIGHBOURS_NEEDED[min(len(self.stones), 2)]

    def touching(self, spot: Spot) -> int:
        """The stones of the same level that share an edge with a spot."""
        return sum(map(self.stones.__contains__, self.grid.around[spot]))

    def satos(self) -> Iterator[Spot]:
        """The spots on satos: a stone lies there, or one may be laid."""
        return (spot for spots in (self.stones, self.openings) for spot in spots if spot >= self.grid.width)

    def fits_any(self, hand: Ways) -> bool:
        """Whether any of these ways can be laid."""
        return any(opening.fits & hand for opening in self.openings.values())

    def opening(self, spot: Spot) -> Opening:
        """What the neighbours of an empty spot ask for, however many it has."""
        return self._opening(spot, [*map(self.stones.get, self.grid.around[spot])])

    def _opening(self, spot: Spot, beside: Beside) -> Opening:
        fits, parity = ALL, [-1] * CORNERS
        for edge, way in enumerate(beside):
            if way is not None:
                fits &= asked_across(way)[edge]
                parity[edge] = way & 1
        a, b, c, d, e, f = parity
        even = (f == 0 == a) + (b == 0 == c) + (d == 0 == e)
        odd = (a == 1 == b) + (c == 1 == d) + (e == 1 == f)
        return Opening(fits, self._hides(spot) if self.free(spot) else 0, even, odd)

    def _begin(self) -> None:
        """The openings after the first and the second stone of the game, which need fewer neighbours."""
        self.openings.clear()
        for spot in {beside for laid in self.stones for beside in self.grid.around[laid]}:
            if spot in self.grid.cells and spot not in self.stones:
                self._open_cell(spot)

    def _complete(self, spot: Spot, way: Way, beside: Beside) -> None:
        """Note the satos that a stone completes: their stones are bound, and they are open."""
        parity = way & 1
        for corner in range(parity, CORNERS, 2):
            before, after = beside[corner - 1], beside[corner]
            if before is not None is not after and before & 1 == parity == after & 1:
                around, above = self.grid.around[spot], self.grid.above[spot][corner]
                self.bound = self.bound.union((spot, around[corner - 1], around[corner]))
                self.openings[above] = self.opening(above)

    def _touch(self, spot: Spot, edge: int, way: Way) -> None:
        """Bring an open spot up to date: along one of its edges lies a stone now.

        The stone has its tip at one of the two corners of this edge. If the stone beyond that corner has one
        there too, they wait for the third.
        """
        fits, hides, even, odd = self.openings[spot]
        parity = way & 1
        beyond = self.stones.get(self.grid.around[spot][BEYOND[parity][edge]])
        waits = beyond is not None and beyond & 1 == parity
        self.openings[spot] = Opening(
            fits & asked_across(way)[edge], hides, even + (waits and not parity), odd + (waits and parity)
        )

    def _refresh(self, spot: Spot) -> None:
        """Bring an empty cell or a free sato up to date."""
        if self.free(spot):
            self.openings[spot] = self.opening(spot)
        else:
            self._open_cell(spot)

    def _open_cell(self, spot: Spot) -> None:
        """Open an empty cell of the table if it has neighbours enough, else close it."""
        beside = [*map(self.stones.get, self.grid.around[spot])]
        if CORNERS - beside.count(None) >= self.needed:
            self.openings[spot] = self._opening(spot, beside)
        else:
            self.openings.pop(spot, None)

    def _hides(self, spot: Spot) -> int:
        """What Black's lead gains when the sato below a spot is covered; nothing on the table itself."""
        stones = self.stones
        return -sum(TIPS[stones[each]] for each in self.grid.below[spot] if each in stones)


@cache
def bare(table: frozenset[Point]) -> Board:
    """A table without a stone."""
    where = grid(table)
    return Board(where, {}, {cell: Opening(ALL, 0, 0, 0) for cell in where.cells}, frozenset(), 0, 0)
