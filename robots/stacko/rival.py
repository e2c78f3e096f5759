"""The opponent, whose tower is hidden: how soon they finish, by what is offered to them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import islice, pairwise

from games.stacko import Tower, View, falling_run
from games.stacko.towers import built
from robots.stacko.belief import others_rates, others_towers
from robots.stacko.chains import TURNS, Chains, Curve, Outlook, Prospects

WORLDS = 6
"""In so many worlds the opponent is followed."""


class Rival:
    """The opponent in one world."""

    def __init__(self, view: View, tower: Tower, places: int, horizon: float) -> None:
        """The opponent with this tower.

        Args:
            view: what else is known.
            tower: theirs in this world.
            places: so many of it, from the bottom, they need in order.
            horizon: as of `Prospects`.
        """
        self._tower = tower[:places]
        self._prospects = Prospects(others_rates(view, tower), horizon)
        self._chains = Chains(self._prospects, self._tower)
        self._kept = Outlook(self._prospects, self._tower).finished

    def finished(self, offered: int) -> Curve:
        """The chance that they have what they need, by time, if they make the best of an offer."""
        place = max(self._chains.places, key=lambda place: self._chains.after(place, offered))
        tower = built(self._tower, offered, place)
        now = float(falling_run(tower) == len(tower))
        used = a_turn_sooner(now, Outlook(self._prospects, tower).finished)
        return max(used, self._kept, key=sum)


class Rivals:
    """The opponent in some worlds that a view does not rule out."""

    def __init__(self, view: View, places: int, horizon: float) -> None:
        towers = islice(others_towers(view), WORLDS)
        self._rivals = [Rival(view, tower, places, horizon) for tower in towers]
        self.left = cache(self._left)
        """The chance that they have not what they need, by time from now on, after an offer."""

    def _left(self, offered: int) -> Sequence[float]:
        curves = [rival.finished(offered) for rival in self._rivals]
        return [1.0, *(1 - sum(chances) / WORLDS for chances in zip(*curves, strict=True))]


def a_turn_sooner(now: float, curve: Curve) -> Curve:
    """The chances by time of a tower that a turn was spent on, seen from before that turn."""
    steps = zip(pairwise((0, *TURNS)), pairwise((now, *curve)), strict=True)
    return [
        early + (late - early) * (then - 1 - before) / (then - before)
        for (before, then), (early, late) in steps
    ]
