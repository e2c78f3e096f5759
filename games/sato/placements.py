"""Where a stone may be laid, and why not (Sato, rule 2)."""

from __future__ import annotations

from collections.abc import Sequence

from games.game import IllegalMove
from games.sato import ways
from games.sato.lattice import Point, facing, neighbours, point_name, reading_order, supports
from games.sato.layout import Layout, Opening
from games.sato.moves import Lay
from games.sato.stones import TURNS, Stone, colour_letter, edge_colours


def placements(layout: Layout, supply: Sequence[Stone]) -> tuple[Lay, ...]:
    """Every legal placement: by stone, by point in reading order, white before black, by turn."""
    owned = ways.of_stones(supply)
    spots = sorted(
        (reading_order(point), point, fits & owned) for _, point, _, fits in layout.openings() if fits & owned
    )
    return tuple(
        Lay(stone, point, face, turn)
        for stone in supply
        for _, point, fits in spots
        for face, turn in ways.of_stone(fits, stone)
    )


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
