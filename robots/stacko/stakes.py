"""What the end of a round is worth: the chance to win the match, by the run of the unfinished tower."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from games.game import Seat, other
from games.stacko import PLACES, SeenTower, View
from games.stacko.rounds import POINTS_A_PART, POINTS_FINISHED
from robots.stacko.belief import own_seat
from robots.stacko.chains import GROUND

LOSERS_RUNS = (0.0, 0.09, 0.15, 0.15, 0.17, 0.12, 0.11, 0.09, 0.07, 0.05, 0.0)
"""How often a tower has a run of 0 to 10 parts when the other finishes; counted in matches of robots."""
LEADERS_WIN = (0.5, 0.52, 0.64, 0.86, 0.92, 0.96, 0.99, 1.0, 1.0, 1.0, 1.0)
"""How often who leads by 0, 5, 10 … 50 points after round 1 wins against somebody who sees what a lead is
worth in round 2; counted in 2,500 matches.
"""
PLAYED_ON = 0.05
"""How much the points of a round count beside the match, so that a decided match is played on as well."""


@dataclass(frozen=True, slots=True)
class Stakes:
    """The chances to win the match after this round."""

    won: float
    """Of the finisher, whatever run the opponent may have."""
    lost: Sequence[float]
    """If the opponent finishes, by the own run, 0 to 10."""

    @classmethod
    def of(cls, view: View, likely: Sequence[float], first_round: Callable[[int], float]) -> Stakes:
        """Those of the view's seat.

        Args:
            view: whose seat it is.
            likely: by length from 0 to 10, how likely the run of the opponent's tower is then; not normed.
            first_round: the chance of the finisher of round 1, by the length of the other's run.
        """
        finisher = partial(_finisher, view, first_round)
        lengths = range(PLACES + 1)
        chances = [finisher(own_seat(view), length) for length in lengths]
        against = [finisher(other(own_seat(view)), length) for length in lengths]
        won = sum(chance * share for chance, share in zip(chances, likely, strict=True)) / sum(likely)
        return cls(won, [1 - chance for chance in against])


def likely_runs(tower: SeenTower) -> list[float]:
    """By length from 0 to 10, how likely the run of a tower is of that length; not normed."""
    run, last = 0, GROUND
    while run < PLACES and isinstance(part := tower[run], int) and part < last:
        run, last = run + 1, part
    if 0 < run < PLACES and isinstance(tower[run], int):
        return [float(length == run) for length in range(PLACES + 1)]
    return [share if length >= run else 0.0 for length, share in enumerate(LOSERS_RUNS)]


def lead(view: View) -> int:
    """By how many points the view's seat is ahead."""
    seat = own_seat(view)
    return view.points[seat] - view.points[other(seat)]


def needed(lead: int) -> int:
    """How many places from the bottom must be in order to win the match in round 2, whoever finishes.

    Who leads needs a run with which even 50 points more of the other are fewer; who does not, a whole tower.
    """
    enough = (POINTS_FINISHED - lead) // POINTS_A_PART + 1
    return min(PLACES, enough) if lead > 0 else PLACES


def _finisher(view: View, first_round: Callable[[int], float], seat: Seat, length: int) -> float:
    """What it is worth to a seat to finish while the other has a run of this length."""
    chance = _last_round(view, seat, length) if view.ended else first_round(length)
    points = 1 - length * POINTS_A_PART / (2 * POINTS_FINISHED)
    return chance + PLAYED_ON * (points - chance)


def won_again(length: int) -> float:
    """Who finishes round 1 wins the match by finishing again, or by a longer run than the other had."""
    longer = sum(LOSERS_RUNS[length + 1 :]) + LOSERS_RUNS[length] / 2
    return 0.5 + longer / 2


def won_by_lead(length: int) -> float:
    """Who finishes round 1 leads by what the other's run falls short of 50 points."""
    return LEADERS_WIN[PLACES - length]


def _last_round(view: View, seat: Seat, length: int) -> float:
    """After round 2 the points decide (Stacko, rule 5)."""
    margin = view.points[seat] - view.points[other(seat)] + POINTS_FINISHED - POINTS_A_PART * length
    return 0.5 if margin == 0 else float(margin > 0)
