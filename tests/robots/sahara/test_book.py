"""The book of openings."""

from __future__ import annotations

from robots.sahara import book
from robots.sahara.board import Position, legal
from robots.sahara.thinking import after
from tools.sahara_tables import build_book, openings, to_bytes


def test_the_file_holds_what_is_read_from_it() -> None:
    assert to_bytes(book.shipped()) == book.FILE.read_bytes()


def test_no_entry_contradicts_another() -> None:
    """A position is worth at least what each known move wins, and exactly that by the best one."""
    known = 0
    for here in (here for layer in openings(2) for here in layer):
        found = book.entry(here)
        if not found:
            continue
        known += 1
        value, best = found
        assert best in legal(here)
        for move in legal(here):
            there, sign = after(here, move)
            reply = book.entry(there)
            if reply:
                worth = sign * (there.lead + reply[0]) - here.lead
                assert worth == value if move == best else worth <= value
    assert known == len(book.shipped())


def test_positions_with_feeding_are_not_in_the_book() -> None:
    (place, _) = next(iter(book.shipped().items()))
    here = next(here for layer in openings(2) for here in layer if book.key(here) == place)
    assert book.entry(here) is not None
    assert book.entry(Position(here.own, here.opposite, 0, feeds=True)) is None


def test_what_takes_too_long_is_left_out() -> None:
    assert build_book(plies=0, nodes=10) == {}
