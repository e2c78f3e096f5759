"""The robot of Stacko: what it heeds, and that its rounds come to an end."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games import GAMES, Dice
from games.stacko import Build, Move, Round, State
from games.stacko.towers import exchanges
from robots import LEVELS, Level, assess, choose
from robots.robot import dice


def dealt(seed: int) -> State:
    """A fresh match."""
    game = GAMES["stacko"]
    state = game.deal(game.options(), dice(seed, "deal"))
    assert isinstance(state, State)
    return state


def with_towers(own: list[int], others: list[int], offer: int, *, shown: int = 0) -> State:
    """Seat 0 is to act; of the other tower the lowest `shown` parts were built in."""
    used = {*own, *others, offer}
    eyes = (False,) * 10, (True,) * shown + (False,) * (10 - shown)
    talon = tuple(part for part in range(1, 41) if part not in used)
    running = Round(eyes, offer, False, (), False, 0, 0, None, (tuple(own), tuple(others)), talon)
    return State(running, (), (), None, Dice.from_seed(bytes(32)))


NEARLY = [12, 30, 28, 25, 20, 18, 15, 9, 4, 2]
"""Finished by any part above 30 in place 1 (Stacko, D7)."""
MESS = [3, 22, 1, 33, 5, 40, 13, 38, 17, 24]


def rounds_played(level: Level, matches: range) -> list[Round]:
    """The rounds of some matches of a level against itself."""
    played: list[Round] = []
    for seed in matches:
        state, ply = dealt(seed), 0
        while state.result is None:
            move: Move = choose(state.view(state.to_act[0]), level, ply)
            state, ply = state.play(state.to_act[0], move), ply + 1
        played += [*state.ended, state.round]
    return played


def test_a_chain_needs_room_between_its_parts() -> None:
    assert exchanges([40, 39, 38, 37, 36, 35, 34, 33, 32, 31]) == 0
    assert exchanges([20, 40, 19, 40, 40, 40, 40, 40, 40, 40]) == 9
    assert exchanges([9, 8, 7, 6, 5, 4, 3, 2, 1, 40]) == 10


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_finishes_where_it_can(level: Level) -> None:
    view = with_towers(NEARLY, MESS, 35).view(0)
    assert {choose(view, level, seed) for seed in range(5)} == {Build(1)}


@pytest.mark.parametrize("level", LEVELS[1:])
def test_from_level_2_on_nobody_is_handed_the_part_that_finishes_their_tower(level: Level) -> None:
    others = [39, 36, 34, 31, 27, 23, 19, 16, 11, 21]  # finished by a part below 11 in place 10
    state = with_towers([6, 40, 2, 33, 10, 30, 13, 38, 17, 8], others, 29, shown=10)
    for seed in range(10):
        after = state.play(0, choose(state.view(0), level, seed))
        assert after.round.turn == 0 or after.round.in_hand >= 11


def test_a_better_tower_has_the_better_chance() -> None:
    state = with_towers(NEARLY, MESS, 29)
    turned = replace(state, round=replace(state.round, turn=1))
    assert assess(state.view(0), 0) > 0.6
    assert assess(turned.view(1), 0) < 0.5


def test_a_match_of_the_strongest_level_comes_to_an_end() -> None:
    assert [max(played.scores or ()) for played in rounds_played(5, range(1))] == [50, 50]


@pytest.mark.long
@pytest.mark.parametrize("level", LEVELS)
def test_no_level_runs_into_the_cap_against_itself(level: Level) -> None:
    """Stacko, rule 6; robots that wait for what the other tower holds do so in four rounds of ten."""
    assert {max(played.scores or ()) for played in rounds_played(level, range(100, 105))} == {50}
