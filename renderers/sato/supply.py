"""The stones beside the board in Sato's pictures: the supplies of both seats, and the stack."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from games.game import Seat
from games.sato import Drew, Face, Laid, Point, Stone, Took, View, stone_name
from games.sato.position import Supply
from renderers.canvas import FINGER, Box, Corners
from renderers.plates import Side, seated
from renderers.sato.choice import Choice
from renderers.sato.signs import Count, Fresh, Key, Lit, Note, Ring
from renderers.sato.stamps import Item, Patch, Stamp, cell_corners
from renderers.sato.stones import Back, Piece, Shadow, piece
from renderers.sato.table import Framing, half_height, middle_of, plan_of
from renderers.theme import Style


class Grid(NamedTuple):
    """How many stones lie side by side, and how large."""

    columns: int
    rows: int
    edge: int
    """Pixels of an edge of a stone."""
    text: int
    """Font size of the names below the stones; 0 where they would be too small to be read."""


LARGEST, PLENTY, SMALLEST = 42, 32, 10
"""Pixels of an edge of a stone: at most, as many as names need not give way for, and at least."""
TEXTS = (28, 26, 24, 22, 18, 14)  # font sizes of the names below the stones
READ = 26  # font size at which they are read on a phone
NAME_HIGH, NAME_WIDE = 1.36, 2.23  # height and width of a name on its key, in parts of its font size
BETWEEN = 5  # pixels from a stone to the next
WIDEST = 4  # edges of a stone from the middle of one to that of the next, at most: few stay together
KEY_MORE = 4  # pixels of an edge by which a key is seen around a stone without a name

PILE_EDGE = 32
PILE_TEXT = 28  # font size of the name of its top stone, and of their number


@lru_cache(maxsize=256)
def grid_for(count: int, size: tuple[int, int], smallest: int, *, near: bool) -> Grid:
    """The grid in which stones and names are largest, up to what is plenty and what is read on a phone.

    Each has room for a finger, if they are not too many. The far ones, which are seldom chosen, have names
    only if that leaves them large.
    """
    (width, height), shapes = size, [(columns, -(-count // columns)) for columns in range(1, count + 1)]
    touched = [(across, down) for across, down in shapes if min(width // across, height // down) >= FINGER]
    shapes = touched or shapes
    grids = [_grid(columns, rows, size, text) for columns, rows in shapes for text in TEXTS]
    best = max(
        grids, key=lambda grid: (min(grid.edge, PLENTY) + 1.5 * min(grid.text, READ), grid.text, grid.edge)
    )
    if best.text >= smallest and (near or best.edge >= PLENTY):
        return best
    bare = [_grid(columns, rows, size, 0) for columns, rows in shapes]
    return max(bare, key=lambda grid: grid.edge)


def _grid(columns: int, rows: int, size: tuple[int, int], text: int) -> Grid:
    """The largest stones with names of that size; 0 stands for none, and for no room."""
    width, height = size[0] // columns, size[1] // rows - round(NAME_HIGH * text)
    edges = range(LARGEST if width >= NAME_WIDE * text else 0, SMALLEST - 1, -1)
    fits = (
        edge for edge in edges if 2 * edge <= width - BETWEEN and 2 * half_height(edge) <= height - BETWEEN
    )
    return Grid(columns, rows, next(fits, 0), text)


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
    area = plan_of(view, style, framing and framing.most).supply(side)
    count, near = (framing.most, False) if framing else (len(things), side == 0)
    grid = grid_for(count, area.size, style.smallest, near=near)
    width = min(area.size[0] // grid.columns, WIDEST * grid.edge)
    height = min(area.size[1] // grid.rows, max(3 * grid.edge + grid.text, FINGER))
    begin = area.left + (area.size[0] - grid.columns * width) // 2
    above = area.top if side else area.bottom - grid.rows * height
    for place, stone in enumerate(things):
        left, top = begin + place % grid.columns * width, above + place // grid.columns * height
        yield stone, _Slot(Box(left, top, left + width, top + height), grid)


def _fresh(view: View) -> set[Stone]:
    drawn = {drew.stone for drew in view.trail if isinstance(drew, Drew)}
    return drawn | {took.laid.stone for took in view.trail if isinstance(took, Took)}


class _Slot:
    """Room for a stone with its name below it."""

    def __init__(self, box: Box, grid: Grid) -> None:
        self._box, self._edge, self._text = box, grid.edge, grid.text
        self._high = half_height(grid.edge)
        rest = box.size[1] - 2 * self._high - round(grid.text * 1.25)
        self._x, self._y = (box.left + box.right) // 2, box.top + rest // 2 + self._high - 1

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
        stamps: list[Stamp] = [below, _alone(stone, self._edge)]
        if chosen:
            stamps.append(Ring(self._edge, "chosen"))
        items = [Item(stamp, self._x, self._y) for stamp in stamps]
        if fresh:
            right, up = round(self._edge * 0.8), round(self._high * 0.8)
            items.append(Item(Fresh(max(8, self._edge // 4)), self._x + right, self._y - up))
        name = stone_name(stone)
        if self._text:
            caption = Key(name, self._text, pressed=chosen) if on_key else Note(name, self._text)
            items.append(Item(caption, self._x, self._y + self._high + round(self._text * 0.75) + 1))
        return Patch(self._box, tuple(items), (name,) if on_key else ())


def _alone(stone: Stone, edge: int) -> Piece:
    """A stone by itself, white face up: its name is read from the east tip anticlockwise."""
    return piece(Laid(0, Point(0, 0), stone, Face.WHITE, 0), edge)


def pile(stack: Supply, box: Box) -> Patch:
    """The stack: its top stone as far as it is known, and on it how many stones there are."""
    (x, y), edge, count = middle_of(box), PILE_EDGE, str(len(stack))
    if not stack:
        return Patch(box, (Item(Ring(edge, "gone"), x, y), Item(Note(count, PILE_TEXT), x, y)))
    y -= 4
    items = [
        Item(Back(edge, ""), x + 4 * below, y + 5 * below) for below in range(min(len(stack), 3) - 1, 0, -1)
    ]
    if stack[0] is Stone.UNKNOWN:
        return Patch(box, (*items, Item(Back(edge, count), x, y)))
    name = Item(Note(stone_name(stack[0]), PILE_TEXT), x - 2 * edge + 2, y)
    top = Item(_alone(stack[0], edge), x, y), Item(Count(count, PILE_TEXT), x + edge + 20, y + edge // 2)
    return Patch(box, (*items, name, *top))
