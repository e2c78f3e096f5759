"""The openings: what the positions of the first plies are worth, and the best move in them.

`tools/sahara_tables.py` has solved them. It is the book of `foreign_store=skip` alone.
"""

from __future__ import annotations

from array import array
from functools import cache
from pathlib import Path

from robots.sahara.board import Position
from robots.sahara.endgame import NUMBERS, rank

FILE = Path(__file__).with_name("book.bin")
"""The ranks of the positions in ascending order, eight bytes each; then as many values and as many moves."""
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
