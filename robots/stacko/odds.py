"""The chance that a gap in a chain gets filled in time.

A gap is a row of places between two parts that stay; the numbers between those two fit into it. Say that each
number that fits comes along at its own rate, at random times. Then the gap is one number, its reach: the sum
of the rates times the time. Any part that comes divides gap and numbers in two; the halves do not disturb one
another, so the chance for both is the product. With f(g, s) for g places and reach s, the part falls at v of
s, everywhere alike, and is best put (or left) where most is gained:

    s f'(g, s) = integral over v from 0 to s of max(0, max over j of f(j, v) f(g - 1 - j, s - v) - f(g, s))

One table by places and reach thus serves every gap, whatever its numbers and however much time there is.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise, repeat
from operator import mul

from games.stacko import PLACES

STEP = 0.25
"""How finely the equation is solved."""
FARTHEST = 40.0
"""Beyond this reach every gap counts as filled as it is here."""
FINENESS = 32
"""Entries of the table for a reach of 1."""

Odds = tuple[tuple[float, ...], ...]


@cache
def odds() -> Odds:
    """By the places of a gap, 0 to 10, and its reach in thirty-seconds: the chance that it is filled."""
    coarse: list[list[float]] = [[1.0] * (round(FARTHEST / STEP) + 1)]
    for places in range(1, PLACES + 1):
        coarse.append(_filled(coarse, places))
    return tuple(_finer(row) for row in coarse)


def _filled(narrower: Sequence[Sequence[float]], places: int) -> list[float]:
    """The row of gaps with so many places, from those with fewer."""
    row = [0.0]
    for index in range(1, len(narrower[0])):
        gains = [best - row[-1] for best in _best_halves(narrower, places, index) if best > row[-1]]
        if gains:
            gain = sum(gains) / len(gains)
            row.append(row[-1] + gain * (1 - math.exp(-STEP * len(gains) / (index + 1))))
        else:
            row.append(row[-1])
    return row


def _best_halves(narrower: Sequence[Sequence[float]], places: int, index: int) -> Iterator[float]:
    """The chance to fill both halves, for each point up to `index` where a part may divide the gap."""
    products = (
        map(mul, narrower[below][: index + 1], narrower[places - 1 - below][index::-1])
        for below in range(places)
    )
    return map(max, zip(*products, repeat(0.0), strict=False))


def _finer(row: Sequence[float]) -> tuple[float, ...]:
    """The row with straight lines between its points."""
    each = round(STEP * FINENESS)
    steps = ((low, high, part / each) for low, high in pairwise(row) for part in range(each))
    return (*(low + (high - low) * part for low, high, part in steps), row[-1])
