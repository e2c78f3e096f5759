"""Sato once more, slowly: straight from the rule sheet, without the engine's code or its ideas.

Points are (2x, 2y/sqrt(3)) in edge lengths. A stone is six triangles, six edges and three tips. It lies on
the table if its triangles do; stones of a level touch where they share an edge; dots are hidden where
triangles lie above triangles. Every stone is tried with every face and turn at every point on every level.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

Place = tuple[int, int]
Triangle = frozenset[Place]
Edge = frozenset[Place]

AROUND = ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1))


@dataclass(frozen=True)
class Hexagon:
    """A stone somewhere, or a place for one."""

    level: int
    centre: Place

    def corner(self, number: int) -> Place:
        step = AROUND[number % 6]
        return self.centre[0] + step[0], self.centre[1] + step[1]

    def edge(self, number: int) -> Edge:
        return frozenset((self.corner(number), self.corner(number + 1)))

    def edges(self) -> list[Edge]:
        return [self.edge(number) for number in range(6)]

    def triangles(self) -> set[Triangle]:
        return {edge | {self.centre} for edge in self.edges()}


@dataclass(frozen=True)
class Piece(Hexagon):
    """A stone that lies: its name, the letter of its face, and its turn."""

    name: str
    face: str
    turn: int

    def shown(self) -> str:
        return self.name if self.face == "w" else self.name[0] + self.name[2] + self.name[1]

    def tips(self) -> dict[Place, str]:
        return {self.corner(self.turn + 2 * place): colour for place, colour in enumerate(self.shown())}

    def painted(self) -> dict[Edge, str]:
        """The colours of the edges: a rhombus owns the two that meet at its tip."""
        return {edge: colour for tip, colour in self.tips().items() for edge in self.edges() if tip in edge}

    def rhombi(self) -> list[set[Triangle]]:
        return [{triangle for triangle in self.triangles() if tip in triangle} for tip in self.tips()]


class Table:
    """A table of columns x rows with pieces on it."""

    def __init__(self, columns: int, rows: int, pieces: Iterable[Piece]) -> None:
        self.points = dict(named_points(columns, rows))
        self.pieces = list(pieces)
        cells = [spot for name, spot in self.points.items() if name[-1].isdigit()]
        self.cells = set(cells)
        self.surface = {triangle for spot in cells for triangle in Hexagon(0, spot).triangles()}
        self.painted = [(piece.level, piece.painted()) for piece in self.pieces]
        self.filled = {(piece.level, triangle) for piece in self.pieces for triangle in piece.triangles()}

    def tips_at(self, level: int, spot: Place) -> list[str]:
        """The colours of the tips that meet here."""
        return [piece.tips()[spot] for piece in self.pieces if piece.level == level and spot in piece.tips()]

    def satos(self) -> set[tuple[int, Place]]:
        tips = Counter((piece.level, tip) for piece in self.pieces for tip in piece.tips())
        return {spot for spot, count in tips.items() if count == 3}

    def room(self, place: Hexagon) -> bool:
        """Whether a stone has room here: on the table, or on a sato, and not inside another stone."""
        mine = place.triangles()
        if not mine <= self.surface:
            return False
        if any((place.level, triangle) in self.filled for triangle in mine):
            return False
        if place.level == 0:
            return place.centre in self.cells
        return len(self.tips_at(place.level - 1, place.centre)) == 3

    def matches(self, piece: Piece) -> bool:
        """The rule of the edges, and on the table of the number of neighbours."""
        mine, touching = piece.painted(), 0
        for level, theirs in self.painted:
            for edge in mine.keys() & theirs.keys() if level == piece.level else ():
                touching += 1
                if mine[edge] != theirs[edge]:
                    return False
        return piece.level > 0 or touching >= min(len(self.pieces), 2)

    def legal(self, names: Iterable[str]) -> set[str]:
        """The notations of the legal placements of these stones."""
        highest = max((piece.level for piece in self.pieces), default=0)
        places = [
            (point, Hexagon(level, spot))
            for point, spot in self.points.items()
            for level in range(highest + 2)
            if self.room(Hexagon(level, spot))
        ]
        return {
            f"{name} {point} {face}{turn}"
            for name in names
            for point, place in places
            for face in "wb"
            for turn in range(6)
            if self.matches(Piece(place.level, place.centre, name, face, turn))
        }

    def dots(self, face: str) -> int:
        """The dots of this colour on rhombi that nothing lies on."""
        return sum(
            not any(above.triangles() & rhombus for above in self.pieces if above.level > piece.level)
            for piece in self.pieces
            if piece.face == face
            for rhombus in piece.rhombi()
        )


def named_points(columns: int, rows: int) -> Iterator[tuple[str, Place]]:
    """The cells and their east and west corners, by name."""
    for column in range(columns):
        for row in range(rows):
            name, x, y = f"{'abcdefghijklm'[column]}{row + 1}", 3 * column, 2 * row + column % 2
            yield name, (x, y)
            yield name + "e", (x + 2, y)
            yield name + "w", (x - 2, y)
