"""The marks of Sator's pictures, as the lines of its legend name them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from games.sator import Dot
from renderers.canvas import Box, Sample
from renderers.plates import Emblem
from renderers.sator.parts import Mark, Offer, Slain, Square, Way
from renderers.sator.pieces import Man
from renderers.sator.table import EMBLEM_Y, TAKEN_X, empty_board
from renderers.theme import Theme

BLACK, IVORY = Man(0, Dot.UNKNOWN, public=False), Man(1, Dot.UNKNOWN, public=False)


def samples(_: Theme) -> Iterator[Iterable[Sample]]:
    """For each line of the legend."""
    yield [_square(Man(seat, dot, public=True)) for dot in (Dot.WHITE, Dot.RED) for seat in (0, 1)]
    yield [_square(Man(0, dot, public=False)) for dot in (Dot.WHITE, Dot.RED)]
    yield _square(BLACK), _square(IVORY)
    captured = _square(BLACK, Mark.CAPTURED), _square(None, Mark.BOTH_OFF)
    yield _step(), *captured, _tray()
    yield [_square(BLACK, offer=Offer.MOVABLE)]
    targets = _square(None, offer=Offer.TARGET), _square(IVORY, offer=Offer.TARGET)
    yield _square(BLACK, offer=Offer.CHOSEN), *targets


def _square(man: Man | None, mark: Mark = Mark.NONE, offer: Offer = Offer.NONE) -> Sample:
    square = Square((1, 1), man, mark, offer, ())
    return Sample(empty_board, (square,), square.box)


def _step() -> Sample:
    """A piece went from a square to the next."""
    ways = (Way((1, 1), (2, 1)),)
    start = Square((1, 1), None, Mark.START, Offer.NONE, ways)
    end = Square((2, 1), BLACK, Mark.LAST, Offer.NONE, ways)
    return Sample(empty_board, (start, end), start.box._replace(right=end.box.right))


def _tray() -> Sample:
    """What the moon has captured."""
    emblem, slain = Emblem(1, (TAKEN_X[0], EMBLEM_Y)), Slain(0, 0, Man(0, Dot.RED, public=True), now=True)
    box = Box(slain.box.left, emblem.box.top, slain.box.right, slain.box.bottom)
    return Sample(empty_board, (emblem, slain), box)
