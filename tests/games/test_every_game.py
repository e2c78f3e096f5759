"""The laws that every game keeps, under all its house rules, along random lines of play."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import FrozenInstanceError, fields, is_dataclass
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import GAMES, Dice, NotYourTurn, Refused, Seat
from games.game import SEATS, VIEWERS, State, UnknownHouseRule
from games.sahara import BEANS, HOLLOWS
from games.sahara import State as SaharaState
from tests.games.walks import CASES, Case, Line, cases_of, chance, last_states, random_line, replay, to_json

ROOT = Path(__file__).parents[2]

SAMPLED_STATES = 16
"""Looked at closely in one line, beside its last state: what a line costs is bounded, however long it is."""

SAMPLED_MOVES = 24
"""Tried in one state."""

T = TypeVar("T")

every_case = pytest.mark.parametrize("case", CASES, ids=str)
few = settings(max_examples=6, deadline=None)
seeds = given(seed=st.integers(0, 2**32 - 1))


def sample(items: tuple[T, ...], count: int, seed: int) -> list[T]:
    return chance(seed).sample(items, min(count, len(items)))


def sampled_states(line: Line, seed: int) -> list[State]:
    return [*sample(line.states[:-1], SAMPLED_STATES, seed), line.states[-1]]


def choices(case: Case, seed: int) -> Iterator[tuple[State, Seat, tuple[Any, ...]]]:
    """States of a random line, each with a seat that is to act in it and what that seat may do."""
    for state in sampled_states(random_line(case, seed), seed):
        for seat in state.to_act:
            yield state, seat, state.legal_moves(seat)


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


# Laws 2 and 3


@every_case
@few
@seeds
def test_what_a_view_imagines_looks_the_same_to_its_viewer(case: Case, seed: int) -> None:
    dice = Dice.from_seed(chance(seed).randbytes(32))
    for state in sampled_states(random_line(case, seed), seed):
        for viewer in VIEWERS:
            view = state.view(viewer)
            assert view.imagine(dice).view(viewer) == view


@every_case
@few
@seeds
def test_a_view_tells_its_viewer_who_is_to_act_and_how_it_ended(case: Case, seed: int) -> None:
    for state in sampled_states(random_line(case, seed), seed):
        for viewer in VIEWERS:
            view = state.view(viewer)
            assert (view.viewer, view.to_act, view.result) == (viewer, state.to_act, state.result)


@every_case
@few
@seeds
def test_what_a_seat_may_do_follows_from_what_it_sees(case: Case, seed: int) -> None:
    dice = Dice.from_seed(chance(seed).randbytes(32))
    for state in sampled_states(random_line(case, seed), seed):
        for seat in SEATS:
            assert state.view(seat).imagine(dice).legal_moves(seat) == state.legal_moves(seat)


# Law 4


@every_case
@few
@seeds
def test_the_same_seed_and_plies_make_the_same_states(case: Case, seed: int) -> None:
    line = random_line(case, seed)
    again = replay(case, line.seed, line.plies)
    assert again == line.states
    assert list(map(repr, again)) == list(map(repr, line.states))


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
    for state in random_line(case, seed).states:
        assert (state.to_act == ()) == (state.result is not None)
        assert state.to_act in {(), (0,), (1,), (0, 1)}
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
    for state in sampled_states(random_line(case, seed), seed):
        for seat in SEATS:
            legal = set(map(str, state.legal_moves(seat)))
            wrong = tuple(move for move in moves_of(case.key) if str(move) not in legal)
            for move in sample(wrong, SAMPLED_MOVES, seed):
                with pytest.raises(Refused if seat in state.to_act else NotYourTurn):
                    state.play(seat, move)


@cache
def moves_of(key: str) -> tuple[Any, ...]:
    """Moves that were legal somewhere in one line under each combination of house rules."""
    lines = [random_line(case, seed=0) for case in cases_of(GAMES[key])]
    known = {str(move): move for line in lines for state in line.states for move in _all_moves(state)}
    return tuple(known.values())


def _all_moves(state: State) -> Iterator[Any]:
    return (move for seat in state.to_act for move in state.legal_moves(seat))


# Law 6


def count_beans(state: State) -> None:
    assert isinstance(state, SaharaState)
    assert [len(side) for side in state.sides] == [HOLLOWS, HOLLOWS]
    assert min(*state.sides[0], *state.sides[1], *state.stores) >= 0
    assert sum(map(sum, state.sides)) + sum(state.stores) == BEANS
    assert all(sum(beans) == BEANS for beans in state.games)


CONSERVED: Mapping[str, Callable[[State], None]] = {"sahara": count_beans}
"""What must be conserved in each game. Each counts the whole truth, so it takes a state."""


def test_it_is_written_down_for_every_game_what_is_conserved() -> None:
    assert CONSERVED.keys() == GAMES.keys()


@every_case
@few
@seeds
def test_what_must_be_conserved_is_conserved(case: Case, seed: int) -> None:
    for state in random_line(case, seed).states:
        CONSERVED[case.key](state)


# The form of states, views, moves and options


@every_case
def test_states_views_moves_and_options_are_frozen_and_slotted(case: Case) -> None:
    state = case.deal(bytes(32))
    values: list[Any] = [state, *map(state.view, VIEWERS), *_all_moves(state), case.game.options()]
    for value in values:
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
