"""What there is to see in a view of Sato: the parts of its picture."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PIL import Image

from games.game import Seat, other
from games.sato import Face, Placed, Took, View, dots_of
from games.sato.position import STONE_POINTS
from games.words import Words
from renderers import hints
from renderers.canvas import Box, Drawing, Flight, Part, Region, assembled, corners, region
from renderers.plates import Counted, Plate, name_of, seated, standing
from renderers.sato.board import Board, lens_through
from renderers.sato.choice import Choice
from renderers.sato.signs import Note, Owner
from renderers.sato.stamps import Item, Patch, cell_corners
from renderers.sato.supply import pile, place_of, supply
from renderers.sato.table import Framing, empty_tray, middle_of, plan_of
from renderers.theme import Style, Theme

WORTH, WORTH_APART = 28, 20  # font size of the points that a supply is worth, and pixels beside them


def paint(
    theme: Theme, view: View, names: tuple[str, str], chosen: Words | None, framing: Framing | None = None
) -> Image.Image:
    """The picture of a view, mode P."""
    tray = empty_tray(plan_of(view, framing and framing.most))
    return assembled(theme, tray, scene(view, names, chosen, theme.style, framing))


def flights(theme: Theme, before: View, after: View, framing: Framing | None = None) -> Iterator[Flight]:
    """The stones that are laid, and those that are taken back; none where the table is seen otherwise."""
    old, new = set(before.layout.stones), set(after.layout.stones)
    style, most = theme.style, framing and framing.most
    plan, later = (plan_of(view, most) for view in (before, after))
    bare, lens = empty_tray(plan), framing.lens if framing else lens_through((after,), later)
    if not framing and lens != lens_through((before,), plan):
        return
    for event in after.trail:
        if isinstance(event, Placed | Took):
            view, changed = (before, new - old) if isinstance(event, Placed) else (after, old - new)
            if event.laid not in changed:
                continue
            beside = place_of(view, event.seat, event.laid.stone, style, framing)
            there = cell_corners(lens.edge, *lens.at(event.laid.point, event.laid.level))
            yield Flight(beside, there, bare) if view is before else Flight(there, beside)


def framing(views: Sequence[View]) -> Framing:
    """As the widest table of these views needs it, and the fullest supply."""
    laid = [view for view in views if view.layout.stones] or views
    most = max(len(set(supply)) for view in views for supply in view.supplies)
    return Framing(lens_through(laid, plan_of(laid[0], most)), most)


def regions(theme: Theme, view: View, chosen: Words) -> Iterator[Region]:
    """The stones and ways that can be chosen, and the places on the table where it is seen whole."""
    choice = Choice(view, chosen)
    board = Board(view, choice, theme.style)
    stones = (tile for tile in _supplies(view, choice, theme.style) if tile.words)
    yield from (region(tile.words, tile.box, carried=True) for tile in stones)
    if choice.offered:
        yield from (region(tile.words, tile.box) for tile in board.vignettes() if tile.words)
    if not choice.offered:
        yield from board.regions()


def hint(theme: Theme, view: View, words: Words, chosen: Words) -> Iterator[Part]:
    """The stone in its supply, and as it is to lie on the table; or the stone that is taken back.

    Once a point is chosen as well, only that way to lay it.
    """
    choice = Choice(view, words)
    board = Board(view, Choice(view, chosen), theme.style)
    if Choice(view, chosen).offered:
        yield from hints.brackets(corners(tile.box) for tile in board.vignettes() if tile.words == words)
        return
    beside = [tile.box for tile in _supplies(view, choice, theme.style) if tile.words == words[:1]]
    yield from (board.laid(laid) for _, laid in choice.offered)
    places = [corners(box) for box in beside] + [board.around(*laid.spot) for _, laid in choice.offered]
    places += [board.around(*laid.spot) for laid in choice.takeable if laid.point == choice.point]
    yield from hints.brackets(places)


def scene(
    view: View, names: tuple[str, str], chosen: Words | None, style: Style, framing: Framing | None = None
) -> Iterator[Part | Drawing]:
    """All parts of the picture."""
    choice, plan = Choice(view, chosen), plan_of(view, framing and framing.most)
    for side, seat in seated(view):
        stands = standing(view, seat, asked=chosen is not None)
        counts: Counted = "white" if dots_of(seat) is Face.WHITE else "black"
        yield Plate(side, seat, name_of(names, seat), stands, str(view.scores[seat]), plan.size[1], counts)
        points = STONE_POINTS * len(view.supplies[seat])
        yield head(seat, points, plan.head(side), style, burnt=side == 0)
    yield from _supplies(view, choice, style, framing)
    if plan.stack:
        yield pile(view.stack, plan.pile)
    board = Board(view, choice, style, framing)
    yield from board.vignettes() if choice.offered else board.whole()


def head(seat: Seat, points: int, box: Box, style: Style, *, burnt: bool) -> Patch:
    """Whose stones these are, and the points that they are for the other seat as long as nobody lays them."""
    x, y = middle_of(box)
    if not points:
        return Patch(box, (Item(Owner(16, seat, burnt), x, y),))
    worth = Note(f"+{points}", style.text(WORTH), burnt)
    far = worth.reach[0] + WORTH_APART
    items = (
        Item(Owner(16, seat, burnt), x - far - WORTH_APART, y),
        Item(worth, x, y),
        Item(Owner(13, other(seat), burnt), x + far, y),
    )
    return Patch(box, items)


def _supplies(view: View, choice: Choice, style: Style, framing: Framing | None = None) -> Iterator[Patch]:
    for side, seat in seated(view):
        yield from supply(view, choice, seat, side, style, framing)
