"""The robot of Stacko.

`thinking` weighs the moves; the levels differ in what they heed, and in how sharply they choose.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from games.stacko import PARTS, PLACES, Build, Draw, Move, Pass, View
from games.stacko.towers import built
from robots.robot import Level, softly
from robots.robot import uncounted as losses
from robots.stacko.belief import own_seat, own_tower
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
    least = max(score for _, score in scores) - NEAR * softness
    near = [(move, score) for move, score in scores if score >= least]
    return softly(near, softness, random.Random(f"stacko {seed}"))


def assess(view: View, seed: int) -> float:
    """The chance to win after the best move; if the opponent is to act, with what they have in hand."""
    thinking = Thinking(view)
    if view.to_act == (own_seat(view),):
        return max(score for _, score in thinking.scores())
    return thinking.stay(view.round.in_hand)


def best_single_ply(view: View, seed: int) -> Move:
    """Build where the longest falling chain gets longest; if nowhere longer, draw, then pass.

    By this script the levels are measured.
    """
    tower = own_tower(view)
    lengths = [chain_length(built(tower, view.round.in_hand, place)) for place in range(1, PLACES + 1)]
    if max(lengths) > chain_length(tower):
        return Build(lengths.index(max(lengths)) + 1)
    return Pass() if view.round.drawn else Draw()


def chain_length(tower: Sequence[int]) -> int:
    """Most parts that may all stay: they fall, with room between them for all that stands there."""
    lengths: list[int] = []
    for index, part in enumerate(tower):
        below = (lengths[low] for low in range(index) if tower[low] - part >= index - low)
        fits = PARTS[0] + PLACES - 1 - index <= part <= PARTS[-1] - index
        lengths.append(max(below, default=0) + 1 if fits else 0)
    return max(lengths)
