"""What there is to see in a view of Sato: the parts of its picture."""

from __future__ import annotations

from collections.abc import Iterator

from games.game import Seat, other
from games.sato import View, dots_of
from renderers.canvas import Drawing, Part
from renderers.plates import SIDES, Plate, Side, name_of, standing
from renderers.sato.board import Board
from renderers.sato.choice import Choice
from renderers.sato.signs import Dot, Owner
from renderers.sato.stamps import Item, Patch
from renderers.sato.supply import pile, supply
from renderers.sato.table import Lens, Plan, middle_of, plan_of
from renderers.theme import PLAIN, Style


def scene(
    view: View,
    names: tuple[str, str],
    chosen: tuple[str, ...],
    style: Style = PLAIN,
    lens: Lens | None = None,
) -> Iterator[Part | Drawing]:
    """All parts of the picture; a spectator sees what seat 0 sees."""
    choice, near, plan = Choice(view, chosen), view.viewer or 0, plan_of(view, style)
    for side in SIDES:
        seat = near if side == 0 else other(near)
        score = str(view.scores[seat])
        yield Plate(side, seat, name_of(names, seat), standing(view, seat), score)
        yield _head(plan, side, seat)
    for stones in supplies(view, choice, style):
        yield from stones
    if plan.stack:
        yield pile(view.stack, plan.pile)
    board = Board(view, choice, style, lens)
    yield from board.vignettes() if choice.offered else board.whole()


def supplies(view: View, choice: Choice, style: Style) -> Iterator[Iterator[Patch]]:
    """The stones of both seats, the near one first."""
    near = view.viewer or 0
    for side in SIDES:
        yield supply(view, choice, near if side == 0 else other(near), side, style)


def _head(plan: Plan, side: Side, seat: Seat) -> Part:
    """Whose supply it is, and the dots that its points are for."""
    box = plan.head(side)
    x, y = middle_of(box)
    return Patch(box, (Item(Owner(seat, 16), x - 22, y), Item(Dot(dots_of(seat), 16), x + 22, y)))
