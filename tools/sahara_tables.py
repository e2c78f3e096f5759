"""Works out what Sahara's robot knows by heart: `python -m tools.sahara_tables endgames` or `… book`.

There are two of each, one for each house rule of feeding, and they are written to the same bytes as before.
For the books (`--plies N --nodes M`), it solves the start within M nodes, and every position that up to N
plies lead to within a quarter of what the ply before may take. What takes more is left out.
"""

from __future__ import annotations

import argparse
from array import array
from collections.abc import Iterator
from itertools import product
from math import comb

from games.sahara import BEANS_A_HOLLOW, HOLLOWS
from robots.jit import compiled
from robots.sahara import book, endgame
from robots.sahara.board import BITS, MOVES, Position, legal, packed, playable, sow
from robots.sahara.book import Book, Entry, key
from robots.sahara.endgame import MOST_BEANS, NUMBERS, rank
from robots.sahara.search import BEAN, TO_THE_END
from robots.sahara.thinking import OutOfNodes, Thinking, after

POSITIONS = comb(MOST_BEANS + 2 * HOLLOWS, 2 * HOLLOWS)
UNKNOWN = -128
"""Stands in a table that is being built."""

PLIES = 2
NODES_OF_THE_START = 1 << 26
MEMORY_BITS = 24
"""For a book; it takes 256 MB."""

SIDE = packed((BEANS_A_HOLLOW,) * HOLLOWS)


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


def build_table(feeds: bool) -> array[int]:
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


def build_book(feeds: bool, plies: int, nodes: int) -> Book:
    """The entries of all positions that can be solved in time; one memory serves all."""
    thinking = Thinking(feeds, nodes=0, memory_bits=MEMORY_BITS)
    found: Book = {}
    for ply, layer in enumerate(openings(feeds, plies)):
        for here in layer:
            thinking.allow(nodes >> 2 * ply)
            if entry := solved(thinking, here):
                found[key(here)] = entry
    return found


def solved(thinking: Thinking, here: Position) -> Entry | None:
    """The value and the best moves, as far as the nodes allow."""
    try:
        guess = [thinking.to_depth(here, depth).beans for depth in GUESSES][-1]
        beans = int(thinking.exactly(here, guess).beans)
        best = [move for move in legal(here) if thinking.wins(here, move, beans * BEAN, TO_THE_END)]
    except OutOfNodes:
        return None
    return beans, tuple(best)


GUESSES = (2, 4, 6, 8)
"""The horizons of the searches that go before."""


def openings(feeds: bool, plies: int) -> list[list[Position]]:
    """The positions that 0, 1, … plies from the start lead to, those with fewer beans first."""
    layers = [[Position(SIDE, SIDE, 0, feeds)]]
    for _ in range(plies):
        reached = {key(there): there for here in layers[-1] for there in following(here)}
        layers.append(sorted(reached.values(), key=key))
    return layers


def following(here: Position) -> list[Position]:
    """The positions after each move, the stores forgotten; not those where the game is over."""
    reached = [after(here, move)[0] for move in legal(here)]
    return [Position(there.own, there.opposite, 0, there.feeds) for there in reached if there.own]


def main() -> None:
    """Build the tables of endgames, or the books."""
    parser = argparse.ArgumentParser(prog="python -m tools.sahara_tables", description=__doc__)
    parser.add_argument("part", choices=("endgames", "book"))
    parser.add_argument("--plies", type=int, default=PLIES)
    parser.add_argument("--nodes", type=int, default=NODES_OF_THE_START)
    asked = parser.parse_args()
    for feeds in (False, True):
        if asked.part == "book":
            found = build_book(feeds, asked.plies, asked.nodes)
            book.file(feeds).write_bytes(book.to_bytes(found))
        else:
            endgame.file(feeds).write_bytes(build_table(feeds).tobytes())


if __name__ == "__main__":
    main()
