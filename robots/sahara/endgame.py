"""Every position with at most twelve beans on the hollows, and what it is worth.

`tools/sahara_tables.py` has worked it out. There is one table for either house rule of feeding. It has a
signed byte a position, in the order of `rank`: what the mover wins more than the other.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from functools import cache
from math import comb
from pathlib import Path

from games.sahara import BEANS, HOLLOWS
from robots.jit import COMPILES, compiled
from robots.sahara.board import BITS, FULL, SOWS, count

MOST_BEANS = 12

TOTALS = BEANS + 1
NUMBERS = SOWS + array(
    "q", [comb(total + pit, pit + 1) for pit in range(2 * HOLLOWS) for total in range(TOTALS)]
)
"""All that the inner loops look up: the sows, then the number of spreads of fewer than `total` beans over
`pit` + 1 pits."""
BINOMIALS = len(SOWS)
"""Where the second part begins."""


@compiled
def half_rank(side: int, first: int, total: int, numbers: array[int]) -> int:
    """What one side adds to the rank: its pits count from `first`, `total` beans lie before it."""
    rank = 0
    for pit in range(first, first + HOLLOWS):
        total += side & FULL
        side >>= BITS
        rank += numbers[BINOMIALS + pit * TOTALS + total]
    return rank


@compiled
def rank(own: int, opposite: int, numbers: array[int]) -> int:
    """The place of a position among all: those with fewer beans come first, and no two share a place."""
    return half_rank(own, 0, 0, numbers) + half_rank(opposite, HOLLOWS, count(own), numbers)


@cache
def _own_rank(own: int) -> tuple[int, int]:
    return half_rank(own, 0, 0, NUMBERS), count(own)


@cache
def _opposite_rank(opposite: int, total: int) -> int:
    return half_rank(opposite, HOLLOWS, total, NUMBERS)


def remembered_rank(own: int, opposite: int, numbers: array[int]) -> int:
    """The same as `rank`: what an interpreter is faster at. For few beans, as it remembers all sides."""
    before, total = _own_rank(own)
    return before + _opposite_rank(opposite, total)


small_rank: Callable[[int, int, array[int]], int] = rank if COMPILES else remembered_rank
"""`rank` for positions of the tables, as fast as it goes here."""


def table(feeds: bool) -> array[int]:
    """The table under one house rule of feeding, as it was shipped."""
    return array("b", file(feeds).read_bytes())


def file(feeds: bool) -> Path:
    """Where the table lies."""
    return Path(__file__).with_name("endgame_choice.bin" if feeds else "endgame_skip.bin")
