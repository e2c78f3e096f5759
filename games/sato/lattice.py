"""The lattice: points, corners, neighbours, the cells of a table, and what a point is called.

The lattice is triangular; its spacing is the edge length of a stone. A point (u, v) lies at
x = u + v/2, y = v * sqrt(3)/2, y upwards. The class of a point is (u - v) mod 3. A stone centred at a point
has its corners at the six points around, which are of the two other classes; stones that share an edge
have centres of the same class. Stones on the table are centred at points of class 0.
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple


class Point(NamedTuple):
    """A point of the lattice in axial coordinates, in edge lengths."""

    u: int
    v: int


DIRECTIONS = (Point(1, 0), Point(0, 1), Point(-1, 1), Point(-1, 0), Point(0, -1), Point(1, -1))
"""The steps to the six points around, anticlockwise from east."""

_SUFFIXES = ("", "e", "w")  # by class: the cell's centre, its east corner, its west corner
_FORM = re.compile(r"([a-z])([1-9][0-9]?)([ew]?)")


def point_class(point: Point) -> int:
    """0 where stones lie on the table; 1 and 2 at their corners."""
    return (point.u - point.v) % 3


@cache
def corners(point: Point) -> tuple[Point, ...]:
    """The corners 0 to 5 of a stone centred at `point`."""
    return tuple(Point(point.u + step.u, point.v + step.v) for step in DIRECTIONS)


@cache
def neighbours(point: Point) -> tuple[Point, ...]:
    """The centres of the stones across the edges 0 to 5 of a stone centred at `point`."""
    following = DIRECTIONS[1:] + DIRECTIONS[:1]
    return tuple(
        Point(point.u + step.u + onward.u, point.v + step.v + onward.v)
        for step, onward in zip(DIRECTIONS, following, strict=True)
    )


def facing(edge: int) -> int:
    """The edge of the neighbour across `edge` that lies along it."""
    return (edge + 3) % 6


def cell(column: int, row: int) -> Point:
    """The centre of a cell of the table; column 0 is `a`, row 0 is `1`, odd columns lie half a row higher."""
    v = 2 * row + column % 2
    return Point((3 * column - v) // 2, v)


@cache
def table(columns: int, rows: int) -> frozenset[Point]:
    """The cells of a table: one stone each, side by side without gaps."""
    return frozenset(cell(column, row) for column in range(columns) for row in range(rows))


def supports(point: Point) -> tuple[Point, ...]:
    """The cells that a stone centred at `point` lies over: its own, or the three that meet there.

    A stone of a higher level lies over three of the level below and over nothing beside them; so does each
    of these. Down on the table that leaves these cells: no stone on a sato juts out over the edge.
    """
    kind = point_class(point)
    if kind == 0:
        return (point,)
    return corners(point)[kind % 2 :: 2]


@cache
def reading_order(point: Point) -> tuple[int, int, int]:
    """Column, row and class of a point: the order in which lists show points."""
    kind = point_class(point)
    u, v = (point, corners(point)[3], corners(point)[0])[kind]
    column = (2 * u + v) // 3
    return column, (v - column % 2) // 2, kind


def point_name(point: Point) -> str:
    """`c3` for the cell in column c and row 3, `c3e` for its east corner, `c3w` for its west one.

    Points of class 1 are the east corner of exactly one cell, points of class 2 the west corner, so each
    point has one name, on whatever level. Points too far away for that are given as `u,v`.
    """
    column, row, kind = reading_order(point)
    if not (0 <= column < 26 and 0 <= row < 99):
        return f"{point.u},{point.v}"
    return f"{chr(ord('a') + column)}{row + 1}{_SUFFIXES[kind]}"


def parse_point(text: str) -> Point:
    """The point with this name, inverse of `point_name` whatever the table; ValueError if it is no name."""
    form = _FORM.fullmatch(text)
    if form is None:
        raise ValueError(text)
    centre = cell(ord(form[1]) - ord("a"), int(form[2]) - 1)
    return (centre, corners(centre)[0], corners(centre)[3])[_SUFFIXES.index(form[3])]
