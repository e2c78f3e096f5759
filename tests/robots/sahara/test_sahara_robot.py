"""The robot of Sahara: it plays whole matches under every house rule."""

from __future__ import annotations

import pytest

from games.game import other
from robots import LEVELS, assess, choose
from tests.games.walks import CASES, Case, chance


@pytest.mark.parametrize("case", [case for case in CASES if case.key == "sahara"], ids=str)
def test_its_moves_are_legal_wherever_chance_leads(case: Case) -> None:
    rng, state = chance(1), case.deal(bytes(32))
    for ply in range(60):
        if state.result:
            break
        (seat,) = state.to_act
        if rng.random() < 0.2:
            view = state.view(seat)
            level = LEVELS[ply % len(LEVELS)]
            chosen = choose(view, level, ply)
            assert chosen in state.legal_moves(seat)
            assert chosen == choose(view, level, ply)
            assert 0 <= assess(view, 7) <= 1
            assert assess(view, 7) + assess(state.view(other(seat)), 7) == pytest.approx(1)
        state = state.play(seat, rng.choice(state.legal_moves(seat)))
