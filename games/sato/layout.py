"""What lies on the table: stones by level and point, satos, dots, and the points that are open.

A spot is a level and a point. Three facts of geometry hold it together:

- Two neighbouring points are never both satos of one level: they share two stones, and would ask each of
  these for tips at two neighbouring corners. So satos do not overlap, nor do the stones on them.
- A stone on a sato covers exactly the three stones of it, and they stay as long as the sato does, which
  is for ever: a stone in a sato is never taken. So below every stone all levels are full.
- Hence a point is open on one level at most. Were it open on two, the stones around it on the higher one
  would fill the lower one all around the point, and the sato there would be covered. Likewise a cell
  of the table under a higher sato is never empty. A point's name therefore says which level is meant.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache, partial
from operator import attrgetter
from typing import NamedTuple

from games.game import IllegalMove
from games.sato import ways
from games.sato.lattice import Point, corners, facing, neighbours, point_name, reading_order, supports
from games.sato.moves import Lay
from games.sato.stones import (
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
from games.sato.ways import Ways
from games.words import Tree

Spot = tuple[int, Point]
"""A level (0 is the table) and a point."""

NEIGHBOURS_NEEDED = (0, 1, 2)
"""On the table, for the first stone, the second, and every later one (Sato, rule a and its exception)."""


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

    @property
    def asks(self) -> tuple[Ways, ...]:
        """What stones across its edges 0 to 5 have to match."""
        return ways.across(self.stone, self.face, self.turn)

    @property
    def tips(self) -> tuple[Point, ...]:
        """The points of its three tips, in the order of `colours(stone, face)`."""
        return _tips(self.point, self.turn)


@cache
def _tips(point: Point, turn: int) -> tuple[Point, ...]:
    around = corners(point)
    return tuple(around[corner] for corner in tip_corners(turn))


@dataclass(frozen=True, slots=True, order=True)
class SatoSpot:
    """A sato: three stones of one level have their tips at this point, a hexagon of one colour around it."""

    level: int
    """That of its three stones."""
    point: Point
    colour: Colour


_SPOT = attrgetter("level", "point")


class Opening(NamedTuple):
    """A spot where a stone could lie, as far as it is the point's business."""

    level: int
    point: Point
    touching: int
    """Stones of the same level that share an edge with it."""
    fits: Ways
    """All that matches along these edges, whosever stone it is."""


class _Index(NamedTuple):
    """All that follows from the stones, kept up to date stone by stone."""

    stones: dict[Spot, Laid]
    satos: dict[Spot, SatoSpot]
    openings: dict[Point, Opening]


