"""Tables as pictures, where text would not fit a phone: leaderboards, tournaments, one player's results."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import Literal, NamedTuple

from PIL import Image

from renderers import marks, png, wood
from renderers.canvas import Box, Edges, Point, Sheet, Stencil, coloured, indexed
from renderers.lettering import MARGIN, fitted, legible, lettered, width
from renderers.picture import named
from renderers.rows import Career, Crossing, Headings, Outcome, Standing
from renderers.theme import RGB, THEMES, Theme, mixed, palette

WIDTH = 900
"""Pixels of every table; a phone shows a third of them, so that nothing is written smaller than SMALL."""
MOST_ROWS = 16
"""Of a leaderboard or a crosstable: more would not be read on a phone."""
MOST_LAST = 10
"""Last results of a player that are shown."""

TITLE, TEXT, SMALL = 46, 33, 27  # font sizes
GAME, RATING, COUNT = 36, 46, 34  # font sizes of a player's results
EDGE, PAD = 18, 18  # pixels from the edge to what lies on the page, and from there to what is written
LEFT, END = EDGE + PAD, WIDTH - EDGE - PAD  # pixels from the left to both ends of what is written
HEAD, LIP, CORNER = 92, 6, 20  # pixels: height of the plank with the title, its lower edge, its corners
FOOT = 56  # pixels that the legend takes
BADGE = 15  # radius of a badge
STRIPE = 16  # levels of red, green and blue by which a band is darker than the ground, or about so many
ROW, TOP = 56, 52  # pixels: height of a row, and of the headings
GAP = 20  # pixels between columns
MOST_HEADING = 142  # pixels; what does not fit is shortened, for names need the room
CELL = 44  # pixels that a result in a crosstable takes at most
LEAST_NAME = 150  # pixels that names keep whatever there is beside them
WIDEST, WON = "½", "1"  # of the results in a crosstable, and the one that stands out
QUIET = 0.7  # how much the ink of what matters less differs from the ground
BLOCK, BETWEEN = 164, 14  # pixels: height of what is said of a game, and from one to the next
COLUMN = 130  # pixels from count to count
PROVISIONAL = "?"  # behind a rating that is not sure yet, as chess sites write it
NOTHING = "–"  # for a name of which no letter can be drawn, and for what there is none of

OUTCOMES: tuple[Outcome, ...] = ("won", "drawn", "lost")


def leaderboard(rows: Sequence[Standing], *, title: str, headings: Headings, theme: str = "light") -> bytes:
    """The bytes of a PNG, WIDTH pixels wide and as high as the rows need.

    Raises:
        ValueError: there are more than MOST_ROWS rows, or there is no such theme.
    """
    page = _List(rows, title, theme)
    columns = _columns(page, rows, headings)
    y = page.top + page.scaled(TOP) / 2
    page.write(readable(headings.name), (columns.name, y), SMALL, room=columns.name_room, ink=page.quiet)
    titles = (headings.rating, headings.matches)
    for heading, right, room in zip(titles, columns.numbers, columns.number_room, strict=False):
        if heading:
            page.write(readable(heading), (right, y), SMALL, align="right", room=room, ink=page.quiet)
    for outcome, right, room in zip(OUTCOMES, columns.numbers[2:], columns.number_room[2:], strict=True):
        page.badge(outcome, (right - min(room, page.scaled(TEXT)) / 2, y))
    for number, row in enumerate(rows):
        y, ink = page.begin_row(number, row, columns.name, columns.name_room)
        for text, right in zip(row.numbers, columns.numbers, strict=True):
            page.write(text, (right, y), TEXT, align="right", ink=ink)
        if row.provisional:
            page.write(PROVISIONAL, (columns.numbers[0], y), TEXT, ink=ink)
    page.write_badges(headings)
    return page.encoded()


def crosstable(
    rows: Sequence[Crossing], *, title: str, name: str, points: str, legend: str, theme: str = "light"
) -> bytes:
    """The bytes of a PNG, WIDTH pixels wide and as high as the rows need.

    Args:
        rows: the best first; each has a cell for each of them.
        title: above it.
        name: the heading of the names.
        points: that of the points.
        legend: below it, what is not understood by itself; it may be empty.
        theme: by its key.

    Raises:
        ValueError: there are more than MOST_ROWS rows, or there is no such theme.
    """
    page = _List(rows, title, theme)
    left = LEFT + page.scaled(ROW) * 0.7
    widths = [page.width(readable(points), SMALL), *(page.width(row.points, TEXT) for row in rows)]
    right = END - max(widths) - GAP  # of the cells
    cell = min(page.scaled(CELL), (right - left - GAP - LEAST_NAME) / max(len(rows), 1))
    size = TEXT if page.width(WIDEST, TEXT) < cell else SMALL
    names = left + GAP
    room = right - cell * len(rows) - left - 2 * GAP
    middles = [right - cell * (len(rows) - column - 0.5) for column in range(len(rows))]
    head = page.top + page.scaled(TOP) / 2
    page.write(readable(name), (names, head), SMALL, room=room, ink=page.quiet)
    page.write(readable(points), (END, head), SMALL, align="right", ink=page.quiet)
    tight = page.width(str(len(rows)), SMALL) + 4 > cell  # in large letters, a bit less large
    figures = round(SMALL * 0.8) if tight else SMALL
    for number, x in enumerate(middles, start=1):
        page.write(str(number), (x, head), figures, align="middle", ink=page.quiet)
    for number, row in enumerate(rows):
        y, ink = page.begin_row(number, row, names, room)
        page.write(row.points, (END, y), TEXT, align="right", ink=ink)
        for column, (result, x) in enumerate(zip(row.cells, middles, strict=True)):
            if column == number and not result:
                page.lay(page.quieter(ink), marks.block(marks.around((x, y), (0, 0), cell / 8), 2))
            page.write(result, (x, y), size, align="middle", ink=ink if result == WON else page.quieter(ink))
    if legend:
        page.write_legend(legend)
    return page.encoded()


def profile(name: str, careers: Sequence[Career], *, headings: Headings, theme: str = "light") -> bytes:
    """The bytes of a PNG, WIDTH pixels wide and as high as the games need.

    Raises:
        ValueError: there is no such theme.
    """
    materials = named(theme, THEMES, "theme")
    high = materials.style.text(BLOCK)
    page = _Page(materials, name, (high + BETWEEN) * len(careers) + BETWEEN)
    for number, career in enumerate(careers):
        top = page.top + BETWEEN + number * (high + BETWEEN)
        page.stripe((EDGE, top, WIDTH - EDGE, top + high))
        _write_rating(page, career, top)
        _write_counts(page, career, headings, top)
        step, y = page.scaled(2 * BADGE + 8), top + page.scaled(134)
        for place, outcome in enumerate(career.last[-MOST_LAST:]):
            page.badge(outcome, (LEFT + page.scaled(BADGE) + place * step, y))
    page.write_badges(headings)
    return page.encoded()


def readable(text: str) -> str:
    """The text in letters that can be drawn."""
    return legible(text, NOTHING)


class _Page:
    """A titled sheet. Sizes of letters are those of plain lettering: the theme makes them larger."""

    def __init__(self, theme: Theme, title: str, height: int) -> None:
        """`height` of what comes between title and legend, in pixels."""
        size = WIDTH, EDGE + HEAD + height + FOOT
        self.theme = theme
        self.scaled = theme.style.text
        self.quiet = self.quieter(theme.ink)
        """The ink of headings."""
        self.top = EDGE + HEAD
        """Where the table begins, in pixels from above."""
        self._foot = size[1] - FOOT / 2 - 4
        self._sheet = Sheet(Image.new("RGB", size, theme.ground.light), Box(0, 0, *size))
        self._paint_head(readable(title))

    def write(
        self,
        text: str,
        at: Point,
        size: int,
        *,
        align: Literal["left", "middle", "right"] = "left",
        room: float = WIDTH,
        ink: RGB | None = None,
    ) -> None:
        """A line of text from, around or up to a point, shortened where it has not the room."""
        size = self.scaled(size)
        mask = lettered(fitted(text, size, room), size)
        shift = {"left": mask.width / 2 - MARGIN, "middle": 0, "right": MARGIN - mask.width / 2}[align]
        self._sheet.put(ink or self.theme.ink, mask, (at[0] + shift, at[1]))

    def quieter(self, ink: RGB) -> RGB:
        """The ink for what matters less."""
        ground = self.theme.ground.light if ink == self.theme.ink else self.theme.key.light
        return mixed(ink, ground, QUIET)

    def width(self, text: str, size: int) -> float:
        return width(text, self.scaled(size))

    def lay(self, paint: RGB, stencil: Stencil) -> None:
        self._sheet.lay(paint, stencil)

    def stripe(self, edges: Edges) -> None:
        ground = self.theme.ground
        wanted = sum(ground.light) - 3 * STRIPE
        colour = min(ground.entries(), key=lambda entry: abs(sum(entry) - wanted))
        self.lay(colour, marks.block(edges, CORNER / 2))

    def badge(self, outcome: Outcome, at: Point) -> None:
        """How a match ended, known by shape: a star on a disc, two bars on a square, a cross in a ring."""
        theme, radius = self.theme, self.scaled(BADGE)
        match outcome:
            case "won":
                self.lay(theme.enamels.green.at(127), marks.disc(at, radius))
                self.lay(theme.ink_on(theme.enamels.green), marks.star(at, radius * 0.78))
            case "drawn":
                self.lay(theme.enamels.blue.at(127), marks.block(marks.around(at, (0, 0), radius * 0.9), 4))
                self.lay(theme.ink_on(theme.enamels.blue), marks.equal(at, radius * 0.8))
            case "lost":
                self.lay(theme.ink, marks.ring(marks.around(at, (0, 0), radius), 2.5))
                self.lay(theme.ink, marks.cross(at, radius * 0.36, 3))

    def write_legend(self, legend: str) -> None:
        self.write(readable(legend), (LEFT, self._foot), SMALL, room=END - LEFT)

    def write_badges(self, headings: Headings) -> None:
        """A legend that says what the badges mean, each with the room that its words need."""
        words = [readable(getattr(headings, outcome)) for outcome in OUTCOMES]
        badge, room = 2.7 * self.scaled(BADGE), END - LEFT - (len(OUTCOMES) - 1) * GAP
        wanted = [badge + self.width(text, SMALL) for text in words]
        x, part = float(LEFT), min(1, room / sum(wanted))
        for outcome, text, wide in zip(OUTCOMES, words, wanted, strict=True):
            self.badge(outcome, (x + self.scaled(BADGE), self._foot))
            self.write(text, (x + badge, self._foot), SMALL, room=wide * part - badge + 1)
            x += wide * part + GAP

    def encoded(self) -> bytes:
        return png.encode(indexed(self._sheet.image, self.theme), palette(self.theme), thorough=True)

    def _paint_head(self, title: str) -> None:
        theme, size = self.theme, (WIDTH - 2 * EDGE, HEAD - 2 * LIP)
        left, top, right, bottom = edges = (EDGE, EDGE, EDGE + size[0], EDGE + size[1])
        face = wood.plank(size, 1, tone=204)
        outline = marks.block(edges, CORNER)
        if line := theme.style.outline:
            around = left - line, top - line, right + line, bottom + LIP + line
            self.lay(theme.wood.dark, marks.block(around, CORNER + line))
        self.lay(theme.wood.at(104), marks.block((left, top, right, bottom + LIP), CORNER))
        middle = (left + right) / 2, (top + bottom) / 2
        self._sheet.put(coloured(wood.bevelled(face, outline.mask()), theme.wood), outline.mask(), middle)
        words = fitted(title, self.scaled(TITLE), size[0] - 4 * PAD)
        marks.burn(self._sheet, theme, words, middle, size=TITLE)


class _List(_Page):
    """A page with a row for each of some people."""

    def __init__(self, rows: Sequence[Standing | Crossing], title: str, theme: str) -> None:
        """A page with stripes.

        Raises:
            ValueError: there are more than MOST_ROWS rows, or there is no such theme.
        """
        if len(rows) > MOST_ROWS:
            raise ValueError(f"a table has at most {MOST_ROWS} rows, not {len(rows)}")
        materials = named(theme, THEMES, "theme")
        self._high, head = materials.style.text(ROW), materials.style.text(TOP)
        super().__init__(materials, title, head + self._high * len(rows))
        self._first = self.top + head
        for number in range(0, len(rows), 2):
            if not rows[number].own:
                above = self._first + number * self._high
                self.stripe((EDGE, above, WIDTH - EDGE, above + self._high))

    def begin_row(self, number: int, row: Standing | Crossing, left: float, room: float) -> tuple[float, RGB]:
        """Write rank and name, the name from `left` on.

        Returns:
            The height at which the rest is to be written, and its ink.
        """
        y = self._first + (number + 0.5) * self._high
        ink = self._framed(y) if row.own else self.theme.ink
        self._write_rank(row.rank, ((LEFT + left - GAP) / 2, y), ink)
        remark = readable(row.remark) if row.remark else ""
        taken = min(self.width(remark, SMALL) + GAP / 2 + 1, room * 0.6) if remark else 0
        name = readable(row.name)
        size = TEXT if self.width(name, TEXT) <= room - taken else SMALL
        name = fitted(name, self.scaled(size), room - taken)
        self.write(name, (left, y), size, ink=ink)
        if remark:
            behind = left + self.width(name, size) + GAP / 2
            self.write(remark, (behind, y + self.scaled(2)), SMALL, room=taken - GAP / 2, ink=ink)
        return y, ink

    def _framed(self, y: float) -> RGB:
        """A frame around the reader's own row; the ink to write on it."""
        half, key = self._high / 2 - 2, self.theme.key
        edges = EDGE, y - half, WIDTH - EDGE, y + half
        self.lay(key.dark, marks.block(edges, half))
        self.lay(key.light, marks.block(marks.inset(edges, 3), half - 3))
        return key.dark

    def _write_rank(self, rank: int, at: Point, ink: RGB) -> None:
        """A place; the first ones get a medal: gold, silver, bronze."""
        medals = self.theme.medals
        if rank <= len(medals):
            radius, ink = self._high * 0.39, self.theme.wood.dark
            self.lay(ink, marks.disc(at, radius))
            self.lay(medals[rank - 1], marks.disc(at, radius - 2))
        self.write(str(rank), at, TEXT, align="middle", ink=ink)


