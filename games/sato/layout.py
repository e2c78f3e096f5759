"""What lies on the table, for those who play: stones by level and point, satos, dots, and open points.

`games.sato.board` keeps the same in numbers, and knows what follows when a stone is laid or lifted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import NamedTuple

from games.game import IllegalMove
from games.sato.board import Board, bare
from games.sato.lattice import Point, corners, facing, neighbours, point_name, supports
from games.sato.moves import Lay
from games.sato.stones import (
    DOTS,
    TURNS,
    Colour,
    Face,
    Stone,
    colour_letter,
    colours,
    edge_colours,
    stone_name,
    tip_corners,
)
from games.sato.ways import (
    OF_STONE,
    Ways,
    colours_along,
    face_of,
    number,
    numbers_of,
    of_stone,
    of_stones,
    stone_of,
    turn_of,
)
from games.words import Tree

Spot = tuple[int, Point]
"""A level (0 is the table) and a point."""


@dataclass(frozen=True, slots=True, order=True)
class Laid:
    """A stone in the layout; sorted from the table upwards."""

    level: int
    point: Point
    stone: Stone
    face: Face
    turn: int

    @property
    def spot(self) -> Spot:
        """Where it lies."""
        return self.level, self.point

    @property
    def edges(self) -> tuple[Colour, ...]:
        """The colours along its edges 0 to 5."""
        return edge_colours(self.stone, self.face, self.turn)


@dataclass(frozen=True, slots=True, order=True)
class SatoSpot:
    """A sato: three stones of one level have their tips at this point, a hexagon of one colour around it."""

    level: int
    """That of its three stones."""
    point: Point
    colour: Colour


class OpenSpot(NamedTuple):
    """A spot where a stone could lie, as far as it is the point's business."""

    level: int
    point: Point
    touching: int
    """Stones of the same level that share an edge with it."""
    fits: Ways
    """All that matches along these edges, whosever stone it is."""


