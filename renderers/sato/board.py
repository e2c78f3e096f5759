"""The board in Sato's pictures: what lies on the table, what the latest turn did, what can be done now."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from types import MappingProxyType

from games.sato import Laid, Layout, Placed, Point, Took, View, point_name
from games.sato.lattice import reading_order
from games.sato.layout import SatoSpot, Spot
from games.sato.position import SIZES
from games.sato.stones import ARROWS
from renderers.canvas import FINGER, Box, Corners, Part, Region, region
from renderers.sato.choice import Choice
from renderers.sato.field import Field
from renderers.sato.signs import Burnt, Cell, Dot, Glow, Key, Kind, Lit, Ring, Window, named_size
from renderers.sato.stamps import Item, Patch, cell_corners
from renderers.sato.stones import Badge, Shadow, piece
from renderers.sato.table import EDGES, Framing, Lens, Plan, half_height, lens_for, middle_of, plan_of
from renderers.theme import Style

RIM, RIM_MOST = 24, 26  # font size of the names of columns and rows; what has just room
KEY, LEAST_KEY = 28, 13  # font sizes of the keys of points: where there is room for them, and at least
MOST_NAMED = 40  # cells that bear their own names: of more, only the rim has them, and the board stays calm
BELOW_MIDDLE, FROM_TIP = 0.5, 0.16  # edges by which keys are moved where dots bear letters
BETWEEN_LETTERS = 0.46  # font size of a key between the letters of a stone, in parts of its edge
LYING_KEY = 20  # likewise on stones that can be taken, which are to be seen below their keys

GRIDS = {1: (1, 1), 2: (2, 1), 3: (3, 1), 4: (2, 2), 6: (3, 2), 8: (4, 2), 12: (4, 3)}
"""Columns and rows for so many ways to lay a stone at a point."""
CAPTION = 34  # font size of the turns, which stand below them
DOT = 0.6  # radius of the dot beside a turn, which says the face, in parts of its font size
GAP = 4  # pixels between them, to each side
CAPTION_ROOM = 1.31  # height of a turn on its key, in parts of its font size
FEW = 4  # ways that are seen among the stones that the new one would touch, as large as there is room
CONTEXT = {8: 1.7, 12: 1.08}
"""For so many ways: heights of a stone that are to be seen of its surroundings.

