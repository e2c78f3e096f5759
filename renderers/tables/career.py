"""A player's results: for each game their rating, their results in numbers, and the latest results."""

from __future__ import annotations

from collections.abc import Sequence

from renderers.picture import named
from renderers.rows import Career, Headings
from renderers.tables.page import BADGE, EDGE, OUTCOMES, PAD, SMALL, WIDTH, Page, readable
from renderers.tables.ranking import PROVISIONAL
from renderers.theme import THEMES

MOST_LAST = 10
"""Last results that are shown."""

GAME, RATING, COUNT = 36, 46, 34  # font sizes
BLOCK, GAP = 206, 14  # pixels: height of what is said of a game, and from one to the next
COLUMN = 104  # pixels from count to count


def profile(name: str, careers: Sequence[Career], *, headings: Headings, theme: str = "light") -> bytes:
    """The bytes of a PNG, WIDTH pixels wide and as high as the games need.

    Raises:
        ValueError: there is no such theme.
    """
    materials = named(theme, THEMES, "theme")
    high = materials.style.text(BLOCK)
    page = Page(materials, name, (high + GAP) * len(careers) + GAP)
    for number, career in enumerate(careers):
        top = page.top + GAP + number * (high + GAP)
        page.stripe((EDGE, top, WIDTH - EDGE, top + high))
        _write_rating(page, career, top)
        _write_counts(page, career, headings, top)
        _paint_last(page, career, top)
    return page.finish(headings)


def _write_rating(page: Page, career: Career, top: float) -> None:
    """The game at the left; at the right its rating."""
    right, y = WIDTH - EDGE - PAD, top + page.theme.style.text(38)
    rating = f"{career.rating}{PROVISIONAL if career.provisional else ''}"
    page.write(rating, (right, y), RATING, align="right")
    left = EDGE + PAD
    room = right - page.width(rating, RATING) - PAD - left
    page.write(readable(career.game), (left, y), GAME, room=room)


def _write_counts(page: Page, career: Career, headings: Headings, top: float) -> None:
    text, left = page.theme.style.text, EDGE + PAD
    upper, lower = top + text(86), top + text(124)
    page.write(readable(headings.matches), (left, upper), SMALL, room=1.5 * text(COLUMN) - 2 * text(BADGE))
    page.write(str(career.matches), (left, lower), COUNT)
    counts = (career.won, career.drawn, career.lost)
    for column, (outcome, count) in enumerate(zip(OUTCOMES, counts, strict=True)):
        x = left + text(COLUMN) * (column + 1.5)
        page.badge(outcome, (x, upper))
        page.write(str(count), (x, lower), COUNT, align="middle")


def _paint_last(page: Page, career: Career, top: float) -> None:
    step, y = page.theme.style.text(2 * BADGE + 8), top + page.theme.style.text(174)
    for place, outcome in enumerate(career.last[-MOST_LAST:]):
        page.badge(outcome, (EDGE + PAD + page.theme.style.text(BADGE) + place * step, y))
