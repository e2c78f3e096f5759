"""What never changes in Sato, worked out once: the spots of a table, and what each way asks of others.

A *spot* is a number for a level and a point, a *way* the number of a stone, a face and a turn as in
`games.sato.ways`; an even way has its tips at the even corners. Sets of ways are bits of an int.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from games.sato import STONES, Face, Point, Stone, corners, neighbours
from games.sato.lattice import cell, facing, supports, table
from games.sato.position import SIZES, Size
from games.sato.stones import CORNERS, TURNS, edge_colours
from games.sato.ways import WAYS_A_STONE, Ways, number, of_stones, showing

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
