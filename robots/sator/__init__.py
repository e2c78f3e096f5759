"""The robot that plays Sator: it looks ahead by what it knows, and mixes plies that are nearly as good.

`board` numbers a view, `search` looks ahead, `worth` weighs what lies at the horizon, `belief` says which
dots are likely, `hiding` how to hide one's own.
"""

from __future__ import annotations

import random
from typing import NamedTuple

from games.sator import Move, View
from games.sator.pieces import hides
from robots.robot import Level, softly
from robots.robot import uncounted as losses
from robots.sator.belief import believed
from robots.sator.board import Table, Way, advance, read, seat_of
from robots.sator.hiding import SHARES, VALUE
from robots.sator.search import HASTE, Horizon, Outlook, uniform
from robots.sator.worth import counted, weigh

__all__ = ["assess", "best_single_ply", "choose", "losses"]


class Strength(NamedTuple):
    """How a level thinks."""

    horizon: Horizon
    suspects: bool
    """It reads from where pieces stand which dots they may have."""
    softness: float
    """How much less chance a ply may give for it to be taken a third as often as the best."""
    slack: float
    """How much less a ply may give to be taken at all."""


STRENGTHS = {
    1: Strength(Horizon(1, 1, counted), False, 0.09, 1.0),
    2: Strength(Horizon(2, 200, weigh), False, 1.0, 0.46),
    3: Strength(Horizon(2, 200, weigh), False, 0.32, 0.29),
    4: Strength(Horizon(3, 2000, weigh), True, 0.12, 0.2),
    5: Strength(Horizon(40, 8000, weigh), True, 0.005, 0.015),
}
"""By level."""
WON = 1 - 1e-9
"""The chance of a ply that wins at once; no level passes one by."""
LOST = 1.5 * HASTE
"""Less than this is the chance of a ply after which the other wins at once, whatever is hidden."""


def choose(view: View, level: Level, seed: int) -> Move:
    """A ply that is good on average over what the other seat may hide.

    Plies that are nearly as good are mixed by the seed, so that neither the set-up nor a ply gives dots away.
    """
    chance = random.Random(f"sator {seed}")
    seat = seat_of(view)
    if not view.ready[seat]:
        (hide,) = chance.choices(hides(), SHARES[seat])
        return hide
    strength = STRENGTHS[level]
    table = read(view)
    scores = good_enough(looked_ahead(table, strength).scores(table.own), strength.slack)
    return advance(softly(scores, strength.softness, chance))


def assess(view: View, seed: int) -> float:
    """The chance of the view's seat to win; in the set-up that of its seat."""
    seat = seat_of(view)
    if view.ready != (True, True):
        return VALUE if seat == 0 else 1 - VALUE
    table = read(view)
    return looked_ahead(table, STRENGTHS[4]).value(seat, table.own)


def looked_ahead(table: Table, strength: Strength) -> Outlook:
    """What lies ahead of a view as a level sees it."""
    beliefs = believed(table.layout, table.kinds) if strength.suspects else uniform(table.kinds)
    return Outlook(table.layout, table.kinds, beliefs, strength.horizon)


def good_enough(scores: list[tuple[Way, float]], slack: float) -> list[tuple[Way, float]]:
    """The plies that are not much worse than the best; of those that win or lose at once, only the former.

    Where all lose at once it is one of them.
    """
    best = max(score for _, score in scores)
    least = WON if best >= WON else max(best - slack, min(best, LOST))
    return [(way, score) for way, score in scores if score >= least]


def best_single_ply(view: View, seed: int) -> Move:
    """The ply with the best expected count of pieces and rows: by it the levels are measured."""
    chance = random.Random(f"sator script {seed}")
    seat = seat_of(view)
    if not view.ready[seat]:
        return chance.choice(hides())
    table = read(view)
    outlook = Outlook(table.layout, table.kinds, uniform(table.kinds), Horizon(1, 1, counted))
    scores = outlook.scores(table.own)
    best = max(score for _, score in scores)
    return advance(chance.choice([way for way, score in scores if score > best - 1e-9]))
