"""The openings: what the positions of the first plies are worth, and the best moves in them.

`tools/sahara_tables.py` has solved them. There is one book for each house rule of feeding.
"""

from __future__ import annotations

from array import array
from functools import cache
from pathlib import Path

from robots.sahara.board import MOVES, Position
from robots.sahara.endgame import NUMBERS, rank

Entry = tuple[int, tuple[int, ...]]
"""What the mover wins more than the other from here on, and the moves that win it, in ascending order."""
Book = dict[int, Entry]
"""The entries by the rank of the position."""


def entry(here: Position) -> Entry | None:
    """What the book says of a position, if it knows it."""
    return shipped(here.feeds).get(key(here))


@cache
def shipped(feeds: bool) -> Book:
    """The book as it lies in its file."""
    return from_bytes(file(feeds).read_bytes())


def from_bytes(written: bytes) -> Book:
    """The book from the form of its file.

    It holds the ranks of the positions in ascending order, eight bytes each; then the sets of best moves,
    a bit each, two bytes a position; then the values, a byte each.
    """
    size = len(written) // 11
    sets = array("H", written[8 * size : 10 * size])
    moves = (tuple(move for move in range(MOVES) if best >> move & 1) for best in sets)
    entries = zip(array("b", written[10 * size :]), moves, strict=True)
    return dict(zip(array("q", written[: 8 * size]), entries, strict=True))


def to_bytes(book: Book) -> bytes:
    """The same form from the book."""
    places = sorted(book)
    sets = array("H", [sum(1 << move for move in book[place][1]) for place in places])
    values = array("b", [book[place][0] for place in places])
    return array("q", places).tobytes() + sets.tobytes() + values.tobytes()


def file(feeds: bool) -> Path:
    """Where the book of one house rule of feeding lies."""
    return Path(__file__).with_name("book_choice.bin" if feeds else "book_skip.bin")


def key(here: Position) -> int:
    """The place of a position in the order of the book."""
    return rank(here.own, here.opposite, NUMBERS)
