"""The books of openings."""

from __future__ import annotations

import pytest

from robots.sahara import book
from robots.sahara.board import legal
from robots.sahara.thinking import after
from tools.sahara_tables import build_book, openings

FEEDS = pytest.mark.parametrize("feeds", [False, True])


@FEEDS
def test_the_file_holds_what_is_read_from_it(feeds: bool) -> None:
    assert book.to_bytes(book.shipped(feeds)) == book.file(feeds).read_bytes()


@FEEDS
def test_no_entry_contradicts_another(feeds: bool) -> None:
    """A position is worth at least what each known move wins, and exactly that by the best ones alone."""
    known = 0
    for here in (here for layer in openings(feeds, 2) for here in layer):
        found = book.entry(here)
        if not found:
            continue
        known += 1
        value, best = found
        assert best
        assert set(best) <= set(legal(here))
        for move in legal(here):
            there, sign = after(here, move)
            reply = book.entry(there)
            if reply:
                worth = sign * (there.lead + reply[0]) - here.lead
                assert worth == value if move in best else worth < value
    assert known == len(book.shipped(feeds))


@FEEDS
def test_the_start_is_known(feeds: bool) -> None:
    ((start,), *_) = openings(feeds, 0)
    assert book.entry(start) is not None


def test_either_rule_of_feeding_has_a_book_of_its_own() -> None:
    assert book.shipped(False) != book.shipped(True)


def test_what_takes_too_long_is_left_out() -> None:
    assert build_book(feeds=False, plies=0, nodes=10) == {}
