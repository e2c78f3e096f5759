"""Puzzles to be tested: one of each motif in each run, the others in the long ones."""

from __future__ import annotations

import pytest

from bot.domain.puzzles import Puzzle, puzzles

ALL_PUZZLES = list(puzzles().values())
FIRST_OF_MOTIF = {(puzzle.game, puzzle.motif): puzzle for puzzle in reversed(ALL_PUZZLES)}


def _is_sample(puzzle: Puzzle) -> bool:
    return FIRST_OF_MOTIF[puzzle.game, puzzle.motif] is puzzle


EVERY_PUZZLE = pytest.mark.parametrize(
    "puzzle",
    [
        pytest.param(puzzle, id=puzzle.code, marks=[] if _is_sample(puzzle) else [pytest.mark.long])
        for puzzle in ALL_PUZZLES
    ],
)
