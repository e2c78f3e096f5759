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
from hypothesis import given
from hypothesis import strategies as st

from games import GAMES, IllegalMove, InvalidNotation, NotYourTurn
from games.game import SEATS, VIEWERS, State, UnknownHouseRule, is_uneven, position
from games.judgement import Judgement
from games.words import Tree, tree, tree_of
from tests import ROOT
from tests.examples import examples
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
def test_no_two_legal_moves_share_a_notation_and_it_is_read_in_any_case_with_any_blanks(
    case: Case, seed: int
) -> None:
    for _state, _seat, moves in choices(case, seed):
        notations = [str(move) for move in moves]
        assert len(set(notations)) == len(moves)
        assert [case.game.parse(notation) for notation in notations] == list(moves)
        for move in sample(moves, SAMPLED_MOVES, seed):
            words = str(move).split(" ")
            assert all(word and word == word.lower() for word in words)
            assert case.game.parse("  " + " \t ".join(words).upper() + "\n") == move


@given(st.text())
def test_any_text_is_a_move_or_refused(text: str) -> None:
    for game in GAMES.values():
        try:
            move = game.parse(text)
        except InvalidNotation:
            continue
        assert game.parse(str(move)) == move


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


@examples(1)
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
def test_every_legal_move_can_be_played_and_every_other_one_is_refused(case: Case, seed: int) -> None:
    rng = chance(seed)
    for state in sampled_states(random_line(case, seed), seed):
        for seat in SEATS:
            moves = state.legal_moves(seat)
            legal = set(moves)
            for move in sample(moves, SAMPLED_MOVES, seed):
                assert state.play(seat, move) != state
            for move in moves_to_try(case, state, rng):
                if move not in legal:
                    with pytest.raises(IllegalMove if moves else NotYourTurn):
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
def test_every_combination_of_house_rules_makes_options_of_its_own_and_others_are_refused(key: str) -> None:
    game = GAMES[key]
    options = [game.options(**dict(case.words)) for case in cases_of(game)]
    assert all(options.count(each) == 1 for each in options)
    assert game.options(**{rule.word: rule.default for rule in game.house_rules}) == game.options()
    assert all(rule.default in rule.values for rule in game.house_rules)
    allowed = ", ".join(f"{rule.word}={'|'.join(rule.values)}" for rule in game.house_rules) or "none"
    for word in ("colour", "self", "", *(rule.word for rule in game.house_rules)):
        with pytest.raises(UnknownHouseRule) as refused:
            game.options(**{word: "red"})
        assert str(refused.value) == f"{f'{word}=red'!r} is no house rule; allowed: {allowed}"


@pytest.mark.parametrize("key", GAMES)
def test_the_example_of_each_paragraph_of_the_rules_shows_what_it_is_there_for(key: str) -> None:
    game = GAMES[key]
    for page in game.rule_pages:
        shown = position(game, dict(page.house_rules), page.plies).view(page.viewer)
        assert not page.shows or page.shows in [fact.key for fact in shown.tell_turn()], page.key


@pytest.mark.parametrize("key", GAMES)
def test_a_game_is_uneven_under_the_house_rules_that_it_names(key: str) -> None:
    uneven = [case for case in CASES if case.key == key and is_uneven(case.game, dict(case.words))]
    assert bool(uneven) == hasattr(GAMES[key], "uneven")
    assert len(uneven) < len([*cases_of(GAMES[key])])


def test_a_judgement_is_an_estimate_unless_it_says_otherwise() -> None:
    judged = Judgement(0.5, None)
    assert (judged.exact, judged.laid_open) == (False, None)


def test_house_rules_that_are_left_to_the_long_run_exist() -> None:
    assert {str(case) for case in CASES} >= OFTEN_SAID


# The words of moves


def ends(root: Tree) -> list[tuple[object, ...]]:
    return [(end.words, end.move) for end in root.ends()]


@pytest.mark.parametrize("case", [case for case in CASES if ("table", "small") in case.words], ids=str)
@few
@seeds
def test_the_words_that_grow_are_those_of_the_legal_moves_in_their_order(case: Case, seed: int) -> None:
    for state in random_line(case, seed).states[::9]:
        for seat in SEATS:
            assert ends(tree_of(state, seat)) == ends(tree(state.legal_moves(seat)))
            assert list(tree_of(state, seat).branches) == list(tree(state.legal_moves(seat)).branches)


def test_the_first_stone_of_a_large_table_is_chosen_without_a_list_of_all_placements(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = Case("sato", (("variant", "split"), ("table", "large"))).deal(bytes(32))
    monkeypatch.setattr("games.sato.layout.Lay", None)
    assert len([branch.settled() for branch in tree_of(state, 0).branches.values()]) == 20
