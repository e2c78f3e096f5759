"""The robot that plays Sato."""

from __future__ import annotations

import math
import random

from games.game import other
from games.sato import Move, View
from robots.robot import Level
from robots.sato.script import best_single_ply, gain, imagined

__all__ = ["assess", "best_single_ply", "choose"]

SOFTNESS = {1: 4.0, 2: 2.0, 3: 1.0, 4: 0.5, 5: 0.25}
"""By level: the points that a player of this level mistakes one move for another by."""

POINTS_OF_A_LEAD = 15.0
"""A lead by so many points wins three matches of four."""


def choose(view: View, level: Level, seed: int) -> Move:
    """A move of the view's seat, softly the best single ply."""
    state, seat = imagined(view, seed)
    chance = random.Random(seed)
    moves = state.legal_moves(seat)
    merits = [gain(state.layout, seat, move) + chance.gauss(0, SOFTNESS[level]) for move in moves]
    return moves[max(range(len(moves)), key=merits.__getitem__)]


def assess(view: View, seed: int) -> float:
    """The chance of the view's seat to win, from the scores as they are."""
    assert view.viewer is not None  # noqa: S101 - the catalogue has seen to it
    lead = view.scores[view.viewer] - view.scores[other(view.viewer)]
    return 1 / (1 + math.exp(-lead * math.log(3) / POINTS_OF_A_LEAD))
