"""What there is to see in a view of Sato: the parts of its picture."""

from __future__ import annotations

from collections.abc import Iterator

from games.game import Seat, other
from games.sato import View, dots_of
from renderers.canvas import Part
from renderers.plates import Plate, name_of, standing
from renderers.sato.board import Board
from renderers.sato.choice import Choice
from renderers.sato.signs import Dot
from renderers.sato.stamps import Item, Patch
from renderers.sato.supply import pile, supply
from renderers.sato.table import DOTS, PLATES, SIDES, Side, middle_of
from renderers.theme import PLAIN, Style


def scene(
    view: View, names: tuple[str, str], chosen: tuple[str, ...], style: Style = PLAIN
) -> Iterator[Part]:
    """All parts of the picture; a spectator sees what seat 0 sees."""
    choice, near = Choice(view, chosen), view.viewer or 0
    for side in SIDES:
        yield from _plate(view, names, near if side == 0 else other(near), side)
    for stones in supplies(view, choice, style):
        yield from stones
    if view.options.variant != "split":
        yield pile(view.stack)
    board = Board(view, choice, style)
    yield from board.vignettes() if choice.offered else board.whole()


def supplies(view: View, choice: Choice, style: Style) -> Iterator[Iterator[Patch]]:
    """The stones of both seats, the near one first."""
    near = view.viewer or 0
    for side in SIDES:
        yield supply(view, choice, near if side == 0 else other(near), side, style)


def _plate(view: View, names: tuple[str, str], seat: Seat, side: Side) -> Iterator[Part]:
    """Name and points, and beside them the dots that these points are for."""
    score = str(view.scores[seat])
    yield Plate(PLATES[side], "right", seat, name_of(names, seat), standing(view, seat), score)
    yield Patch(DOTS[side], (Item(Dot(dots_of(seat), 17), *middle_of(DOTS[side])),))
