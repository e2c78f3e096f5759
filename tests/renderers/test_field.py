"""The field of a Sato picture is painted anew where it differs, and looks as if all of it were."""

from __future__ import annotations

import random
from itertools import combinations

import pytest
from cachetools import LRUCache
from hypothesis import given
from hypothesis import strategies as st

from games.game import SEATS
from games.sato import stone_name
from renderers import sato
from renderers.canvas import Box
from renderers.sato import field
from renderers.sato.field import joined
from renderers.theme import LIGHT
from tests.renderers.sato_positions import dealt

NAMES = ("Ada", "Ben")


def boxes() -> st.SearchStrategy[list[Box]]:
    edge, length = st.integers(0, 40), st.integers(1, 12)
    return st.lists(
        st.tuples(edge, edge, length, length).map(
            lambda one: Box(one[0], one[1], one[0] + one[2], one[1] + one[3])
        ),
        max_size=8,
    )


@given(boxes())
def test_joined_boxes_lie_apart_and_around_all(given_boxes: list[Box]) -> None:
    result = joined(given_boxes)
    for one, two in combinations(result, 2):
        assert (
            one.right <= two.left or two.right <= one.left or one.bottom <= two.top or two.bottom <= one.top
        )
    for box in given_boxes:
        assert any(
            around.left <= box.left
            and around.top <= box.top
            and box.right <= around.right
            and box.bottom <= around.bottom
            for around in result
        )


def test_a_field_looks_the_same_whatever_was_painted_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """Seen by turns by whoever moves, who has chosen a stone, and by the other."""
    state, chance = dealt(3), random.Random(5)
    for ply in range(12):
        view = state.view(SEATS[ply // 2 % 2])
        chosen = tuple(stone_name(stone) for stone in view.supplies[state.turn][: ply % 2])
        after_others = sato.paint(LIGHT, view, NAMES, chosen)
        with monkeypatch.context() as empty:
            empty.setattr(field, "FIELDS", LRUCache(1))
            assert sato.paint(LIGHT, view, NAMES, chosen).tobytes() == after_others.tobytes()
        state = state.play(state.turn, chance.choice(state.legal_moves(state.turn)))