@dataclass(frozen=True, slots=True)
class Layout:
    """The stones that lie on a table. Built by laying and lifting; legality is the caller's business."""

    board: Board
    """The same in numbers."""

    def __repr__(self) -> str:
        return f"Layout({self.stones})"

    @classmethod
    def empty(cls, cells: frozenset[Point]) -> Layout:
        """A bare table of these cells."""
        return cls(bare(cells))

    @property
    def cells(self) -> frozenset[Point]:
        """The centres of the table's cells."""
        return self.board.grid.table

    @property
    def stones(self) -> tuple[Laid, ...]:
        """From the table upwards, then by point."""
        return tuple(map(self._laid, sorted(self.board.stones)))

    @property
    def satos(self) -> tuple[SatoSpot, ...]:
        """Every sato, free or covered, from the table upwards, then by point."""
        return tuple(sorted(map(self._sato, self.board.satos())))

    def at(self, level: int, point: Point) -> Laid | None:
        """The stone on this spot, if any."""
        spot = self.board.grid.spot(level, point)
        return self._laid(spot) if spot in self.board.stones else None

    def top(self, point: Point) -> Laid | None:
        """The highest of the stones centred at this point, if any."""
        board = self.board
        spot = max((spot for spot in board.grid.spots(point) if spot in board.stones), default=None)
        return None if spot is None else self._laid(spot)

    def sato_below(self, laid: Laid) -> SatoSpot | None:
        """The sato that a stone lies on; None for a stone on the table."""
        return self._sato(self.board.grid.spot(*laid.spot)) if laid.level else None

    def satos_of(self, laid: Laid) -> tuple[SatoSpot, ...]:
        """The satos that have a rhombus of this stone, in the order of its tips."""
        board = self.board
        above = board.grid.above[board.grid.spot(laid.level, laid.point)]
        satos = [
            SatoSpot(laid.level, corners(laid.point)[corner], colour)
            for corner, colour in zip(tip_corners(laid.turn), colours(laid.stone, laid.face), strict=True)
            if above[corner] in board.openings or above[corner] in board.stones
        ]
        return tuple(satos)

    def is_covered(self, sato: SatoSpot) -> bool:
        """Whether a stone lies on it; if not, the sato is free."""
        return self.board.grid.spot(sato.level + 1, sato.point) in self.board.stones

    def dots(self, face: Face) -> int:
        """The dots of this colour that can be seen: a stone on a sato hides as many as it shows."""
        visible = DOTS * sum(spot in self.board.grid.cells for spot in self.board.stones)
        return (visible + (self.board.lead if face is Face.BLACK else -self.board.lead)) // 2

    def takeable(self, level: int) -> tuple[Laid, ...]:
        """The stones up to this level that are in no sato (Sato, take rule), from the table upwards."""
        return tuple(map(self._laid, sorted(self.board.takeable(level))))

    def openings(self) -> Iterator[OpenSpot]:
        """The spots where the next stone may lie if it fits, in no particular order.

        These are the free satos, and the cells with as many neighbours as the next stone needs.
        """
        return map(self._open_spot, self.board.openings)

    def open_at(self, point: Point) -> int | None:
        """The number of the empty cell or free sato at this point."""
        board, cells = self.board, self.board.grid.cells
        for spot in board.grid.spots(point):
            if spot in board.openings or (spot in cells and spot not in board.stones):
                return spot
        return None

    def opening(self, point: Point) -> OpenSpot | None:
        """The empty cell or free sato at this point, however many neighbours it has."""
        spot = self.open_at(point)
        return None if spot is None else self._open_spot(spot)

    def may_make_or_cover(self, supply: Sequence[Stone]) -> bool:
        """Whether one of these stones, laid next, can make a sato or cover one."""
        board, owned = self.board, of_stones(supply)
        return any(  # what fits between two tips of one colour has a tip there itself
            each.fits & owned and (board.free(spot) or each.even or each.odd)
            for spot, each in board.openings.items()
        )

    def placed(self, lay: Lay) -> Laid | None:
        """The stone of a placement as it would lie; None if its point is not open."""
        spot = self.open_at(lay.point)
        if spot is None:
            return None
        return Laid(self.board.grid.level(spot), lay.point, lay.stone, lay.face, lay.turn)

    def lay(self, laid: Laid) -> Layout:
        """The layout with one more stone on a spot that is open."""
        spot, way = self.board.grid.spot(*laid.spot), number(laid.stone, laid.face, laid.turn)
        return Layout(self.board.lay(spot, way))

    def lift(self, laid: Laid) -> Layout:
        """The layout without this stone, which must be in no sato."""
        return Layout(self.board.lift(self.board.grid.spot(*laid.spot)))

    def _laid(self, spot: int) -> Laid:
        grid, way = self.board.grid, self.board.stones[spot]
        return Laid(grid.level(spot), grid.point(spot), stone_of(way), face_of(way), turn_of(way))

    def _open_spot(self, spot: int) -> OpenSpot:
        grid, fits = self.board.grid, self.board.opening(spot).fits
        return OpenSpot(grid.level(spot), grid.point(spot), self.board.touching(spot), fits)

    def _sato(self, spot: int) -> SatoSpot:
        """The sato below a spot; each stone of it has its tip there."""
        grid, stones = self.board.grid, self.board.stones
        corner, below = next((corner, at) for corner, at in enumerate(grid.below[spot]) if at in stones)
        colour = colours_along(stones[below])[facing(corner)]
        return SatoSpot(grid.level(spot) - 1, grid.point(spot), colour)


def placements(layout: Layout, supply: Sequence[Stone]) -> tuple[Lay, ...]:
    """Every legal placement: by stone, by point in reading order, white before black, by turn."""
    spots = _spots(layout, supply)
    lays: list[Lay] = []
    for stone in supply:
        ways = OF_STONE[stone]
        for point, fits in spots:
            if fits & ways:
                lay = _every_way(stone, point)
                lays += [lay[number] for number in numbers_of(fits, stone)]
    return tuple(lays)


@lru_cache(maxsize=8192)
def _every_way(stone: Stone, point: Point) -> tuple[Lay, ...]:
    """The twelve ways to lay a stone at a point, by face and turn; they are the same in every position.

    All of a medium table are kept; of a large one there are 15,000.
    """
    return tuple(Lay(stone, point, face, turn) for face in Face for turn in range(TURNS))


