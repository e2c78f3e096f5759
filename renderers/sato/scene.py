"""What there is to see in a view of Sato: the parts of its picture."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import chain

from PIL import Image

from games.sato import View, dots_of
from renderers.canvas import Drawing, Part, Region, assembled, region
from renderers.plates import Plate, name_of, seated, standing
from renderers.sato.board import Board, lens_through
from renderers.sato.choice import Choice
from renderers.sato.signs import Dot, Owner
from renderers.sato.stamps import Item, Patch
from renderers.sato.supply import pile, supply
from renderers.sato.table import Lens, empty_tray, middle_of, plan_of
from renderers.theme import Style, Theme


def paint(
    theme: Theme, view: View, names: tuple[str, str], chosen: tuple[str, ...], lens: Lens | None = None
) -> Image.Image:
    """The picture of a view, mode P. `chosen`: the words chosen so far of the viewer's next move."""
    tray = empty_tray(plan_of(view, theme.style))
    return assembled(theme, tray, scene(view, names, chosen, theme.style, lens))


def steady(theme: Theme, views: Sequence[View]) -> Callable[..., Image.Image]:
    """`paint` for views that are seen in turn: the table is always seen as the widest of them needs it."""
    laid = [view for view in views if view.layout.stones]
    return partial(paint, lens=lens_through(laid, theme.style)) if laid else paint


def regions(theme: Theme, view: View, chosen: tuple[str, ...]) -> Iterator[Region]:
    """The stones and ways that can be chosen, and the places on the table where it is seen whole."""
    choice = Choice(view, chosen)
    board = Board(view, choice, theme.style)
    tiles = chain(_supplies(view, choice, theme.style), board.vignettes() if choice.offered else ())
    yield from (region(tile.words, tile.box) for tile in tiles if tile.words)
    if not choice.offered:
        yield from board.regions()


def scene(
    view: View, names: tuple[str, str], chosen: tuple[str, ...], style: Style, lens: Lens | None = None
) -> Iterator[Part | Drawing]:
    """All parts of the picture."""
    choice, plan = Choice(view, chosen), plan_of(view, style)
    for side, seat in seated(view):
        yield Plate(side, seat, name_of(names, seat), standing(view, seat), str(view.scores[seat]))
        box = plan.head(side)
        x, y = middle_of(box)
        yield Patch(box, (Item(Owner(16, seat), x - 22, y), Item(Dot(16, dots_of(seat)), x + 22, y)))
    yield from _supplies(view, choice, style)
    if plan.stack:
        yield pile(view.stack, plan.pile)
    board = Board(view, choice, style, lens)
    yield from board.vignettes() if choice.offered else board.whole()


def _supplies(view: View, choice: Choice, style: Style) -> Iterator[Patch]:
    for side, seat in seated(view):
        yield from supply(view, choice, seat, side, style)
