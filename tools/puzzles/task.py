"""A task: what to reach from a position, and how far each move gets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from games.game import State


@dataclass(frozen=True, slots=True)
class Task:
    """What is asked for in a position, as its solver found it from the view of the seat to move."""

    motif: str
    """What makes the answer right; told after it."""
    asks: str
    """The key of the sentence that asks; it holds for whatever the view hides."""
    count: int
    """The number in that sentence."""
    values: Mapping[str, int]
    """How far each legal move gets, by notation, in the order of the rules; the highest are answers."""
    line: tuple[str, ...] = ()
    """Plies that follow the first answer and show that it is right."""
    replies: Mapping[str, str] = field(default_factory=dict)
    """By wrong move: a ply of the other seat that shows what is wrong."""

    @property
    def answers(self) -> list[str]:
        """The moves that get farthest."""
        best = max(self.values.values())
        return [move for move, value in self.values.items() if value == best]


FEWEST_MOVES = 3
MOST_ANSWERS = 0.4
"""The share of the moves that may be right: else there is nothing to find."""


def is_clear(values: Mapping[str, int], margin: int = 1) -> bool:
    """Whether few moves are right, and by so much better than any other."""
    heights = sorted(set(values.values()), reverse=True)
    right = sum(value == heights[0] for value in values.values()) if heights else 0
    enough = len(values) >= FEWEST_MOVES and len(heights) > 1 and right <= MOST_ANSWERS * len(values)
    return enough and heights[0] - heights[1] >= margin


Played = TypeVar("Played", bound=State)


def play(state: Played, notation: str) -> Played:
    """The state after a move of the seat to act."""
    seat = state.to_act[0]
    after: Any = state.play(seat, next(move for move in state.legal_moves(seat) if str(move) == notation))
    played: Played = after
    return played
