"""The robot's numbers say the same as the rules."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.game import other
from games.sahara import BEANS, HOLLOWS, Move, Options, State
from robots.sahara.board import SOWS, Position, legal, move, number, packed, position, sow
from tests.games.walks import CASES, Case, chance

CHOICES = ("skip", "choice")


PLAIN = [case for case in CASES if case.key == "sahara" and ("start", "plain") in case.words]


def lead(state: State, seat: int) -> int:
    return state.stores[seat] - state.stores[1 - seat]


def assert_alike(state: State) -> None:
    """Every move leads to the same position, for the same gain, with the same seat to move."""
    seat = state.turn
    here = position(state.view(seat))
    moves = [chosen for chosen in state.legal_moves(seat) if isinstance(chosen, Move)]
    assert [move(found) for found in legal(here)] == list(moves)
    for chosen in moves:
        after = state.play(seat, chosen)
        own, opposite, beans, gain, again = sow(here.own, here.opposite, here.beans, number(chosen), SOWS)
        assert lead(after, seat) == here.lead + gain
        assert (own, opposite) == (packed(after.sides[seat]), packed(after.sides[other(seat)]))
        assert beans == BEANS - sum(after.stores)
        if after.result is None:
            assert again == after.trail[-1].again


@pytest.mark.parametrize("case", PLAIN[:2], ids=str)
def test_random_play_is_the_same_in_numbers(case: Case) -> None:
    for seed in range(5):
        rng, state = chance(seed), case.deal(bytes(32))
        assert isinstance(state, State)
        while state.result is None:
            assert_alike(state)
            state = state.play(state.turn, rng.choice(state.legal_moves(state.turn)))


@given(st.lists(st.integers(0, 2 * HOLLOWS - 1), max_size=BEANS), st.sampled_from(CHOICES))
def test_any_spread_of_beans_is_the_same_in_numbers(places: list[int], choice: str) -> None:
    beans = [places.count(place) for place in range(2 * HOLLOWS)]
    options = Options(None, "choice" if choice == "choice" else "skip")
    sides = (tuple(beans[:HOLLOWS]), tuple(beans[HOLLOWS:]))
    if any(sides[0]):
        assert_alike(State(options, sides, (BEANS - len(places), 0), 0, (), (0, 0), (), None))


def test_a_position_counts_its_beans() -> None:
    assert Position(packed((3, 0, 1, 0, 0, 30)), packed((0, 0, 0, 0, 0, 2)), 0, feeds=False).beans == BEANS
