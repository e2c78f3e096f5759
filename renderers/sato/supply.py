"""The stones beside the board in Sato's pictures: the supplies of both seats, and the stack."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from games.game import Seat
from games.sato import Drew, Stone, Took, View, stone_name
from games.sato.position import Supply
from renderers.canvas import FINGER, Box, Corners
from renderers.plates import Side, seated
from renderers.sato.choice import Choice
from renderers.sato.signs import Count, Fresh, Key, Label, Lit, Note, Ring
from renderers.sato.stamps import Item, Patch, Stamp, cell_corners
from renderers.sato.stones import Back, Shadow, alone
from renderers.sato.table import Framing, half_height, middle_of, plan_of
from renderers.theme import Style


class Grid(NamedTuple):
    """How many stones lie side by side, and how large."""

    columns: int
    rows: int
    edge: int
    """Pixels of an edge of a stone."""


LARGEST, SMALLEST = 60, 10  # pixels of an edge of a stone
NAMED = 40  # of one that bears its name on the far side, where it is seldom chosen
TEXTS = (36, 28, 26, 24, 22, 18, 14)  # font sizes of names
TEXT = 28  # that of all but the largest lettering, at most
NAME_WIDE = 1.2  # edges of a stone that a name in its middle takes, in parts of its font size
BETWEEN = 5  # pixels from a stone to the next
WIDEST = 4  # edges of a stone from the middle of one to that of the next, at most: few stay together
KEY_MORE = 4  # pixels of an edge by which a key is seen around a stone without a name

PILE_EDGE = 34
PILE_TEXT = 28  # font size of the number of its stones


@lru_cache(maxsize=256)
def grid_for(count: int, size: tuple[int, int]) -> Grid:
    """The grid in which stones are largest; each has room for a finger, if they are not too many."""
    (width, height), shapes = size, [(columns, -(-count // columns)) for columns in range(1, count + 1)]
    touched = [(across, down) for across, down in shapes if min(width // across, height // down) >= FINGER]
    grids = [Grid(*shape, _edge(width // shape[0], height // shape[1])) for shape in touched or shapes]
    return max(grids, key=lambda grid: grid.edge)


def _edge(width: int, height: int) -> int:
    """Of the largest stone in such a place."""
    edges = range(LARGEST, SMALLEST, -1)
    fits = (e for e in edges if 2 * e <= width - BETWEEN and 2 * half_height(e) <= height - BETWEEN)
    return next(fits, SMALLEST)


def text_in(edge: int, most: int = TEXT) -> int:
    """Font size of the name in the middle of a stone; 0 if there is no room for it."""
    return next((text for text in TEXTS if text <= most and NAME_WIDE * text <= edge), 0)


def supply(
    view: View, choice: Choice, seat: Seat, side: Side, style: Style, framing: Framing | None
) -> Iterator[Patch]:
    """The stones of a seat with their names; those that are hidden are one pile."""
    fresh = _fresh(view)
    for stone, slot in _slots(view, seat, side, style, framing):
        if stone is Stone.UNKNOWN:
            yield slot.pile(view.supplies[seat].count(stone))
        else:
            yield slot.stone(stone, choice if choice.seat == seat else None, fresh=stone in fresh)


def place_of(view: View, seat: Seat, stone: Stone, style: Style, framing: Framing | None) -> Corners:
    """Around a stone of a seat, or the pile that it is in."""
    side = next(side for side, one in seated(view) if one == seat)
    places = dict(_slots(view, seat, side, style, framing))
    return places[stone if stone in places else Stone.UNKNOWN].corners


def _slots(
    view: View, seat: Seat, side: Side, style: Style, framing: Framing | None
) -> Iterator[tuple[Stone, _Slot]]:
    """The known stones and the pile of the others, each with its place."""
    stones = view.supplies[seat]
    things = sorted(set(stones), key=lambda stone: (stone is Stone.UNKNOWN, stones.index(stone)))
    if not things:
        return
    area = plan_of(view, framing and framing.most).supply(side)
    grid = grid_for(framing.most if framing else len(things), area.size)
    text = text_in(grid.edge, style.text(TEXT))
    if text < style.smallest or (side and grid.edge < NAMED) or framing:
        text = 0
    width = min(area.size[0] // grid.columns, WIDEST * grid.edge)
    height = min(area.size[1] // grid.rows, max(3 * grid.edge, FINGER))
    begin = area.left + (area.size[0] - grid.columns * width) // 2
    above = area.top if side else area.bottom - grid.rows * height
    for place, stone in enumerate(things):
        left, top = begin + place % grid.columns * width, above + place // grid.columns * height
        yield stone, _Slot(Box(left, top, left + width, top + height), grid.edge, text)


def _fresh(view: View) -> set[Stone]:
    drawn = {drew.stone for drew in view.trail if isinstance(drew, Drew)}
    return drawn | {took.laid.stone for took in view.trail if isinstance(took, Took)}


class _Slot:
    """Room for a stone with its name in its middle."""

    def __init__(self, box: Box, edge: int, text: int) -> None:
        """`text`: font size of the name, 0 for none."""
        self._box, self._edge, self._text = box, edge, text
        self._high = half_height(edge)
        self._x, self._y = middle_of(box)

    @property
    def corners(self) -> Corners:
        return cell_corners(self._edge, self._x, self._y)

    def pile(self, count: int) -> Patch:
        """Hidden stones: one for all, with their number."""
        return Patch(self._box, (Item(Back(self._edge, str(count)), self._x, self._y),))

    def stone(self, stone: Stone, choice: Choice | None, *, fresh: bool) -> Patch:
        """A stone; its name, or itself where it bears none, is on a key if it is `choice` to lay it."""
        chosen = choice is not None and choice.stone == stone
        on_key = choice is not None and choice.fits(stone)
        bare_key = on_key and not self._text
        below: Stamp = Lit(self._edge + KEY_MORE, "", 0, band=False) if bare_key else Shadow(self._edge, 0)
        stamps: list[Stamp] = [below, alone(stone, self._edge)]
        if chosen:
            stamps.append(Ring(self._edge, "chosen"))
        name = stone_name(stone)
        if self._text:
            key = Key(name, self._text, pressed=chosen) if on_key else Label(name, self._text)
            stamps.append(key)
        items = [Item(stamp, self._x, self._y) for stamp in stamps]
        if fresh:
            right, up = round(self._edge * 0.75), round(self._high * 0.75)
            items.append(Item(Fresh(max(8, self._edge // 4)), self._x + right, self._y - up))
        return Patch(self._box, tuple(items), (name,) if on_key else ())


def pile(stack: Supply, box: Box) -> Patch:
    """The stack: its top stone as far as it is known, and beside it how many stones there are."""
    (x, y), edge, count = middle_of(box), PILE_EDGE, str(len(stack))
    if not stack:
        return Patch(box, (Item(Ring(edge, "gone"), x, y), Item(Note(count, PILE_TEXT), x, y)))
    y -= 4
    items = [
        Item(Back(edge, ""), x + 4 * below, y + 5 * below) for below in range(min(len(stack), 3) - 1, 0, -1)
    ]
    if stack[0] is Stone.UNKNOWN:
        return Patch(box, (*items, Item(Back(edge, count), x, y)))
    name = Item(Label(stone_name(stack[0]), text_in(edge)), x, y)
    number = Item(Count(count, PILE_TEXT), x + edge + 24, y + edge // 2)
    return Patch(box, (*items, Item(alone(stack[0], edge), x, y), name, number))
