"""The robot of Stacko."""

from __future__ import annotations

from games.stacko import Move, View
from robots.robot import Level
from robots.stacko.script import best_single_ply

__all__ = ["assess", "best_single_ply", "choose"]


def choose(view: View, level: Level, seed: int) -> Move:
    """The move of the view's seat."""
    return best_single_ply(view, seed)


def assess(view: View, seed: int) -> float:
    """The chance of the view's seat to win."""
    return 0.5
