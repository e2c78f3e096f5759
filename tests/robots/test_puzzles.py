"""Mining puzzles: the command writes the same again, and what is shipped came from it."""

from __future__ import annotations

import json

import pytest

from bot.domain.puzzles import Puzzle, puzzles
from games import sahara
from robots import choose
from robots.sahara import losses
from tools.puzzles import main


def mined(*arguments: str) -> str:
    written = list[str]()
    main(arguments, written.append)
    return "".join(written)


def test_the_command_writes_the_puzzles_that_are_shipped() -> None:
    """The first ones of Sahara, which are quick to find; with or without numba."""
    found = json.loads(mined("--game", "sahara", "--count", "3"))
    shipped = [puzzle for puzzle in puzzles().values() if puzzle.game == "sahara"]
    assert [one["plies"] for one in found] == [puzzle.plies for puzzle in shipped[:3]]
    assert [one["costs"] for one in found] == [puzzle.costs for puzzle in shipped[:3]]
    assert [one["replies"] for one in found] == [puzzle.replies for puzzle in shipped[:3]]
    assert [one["tempting"] for one in found] == [puzzle.tempting for puzzle in shipped[:3]]


@pytest.mark.parametrize("puzzle", [one for one in puzzles().values() if one.game == "sahara"])
def test_those_of_sahara_are_exact(puzzle: Puzzle) -> None:
    view = puzzle.view()
    assert isinstance(view, sahara.View)
    found = losses(view)
    assert found.exact
    assert {str(move): cost for move, cost in found.costs.items()} == puzzle.costs


@pytest.mark.long
@pytest.mark.parametrize("puzzle", [one for one in puzzles().values() if one.game == "sator"])
def test_the_strongest_robot_plays_the_best_move(puzzle: Puzzle) -> None:
    assert str(choose(puzzle.view(), 5, 3)) == puzzle.best