Where all twelve ways are offered, nothing around it matters.
"""
TOUCHING = 3  # square of the most edges between the middles of stones that share an edge, or overlap


class Board:
    """A layout seen through a lens."""

    def __init__(self, view: View, choice: Choice, style: Style, framing: Framing | None = None) -> None:
        """`framing`: another than suits this view; a bare table is seen whole in any case."""
        self._view, self._choice, self._style = view, choice, style
        self._rim = min(style.text(RIM), RIM_MOST)
        self._columns, self._rows = SIZES[view.options.table]
        self._marks = tuple(trail_marks(view))
        self._plan = plan_of(view, framing and framing.most)
        kept = framing and view.layout.stones and framing.lens
        self._lens = kept or lens_through((view,), self._plan)

    # The whole board

    def whole(self) -> Iterator[Part | Field]:
        things = _things(
            self._lens, self._view.layout, _new_satos(self._view), self._marks, self._plan.field, self._lit()
        )
        lowest = self._view.layout.stones[:2] or (None,)  # one of them is seldom laid or taken
        yield Field(self._plan.field, (*things, *self._keys().values()), lowest)
        if self._plan.rims and self._choice.points:
            yield Patch(self._plan.letters, tuple(self._letters()))
            yield Patch(self._plan.numbers, tuple(self._numbers()))

    def _lit(self) -> Mapping[Point, Lit]:
        """The cells that can be chosen, all named in letters of one size, or none of them."""
        cells = [point for point in self._choice.points if self._is_bare(point)]
        size = min((named_size(self._lens.edge, point_name(point)) for point in cells), default=0)
        calm = self._style.rims and len(cells) > MOST_NAMED
        shown = 0 if size < self._style.smallest or calm else size
        return {
            point: Lit(self._lens.edge, point_name(point), shown, band=not shown and _band(point))
            for point in cells
        }

    def _is_bare(self, point: Point) -> bool:
        layout = self._view.layout
        return point in layout.cells and layout.at(0, point) is None

    def _keys(self) -> dict[Point, Item]:
        """The names of the points that can be chosen and lie on stones: as large as leaves room for all."""
        spots = [(point, self._level(point)) for point in self._choice.points if not self._is_bare(point)]
        spots += [(laid.point, laid.level) for laid in self._choice.takeable]
        for size in range(max(self._largest_key(), LEAST_KEY), LEAST_KEY - 1, -1):
            keys = {point: self._key(point, level, size) for point, level in spots}
            if all(not one.touches(two.box) for one, two in combinations(keys.values(), 2)):
                break
        return keys

    def _largest_key(self) -> int:
        """Font size of keys that have room enough."""
        if not self._choice.taking:
            return self._style.text(KEY)
        if self._style.patterns:
            return min(round(BETWEEN_LETTERS * self._lens.edge), KEY)
        return self._style.text(min(max(LYING_KEY, round(0.6 * self._lens.edge)), KEY))

    def regions(self) -> Iterator[Region]:
        """The bare cells that can be chosen, and as much around the keys on stones as a finger needs."""
        cells = {point: self._lens.at(point) for point in filter(self._is_bare, self._choice.points)}
        for point, place in cells.items():
            yield Region(self._choice.words_for(point), cell_corners(self._lens.edge, *place))
        keys = self._keys()
        for point, key in keys.items():
            others = [(other.x, other.y) for other in keys.values() if other != key]
            yield region(self._choice.words_for(point), self._touched(key, others, cells.values()))

    def _touched(self, key: Item, keys: Iterable[Place], cells: Iterable[Place]) -> Box:
        """A square in the field that reaches half the way to other keys, and to no cell."""
        edge, high, field = self._lens.edge, half_height(self._lens.edge), self._plan.field
        rooms = [max(abs(x - key.x), abs(y - key.y)) // 2 for x, y in keys]
        rooms += [max(abs(x - key.x) - edge, abs(y - key.y) - high) for x, y in cells]
        half = min((FINGER // 2, *rooms))
        left, top = max(key.x - half, field.left), max(key.y - half, field.top)
        return Box(left, top, min(key.x + half, field.right), min(key.y + half, field.bottom))

    def laid(self, laid: Laid) -> Patch:
        """A stone that does not lie there yet, on its shadow."""
        edge, place = self._lens.edge, self._lens.at(laid.point, laid.level)
        items = Item(Shadow(edge, laid.level), *place), Item(piece(laid, edge), *place)
        return Patch(items[0].box, items)

    def around(self, level: int, point: Point) -> Corners:
        """Around a stone that lies there, or could."""
        return cell_corners(self._lens.edge, *self._lens.at(point, level))

    def _level(self, point: Point) -> int:
        opening = self._view.layout.opening(point)
        return max(opening.level - 1, 0) if opening else 0

    def _key(self, point: Point, level: int, size: int) -> Item:
        key = Key(point_name(point), size, pressed=point == self._choice.point)
        x, y = self._lens.at(point, level)
        right, down = self._aside(point) if self._style.patterns else (0, 0)
        return Item(key, x + round(right * self._lens.edge), y + round(down * self._lens.edge))

    def _aside(self, point: Point) -> tuple[float, float]:
        """Edges from the middle, to the right and down, where a key hides no letter that one chooses by.

        Those around a sato are alike: two of them may be hidden. Of a stone all three stay in sight: the
        key moves away from the one on the left or right.
        """
        stone = next((laid for laid in self._choice.takeable if laid.point == point), None)
        if stone is None:
            return 0, BELOW_MIDDLE
        return (FROM_TIP if stone.turn % 2 else -FROM_TIP), 0

    def _letters(self) -> Iterator[Item]:
        field, letters = self._plan.field, self._plan.letters
        for column in range(self._columns):
            x = self._lens.left + 3 * column * self._lens.edge // 2
            if field.left + RIM // 2 < x < field.right - RIM // 2:
                yield Item(Burnt(chr(ord("a") + column), self._rim), x, (letters.top + letters.bottom) // 2)

    def _numbers(self) -> Iterator[Item]:
        """Each in the middle of its row, between its even columns and its odd ones."""
        field, numbers = self._plan.field, self._plan.numbers
        high = half_height(self._lens.edge)
        for row in range(self._rows):
            y = self._lens.bottom - 2 * row * high - high // 2
            if field.top + RIM // 2 < y < field.bottom - RIM // 2:
                yield Item(Burnt(str(row + 1), self._rim), (numbers.left + numbers.right) // 2, y)

    # One point, seen in several ways

    def vignettes(self) -> Iterator[Patch]:
        """The chosen stone at the chosen point, in each way that is offered, with the words of its button."""
        offered = self._choice.offered
        columns, rows = next(grid for most, grid in GRIDS.items() if len(offered) <= most)
        for place, (word, laid) in enumerate(offered):
            yield from self._vignette(_cut(self._plan.field, columns, rows, place), word, laid)

    def _vignette(self, box: Box, word: str, laid: Laid) -> Iterator[Patch]:
        left, top, right, bottom = box.left + GAP, box.top + GAP, box.right - GAP, box.bottom - GAP
        size = self._style.text(CAPTION)
        window = Box(left, top, right, bottom - round(CAPTION_ROOM * size))
        caption = Box(left, window.bottom, right, bottom)
        middle = middle_of(window)
        layout = self._view.layout.lay(laid)
        lens = _closer(laid, layout, window, len(self._choice.offered))
        things = _things(lens, layout, layout.satos_of(laid), ((*laid.spot, "chosen"),), window)
        inside = (item for item in things if item.touches(window))
        words = (*self._choice.words_for(laid.point), word)
        yield Patch(window, (*inside, Item(Window(window.size), *middle)), words)
        key, (x, y) = Key(ARROWS[laid.turn][0], size), middle_of(caption)
        dot = Dot(round(DOT * size), laid.face)
        x += dot.radius  # so that both together stand in the middle
        beside = Item(dot, x - key.reach[0] - dot.radius - GAP // 2, y)
        yield Patch(caption, (Item(key, x, y), beside), words)


Place = tuple[int, int]
"""A pixel of the picture."""

Mark = tuple[int, Point, Kind]
"""What is to be seen on a level, at a point."""


def lens_through(views: Sequence[View], plan: Plan) -> Lens:
    """Through which all that matters in any of these views is seen."""
    marked = {(level, point) for view in views for level, point, _ in trail_marks(view)}
    bare = {spot for view in views for spot in _bare(view)}
    return lens_for([view.layout for view in views], marked | bare, plan.field)


def _bare(view: View) -> Iterator[Spot]:
    """The cells without a stone that must be seen: the open ones, as long as stones are laid."""
    openings = view.layout.openings() if view.to_act else ()
    yield from ((0, opening.point) for opening in openings if opening.level == 0)


NONE_LIT: Mapping[Point, Lit] = MappingProxyType({})


def trail_marks(view: View) -> Iterator[Mark]:
    """What the latest turn did: stones laid, the last one unlike those before, stones taken."""
    placed = [happening for happening in view.trail if isinstance(happening, Placed)]
    for happening in placed:
        kind: Kind = "last" if happening == placed[-1] else "earlier"
        yield (*happening.laid.spot, kind)
    for took in view.trail:
        if isinstance(took, Took) and view.layout.at(*took.laid.spot) is None:
            yield (*took.laid.spot, "taken")


def _new_satos(view: View) -> Iterable[SatoSpot]:
    """What the latest turn completed."""
    return (sato for event in view.trail if isinstance(event, Placed) for sato in event.completed)


def _things(
    lens: Lens,
    layout: Layout,
    new: Iterable[SatoSpot],
    marks: tuple[Mark, ...],
    window: Box,
    lit: Mapping[Point, Lit] = NONE_LIT,
) -> Iterator[Item]:
    yield from _cells(lens, layout, window, lit)
    glowing = {sato: False for sato in layout.satos if not layout.is_covered(sato)}
    glowing |= dict.fromkeys(new, True)
    levels = {stone.level for stone in layout.stones}.union(level for level, _, _ in marks)
    for level in sorted(levels):
        yield from _stones(lens, layout, level)
        for sato, fresh in glowing.items():
            if sato.level == level:
                yield Item(Glow(lens.edge, fresh), *lens.at(sato.point, level))
        yield from (Item(Ring(lens.edge, kind), *lens.at(at, level)) for up, at, kind in marks if up == level)


def _stones(lens: Lens, layout: Layout, level: int) -> Iterator[Item]:
    """The stones of a level on their shadows; above the table with its number, if nothing lies on them."""
    stones = [(laid, *lens.at(laid.point, level)) for laid in layout.stones if laid.level == level]
    yield from (Item(Shadow(lens.edge, level), x, y) for _, x, y in stones)
    yield from (Item(piece(laid, lens.edge), x, y) for laid, x, y in stones)
    for laid, x, y in stones:
        if level and not any(map(layout.is_covered, layout.satos_of(laid))):
            yield Item(Badge(lens.edge, level), x, y)


def _cells(lens: Lens, layout: Layout, window: Box, lit: Mapping[Point, Lit]) -> Iterator[Item]:
    """The cells without a stone that reach into the window."""
    for point in sorted(layout.cells):
        if layout.at(0, point) is None:
            item = Item(lit.get(point, Cell(lens.edge)), *lens.at(point))
            if item.touches(window):
                yield item


def _band(point: Point) -> bool:
    """Whether the row of a cell is tinted: every other is, so that it is followed to its number."""
    return reading_order(point)[1] % 2 == 1


def _cut(box: Box, columns: int, rows: int, place: int) -> Box:
    width, height = box.size[0] // columns, box.size[1] // rows
    left, top = box.left + place % columns * width, box.top + place // columns * height
    return Box(left, top, left + width, top + height)


def _closer(laid: Laid, layout: Layout, window: Box, ways: int) -> Lens:
    """Through which a stone is seen where it would lie: the only way among all stones, others from nearer."""
    if ways == 1:
        return lens_for([layout], (), window)
    if ways <= FEW:
        return lens_for((), _touching(laid, layout), window)
    context = next(context for most, context in CONTEXT.items() if ways <= most)
    return Lens(_fitting(window, context), 0, 0).moved_to(laid.spot, middle_of(window))


def _touching(laid: Laid, layout: Layout) -> set[Spot]:
    """Where a stone lies, and those that share an edge with it or lie below it."""
    spots = {laid.spot}
    for stone in layout.stones:
        u, v = stone.point.u - laid.point.u, stone.point.v - laid.point.v
        if u * u + u * v + v * v <= TOUCHING:
            spots.add(stone.spot)
    return spots


def _fitting(window: Box, context: float) -> int:
    """The largest edge of a stone of which so much, in its own heights, is to be seen in such a window."""
    width, height = (length / context / 2 for length in window.size)
    return next((edge for edge in EDGES if edge <= width and half_height(edge) <= height), EDGES[-1])
