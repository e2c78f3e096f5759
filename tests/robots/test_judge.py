"""What a move cost: nothing where it is the best one."""

from __future__ import annotations

import pytest

from games.dice import SEED_BYTES, Dice
from games.game import State
from robots import LEVELS, choose, judge
from robots.robot import Judgement
from tests.games.walks import CASES, KNOWN, Case

QUICK = [next(case for case in CASES if case.key == key) for key in sorted(KNOWN)]


def begun(case: Case) -> State:
    """A match after a few plies of the weakest robot."""
    state: State = case.game.deal(case.game.options(**dict(case.words)), Dice.from_seed(bytes(SEED_BYTES)))
    for number in range(4):
        seat = state.to_act[0]
        state = state.play(seat, choose(state.view(seat), LEVELS[0], number))
    return state


@pytest.mark.parametrize("case", QUICK, ids=str)
def test_the_better_move_costs_nothing(case: Case) -> None:
    state = begun(case)
    (seat,) = state.to_act
    before, legal = state.view(seat), {str(move): move for move in state.legal_moves(seat)}

    def judged(move: str) -> Judgement:
        return judge(before, move, state.play(seat, legal[move]).view(seat), 7)

    some = judged(next(iter(legal)))
    assert some.cost >= 0
    if some.better is not None:
        assert judged(some.better) == Judgement(0, None)