@dataclass(frozen=True, slots=True)
class Layout:
    """The stones that lie on a table. Built by laying and lifting; legality is the caller's business."""

    cells: frozenset[Point] = field(repr=False)
    """The centres of the table's cells."""
    stones: tuple[Laid, ...]
    """From the table upwards, then by point."""
    _index: _Index = field(compare=False, repr=False)

    @classmethod
    def empty(cls, cells: frozenset[Point]) -> Layout:
        """A bare table of these cells."""
        return cls(cells, (), _Index({}, {}, {}))

    @property
    def satos(self) -> tuple[SatoSpot, ...]:
        """Every sato, free or covered, from the table upwards, then by point."""
        return tuple(sorted(self._index.satos.values()))

    def at(self, level: int, point: Point) -> Laid | None:
        """The stone on this spot, if any."""
        return self._index.stones.get((level, point))

    def top(self, point: Point) -> Laid | None:
        """The highest of the stones centred at this point, if any."""
        return max((laid for laid in self.stones if laid.point == point), default=None)

    def sato_below(self, laid: Laid) -> SatoSpot | None:
        """The sato that a stone lies on; None for a stone on the table."""
        return self._index.satos.get((laid.level - 1, laid.point))

    def satos_of(self, laid: Laid) -> tuple[SatoSpot, ...]:
        """The satos that have a rhombus of this stone, in the order of its tips."""
        satos = self._index.satos
        return tuple([sato for tip in laid.tips if (sato := satos.get((laid.level, tip)))])

    def is_covered(self, sato: SatoSpot) -> bool:
        """Whether a stone lies on it; if not, the sato is free."""
        return (sato.level + 1, sato.point) in self._index.stones

    def dots(self, face: Face) -> int:
        """The dots of this colour that can be seen: a stone on a sato hides the three of the sato."""
        stones = self._index.stones
        return sum(
            (laid.level + 1, tip) not in stones
            for laid in self.stones
            if laid.face == face
            for tip in laid.tips
        )

    def takeable(self, level: int) -> tuple[Laid, ...]:
        """The stones up to this level that are in no sato (Sato, take rule).

        Nothing can lie on them: a stone lies on three stones of a sato, and on no others. Nor is there room
        for others of the same level around the point of a sato.
        """
        satos = self._index.satos.values()
        in_satos = {(sato.level, centre) for sato in satos for centre in corners(sato.point)}
        return tuple(laid for laid in self.stones if laid.level <= level and laid.spot not in in_satos)

    def openings(self) -> Iterable[Opening]:
        """The spots where the next stone may lie if it fits, in no particular order.

        These are the free satos, and the cells with as many neighbours as the next stone needs.
        """
        needed = self.neighbours_needed
        if not needed:
            return (Opening(0, point, 0, ways.ALL) for point in self.cells)
        return (spot for spot in self._index.openings.values() if spot.level or spot.touching >= needed)

    def opening(self, point: Point) -> Opening | None:
        """The empty cell or free sato at this point, however many neighbours it has."""
        known = self._index.openings.get(point)
        if known is None and point in self.cells and not self.at(0, point):
            return Opening(0, point, 0, ways.ALL)
        return known

    @property
    def neighbours_needed(self) -> int:
        """The neighbours that the next stone on the table needs.

        The layout never shrinks below the three stones of its first sato, so the number of stones tells
        the first and the second stone of the game from all others.
        """
        return NEIGHBOURS_NEEDED[min(len(self.stones), 2)]

    def lay(self, laid: Laid) -> Layout:
        """The layout with one more stone on a spot that is open."""
        known = self._index
        around = [known.stones.get((laid.level, centre)) for centre in neighbours(laid.point)]
        index = _Index({**known.stones, laid.spot: laid}, known.satos.copy(), known.openings.copy())
        index.openings.pop(laid.point, None)
        _touch(index.openings, self.cells, laid, around)
        for sato in _completed(laid, around):
            index.satos[sato.level, sato.point] = sato
            index.openings[sato.point] = _opening(index.stones, sato.level + 1, sato.point)
        stones = list(self.stones)
        insort(stones, laid, key=_SPOT)
        return Layout(self.cells, tuple(stones), index)

    def lift(self, laid: Laid) -> Layout:
        """The layout without this stone, which must be in no sato."""
        index = _Index(self._index.stones.copy(), self._index.satos, self._index.openings.copy())
        del index.stones[laid.spot]
        _release(index, self.cells, laid)
        return Layout(self.cells, tuple(other for other in self.stones if other != laid), index)


def _completed(laid: Laid, around: Sequence[Laid | None]) -> Iterator[SatoSpot]:
    """The satos that a stone completes with those across its edges.

    Each tip has two neighbours around it. All corners that meet there are even, or all are odd, so a
    neighbour has its tip there if it is turned by an even or odd number as well. That the three colours
    are equal follows from the edges between them.
    """
    shown = colours(laid.stone, laid.face)
    for corner, tip, colour in zip(tip_corners(laid.turn), laid.tips, shown, strict=True):
        right, left = around[corner - 1], around[corner]
        if right and left and right.turn % 2 == left.turn % 2 == laid.turn % 2:
            yield SatoSpot(laid.level, tip, colour)


def _touch(
    openings: dict[Point, Opening], cells: frozenset[Point], laid: Laid, around: Sequence[Laid | None]
) -> None:
    """Tell the openings along the edges of a stone that has just been laid what it asks for there."""
    level = laid.level
    for point, beside, asked in zip(neighbours(laid.point), around, laid.asks, strict=True):
        known = openings.get(point)
        if known is None:
            if level or point not in cells or beside:
                continue
            known = Opening(level, point, 0, ways.ALL)
        elif known.level != level:
            continue
        openings[point] = Opening(level, point, known.touching + 1, known.fits & asked)