class _Columns(NamedTuple):
    """Where things are written on a leaderboard, in pixels from the left."""

    name: float
    """Left end of the names."""
    name_room: float
    numbers: tuple[float, ...]
    """Right ends of the numbers."""
    number_room: tuple[float, ...]


def _columns(page: _Page, rows: Sequence[Standing], headings: Headings) -> _Columns:
    titles = (headings.rating, headings.matches)
    most = page.scaled(MOST_HEADING)
    rooms = [min(page.width(readable(title), SMALL), most) for title in titles]
    rooms += [page.scaled(TEXT)] * len(OUTCOMES)
    for row in rows:
        rooms = [max(room, page.width(text, TEXT)) for room, text in zip(rooms, row.numbers, strict=True)]
    mark = page.width(PROVISIONAL, TEXT) if any(row.provisional for row in rows) else 0
    rank = max((page.width(str(row.rank), TEXT) for row in rows), default=0)
    name = LEFT + max(rank, page.scaled(ROW) * 0.7) + GAP
    rights = [*accumulate(reversed(rooms[1:]), lambda right, room: right - room - GAP, initial=float(END))]
    rights.reverse()
    rights[0] -= mark
    return _Columns(name, rights[0] - rooms[0] - GAP - name, tuple(rights), tuple(rooms))


