"""What each seat is likely to hide, from what stands where: who would have played so?

A view does not hold the plies that led to it, so the belief is read from the layout: red dots stay at home,
and those that have gone forward stand where they can be captured. The odds were fitted to matches of the
robot against itself (docs/develop/robots.md). Both seats read the same layout: what Black believes of Ivory
is all that Ivory has given away, and the search weighs its own dots as the other must.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from games.game import SEATS, Seat
from robots.sator.board import STEPS, WIDTH, Kind, Kinds, Layout, reach
from robots.sator.search import Beliefs
from robots.sator.weights import CAPTOR_ODDS, RED_ODDS


class Spot(NamedTuple):
    """Where a piece is, as far as that says something about its dot."""

    attacked: bool
    steps: int
    """At most 3."""


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
    return {
        number: CAPTOR_ODDS if spot is None else RED_ODDS[spot.attacked][spot.steps]
        for number, spot in spots(layout, seat).items()
    }


def spots(layout: Layout, seat: Seat) -> dict[int, Spot | None]:
    """By piece of the seat: where it stands; None where it is off the board, unseen if it captured."""
    found: dict[int, Spot | None] = dict.fromkeys(range(seat * WIDTH, (seat + 1) * WIDTH))
    for cell, number in enumerate(layout.cells):
        if number in found:
            attacked = any(layout.cells[at] // WIDTH == 1 - seat for at in reach(seat, cell)[1])
            found[number] = Spot(attacked, min(STEPS[seat][cell], 3))
    return found
