"""The table of Sato as somebody imagines it who has only heard of it: points, sides, what fits where.

Made from the notation alone: column a leads to the right, odd columns lie half a row higher. Points are
counted in half edges to the right and half rows upwards.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tests.bot.presentation.hearing.sato import Lying

Place = tuple[int, int]

SIDES = {"n": (0, 2), "ne": (3, 1), "se": (3, -1), "s": (0, -2), "sw": (-3, -1), "nw": (-3, 1)}
"""The neighbour across each side, clockwise from north."""
OPPOSITE = {"n": "s", "ne": "sw", "se": "nw", "s": "n", "sw": "ne", "nw": "se"}
CORNERS = (
    ((2, 0), ("ne", "se")),
    ((1, 1), ("n", "ne")),
    ((-1, 1), ("nw", "n")),
    ((-2, 0), ("sw", "nw")),
    ((-1, -1), ("s", "sw")),
    ((1, -1), ("se", "s")),
)
"""Anticlockwise from east: where a tip lies, and which sides its rhombus has."""

WAYS = tuple((face, turn) for face in "wb" for turn in range(6))


def place_of(point: str) -> Place:
    """Where a point such as `c3` or `c3e` lies."""
    found = re.fullmatch(r"([a-z])(\d+)([ew]?)", point)
    assert found
    column, row = ord(found[1]) - ord("a"), int(found[2]) - 1
    return 3 * column + {"": 0, "e": 2, "w": -2}[found[3]], 2 * row + column % 2


def colours(stone: str, face: str, turn: int) -> dict[str, str]:
    """The colour along each side."""
    letters = stone if face == "w" else stone[0] + stone[2] + stone[1]
    found = {}
    for number, letter in enumerate(letters):
        for side in CORNERS[(turn + 2 * number) % 6][1]:
            found[side] = letter
    return found


def tips(place: Place, turn: int) -> Iterator[Place]:
    """Where the three tips of a stone lie."""
    for number in range(3):
        (right, up), _ = CORNERS[(turn + 2 * number) % 6]
        yield place[0] + right, place[1] + up


@dataclass(frozen=True)
class Table:
    """The stones that somebody has been told of."""

    columns: int
    rows: int
    stones: dict[tuple[int, Place], Lying]

    @classmethod
    def heard(cls, size: tuple[int, int], stones: Iterable[Lying]) -> Table:
        """The table with these stones on it."""
        return cls(*size, {(each.level, place_of(each.point)): each for each in stones})

    def around(self, level: int, place: Place) -> dict[str, str]:
        """The sides at which a stone of this level lies, and its colour there."""
        found = {}
        for side, (right, up) in SIDES.items():
            beside = self.stones.get((level, (place[0] + right, place[1] + up)))
            if beside:
                found[side] = colours(beside.stone, beside.face, beside.turn)[OPPOSITE[side]]
        return found

    def sato(self, level: int, place: Place) -> bool:
        """Whether three stones of this level have their tips here."""
        return (
            sum(
                at == level and place in tips(centre, each.turn) for (at, centre), each in self.stones.items()
            )
            == 3
        )

    def level_of(self, point: str) -> int | None:
        """The level on which a stone could lie here next; None where none could."""
        place = place_of(point)
        over = [level + 1 for level in range(4) if self.sato(level, place)]
        level = max(over, default=0)
        if (level, place) in self.stones or (not over and point[-1] in "ew"):
            return None
        needed = min(len(self.stones), 2)
        return level if level or len(self.around(0, place)) >= needed else None

    def points(self) -> Iterator[str]:
        """The names of all cells and of all their corners."""
        for column in range(self.columns):
            for row in range(1, self.rows + 1):
                yield from (f"{chr(ord('a') + column)}{row}{corner}" for corner in ("", "e", "w"))

    def open_points(self) -> list[tuple[str, int]]:
        """Where the next stone could lie if it fits, and on which level."""
        levels = ((point, self.level_of(point)) for point in self.points())
        return [(point, level) for point, level in levels if level is not None]

    def ways(self, stone: str, point: str) -> list[tuple[str, int]]:
        """The faces and turns in which a stone matches all that it would touch here."""
        level = self.level_of(point)
        if level is None:
            return []
        around = self.around(level, place_of(point))
        return [
            (face, turn)
            for face, turn in WAYS
            if all(colours(stone, face, turn)[side] == colour for side, colour in around.items())
        ]

    def with_stone(self, laid: Lying) -> Table:
        """The table with one more stone."""
        return Table(self.columns, self.rows, {**self.stones, (laid.level, place_of(laid.point)): laid})

    def made_by(self, laid: Lying) -> set[str]:
        """The colours of the satos that this stone would make."""
        after = self.with_stone(laid)
        place = place_of(laid.point)
        letters = laid.stone if laid.face == "w" else laid.stone[0] + laid.stone[2] + laid.stone[1]
        return {
            letter
            for tip, letter in zip(tips(place, laid.turn), letters, strict=True)
            if after.sato(laid.level, tip)
        }
