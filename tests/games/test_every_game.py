"""The laws of play that every game keeps, under all its house rules, along random lines of play."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import FrozenInstanceError, fields, is_dataclass
from enum import Enum
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import GAMES, IllegalMove, NotYourTurn
from games.game import SEATS, VIEWERS, State, UnknownHouseRule
from tests import ROOT
from tests.games.conserved import CONSERVED
from tests.games.sampling import (
    OFTEN_SAID,
    SAMPLED_MOVES,
    choices,
    every_case,
    every_known_case,
    few,
    sample,
    sampled_states,
    seeds,
)
from tests.games.tries import moves_to_try
from tests.games.walks import CASES, Case, cases_of, chance, last_states, random_line, replay, to_json

ALTERNATING = {"sahara", "stacko", "sato"}
"""The games in which both seats are never to act at once."""

CHANCE_ENDS = [case for case in CASES if case.key in {"sator", "sato"}]
"""Whatever is played, these matches are over before a line is cut off."""


# Law 1


@every_case
@few
@seeds
def test_notation_and_parse_are_inverse_and_no_two_legal_moves_share_a_notation(
    case: Case, seed: int
) -> None:
    for _state, _seat, moves in choices(case, seed):
        notations = [str(move) for move in moves]
        assert len(set(notations)) == len(moves)
        assert [case.game.parse(notation) for notation in notations] == list(moves)


@every_case
@few
@seeds
def test_notation_is_lower_case_words_and_is_read_in_any_case_with_any_blanks(case: Case, seed: int) -> None:
    for _state, _seat, moves in choices(case, seed):
        for move in sample(moves, SAMPLED_MOVES, seed):
            words = str(move).split(" ")
            assert all(word and word == word.lower() for word in words)
            assert case.game.parse("  " + " \t ".join(words).upper() + "\n") == move


# Law 4


@every_case
@few
@seeds
def test_the_same_seed_and_plies_make_the_same_states(case: Case, seed: int) -> None:
    line = random_line(case, seed)
    again = replay(case, line.seed, line.plies)
    assert again == line.states
    assert list(map(repr, again)) == list(map(repr, line.states))
    assert list(map(hash, again)) == list(map(hash, line.states))


@settings(max_examples=2, deadline=None)
@given(seed=st.integers(0, 2**32 - 1), hash_seed=st.integers(1, 2**32 - 1))
def test_another_process_makes_the_same_states_whatever_its_hash_seed(seed: int, hash_seed: int) -> None:
    lines = [random_line(case, seed) for case in CASES]
    done = subprocess.run(
        [sys.executable, "-m", "tests.games.walks"],
        input=to_json(lines),
        env={**os.environ, "PYTHONHASHSEED": str(hash_seed)},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(done.stdout) == [repr(line.states[-1]) for line in lines] == last_states(to_json(lines))


# Law 5


@every_case
@few
@seeds
def test_somebody_is_to_act_until_there_is_a_result_and_whoever_is_has_a_move(case: Case, seed: int) -> None:
    line = random_line(case, seed)
    for state in line.states:
        assert (state.to_act == ()) == (state.result is not None)
        assert state.to_act in {(), (0,), (1,), (0, 1)}
        assert len(state.to_act) < 2 or case.key not in ALTERNATING
    for state in sampled_states(line, seed):
        for seat in SEATS:
            assert bool(state.legal_moves(seat)) == (seat in state.to_act)


@every_case
@few
@seeds
def test_every_legal_move_can_be_played(case: Case, seed: int) -> None:
    for state, seat, moves in choices(case, seed):
        for move in sample(moves, SAMPLED_MOVES, seed):
            assert state.play(seat, move) != state


@every_case
@few
@seeds
def test_every_move_that_is_not_legal_is_refused(case: Case, seed: int) -> None:
    rng = chance(seed)
    for state in sampled_states(random_line(case, seed), seed):
        for seat in SEATS:
            legal = set(state.legal_moves(seat))
            for move in moves_to_try(case, state, rng):
                if move not in legal:
                    with pytest.raises(IllegalMove if legal else NotYourTurn):
                        state.play(seat, move)


@pytest.mark.parametrize("case", CHANCE_ENDS, ids=str)
@few
@seeds
def test_random_play_comes_to_an_end(case: Case, seed: int) -> None:
    assert random_line(case, seed).states[-1].result is not None


# Law 6


@every_known_case
@few
@seeds
def test_what_must_be_conserved_is_conserved(case: Case, seed: int) -> None:
    for state in random_line(case, seed).states:
        CONSERVED[case.key](state)


# The form of states, views, moves and options


def _all_moves(state: State) -> Iterator[Any]:
    return (move for seat in state.to_act for move in state.legal_moves(seat))


@every_case
def test_states_views_moves_and_options_are_frozen_and_slotted(case: Case) -> None:
    state = case.deal(bytes(32))
    values: list[Any] = [state, *map(state.view, VIEWERS), case.game.options(), *_all_moves(state)]
    made = [value for value in values if not isinstance(value, Enum | int | None)]  # nothing sets those anew
    for value in made[: 5 + SAMPLED_MOVES]:
        assert is_dataclass(value)
        assert not hasattr(value, "__dict__")
        for field in fields(value):
            with pytest.raises(FrozenInstanceError):
                setattr(value, field.name, None)


# House rules


@pytest.mark.parametrize("key", GAMES)
def test_the_default_of_every_house_rule_is_among_its_values(key: str) -> None:
    rules = GAMES[key].house_rules
    assert all(rule.default in rule.values for rule in rules)
    assert GAMES[key].options(**{rule.word: rule.default for rule in rules}) == GAMES[key].options()


@pytest.mark.parametrize("key", GAMES)
def test_every_combination_of_house_rules_makes_options_of_its_own(key: str) -> None:
    options = [GAMES[key].options(**dict(case.words)) for case in cases_of(GAMES[key])]
    assert all(options.count(each) == 1 for each in options)


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("word", ["colour", "self", ""])
def test_a_house_rule_that_a_game_does_not_have_is_refused(key: str, word: str) -> None:
    with pytest.raises(UnknownHouseRule):
        GAMES[key].options(**{word: "red"})


def test_house_rules_that_are_left_to_the_long_run_exist() -> None:
    assert {str(case) for case in CASES} >= OFTEN_SAID
