"""The robot of Stacko.

`thinking` weighs the moves; the levels differ in what they heed, and in how sharply they choose. Level 5 and
the chances told to people go by `race`, which supposes what the opponent holds.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

from games.stacko import PLACES, Build, Draw, Move, Pass, View
from games.stacko.towers import built, exchanges
from robots.robot import LEVELS, Level, Losses, Player, losses_of, softly
from robots.robot import always as bears_on_open
from robots.robot import sure_wins as wins
from robots.stacko.belief import own_seat, own_tower
from robots.stacko.race import Racing
from robots.stacko.thinking import Care, Thinking

__all__ = ["assess", "bears_on_open", "best_single_ply", "choose", "losses", "wins"]

CARE = {
    1: Care(stakes=False, memory=False, threats=False),
    2: Care(stakes=False, memory=False),
    3: Care(stakes=False),
    4: Care(),
}
"""By level: what it heeds."""
SOFTNESS: Mapping[Level, float] = {1: 0.028, 2: 0.02, 3: 0.0135, 4: 0.006, 5: 0.0002}
PLAYERS: Mapping[Level, Player] = {
    level: Player(softness, margin=3 * softness) for level, softness in SOFTNESS.items()
}
"""By level: how sharply it chooses, in chances to win."""

CALIBRATION = -0.85, 1.01
"""The intercept and the slope of the logit of a chance, on that of what the robot supposes.

Fitted to matches of level 5; `python -m tools.calibration stacko` tells how far it holds.
"""
LEAST = 0.001
"""No chance is told that is nearer to 0 or 1."""


def choose(view: View, level: Level, seed: int) -> Move:
    """A move after which the chance to win is best, or nearly so."""
    thinking = Racing(view) if level == LEVELS[-1] else Thinking(view, CARE[level])
    return softly(thinking.scores(), PLAYERS[level], f"stacko {seed}")


def assess(view: View, seed: int) -> float:
    """The chance to win after the best move; if the opponent is to act, with what they have in hand."""
    thinking = Racing(view)
    if view.to_act == (own_seat(view),):
        return calibrated(max(score for _, score in thinking.scores()))
    return calibrated(thinking.stay(view.round.in_hand))


def losses(view: View, seed: int) -> Losses:
    """What each move of the view's seat costs."""
    return losses_of({move: calibrated(score) for move, score in Racing(view).scores()})


def calibrated(supposed: float) -> float:
    """How often a chance wins that the robot supposes, which takes both seats for too well off."""
    supposed = min(1 - LEAST, max(LEAST, supposed))
    intercept, slope = CALIBRATION
    return 1 / (1 + math.exp(-intercept - slope * math.log(supposed / (1 - supposed))))


def best_single_ply(view: View, seed: int) -> Move:
    """Build where the longest falling chain gets longest; if nowhere longer, draw, then pass.

    By this script the levels are measured.
    """
    tower = own_tower(view)
    left = [exchanges(built(tower, view.round.in_hand, place)) for place in range(1, PLACES + 1)]
    if min(left) < exchanges(tower):
        return Build(left.index(min(left)) + 1)
    return Pass() if view.round.drawn else Draw()