def grown(layout: Layout, supply: Sequence[Stone]) -> dict[str, Tree]:
    """The words of the same placements: the stones, and what follows one when it is asked for."""
    spots = _spots(layout, supply)
    return {
        (name := stone_name(stone)): Tree((name,), grow=partial(_points, stone, spots))
        for stone in supply
        if any(of_stone(fits, stone) for _, fits in spots)
    }


def _points(stone: Stone, spots: Sequence[tuple[Point, Ways]]) -> dict[str, Tree]:
    """The words that follow a stone."""
    return {
        (name := point_name(point)): Tree((stone_name(stone), name), grow=partial(_ways, stone, point, fits))
        for point, fits in spots
        if of_stone(fits, stone)
    }


def _ways(stone: Stone, point: Point, fits: Ways) -> dict[str, Tree]:
    """The words that follow a stone and a point."""
    lays = [Lay(stone, point, face, turn) for face, turn in of_stone(fits, stone)]
    written = [tuple(str(lay).split()) for lay in lays]
    return {words[-1]: Tree(words, lay) for words, lay in zip(written, lays, strict=True)}


def _spots(layout: Layout, supply: Sequence[Stone]) -> list[tuple[Point, Ways]]:
    """Where something of the supply fits, in reading order, and all that fits there."""
    board, owned = layout.board, of_stones(supply)
    point_of, order = board.grid.point, board.grid.reading.__getitem__
    fitting = [spot for spot, opening in board.openings.items() if opening.fits & owned]
    return [(point_of(spot), board.openings[spot].fits & owned) for spot in sorted(fitting, key=order)]


def any_fits(layout: Layout, supply: Sequence[Stone]) -> bool:
    """Whether there is a legal placement at all."""
    return layout.board.fits_any(of_stones(supply))


def objection_to_laying(layout: Layout, lay: Lay) -> IllegalMove | None:
    """Why the rules forbid anybody to lay this stone there; None if they do not.

    Reasons and their facts: `no_such_turn` (turn), `off_the_table` (point), `occupied` (point),
    `no_free_sato` (point), `too_few_neighbours` (point, neighbours, needed), and `colours_differ`
    (point, edge 0 to 5, colour and neighbour_colour as letters, neighbour as a point).
    """
    if not 0 <= lay.turn < TURNS:
        return IllegalMove("no_such_turn", turn=lay.turn)
    board, spot = layout.board, layout.open_at(lay.point)
    if spot is None:
        return _nothing_open(layout, lay.point)
    if spot not in board.openings:
        point = point_name(lay.point)
        return IllegalMove(
            "too_few_neighbours", point=point, neighbours=board.touching(spot), needed=board.needed
        )
    if not board.openings[spot].fits >> number(lay.stone, lay.face, lay.turn) & 1:
        return _difference(layout, lay, board.grid.level(spot))
    return None


def _nothing_open(layout: Layout, point: Point) -> IllegalMove:
    """Why no stone can lie at this point."""
    if not layout.cells.issuperset(supports(point)):
        reason = "off_the_table"
    else:
        reason = "occupied" if layout.top(point) else "no_free_sato"
    return IllegalMove(reason, point=point_name(point))


def _difference(layout: Layout, lay: Lay, level: int) -> IllegalMove:
    """The first edge where the colours differ, counted from the east corner anticlockwise."""
    shown = edge_colours(lay.stone, lay.face, lay.turn)
    around = [layout.at(level, centre) for centre in neighbours(lay.point)]
    edge, neighbour = next(
        (edge, neighbour)
        for edge, neighbour in enumerate(around)
        if neighbour and neighbour.edges[facing(edge)] != shown[edge]
    )
    return IllegalMove(
        "colours_differ",
        point=point_name(lay.point),
        edge=edge,
        colour=colour_letter(shown[edge]),
        neighbour=point_name(neighbour.point),
        neighbour_colour=colour_letter(neighbour.edges[facing(edge)]),
    )
