"""The openings: what the positions of the first plies are worth, and the best move in them.

`python -m robots.sahara.book --plies N --nodes M` builds the book again, to the same bytes: it solves the
start within M nodes, and every position that up to N plies lead to within a quarter of what the ply before
may take. What takes more is left out. It is the book of `foreign_store=skip` alone.
"""

from __future__ import annotations

import argparse
from array import array
from functools import cache
from pathlib import Path

from games.sahara import BEANS_A_HOLLOW, HOLLOWS
from robots.sahara.board import Position, legal, packed
from robots.sahara.endgame import NUMBERS, rank
from robots.sahara.thinking import OutOfNodes, Thinking, after

FILE = Path(__file__).with_name("book.bin")
"""The ranks of the positions in ascending order, eight bytes each; then as many values and as many moves."""
PLIES = 2
NODES_OF_THE_START = 1 << 26
MEMORY_BITS = 24
"""For a book; it takes 256 MB."""

SIDE = packed((BEANS_A_HOLLOW,) * HOLLOWS)
START = Position(SIDE, SIDE, 0, feeds=False)

Entry = tuple[int, int]
"""What the mover wins more than the other from here on, and a move that wins it."""
Book = dict[int, Entry]
"""The entries by the rank of the position."""


def entry(here: Position) -> Entry | None:
    """What the book says of a position, if it knows it."""
    return None if here.feeds else shipped().get(key(here))


@cache
def shipped() -> Book:
    """The book as it lies in its file."""
    book = FILE.read_bytes()
    size = len(book) // 10
    values = array("b", book[8 * size :])
    return dict(
        zip(array("q", book[: 8 * size]), zip(values[:size], values[size:], strict=True), strict=True)
    )


def key(here: Position) -> int:
    """The place of a position in the order of the book."""
    return rank(here.own, here.opposite, NUMBERS)


def build(plies: int, nodes: int) -> Book:
    """The entries of all positions that can be solved in time; one memory serves all."""
    thinking = Thinking(feeds=False, nodes=0, memory_bits=MEMORY_BITS)
    book = {}
    for ply, layer in enumerate(openings(plies)):
        for here in layer:
            thinking.allow(nodes >> 2 * ply)
            found = solved(thinking, here)
            if found:
                book[key(here)] = found
    return book


def solved(thinking: Thinking, here: Position) -> Entry | None:
    """The value and the best move, as far as the nodes allow."""
    try:
        guess = [thinking.to_depth(here, depth).beans for depth in GUESSES][-1]
        found = thinking.exactly(here, guess)
    except OutOfNodes:
        return None
    return None if found.move is None else (int(found.beans), found.move)


GUESSES = (2, 4)
"""The horizons of the searches that go before."""


def openings(plies: int) -> list[list[Position]]:
    """The positions that 0, 1, … plies from the start lead to, those with fewer beans first."""
    layers = [[START]]
    for _ in range(plies):
        reached = {key(there): there for here in layers[-1] for there in following(here)}
        layers.append(sorted(reached.values(), key=key))
    return layers


def following(here: Position) -> list[Position]:
    """The positions after each move, the stores forgotten; not those where the game is over."""
    reached = [after(here, move)[0] for move in legal(here)]
    return [Position(there.own, there.opposite, 0, there.feeds) for there in reached if there.own]


def to_bytes(book: Book) -> bytes:
    """The book as it lies in its file."""
    places = sorted(book)
    entries = [book[place] for place in places]
    values = array("b", [value for value, _ in entries] + [move for _, move in entries])
    return array("q", places).tobytes() + values.tobytes()


def main() -> None:
    """Build the book."""
    parser = argparse.ArgumentParser(prog="python -m robots.sahara.book", description=__doc__)
    parser.add_argument("--plies", type=int, default=PLIES)
    parser.add_argument("--nodes", type=int, default=NODES_OF_THE_START)
    asked = parser.parse_args()
    FILE.write_bytes(to_bytes(build(asked.plies, asked.nodes)))


if __name__ == "__main__":
    main()
