"""Crosstables: who did how against whom in a tournament."""

from __future__ import annotations

from collections.abc import Sequence

from renderers import marks
from renderers.picture import named
from renderers.rows import Crossing
from renderers.tables.page import EDGE, PAD, SMALL, WIDTH, Page, readable
from renderers.tables.ranking import END, GAP, MOST_ROWS, ROW, TEXT, TOP, framed, write_name, write_rank
from renderers.theme import THEMES

CELL = 44  # pixels that a result takes at most
LEAST_NAME = 150  # pixels that names keep whatever there is beside them
WIDEST = "½"  # of the results


def crosstable(
    rows: Sequence[Crossing], *, title: str, name: str, points: str, legend: str, theme: str = "light"
) -> bytes:
    """The bytes of a PNG, WIDTH pixels wide and as high as the rows need.

    Args:
        rows: the best first; each has a cell for each of them.
        title: above it.
        name: the heading of the names.
        points: that of the points.
        legend: below it, what is not understood by itself.
        theme: by its key.

    Raises:
        ValueError: there are more than MOST_ROWS rows, or there is no such theme.
    """
    if len(rows) > MOST_ROWS:
        raise ValueError(f"a crosstable has at most {MOST_ROWS} rows, not {len(rows)}")
    materials = named(theme, THEMES, "theme")
    high, top = materials.style.text(ROW), materials.style.text(TOP)
    page = Page(materials, title, top + high * len(rows))
    left = EDGE + PAD + high * 0.7
    widths = [page.width(readable(points), SMALL), *(page.width(row.points, TEXT) for row in rows)]
    right = END - max(widths) - GAP  # of the cells
    room = right - left - GAP - LEAST_NAME
    cell = min(materials.style.text(CELL), room / max(len(rows), 1))
    size = TEXT if page.width(WIDEST, TEXT) < cell else SMALL
    names = left + GAP, right - cell * len(rows) - left - 2 * GAP
    middles = [right - cell * (len(rows) - column - 0.5) for column in range(len(rows))]
    head = page.top + top / 2
    page.write(readable(name), (names[0], head), SMALL, room=names[1])
    page.write(readable(points), (END, head), SMALL, align="right")
    tight = page.width(str(len(rows)), SMALL) + 4 > cell  # in large letters, a bit less large
    for number, x in enumerate(middles, start=1):
        page.write(str(number), (x, head), round(SMALL * 0.8) if tight else SMALL, align="middle")
    for number, row in enumerate(rows):
        above = page.top + top + number * high
        if number % 2 == 0 and not row.own:
            page.stripe((EDGE, above, WIDTH - EDGE, above + high))
    for number, row in enumerate(rows):
        y = page.top + top + (number + 0.5) * high
        ink = framed(page, y) if row.own else page.theme.ink
        write_rank(page, row.rank, ((EDGE + PAD + left) / 2, y), ink)
        write_name(page, row.name, row.remark, (names[0], y), names[1], ink)
        page.write(row.points, (END, y), TEXT, align="right", ink=ink)
        for column, (told, x) in enumerate(zip(row.cells, middles, strict=True)):
            if column == number and not told:
                page.lay(ink, marks.block((x - cell / 4, y - cell / 4, x + cell / 4, y + cell / 4), 3))
            page.write(told, (x, y), size, align="middle", ink=ink)
    return page.finish_with(legend)
