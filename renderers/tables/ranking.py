"""Leaderboards: who plays a game best, or stands how in a tournament."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

from renderers import marks
from renderers.canvas import Point
from renderers.picture import named
from renderers.rows import Headings, Standing
from renderers.tables.page import EDGE, OUTCOMES, PAD, SMALL, WIDTH, Page, readable
from renderers.theme import RGB, THEMES, Theme

MOST_ROWS = 16
"""More would not be read on a phone."""

TEXT = 33  # font size
PROVISIONAL = "?"  # behind a rating that is not sure yet, as chess sites write it
ROW, TOP = 56, 52  # pixels: height of a row, and of the headings
GAP = 24  # pixels between columns
MOST_HEADING = 130  # pixels; what does not fit is shortened, for names need the room
END: float = WIDTH - EDGE - PAD  # pixels from the left to the right end of the last column
MEDALS = 3  # places that get one


class Columns(NamedTuple):
    """Where things are written, in pixels from the left."""

    rank: float
    """Middle of the medals."""
    name: float
    """Left end of the names."""
    name_room: float
    numbers: tuple[float, ...]
    """Right ends of the numbers."""
    number_room: tuple[float, ...]


def leaderboard(rows: Sequence[Standing], *, title: str, headings: Headings, theme: str = "light") -> bytes:
    """The bytes of a PNG, WIDTH pixels wide and as high as the rows need.

    Raises:
        ValueError: there are more than MOST_ROWS rows, or there is no such theme.
    """
    if len(rows) > MOST_ROWS:
        raise ValueError(f"a leaderboard has at most {MOST_ROWS} rows, not {len(rows)}")
    materials = named(theme, THEMES, "theme")
    row, top = materials.style.text(ROW), materials.style.text(TOP)
    page = Page(materials, title, top + row * len(rows))
    columns = _columns(page, rows, headings)
    _write_headings(page, columns, headings, page.top + top / 2)
    for number, standing in enumerate(rows):
        if number % 2 == 0 and not standing.own:
            above = page.top + top + number * row
            page.stripe((EDGE, above, WIDTH - EDGE, above + row))
    for number, standing in enumerate(rows):
        _write_row(page, columns, standing, page.top + top + (number + 0.5) * row)
    return page.finish(headings)


def _columns(page: Page, rows: Sequence[Standing], headings: Headings) -> Columns:
    titles = (headings.rating, headings.matches)
    most = page.theme.style.text(MOST_HEADING)
    rooms = [min(page.width(readable(title), SMALL), most) for title in titles]
    rooms += [page.theme.style.text(TEXT)] * len(OUTCOMES)
    for row in rows:
        rooms = [max(room, page.width(text, TEXT)) for room, text in zip(rooms, row.numbers, strict=True)]
    mark = page.width(PROVISIONAL, TEXT) if any(row.provisional for row in rows) else 0
    rank = max((page.width(str(row.rank), TEXT) for row in rows), default=0)
    left = EDGE + PAD + max(rank, page.theme.style.text(ROW) * 0.7)
    rights = list(accumulate(reversed(rooms[1:]), lambda right, room: right - room - GAP, initial=END))[::-1]
    rights[0] -= mark
    name = left + GAP
    room = rights[0] - rooms[0] - GAP - name
    return Columns((EDGE + PAD + left) / 2, name, room, tuple(rights), tuple(rooms))


def _write_headings(page: Page, columns: Columns, headings: Headings, y: float) -> None:
    page.write(readable(headings.name), (columns.name, y), SMALL, room=columns.name_room)
    titles = (headings.rating, headings.matches)
    for title, right, room in zip(titles, columns.numbers, columns.number_room, strict=False):
        page.write(readable(title), (right, y), SMALL, align="right", room=room)
    for outcome, right, room in zip(OUTCOMES, columns.numbers[2:], columns.number_room[2:], strict=True):
        page.badge(outcome, (right - min(room, page.theme.style.text(TEXT)) / 2, y))


def _write_row(page: Page, columns: Columns, row: Standing, y: float) -> None:
    ink = framed(page, y) if row.own else page.theme.ink
    write_rank(page, row.rank, (columns.rank, y), ink)
    write_name(page, row.name, row.remark, (columns.name, y), columns.name_room, ink)
    for number, right in zip(row.numbers, columns.numbers, strict=True):
        page.write(number, (right, y), TEXT, align="right", ink=ink)
    if row.provisional:
        page.write(PROVISIONAL, (columns.numbers[0], y), TEXT, ink=ink)


def write_name(page: Page, name: str, remark: str, at: Point, room: float, ink: RGB) -> None:
    """A name, and small behind it what is remarked."""
    left, y = at
    said = readable(remark) if remark else ""
    taken = min(page.width(said, SMALL) + GAP / 2, room * 0.6) if said else 0
    page.write(readable(name), at, TEXT, room=room - taken, ink=ink)
    if said:
        behind = left + min(page.width(readable(name), TEXT), room - taken) + GAP / 2
        page.write(said, (behind, y + page.theme.style.text(2)), SMALL, room=taken - GAP / 2, ink=ink)


def framed(page: Page, y: float) -> RGB:
    """A frame around the reader's own row; the ink to write on it."""
    half, key = page.theme.style.text(ROW) / 2 - 2, page.theme.key
    edges = EDGE, y - half, WIDTH - EDGE, y + half
    page.lay(key.dark, marks.block(edges, half))
    page.lay(key.light, marks.block(marks.inset(edges, 3), half - 3))
    return key.dark


def write_rank(page: Page, rank: int, at: Point, ink: RGB) -> None:
    """A place; the first ones get a medal."""
    if rank <= MEDALS:
        radius, ink = page.theme.style.text(ROW) * 0.39, page.theme.key.dark
        page.lay(ink, marks.disc(at, radius))
        page.lay(_metal(page.theme, rank), marks.disc(at, radius - 2))
    page.write(str(rank), at, TEXT, align="middle", ink=ink)


def _metal(theme: Theme, rank: int) -> RGB:
    """Gold, silver, bronze."""
    return (theme.enamels.yellow.at(127), theme.key.at(190), theme.enamels.orange.at(127))[rank - 1]
