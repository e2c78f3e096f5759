"""The robot of Sato: it plays whole matches under every house rule, and sees no more than its seat."""

from __future__ import annotations

import random

import pytest

from games.sato import State
from robots import LEVELS, assess, choose
from robots.robot import worlds
from tests.games.walks import CASES, Case

SATO = [case for case in CASES if case.key == "sato"]


@pytest.mark.parametrize("case", SATO, ids=str)
def test_its_moves_are_legal_wherever_chance_leads(case: Case) -> None:
    chance, state = random.Random(str(case)), case.deal(bytes(32))
    while state.result is None:
        (seat,) = state.to_act
        if chance.random() < 0.1:
            view = state.view(seat)
            assert choose(view, chance.choice(LEVELS), 7) in state.legal_moves(seat)
            assert 0 < assess(view, 7) < 1
        state = state.play(seat, chance.choice(state.legal_moves(seat)))


def test_worlds_that_its_seat_cannot_tell_apart_make_no_difference() -> None:
    case = next(case for case in SATO if dict(case.words)["variant"] == "hidden")
    chance, state = random.Random(1), case.deal(bytes(32))
    assert isinstance(state, State)
    for _ in range(30):
        (seat,) = state.to_act
        state = state.play(seat, chance.choice(state.legal_moves(seat)))
    (seat,) = state.to_act
    twins = worlds(state.view(seat), 1, 3)
    assert len(set(twins)) == 3
    for level in LEVELS:
        assert len({choose(twin.view(seat), level, 5) for twin in twins}) == 1
    assert len({assess(twin.view(seat), 5) for twin in twins}) == 1
