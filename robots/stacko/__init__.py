"""The robot of Stacko.

`thinking` weighs the moves; the levels differ in what they heed, and in how sharply they choose.
"""

from __future__ import annotations

import math
import random

from games.stacko import Move, View
from robots.robot import Level
from robots.robot import uncounted as losses
from robots.stacko.script import best_single_ply
from robots.stacko.seen import own_seat
from robots.stacko.thinking import Care, Thinking

__all__ = ["assess", "best_single_ply", "choose", "losses"]

CARE = {
    1: Care(stakes=False, memory=False, threats=False),
    2: Care(stakes=False, memory=False),
    3: Care(stakes=False),
    4: Care(),
    5: Care(),
}
"""By level: what it heeds."""
SOFTNESS = {1: 0.028, 2: 0.02, 3: 0.0135, 4: 0.006, 5: 0.0002}
"""By level: how much worse a move may be for it to be taken a third as often as the best."""
NEAR = 3
"""A move that is worse by more than so many times the softness is never taken."""


def choose(view: View, level: Level, seed: int) -> Move:
    """A move after which the chance to win is best, or nearly so."""
    softness = SOFTNESS[level]
    scores = Thinking(view, CARE[level]).scores()
    best = max(score for _, score in scores)
    near = [(move, score) for move, score in scores if score >= best - NEAR * softness]
    weights = [math.exp((score - best) / softness) for _, score in near]
    return random.Random(f"stacko {seed}").choices([move for move, _ in near], weights)[0]


def assess(view: View, seed: int) -> float:
    """The chance to win after the best move; if the opponent is to act, with what they have in hand."""
    thinking = Thinking(view)
    if view.to_act == (own_seat(view),):
        return max(score for _, score in thinking.scores())
    return thinking.stay(view.round.in_hand)
