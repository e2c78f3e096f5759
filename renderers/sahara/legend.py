"""The marks of Sahara's pictures, as the lines of its legend name them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from renderers.canvas import Box, Part, Sample
from renderers.sahara.parts import Hollow, Mark, Passing, Step, Total
from renderers.sahara.table import END, GAIN_Y, empty_board
from renderers.theme import Theme


def samples(_: Theme) -> Iterator[Iterable[Sample]]:
    """For each line of the legend."""
    yield _cut(Hollow(0, 0, 3, Mark.NONE)), _cut(_total(), END._replace(top=56, bottom=180))
    yield _sowing(), _hollow(Mark.EARLIER)
    fallen = (Step(0, 2, Passing(comes=True, goes=not last, dropped=1, last=last)) for last in (False, True))
    yield (*map(_cut, fallen), _gain(_total(captured=6)), _gain(_total(collected=4)))
    yield map(_hollow, (Mark.LAST, Mark.CAPTURED, Mark.CHOSEN))


def _sowing() -> Sample:
    """From a hollow to the second one after it."""
    beans, hollow_marks = (0, 4, 5), (Mark.START, Mark.NONE, Mark.LAST)
    steps = Passing(goes=True), Passing(comes=True, goes=True, dropped=1), Passing(True, False, 1, last=True)
    hollows: Iterator[Part] = (Hollow(0, column, beans[column], hollow_marks[column]) for column in range(3))
    parts = (*hollows, *(Step(0, column, step) for column, step in enumerate(steps)))
    lefts, tops, rights, bottoms = zip(*(part.box for part in parts), strict=True)
    return Sample(empty_board, parts, Box(min(lefts), min(tops), max(rights), max(bottoms)))


def _hollow(mark: Mark) -> Sample:
    return _cut(Hollow(0, 0, 0 if mark in (Mark.EARLIER, Mark.CAPTURED) else 4, mark))


def _total(*, captured: int = 0, collected: int = 0) -> Total:
    return Total(0, 0, 14, captured, collected, chosen=False)


def _gain(total: Total) -> Sample:
    return _cut(total, END._replace(top=GAIN_Y - 22, bottom=GAIN_Y + 22))


def _cut(part: Hollow | Step | Total, box: Box | None = None) -> Sample:
    return Sample(empty_board, (part,), box or part.box)