def _write_rating(page: _Page, career: Career, top: float) -> None:
    y = top + page.scaled(38)
    rating = f"{career.rating}{PROVISIONAL if career.provisional else ''}"
    page.write(rating, (END, y), RATING, align="right")
    room = END - page.width(rating, RATING) - PAD - LEFT
    page.write(readable(career.game), (LEFT, y), GAME, room=room)


def _write_counts(page: _Page, career: Career, headings: Headings, top: float) -> None:
    """How many matches, and how many of them ended how: each number behind what it counts."""
    y, column, badge = top + page.scaled(90), page.scaled(COLUMN), page.scaled(BADGE)
    room = END - column * len(OUTCOMES) - LEFT - page.width(str(career.matches), COUNT) - GAP
    title = fitted(readable(headings.matches), page.scaled(SMALL), room)
    page.write(title, (LEFT, y), SMALL)
    page.write(str(career.matches), (LEFT + page.width(title, SMALL) + GAP / 2, y), COUNT)
    counts = (career.won, career.drawn, career.lost)
    for place, (outcome, count) in enumerate(zip(OUTCOMES, counts, strict=True)):
        left = END - column * (len(OUTCOMES) - place)
        page.badge(outcome, (left + badge, y))
        page.write(str(count), (left + 2.6 * badge, y), COUNT)
