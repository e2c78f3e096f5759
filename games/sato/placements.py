"""Where a stone may be laid, and why not (Sato, rule 2)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.game import IllegalMove
from games.sato import ways
from games.sato.lattice import facing, neighbours, point_name, reading_order, supports
from games.sato.layout import Layout, Opening
from games.sato.moves import Lay
from games.sato.stones import TURNS, Stone, colour_letter, edge_colours


def placements(layout: Layout, supply: Sequence[Stone]) -> Iterator[Lay]:
    """Every legal placement: by stone, by point in reading order, white before black, by turn."""
    openings = sorted(layout.openings(), key=lambda opening: reading_order(opening.point))
    for stone in supply:
        for opening in openings:
            for face, turn in ways.of_stone(opening.fits, stone):
                yield Lay(stone, opening.point, face, turn)


def any_fits(layout: Layout, supply: Sequence[Stone]) -> bool:
    """Whether there is a legal placement at all."""
    owned = ways.of_stones(supply)
    return any(opening.fits & owned for opening in layout.openings())


def objection(layout: Layout, lay: Lay) -> IllegalMove | None:
    """Why the rules forbid to lay this stone there, whoever owns it; None if they do not.

    Reasons and their facts: `no_such_turn` (turn), `off_the_table` (point), `occupied` (point),
    `no_free_sato` (point), `too_few_neighbours` (point, neighbours, needed), and `colours_differ`
    (point, edge 0 to 5, colour and neighbour_colour as letters, neighbour as a point).
    """
    if not 0 <= lay.turn < TURNS:
        return IllegalMove("no_such_turn", turn=lay.turn)
    point = point_name(lay.point)
    if not layout.cells.issuperset(supports(lay.point)):
        return IllegalMove("off_the_table", point=point)
    opening = layout.opening(lay.point)
    if opening is None:
        return IllegalMove("occupied" if layout.top(lay.point) else "no_free_sato", point=point)
    needed = layout.neighbours_needed
    if opening.level == 0 and opening.touching < needed:
        return IllegalMove("too_few_neighbours", point=point, neighbours=opening.touching, needed=needed)
    if not opening.fits >> ways.number(lay.stone, lay.face, lay.turn) & 1:
        return _difference(layout, opening, lay)
    return None


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
