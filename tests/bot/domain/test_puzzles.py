"""The puzzles that are shipped."""

from __future__ import annotations

import pytest

from bot.domain.puzzles import Puzzle, following, puzzles
from games.dice import Dice
from tests.games.walks import KNOWN

ALL = list(puzzles().values())


def test_each_game_has_some_and_each_has_a_code_of_its_own() -> None:
    assert {puzzle.game for puzzle in ALL} == set(KNOWN)
    assert len({puzzle.code for puzzle in ALL}) == len(ALL)


@pytest.mark.parametrize("puzzle", ALL, ids=[puzzle.code for puzzle in ALL])
def test_each_is_built_again_by_the_rules_and_has_one_best_move(puzzle: Puzzle) -> None:
    view = puzzle.view()
    assert view == puzzle.view()
    assert view.viewer is not None
    assert view.to_act == (view.viewer,)
    assert view.open_choice
    moves = view.imagine(Dice.from_seed(bytes(32))).legal_moves(view.viewer)
    assert list(puzzle.costs) == [str(move) for move in moves]
    assert sorted(puzzle.costs.values())[0] == 0 < puzzle.next_best


@pytest.mark.parametrize("puzzle", ALL, ids=[puzzle.code for puzzle in ALL])
def test_what_follows_a_move_can_be_played_and_what_tempts_is_not_the_best(puzzle: Puzzle) -> None:
    assert puzzle.costs[puzzle.tempting] > 0
    for move, replies in puzzle.replies.items():
        assert [ply.notation for ply in puzzle.follow_up(move)] == replies.split(", ")
        assert move == puzzle.best or all(ply.facts for ply in puzzle.follow_up(move))


def test_all_follow_each_other_in_a_ring() -> None:
    assert following(None, ALL[-1].code, 0) == ALL[0]
    assert following(None, None, len(ALL) + 1) == ALL[1]
    only = next(puzzle for puzzle in ALL if puzzle.game == "sator")
    assert following("sator", None, 0) == only
    assert following("chess", None, 0) is None
