"""The robot that plays Sator."""

from __future__ import annotations

import math
import random

from games.sator import Move, View
from games.sator.pieces import hides
from robots.robot import Level
from robots.sator.board import advance, read, seat_of
from robots.sator.script import best_single_ply
from robots.sator.search import Horizon, Outlook, uniform
from robots.sator.worth import weigh

__all__ = ["assess", "best_single_ply", "choose"]

HORIZONS = {
    1: Horizon(1, 0, weigh),
    2: Horizon(2, 10**6, weigh),
    3: Horizon(3, 10**6, weigh),
    4: Horizon(40, 1000, weigh),
    5: Horizon(40, 3000, weigh),
}
"""By level: how far it looks."""
SOFTNESS = {1: 0.3, 2: 0.03, 3: 0.02, 4: 0.01, 5: 0.01}
"""By level: how much worse a ply may be for it to be taken a third as often as the best."""

WON = 1 - 1e-9
"""The score of a ply that wins at once; no level passes one by."""


def choose(view: View, level: Level, seed: int) -> Move:
    """A ply that is good on average over what the other seat may hide, softly."""
    chance = random.Random(f"sator {seed}")
    if not view.ready[seat_of(view)]:
        return chance.choice(hides())
    table = read(view)
    scores = Outlook(table.layout, table.kinds, uniform(table.kinds), HORIZONS[level]).scores(table.own)
    best = max(score for _, score in scores)
    if best >= WON:
        scores = [(way, score) for way, score in scores if score >= WON]
    weights = [math.exp((score - best) / SOFTNESS[level]) for _, score in scores]
    return advance(chance.choices([way for way, _ in scores], weights)[0])


def assess(view: View, seed: int) -> float:
    """The chance of the view's seat to win; even until both have made their set-up."""
    if view.ready != (True, True):
        return 0.5
    table = read(view)
    outlook = Outlook(table.layout, table.kinds, uniform(table.kinds), HORIZONS[4])
    return (outlook.value(seat_of(view), table.own) + 1) / 2
