"""Every position with at most twelve beans on the hollows, and what it is worth: built once, shipped as data.

`python -m robots.sahara.endgame` builds the tables again, to the same bytes: one for either house rule of
feeding. A table has a signed byte a position, in the order of `rank`: what the mover wins more than the
other.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator
from functools import cache
from itertools import product
from math import comb
from pathlib import Path

from games.sahara import BEANS, HOLLOWS
from robots.jit import COMPILES, compiled
from robots.sahara.board import BITS, FULL, MOVES, SOWS, count, playable, sow

MOST_BEANS = 12
POSITIONS = comb(MOST_BEANS + 2 * HOLLOWS, 2 * HOLLOWS)
UNKNOWN = -128
"""Stands in a table that is being built."""

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


@compiled
def solve(own: int, opposite: int, beans: int, feeds: bool, table: array[int], numbers: array[int]) -> int:
    """What a position is worth to the mover; whatever was found out for it is noted in the table."""
    if beans == 0:
        return 0
    if own == 0:
        return -solve(opposite, own, beans, feeds, table, numbers)
    place = rank(own, opposite, numbers)
    if table[place] != UNKNOWN:
        return table[place]
    best = -beans
    for move in range(MOVES):
        if playable(own, move, feeds):
            mine, theirs, left, gain, again = sow(own, opposite, beans, move, numbers)
            if again:
                worth = gain + solve(mine, theirs, left, feeds, table, numbers)
            else:
                worth = gain - solve(theirs, mine, left, feeds, table, numbers)
            best = max(best, worth)
    table[place] = best
    return best


def build(feeds: bool) -> array[int]:
    """The table, from the rules."""
    table = array("b", [UNKNOWN]) * POSITIONS
    sides = [list(spreads(beans)) for beans in range(MOST_BEANS + 1)]
    for beans in range(MOST_BEANS + 1):
        for before in range(beans + 1):
            for own, opposite in product(sides[before], sides[beans - before]):
                table[rank(own, opposite, NUMBERS)] = solve(own, opposite, beans, feeds, table, NUMBERS)
    return table


def spreads(beans: int, hollows: int = HOLLOWS) -> Iterator[int]:
    """Every side with so many beans."""
    if hollows == 1:
        yield beans
        return
    for first in range(beans + 1):
        for rest in spreads(beans - first, hollows - 1):
            yield first | rest << BITS


if __name__ == "__main__":
    for feeds in (False, True):
        file(feeds).write_bytes(build(feeds).tobytes())
