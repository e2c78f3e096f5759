"""What a move cost: nothing where it is the best one."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games import GAMES
from games.dice import SEED_BYTES, Dice
from games.game import SEATS, State, other
from games.judgement import Judgement
from robots import LEVELS, choose, judge, sahara
from robots.catalog import robot_of
from tests.games.walks import CASES, KNOWN, Case, chance

QUICK = [next(case for case in CASES if case.key == key) for key in sorted(KNOWN)]
SECRETIVE = [next(case for case in CASES if case.key == key) for key in ("sator", "stacko")]
SECRETIVE.append(next(case for case in CASES if ("variant", "hidden") in case.words))


def begun(case: Case) -> State:
    """A match after a few plies of the weakest robot."""
    state: State = case.game.deal(case.game.options(**dict(case.words)), Dice.from_seed(bytes(SEED_BYTES)))
    for number in range(4):
        seat = state.to_act[0]
        state = state.play(seat, choose(state.view(seat), LEVELS[0], number))
    return state


@pytest.mark.long
@pytest.mark.parametrize("case", QUICK, ids=str)
def test_the_better_move_costs_nothing(case: Case) -> None:
    state = begun(case)
    (seat,) = state.to_act
    before, legal = state.view(seat), {str(move): move for move in state.legal_moves(seat)}

    def judged(move: str) -> Judgement:
        after = state.play(seat, legal[move])
        opposite = state.view(other(seat)), after.view(other(seat))
        return judge(before, move, after.view(seat), 7, opposite)

    some = judged(next(iter(legal)))
    assert some.cost >= 0
    assert (some.laid_open is None) == (case.key in ("sahara", "sato"))
    if some.better is not None:
        assert replace(judged(some.better), laid_open=None) == Judgement(0, None, some.exact)


@pytest.mark.parametrize("case", [case for case in QUICK if case.key != "sahara"], ids=str)
def test_what_a_move_cost_does_not_depend_on_the_luck_that_followed(case: Case) -> None:
    state = begun(case)
    (seat,) = state.to_act
    before = state.view(seat)
    played = [str(move) for move in robot_of(before).losses(before, 7).costs][-1]
    costs = set()
    for luck in range(3):
        world = before.imagine(Dice.from_seed(luck.to_bytes(SEED_BYTES)))
        move = next(move for move in world.legal_moves(seat) if str(move) == played)
        costs.add(judge(before, played, world.play(seat, move).view(seat), 7))
    assert len(costs) == 1


@pytest.mark.parametrize("case", SECRETIVE, ids=str)
def test_what_is_laid_open_is_what_both_seats_know_together(case: Case) -> None:
    """It allows the worlds that both views allow, and no view of a seat tells them apart."""
    rng = chance(5)
    state: State = case.game.deal(case.game.options(**dict(case.words)), Dice.from_seed(bytes(SEED_BYTES)))
    for number in range(60):
        if state.result is not None:
            break
        for seat in SEATS:
            opened = state.view(seat).laid_open(state.view(other(seat)))
            world = opened.imagine(Dice.from_seed(number.to_bytes(SEED_BYTES)))
            assert (world.view(0), world.view(1)) == (state.view(0), state.view(1)) or opened == state.view(
                seat
            )
        seat = rng.choice(state.to_act)
        state = state.play(seat, rng.choice(state.legal_moves(seat)))


def test_costs_in_sahara_are_exact_at_the_start_and_near_the_end_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sahara, "NODES", 500)
    rng, state = chance(2), GAMES["sahara"].deal(GAMES["sahara"].options(), Dice.from_seed(bytes(SEED_BYTES)))
    known: list[bool] = []
    while state.result is None:
        (seat,) = state.to_act
        before, move = state.view(seat), rng.choice(state.legal_moves(seat))
        state = state.play(seat, move)
        known.append(judge(before, str(move), state.view(seat), 7).exact)
    assert known[0]
    assert known[-1]
    assert not all(known)
