"""The marks of Stacko's pictures, as the lines of its legend name them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from games.stacko import Hidden
from games.stacko.match import ROUNDS
from games.stacko.towers import PLACES
from renderers.canvas import Box, Sample
from renderers.plates import Emblem
from renderers.stacko.parts import Arrow, Discard, Drawn, Hand, Lane, Order, RoundNumber, Storey, Talon
from renderers.stacko.table import BETWEEN, DISCARDS, EMBLEM_X, HAND, MIDDLE, ROUND_Y, TALON, empty_board
from renderers.theme import Theme

RESHUFFLED = Talon(13, reshuffled=True, chosen=False)
CHIPS_HIGH = 76  # pixels of a row of discards


def samples(_: Theme) -> Iterator[Iterable[Sample]]:
    """For each line of the legend."""
    yield _storeys(Storey(0, 3, 24, True, "", "")), _storeys(Storey(1, 3, Hidden.PART, False, "", ""))
    yield [_tower((33, "out"), (28, "in"), (37, "in"))]
    yield [_rounds()]
    arrow, refused = Arrow(0, 0), (Discard(0, 12, now=False), Discard(1, 31, now=True))
    offered = Sample(empty_board, (Hand(20, chosen=False), arrow), HAND._replace(bottom=arrow.box.bottom))
    discards = Sample(empty_board, refused, DISCARDS._replace(bottom=DISCARDS.top + CHIPS_HIGH))
    talon = Talon(13, reshuffled=False, chosen=False)
    yield offered, discards, Sample(empty_board, (talon,), talon.box)
    yield [_storeys(Storey(0, PLACES, 4, False, "top", ""), Storey(0, PLACES - 1, 9, False, "done", ""))]
    yield _built(), _drawn(), Sample(empty_board, (RESHUFFLED,), TALON)


def _tower(*parts: tuple[int, Order]) -> Sample:
    """The lowest places of the own tower, from above."""
    places = range(len(parts), 0, -1)
    storeys = zip(places, parts, strict=True)
    return _storeys(*(Storey(0, place, part, False, order, "") for place, (part, order) in storeys))


def _storeys(*storeys: Storey) -> Sample:
    """From above."""
    box = storeys[0].box._replace(bottom=storeys[-1].box.bottom)
    return Sample(empty_board, storeys, box)


def _rounds() -> Sample:
    sun, moon = Emblem(0, (MIDDLE + EMBLEM_X, ROUND_Y)), Emblem(1, (MIDDLE - EMBLEM_X, ROUND_Y))
    top, bottom = ROUND_Y - 22, ROUND_Y + 22
    return Sample(empty_board, (moon, RoundNumber(1, ROUNDS), sun), Box(BETWEEN[0], top, BETWEEN[1], bottom))


def _built() -> Sample:
    """A part was built in just now; the line from its place leads to the one that came out."""
    storeys = Storey(0, 7, 24, False, "out", ""), Storey(0, 6, 28, False, "in", "built")
    box = Box(HAND.left, HAND.top, storeys[1].box.right, storeys[1].box.bottom)
    return Sample(empty_board, (*storeys, Lane(0, 6), Hand(20, chosen=False)), box)


def _drawn() -> Sample:
    """A part came from the pile just now."""
    return Sample(empty_board, (Drawn(), Hand(20, chosen=False)), Box(BETWEEN[0], TALON.bottom, *HAND[2:]))
