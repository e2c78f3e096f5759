"""A player's results: for each game their rating, their results in numbers, and the latest results."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from renderers import marks
from renderers.canvas import Edges
from renderers.clip import evenly
from renderers.picture import named
from renderers.tables.page import (
    BADGE,
    EDGE,
    NOTHING,
    OUTCOMES,
    PAD,
    SMALL,
    WIDTH,
    Headings,
    Outcome,
    Page,
    readable,
)
from renderers.tables.ranking import PROVISIONAL
from renderers.theme import THEMES

MOST_LAST = 10
"""Last results that are shown."""

GAME, RATING, COUNT = 36, 46, 34  # font sizes
BLOCK, GAP = 206, 14  # pixels: height of what is said of a game, and from one to the next
COLUMN = 104  # pixels from count to count
CURVE = 480  # pixels from the left where the curve begins
MOST_POINTS = 50  # of a curve: more would not be told apart
FLATTEST = 40  # rating points between the lowest and the highest of a curve, at least


@dataclass(frozen=True, slots=True)
class Career:
    """What is said of one player in one game."""

    game: str
    """Its title, in the reader's language."""
    rating: int | None
    """None: there is none yet."""
    deviation: int | None
    """How sure the rating is, in points; None: not told."""
    provisional: bool
    """The rating is not sure yet."""
    matches: int
    won: int
    drawn: int
    lost: int
    last: tuple[Outcome, ...] = ()
    """The newest last; the newest MOST_LAST are shown."""
    history: tuple[int, ...] = ()
    """Ratings after one match and the next, the newest last; a curve is drawn of two or more."""


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
        if len(career.history) > 1:
            _paint_curve(page, career.history, _rows(page, top, 88, 182))
    return page.finish(headings)


def _rows(page: Page, top: float, upper: int, lower: int) -> Edges:
    """The box of a curve between two heights below `top`."""
    text = page.theme.style.text
    return text(CURVE), top + text(upper), WIDTH - EDGE - PAD, top + text(lower)


def _write_rating(page: Page, career: Career, top: float) -> None:
    """The game at the left; at the right its rating, and how sure it is."""
    right, y = WIDTH - EDGE - PAD, top + page.theme.style.text(38)
    if career.rating is not None and career.deviation is not None:
        sure = f"±{career.deviation}"
        page.write(sure, (right, y), SMALL, align="right")
        right -= round(page.width(sure, SMALL)) + PAD
    rating = NOTHING if career.rating is None else str(career.rating)
    rating += PROVISIONAL if career.provisional and career.rating is not None else ""
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


def _paint_curve(page: Page, history: Sequence[int], edges: Edges) -> None:
    """The line of the ratings, and the numbers between which it runs."""
    points = evenly(history, min(len(history), MOST_POINTS))
    low, high = min(points), max(points)
    room = max(page.width(str(value), SMALL) for value in (low, high)) + PAD
    left, top, right, bottom = edges
    right -= room
    for value, y in ((high, top), (low, bottom)):
        page.write(str(value), (edges[2], y), SMALL, align="right")
        page.lay(page.theme.key.at(127), marks.line([(left, y), (right, y)], 2))
    span, middle = max(high - low, FLATTEST), (high + low) / 2
    step = (right - left) / (len(points) - 1)
    line = [
        (left + place * step, (top + bottom) / 2 - (value - middle) / span * (bottom - top))
        for place, value in enumerate(points)
    ]
    page.lay(page.theme.ink, marks.line(line, 4))
    page.lay(page.theme.ink, marks.disc(line[-1], 8))
