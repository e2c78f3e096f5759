"""Where a stone may be laid, and why not (Sato, rule 2)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial

from games.game import IllegalMove
from games.sato import ways
from games.sato.lattice import Point, facing, neighbours, point_name, reading_order, supports
from games.sato.layout import Layout, Opening
from games.sato.moves import Lay
from games.sato.stones import TURNS, Face, Stone, colour_letter, edge_colours, stone_name
from games.sato.ways import Ways
from games.words import Tree


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


def objection(layout: Layout, lay: Lay) -> IllegalMove | None:
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
    for edge, centre in enumerate(neighbours(lay.point)):
        neighbour = layout.at(opening.level, centre)
        if neighbour and neighbour.edges[facing(edge)] != shown[edge]:
            return IllegalMove(
                "colours_differ",
                point=point_name(lay.point),
                edge=edge,
                colour=colour_letter(shown[edge]),
                neighbour=point_name(centre),
                neighbour_colour=colour_letter(neighbour.edges[facing(edge)]),
            )
    raise AssertionError("the stone fits")
