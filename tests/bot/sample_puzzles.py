"""Puzzles to be tested: one of each motif in each run, the others in the long ones."""

from __future__ import annotations

import pytest

from bot.domain.puzzles import Puzzle, puzzles

ALL_PUZZLES = list(puzzles().values())
FIRST_OF_MOTIF = {(puzzle.game, puzzle.motif): puzzle for puzzle in reversed(ALL_PUZZLES)}


def _some(game: str, *, first: bool) -> list[Puzzle]:
    firsts = FIRST_OF_MOTIF.values()
    return [one for one in ALL_PUZZLES if one.game == game and (one in firsts) == first]


EVERY_PUZZLE = pytest.mark.parametrize(
    "some_puzzles",
    [
        pytest.param(_some(game, first=first), id=f"{game}-{name}", marks=marks)
        for game in dict.fromkeys(puzzle.game for puzzle in ALL_PUZZLES)
        for first, name, marks in ((True, "firsts", ()), (False, "others", pytest.mark.long))
    ],
)
"""A test of each game's puzzles: what it asserts, it asserts of one after the other, and says of which."""
