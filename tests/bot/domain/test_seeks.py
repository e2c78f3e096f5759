"""What somebody looks for, from their words: terms and a range of ratings."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.domain import seeks
from bot.domain.refusals import Refused
from bot.domain.terms_parser import DuplicateTerm
from games.events import PlayerId
from storage.seeks import ANY_RATING, Seek

SEEK = Seek("s", PlayerId("ada"), "sahara", (), ANY_RATING, "web", "press", 0, 100)


@pytest.mark.parametrize(
    ("typed", "words", "ratings"),
    [
        ("", "", ANY_RATING),
        ("target=30 clock=1d", "target=30 clock=1d", ANY_RATING),
        ("30 1400-1600 1d", "30 1d", (1400, 1600)),
        ("1400–1600,", "", (1400, 1600)),
        ("rating=1400-", "", (1400, 9999)),
        ("-1600", "", (0, 1600)),
    ],
)
def test_a_range_stands_anywhere_among_the_terms(typed: str, words: str, ratings: tuple[int, int]) -> None:
    assert seeks.split_off_ratings(tuple(typed.split())) == (tuple(words.split()), ratings)


def test_both_ends_of_a_range_are_in_it_as_ratings_are_shown() -> None:
    seek = replace(SEEK, ratings=(1400, 1600))
    admitted = [rating for rating in (1399.4, 1399.6, 1600.4, 1600.6) if seeks.admits(seek, rating)]
    assert admitted == [1399.6, 1600.4]


@pytest.mark.parametrize("typed", ["2000-1000", "1500-1500", "0-10000", "1400-999999999"])
def test_a_range_that_does_not_go_up_is_none(typed: str) -> None:
    with pytest.raises(Refused, match="seek_range"):
        seeks.split_off_ratings((typed,))


def test_two_ranges_contradict_each_other() -> None:
    with pytest.raises(DuplicateTerm):
        seeks.split_off_ratings(("1400-1600", "-1500"))


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("", "clock=3d rated=yes", True),
        ("target=30 1d", "1d 30", True),
        ("target=30", "target=40", False),
        ("clock=1d", "clock=1h", False),
        ("rated=no", "", False),
    ],
)
def test_the_same_said_otherwise_is_the_same(one: str, other: str, *, same: bool) -> None:
    first, second = (replace(SEEK, terms=tuple(said.split())) for said in (one, other))
    assert seeks.is_same(first, second) is same
    assert not seeks.is_same(first, replace(second, game="sator", terms=()))


def test_what_is_not_known_any_more_after_an_upgrade_is_not_understood() -> None:
    assert seeks.is_understood(SEEK)
    assert not seeks.is_understood(replace(SEEK, terms=("target=31",)))
    assert not seeks.is_understood(replace(SEEK, game="chess"))
