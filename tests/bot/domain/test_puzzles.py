"""The puzzles that are shipped."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

from bot.domain.puzzles import BEYOND, CLIMB, Puzzle, following, puzzles
from bot.texts import LANGUAGES, texts_for
from games.dice import Dice
from tests.bot.sample_puzzles import ALL_PUZZLES, EVERY_PUZZLE
from tests.games.walks import KNOWN

LEAP_YEAR = 366
MOTIFS = 4
"""Of each game, at least."""


def test_there_is_one_for_each_day_of_a_year_and_each_has_a_code_of_its_own() -> None:
    assert {puzzle.game for puzzle in ALL_PUZZLES} == set(KNOWN)
    assert len({puzzle.code for puzzle in ALL_PUZZLES}) == len(ALL_PUZZLES) > LEAP_YEAR


@pytest.mark.parametrize("game", KNOWN)
def test_those_of_a_game_have_many_motifs_and_none_has_most(game: str) -> None:
    motifs = Counter(puzzle.motif for puzzle in ALL_PUZZLES if puzzle.game == game)
    assert len(motifs) >= MOTIFS
    assert max(motifs.values()) <= sum(motifs.values()) / 3


def test_the_games_take_turns() -> None:
    assert all(one.game != next_.game for one, next_ in pairwise(ALL_PUZZLES))


def test_each_is_asked_and_named_in_every_language() -> None:
    for language in LANGUAGES:
        messages = texts_for(language).messages
        for puzzle in ALL_PUZZLES:
            assert f"puzzle.{puzzle.game}.asks_{puzzle.asks}" in messages
            assert f"puzzle.{puzzle.game}.motif_{puzzle.motif}" in messages


@EVERY_PUZZLE
def test_each_is_built_again_by_the_rules_and_has_few_answers(
    some_puzzles: list[Puzzle], subtests: pytest.Subtests
) -> None:
    for puzzle in some_puzzles:
        with subtests.test(puzzle.code):
            view = puzzle.view()
            assert view == puzzle.view()
            assert view.viewer is not None
            assert view.to_act == (view.viewer,)
            assert view.open_choice
            moves = view.imagine(Dice.from_seed(bytes(32))).legal_moves(view.viewer)
            assert list(puzzle.values) == [str(move) for move in moves]
            assert 0 < len(puzzle.answers) <= len(moves) / 2
            assert 1 <= puzzle.grade <= BEYOND


@EVERY_PUZZLE
def test_what_follows_a_move_can_be_played_and_what_tempts_is_wrong(
    some_puzzles: list[Puzzle], subtests: pytest.Subtests
) -> None:
    for puzzle in some_puzzles:
        with subtests.test(puzzle.code):
            assert puzzle.tempting not in puzzle.answers
            assert puzzle.tempting in (*puzzle.values, "")
            for move in (puzzle.answers[0], *puzzle.replies):
                told = ", ".join(ply.notation for ply in puzzle.follow_up(move))
                assert told == puzzle.replies.get(move, puzzle.line)


@pytest.mark.parametrize("game", [None, *KNOWN])
def test_they_begin_easy_and_climb_to_the_hardest_until_all_have_come(game: str | None) -> None:
    wanted = [puzzle for puzzle in ALL_PUZZLES if game in (None, puzzle.game)]
    grades = {puzzle.grade for puzzle in wanted}
    begun = [following(game, None, chance) for chance in range(100)]
    assert {puzzle and puzzle.grade for puzzle in begun} == {min(grades)}
    came = [wanted[0]]
    while (puzzle := following(game, came[-1].code, 0)) not in came:
        assert puzzle
        came.append(puzzle)
    assert sorted(came, key=wanted.index) == wanted
    assert puzzle == came[0]
    falls = sum(later.grade < one.grade for one, later in pairwise(came))
    assert falls >= len(wanted) // (CLIMB + 1), "most are harder than, or as hard as, the one before"
    assert falls <= len(wanted) // 2


def test_of_an_unknown_game_there_is_none() -> None:
    assert following("chess", None, 0) is None


def test_they_are_read_once() -> None:
    assert puzzles() is puzzles()
