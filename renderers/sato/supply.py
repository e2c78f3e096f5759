"""The stones beside the board in Sato's pictures: the supplies of both seats, and the stack."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from games.game import Seat
from games.sato import Drew, Face, Laid, Point, Stone, Took, View, stone_name
from games.sato.position import Supply
from renderers.canvas import Box
from renderers.sato.choice import Choice
from renderers.sato.signs import Fresh, Key, Note, Ring
from renderers.sato.stamps import Item, Patch, Stamp
from renderers.sato.stones import Back, Piece, Shadow, Strip, piece
from renderers.sato.table import DEALT_SUPPLIES, STACK, SUPPLIES, Side, half_height, middle_of
from renderers.theme import Style


class Grid(NamedTuple):
    """How many stones lie side by side, and how large."""

    columns: int
    rows: int
    edge: int = 0
    """Pixels of an edge of a stone; 0 if there is room for nothing but names."""
    text: int = 0
    """Font size of the names below the stones."""


GRIDS = (Grid(3, 1, 42, 28), Grid(4, 2, 30, 25), Grid(4, 5), Grid(5, 8))
"""The first that has room for a supply is taken."""

STRIP_GAP = 1  # pixels around a stone that is only named

PILE_EDGE = 30
PILE_TEXT = 28  # font size of the name of its top stone
FRESH_STRIP = 8  # radius of the sign on a stone that is only named

TEXT_MOST = {3: 34, 4: 26}
"""Font size at which names on keys have just room beside one another, by columns."""


def supply(view: View, choice: Choice, seat: Seat, side: Side, style: Style) -> Iterator[Patch]:
    """The stones of a seat with their names, next to its plate; those that are hidden are one pile."""
    stones = [stone for stone in view.supplies[seat] if stone is not Stone.UNKNOWN]
    hidden = len(view.supplies[seat]) - len(stones)
    count = len(stones) + bool(hidden)
    grid = next(grid for grid in GRIDS if grid.columns * grid.rows >= count)
    area = (DEALT_SUPPLIES if view.options.variant == "split" else SUPPLIES)[side]
    width, height = area.size[0] // grid.columns, area.size[1] // grid.rows
    if grid.edge:
        grid = grid._replace(text=min(style.text(grid.text), TEXT_MOST[grid.columns]))
        height = min(height, 3 * grid.edge + grid.text)
    begin = area.top if side else area.bottom - -(-count // grid.columns) * height
    fresh = _fresh(view)
    for place in range(count):
        left, top = area.left + place % grid.columns * width, begin + place // grid.columns * height
        slot = _Slot(Box(left, top, left + width, top + height), grid)
        if place == len(stones):
            yield slot.pile(hidden)
            continue
        stone = stones[place]
        show = slot.stone if grid.edge else slot.strip
        yield show(stone, choice if choice.seat == seat else None, fresh=stone in fresh)


def _fresh(view: View) -> set[Stone]:
    """The stones that came into a supply in the latest turn."""
    drawn = {drew.stone for drew in view.trail if isinstance(drew, Drew)}
    return drawn | {took.laid.stone for took in view.trail if isinstance(took, Took)}


class _Slot:
    """Room for a stone with its name below it."""

    def __init__(self, box: Box, grid: Grid) -> None:
        self._box, self._edge, self._text = box, grid.edge, grid.text
        self._high = half_height(grid.edge)
        rest = box.size[1] - 2 * self._high - round(grid.text * 1.25)
        self._x, self._y = (box.left + box.right) // 2, box.top + rest // 2 + self._high - 1

    def pile(self, count: int) -> Patch:
        """Hidden stones: one for all, with their number."""
        edge = self._edge or self._box.size[1] // 2
        return Patch(self._box, (Item(Back(edge, str(count)), self._x, self._y),))

    def strip(self, stone: Stone, choice: Choice | None, *, fresh: bool) -> Patch:
        """A stone by its name alone; on a key if it is `choice` to lay it."""
        x, y = middle_of(self._box)
        half = self._box.size[0] // 2 - STRIP_GAP, self._box.size[1] // 2 - STRIP_GAP
        on_key, chosen = (
            choice is not None and choice.fits(stone),
            choice is not None and choice.stone == stone,
        )
        items = [Item(Strip(stone, half, on_key, chosen), x, y)]
        if fresh:
            items.append(Item(Fresh(FRESH_STRIP), x + half[0] - FRESH_STRIP, y - half[1] + FRESH_STRIP))
        return Patch(self._box, tuple(items), (stone_name(stone),) if on_key else ())

    def stone(self, stone: Stone, choice: Choice | None, *, fresh: bool) -> Patch:
        """A stone; its name is on a key if it is `choice` to lay it."""
        chosen = choice is not None and choice.stone == stone
        stamps: list[Stamp] = [Shadow(self._edge, 0), _alone(stone, self._edge)]
        if chosen:
            stamps.append(Ring(self._edge, "chosen"))
        items = [Item(stamp, self._x, self._y) for stamp in stamps]
        if fresh:
            right, up = round(self._edge * 0.8), round(self._high * 0.8)
            items.append(Item(Fresh(max(8, self._edge // 4)), self._x + right, self._y - up))
        on_key = choice is not None and choice.fits(stone)
        name = stone_name(stone)
        caption = Key(name, self._text, pressed=chosen) if on_key else Note(name, self._text)
        items.append(Item(caption, self._x, self._y + self._high + round(self._text * 0.75) + 1))
        return Patch(self._box, tuple(items), (name,) if on_key else ())


def _alone(stone: Stone, edge: int) -> Piece:
    """A stone by itself, white face up: its name is read from the east tip anticlockwise."""
    return piece(Laid(0, Point(0, 0), stone, Face.WHITE, 0), edge)


def pile(stack: Supply) -> Patch:
    """The stack: its top stone as far as it is known, and how many stones there are."""
    x, y, edge = STACK.left + 90, (STACK.top + STACK.bottom) // 2 - 6, PILE_EDGE
    items = [Item(Note(str(len(stack)), 40), x + 100, y)]
    if not stack:
        return Patch(STACK, (*items, Item(Ring(edge, "gone"), x, y)))
    for below in range(min(len(stack), 3) - 1, 0, -1):
        items.append(Item(Back(edge, ""), x + 4 * below, y + 5 * below))
    if stack[0] is Stone.UNKNOWN:
        return Patch(STACK, (*items, Item(Back(edge, ""), x, y)))
    top, name = Item(_alone(stack[0], edge), x, y), Item(Note(stone_name(stack[0]), PILE_TEXT), x - 62, y)
    return Patch(STACK, (*items, top, name))
