"""What there is to see in a view of Sato: the parts of its picture."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from PIL import Image

from games.sato import Placed, Took, View, dots_of
from games.words import Words
from renderers.canvas import Drawing, Flight, Part, Region, assembled, region
from renderers.plates import Plate, name_of, seated, standing
from renderers.sato.board import Board, lens_through
from renderers.sato.choice import Choice
from renderers.sato.signs import Dot, Owner
from renderers.sato.stamps import Item, Patch, cell_corners
from renderers.sato.supply import pile, place_of, supply
from renderers.sato.table import Framing, empty_tray, middle_of, plan_of
from renderers.theme import Style, Theme


def paint(
    theme: Theme, view: View, names: tuple[str, str], chosen: Words | None, framing: Framing | None = None
) -> Image.Image:
    """The picture of a view, mode P."""
    tray = empty_tray(plan_of(view, theme.style))
    return assembled(theme, tray, scene(view, names, chosen, theme.style, framing))


def flights(theme: Theme, before: View, after: View, framing: Framing) -> Iterator[Flight]:
    """The stones that are laid, and those that are taken back."""
    old, new = set(before.layout.stones), set(after.layout.stones)
    bare, lens = empty_tray(plan_of(before, theme.style)), framing.lens
    for event in after.trail:
        if isinstance(event, Placed | Took):
            view, changed = (before, new - old) if isinstance(event, Placed) else (after, old - new)
            if event.laid not in changed:
                continue
            beside = place_of(view, event.seat, event.laid.stone, theme.style, framing)
            there = cell_corners(lens.edge, *lens.at(event.laid.point, event.laid.level))
            yield Flight(beside, there, bare) if view is before else Flight(there, beside)


def framing(views: Sequence[View], style: Style) -> Framing:
    """As the widest table of these views needs it, and the fullest supply."""
    laid = [view for view in views if view.layout.stones] or views
    most = max(len(set(supply)) for view in views for supply in view.supplies)
    return Framing(lens_through(laid, style), most)


def regions(theme: Theme, view: View, chosen: Words) -> Iterator[Region]:
    """The stones and ways that can be chosen, and the places on the table where it is seen whole."""
    choice = Choice(view, chosen)
    board = Board(view, choice, theme.style)
    tiles = chain(_supplies(view, choice, theme.style), board.vignettes() if choice.offered else ())
    yield from (region(tile.words, tile.box) for tile in tiles if tile.words)
    if not choice.offered:
        yield from board.regions()


def scene(
    view: View, names: tuple[str, str], chosen: Words | None, style: Style, framing: Framing | None = None
) -> Iterator[Part | Drawing]:
    """All parts of the picture."""
    choice, plan = Choice(view, chosen), plan_of(view, style)
    for side, seat in seated(view):
        stands = standing(view, seat, asked=chosen is not None)
        yield Plate(side, seat, name_of(names, seat), stands, str(view.scores[seat]))
        box = plan.head(side)
        x, y = middle_of(box)
        yield Patch(box, (Item(Owner(16, seat), x - 22, y), Item(Dot(16, dots_of(seat)), x + 22, y)))
    yield from _supplies(view, choice, style, framing)
    if plan.stack:
        yield pile(view.stack, plan.pile)
    board = Board(view, choice, style, framing and framing.lens)
    yield from board.vignettes() if choice.offered else board.whole()


def _supplies(view: View, choice: Choice, style: Style, framing: Framing | None = None) -> Iterator[Patch]:
    for side, seat in seated(view):
        yield from supply(view, choice, seat, side, style, framing)
