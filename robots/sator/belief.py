"""What each seat is likely to hide, from what stands where: who would have played so?

A view does not hold the plies that led to it, so the belief is read from the layout: red dots stay at home,
and those that have gone forward stand where they can be captured. The odds were fitted to matches of the
robot against itself (docs/robots.md). Both seats read the same layout: what Black believes of Ivory is all
that Ivory has given away, and the search weighs its own dots as the other must.
"""

from __future__ import annotations

import math

from games.game import SEATS, Seat
from robots.sator.board import STEPS, WIDTH, Kind, Kinds, Layout, reach
from robots.sator.search import Beliefs

RED_ODDS = (
    (0.0, -1.05, -1.5, -2.26),
    (0.0, -0.35, -0.35, -0.45),
)
"""By whether the piece is attacked and its steps: the logarithm of the odds of a red dot."""
CAPTOR_ODDS = -1.4
"""Those of a piece that captured a red dot and left unseen."""


def believed(layout: Layout, kinds: Kinds) -> Beliefs:
    """How likely each kind of each seat is."""
    black, ivory = (shares(layout, seat, kinds[seat]) for seat in SEATS)
    return black, ivory


def shares(layout: Layout, seat: Seat, kinds: tuple[Kind, ...]) -> tuple[float, ...]:
    """How likely each kind of one seat is."""
    odds = red_odds(layout, seat)
    weights = [math.exp(sum(odd for number, odd in odds.items() if kind >> number & 1)) for kind in kinds]
    return tuple(weight / sum(weights) for weight in weights)


def red_odds(layout: Layout, seat: Seat) -> dict[int, float]:
    """By piece of the seat: the logarithm of the odds of a red dot."""
    odds = dict.fromkeys(range(seat * WIDTH, (seat + 1) * WIDTH), CAPTOR_ODDS)
    for cell, number in enumerate(layout.cells):
        if number in odds:
            attacked = any(layout.cells[at] // WIDTH == 1 - seat for at in reach(seat, cell)[1])
            odds[number] = RED_ODDS[attacked][min(STEPS[seat][cell], 3)]
    return odds
