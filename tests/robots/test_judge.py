"""What a move cost: nothing where it is the best one."""

from __future__ import annotations

import pytest

from games import GAMES
from games.dice import SEED_BYTES, Dice
from games.game import State
from games.sahara import BEANS
from games.sahara import State as SaharaState
from robots import LEVELS, choose, judge, sahara
from robots.robot import Judgement
from tests.games.walks import CASES, KNOWN, Case, chance

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
        assert judged(some.better) == Judgement(0, None, some.exact)


def test_costs_in_sahara_are_exact_where_the_end_is_near_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sahara, "NODES", 500)
    rng, state = chance(2), GAMES["sahara"].deal(GAMES["sahara"].options(), Dice.from_seed(bytes(SEED_BYTES)))
    assert isinstance(state, SaharaState)
    known: list[bool] = []
    while state.result is None:
        (seat,) = state.to_act
        before, move = state.view(seat), rng.choice(state.legal_moves(seat))
        state = state.play(seat, move)
        if not known or BEANS - sum(state.stores) <= 8:
            known.append(judge(before, str(move), state.view(seat), 7).exact)
    assert known[0] is False
    assert known[-1] is True
