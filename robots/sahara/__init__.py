"""The robot that plays Sahara."""

from __future__ import annotations

import math
import random

from games.sahara import Move, View
from robots.robot import Level
from robots.sahara.board import SOWS, Position, legal, move, position, sow

__all__ = ["assess", "best_single_ply", "choose"]

SOFTNESS = {1: 2.0, 2: 1.0, 3: 0.7, 4: 0.4, 5: 0.2}
"""By level: how many beans a player of this level mistakes one move for another by."""
AGAIN = 0.5
"""What it is worth to move again, in beans, to a player who looks one ply ahead."""


def choose(view: View, level: Level, seed: int) -> Move:
    """The move that the seat to act makes."""
    return _soft_single_ply(view, random.Random(seed), SOFTNESS[level])


def assess(view: View, seed: int) -> float:
    """The chance of the view's seat to win, from the stores."""
    lead = view.stores[0] - view.stores[1]
    return 1 / (1 + math.exp(-(lead if view.viewer == 0 else -lead) / 4))


def best_single_ply(view: View, seed: int) -> Move:
    """The sow that wins most at once; of equal ones one that goes on, else any."""
    return _soft_single_ply(view, random.Random(seed), softness=0.01)


def _soft_single_ply(view: View, chance: random.Random, softness: float) -> Move:
    here = position(view)
    merits = {number: _merit(here, number) + chance.gauss(0, softness) for number in legal(here)}
    return move(max(merits, key=merits.__getitem__))


def _merit(here: Position, number: int) -> float:
    *_, gain, again = sow(here.own, here.opposite, here.beans, number, SOWS)
    return gain + again * AGAIN
