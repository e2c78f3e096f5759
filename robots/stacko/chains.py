"""Which parts of a tower to keep, and how soon the rest can be filled.

A chain is a choice of places whose parts stay. `Prospects` knows how often each number comes along for one
seat; `Chains` and `Outlook` tell of any tower of that seat which chain is best, and when its gaps are filled.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, pairwise

from games.stacko import PARTS, falling_run
from robots.stacko.odds import FINENESS, odds

GROUND, AIR = PARTS[-1] + 1, PARTS[0] - 1
"""Stand below place 1 and above place 10: every part fits between them."""
CROWDED = 0.43
"""A number once used is gone: for each place of a gap but one, this part of a number is not there."""
TURNS = (1, 2, 3, 4, 6, 9, 13, 20)
"""The times of all curves, in turns of one seat from now."""

Curve = Sequence[float]
"""Chances by time."""


class Prospects:
    """What one seat may hope for from the numbers that come along."""

    def __init__(self, rates: Sequence[float], horizon: float) -> None:
        """The prospects of a seat.

        Args:
            rates: by number, 0 (unused) to 40: how often it comes along in a turn of the seat.
            horizon: the best chain is the one that is most likely filled in so many turns.
        """
        self._sums = tuple(accumulate(rates, initial=0.0))
        self._odds = odds()
        self._last = len(self._odds[0]) - 1
        self._horizon = horizon * FINENESS
        self._gaps: dict[int, float] = {}
        self._curves: dict[int, Curve] = {}

    def gap(self, places: int, wide: int, narrow: int) -> float:
        """The chance to fill so many places between two numbers by the horizon."""
        if wide - narrow <= places:
            return 0.0
        if not places:
            return 1.0
        key = (places << 12) + (wide << 6) + narrow
        chance = self._gaps.get(key)
        if chance is None:
            reach = int(self._rate(places, wide, narrow) * self._horizon)
            chance = self._gaps[key] = self._odds[places][min(reach, self._last)]
        return chance

    def curve(self, places: int, wide: int, narrow: int) -> Curve:
        """The same by time."""
        key = (places << 12) + (wide << 6) + narrow
        if key not in self._curves:
            rate = self._rate(places, wide, narrow) * FINENESS
            row = self._odds[places]
            self._curves[key] = [row[min(int(rate * turn), self._last)] for turn in TURNS]
        return self._curves[key]

    def _rate(self, places: int, wide: int, narrow: int) -> float:
        """How often a number comes that fits into a gap; few numbers are used up soon."""
        used_up = CROWDED * (places - 1) / (wide - narrow - 1)
        return (self._sums[wide] - self._sums[narrow + 1]) * (1 - used_up)


class Chains:
    """All chains of one tower, and of the towers that one exchange makes of it.

    Places count from 1, as in the rules; ground and air are the places below the first and above the last. A
    tower may be the lower part of one.
    """

    def __init__(self, prospects: Prospects, tower: Sequence[int]) -> None:
        self._gap = gap = prospects.gap
        self._top = top = len(tower) + 1
        self.places = range(1, top)
        """Those of the tower."""
        self._parts = parts = (GROUND, *tower, AIR)
        self._below = below = [1.0]
        for place in range(1, top + 1):
            below.append(
                max(below[low] * gap(place - low - 1, parts[low], parts[place]) for low in range(place))
            )
        self._above = above = [1.0] * (top + 1)
        for place in range(top - 1, -1, -1):
            above[place] = max(
                above[high] * gap(high - place - 1, parts[place], parts[high])
                for high in range(place + 1, top + 1)
            )
        self._without: dict[int, float] = {}

    @property
    def chance(self) -> float:
        """To fill the best chain by the horizon."""
        return self._below[-1]

    def after(self, place: int, part: int) -> float:
        """The same once `part` stands in `place`."""
        gap, parts, below, above = self._gap, self._parts, self._below, self._above
        under = max(below[low] * gap(place - low - 1, parts[low], part) for low in range(place))
        if not under:
            return self.without(place)
        over = max(
            above[high] * gap(high - place - 1, part, parts[high]) for high in range(place + 1, self._top + 1)
        )
        return max(under * over, self.without(place))

    def without(self, place: int) -> float:
        """By chains that do not keep the part in `place`."""
        if place not in self._without:
            gap, parts, below, above = self._gap, self._parts, self._below, self._above
            self._without[place] = max(
                below[low] * gap(high - low - 1, parts[low], parts[high]) * above[high]
                for low in range(place)
                for high in range(place + 1, self._top + 1)
            )
        return self._without[place]


def best_chain(prospects: Prospects, tower: Sequence[int]) -> list[int]:
    """The places that the best chain keeps, from 0 (the ground) to the air."""
    gap, parts = prospects.gap, (GROUND, *tower, AIR)
    top, below, under = len(tower) + 1, [1.0], [0]
    for place in range(1, top + 1):
        chances = [below[low] * gap(place - low - 1, parts[low], parts[place]) for low in range(place)]
        best = max(chances)
        below.append(best)
        under.append(chances.index(best))
    chain = [top]
    while chain[-1]:
        chain.append(under[chain[-1]])
    return chain[::-1]


class Outlook:
    """How a tower fares on its best chain, by time."""

    def __init__(self, prospects: Prospects, tower: Sequence[int]) -> None:
        self._run, self._places = falling_run(tower), len(tower)
        self._lengths: list[Curve] = []
        parts = (GROUND, *tower, AIR)
        chances: Curve = [1.0] * len(TURNS)
        for low, high in pairwise(best_chain(prospects, tower)):
            wide, narrow = parts[low], parts[high]
            for places in range(1, high - low):
                self._lengths.append(_product(chances, prospects.curve(places, wide, narrow)))
            if high - low > 1:
                chances = self._lengths[-1]
            self._lengths.append(chances)
        self.finished: Curve = chances
        """The chance that the tower is finished."""

    def worth(self, of_run: Sequence[float]) -> Curve:
        """What the run is worth on average if the other finishes; `of_run` has the worth by length."""
        worth = [of_run[self._run]] * len(TURNS)
        for length in range(self._run + 1, self._places):
            more = of_run[length] - of_run[length - 1]
            if more:
                worth = [
                    so_far + more * chance
                    for so_far, chance in zip(worth, self._lengths[length - 1], strict=True)
                ]
        return worth


def _product(ones: Curve, others: Curve) -> Curve:
    return [one * another for one, another in zip(ones, others, strict=True)]