def _release(index: _Index, cells: frozenset[Point], laid: Laid) -> None:
    """Bring the openings where a stone lay, and along its edges, up to date."""
    level = laid.level
    for point in (laid.point, *neighbours(laid.point)):
        ground = (level - 1, point) in index.satos if level else point in cells
        if not ground or (level, point) in index.stones:
            continue
        opening = _opening(index.stones, level, point)
        if level or opening.touching:
            index.openings[point] = opening
        else:
            index.openings.pop(point, None)


def _opening(stones: Mapping[Spot, Laid], level: int, point: Point) -> Opening:
    """What the neighbours on this level ask for."""
    fits, touching = ways.ALL, 0
    for edge, centre in enumerate(neighbours(point)):
        neighbour = stones.get((level, centre))
        if neighbour:
            touching += 1
            fits &= neighbour.asks[facing(edge)]
    return Opening(level, point, touching, fits)


def placements(layout: Layout, supply: Sequence[Stone]) -> tuple[Lay, ...]:
    """Every legal placement: by stone, by point in reading order, white before black, by turn."""
    spots = _spots(layout, supply)
    lays: list[Lay] = []
    for stone in supply:
        for point, fits in spots:
            if own := ways.numbers_of(fits, stone):
                lays += map(_every_way(stone, point).__getitem__, own)
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
        if any(ways.of_stone(fits, stone) for _, fits in spots)
    }


def _points(stone: Stone, spots: Sequence[tuple[Point, Ways]]) -> dict[str, Tree]:
    """The words that follow a stone."""
    return {
        (name := point_name(point)): Tree((stone_name(stone), name), grow=partial(_ways, stone, point, fits))
        for point, fits in spots
        if ways.of_stone(fits, stone)
    }


def _ways(stone: Stone, point: Point, fits: Ways) -> dict[str, Tree]:
    """The words that follow a stone and a point."""
    lays = [Lay(stone, point, face, turn) for face, turn in ways.of_stone(fits, stone)]
    written = [tuple(str(lay).split()) for lay in lays]
    return {words[-1]: Tree(words, lay) for words, lay in zip(written, lays, strict=True)}


def _spots(layout: Layout, supply: Sequence[Stone]) -> list[tuple[Point, Ways]]:
    """Where something of the supply fits, in reading order, and all that fits there."""
    owned = ways.of_stones(supply)
    spots = [(point, own) for _, point, _, fits in layout.openings() if (own := fits & owned)]
    return sorted(spots, key=lambda spot: reading_order(spot[0]))


def any_fits(layout: Layout, supply: Sequence[Stone]) -> bool:
    """Whether there is a legal placement at all."""
    owned = ways.of_stones(supply)
    return any(fits & owned for _, _, _, fits in layout.openings())


def objection_to_laying(layout: Layout, lay: Lay) -> IllegalMove | None:
    """Why the rules forbid to lay this stone there, whoever owns it; None if they do not.

    Reasons and their facts: `no_such_turn` (turn), `off_the_table` (point), `occupied` (point),
    `no_free_sato` (point), `too_few_neighbours` (point, neighbours, needed), and `colours_differ`
    (point, edge 0 to 5, colour and neighbour_colour as letters, neighbour as a point).
    """
    if not 0 <= lay.turn < TURNS:
        return IllegalMove("no_such_turn", turn=lay.turn)
    opening = layout.opening(lay.point)
    if opening is None:
        return _nothing_open(layout, lay.point)
    needed = layout.neighbours_needed
    if opening.level == 0 and opening.touching < needed:
        point = point_name(lay.point)
        return IllegalMove("too_few_neighbours", point=point, neighbours=opening.touching, needed=needed)
    if not opening.fits >> ways.number(lay.stone, lay.face, lay.turn) & 1:
        return _difference(layout, opening, lay)
    return None


def _nothing_open(layout: Layout, point: Point) -> IllegalMove:
    """Why no stone can lie at this point."""
    if not layout.cells.issuperset(supports(point)):
        reason = "off_the_table"
    else:
        reason = "occupied" if layout.top(point) else "no_free_sato"
    return IllegalMove(reason, point=point_name(point))


def _difference(layout: Layout, opening: Opening, lay: Lay) -> IllegalMove:
    """The first edge where the colours differ, counted from the east corner anticlockwise."""
    shown = edge_colours(lay.stone, lay.face, lay.turn)
    around = [layout.at(opening.level, centre) for centre in neighbours(lay.point)]
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
