"""What the end of a round is worth: the chance to win the match, by the run of the unfinished tower."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.game import Seat, other
from games.stacko import PLACES, SeenTower, View
from games.stacko.rounds import POINTS_A_PART, POINTS_FINISHED
from robots.stacko.belief import other_tower, own_seat
from robots.stacko.chains import GROUND

LOSERS_RUNS = (0.0, 0.09, 0.15, 0.15, 0.17, 0.12, 0.11, 0.09, 0.07, 0.05, 0.0)
"""How often a tower has a run of 0 to 10 parts when the other finishes; counted in matches of robots."""
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
    def of(cls, view: View) -> Stakes:
        """Those of the view's seat."""
        lengths = range(PLACES + 1)
        chances = [_finisher(view, own_seat(view), length) for length in lengths]
        against = [_finisher(view, other(own_seat(view)), length) for length in lengths]
        likely = likely_runs(other_tower(view))
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


def _finisher(view: View, seat: Seat, length: int) -> float:
    """What it is worth to a seat to finish while the other has a run of this length."""
    chance = _last_round(view, seat, length) if view.ended else _first_round(length)
    points = 1 - length * POINTS_A_PART / (2 * POINTS_FINISHED)
    return chance + PLAYED_ON * (points - chance)


def _first_round(length: int) -> float:
    """Who finishes round 1 wins the match by finishing again, or by a longer run than the other had."""
    longer = sum(LOSERS_RUNS[length + 1 :]) + LOSERS_RUNS[length] / 2
    return 0.5 + longer / 2


def _last_round(view: View, seat: Seat, length: int) -> float:
    """After round 2 the points decide (Stacko, rule 5)."""
    lead = view.points[seat] - view.points[other(seat)] + POINTS_FINISHED - POINTS_A_PART * length
    return 0.5 if lead == 0 else float(lead > 0)
