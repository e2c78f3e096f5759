"""Shelves keep what is asked for, and never more bytes than they have room for."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from renderers.canvas import TILES, TILES_ROOM
from renderers.sato.field import FIELDS, FIELDS_ROOM
from renderers.sato.stamps import STAMPS, STAMPS_ROOM
from renderers.shelf import Shelf
from tests.renderers.golden import KNOWN, painted


def asked(shelf: Shelf[str], *keys: str) -> list[str]:
    """Which of the keys had to be made."""
    made: list[str] = []

    def make(key: str) -> str:
        made.append(key)
        return key

    assert [shelf.get(key, lambda key=key: make(key)) for key in keys] == list(keys)  # type: ignore[misc]
    return made


def test_what_is_there_is_not_made_again() -> None:
    assert asked(Shelf(9, len), "aa", "bb", "aa", "bb") == ["aa", "bb"]


def test_what_was_never_asked_for_again_makes_room_first() -> None:
    assert asked(Shelf(4, len), "aa", "bb", "aa", "cc", "aa", "bb") == ["aa", "bb", "cc", "bb"]


def test_what_has_no_room_at_all_is_made_each_time() -> None:
    assert asked(Shelf(3, len), "a", "bbbb", "bbbb", "a") == ["a", "bbbb", "bbbb", "a"]


@given(st.lists(st.text("abc", min_size=1, max_size=4), max_size=60))
def test_a_shelf_never_weighs_more_than_its_room(keys: list[str]) -> None:
    shelf: Shelf[str] = Shelf(8, len)
    for key in keys:
        asked(shelf, key)
        assert 0 <= shelf.weight <= 8


@pytest.mark.long
def test_pictures_fill_the_shelves_of_the_painters_within_their_rooms() -> None:
    for subject in KNOWN.values():
        painted(subject)
    assert 0 < TILES.weight <= TILES_ROOM
    assert 0 < STAMPS.weight <= STAMPS_ROOM
    assert 0 < FIELDS.weight <= FIELDS_ROOM
