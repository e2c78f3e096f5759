"""A turn of Stacko as a race with an opponent whose tower is guessed in some worlds.

In round 2 who leads has won with a run that is long enough (`needed`), and the other knows it: one races for
a part of a tower, and the other for a whole one.
"""

from __future__ import annotations

from itertools import pairwise
from operator import mul

from games.stacko import PLACES, Tower, View, falling_run
from games.stacko.towers import built
from robots.stacko.belief import other_tower, patience
from robots.stacko.chains import TURNS, Chains
from robots.stacko.rival import Rivals
from robots.stacko.stakes import Stakes, lead, likely_runs, needed, won_by_lead
from robots.stacko.thinking import HORIZON, Thinking, raced

PLAYED_ON = 0.02
"""How much it counts how soon the whole tower is finished, so that a decided match is played on as well."""
IDLE = 0.02
"""What it costs to build where that brings nothing nearer, in a round that has lost all patience.

Else two players may exchange the same parts for ever.
"""


class Racing(Thinking):
    """Weighs the moves of one turn."""

    def __init__(self, view: View) -> None:
        super().__init__(view)
        self._goal = needed(lead(view)) if view.ended else PLACES
        others_goal = needed(-lead(view)) if view.ended else PLACES
        likely = [1.0] + [0.0] * PLACES if view.ended else likely_runs(other_tower(view))
        self._stakes = Stakes.of(view, likely, won_by_lead)
        self._rivals = Rivals(view, others_goal, HORIZON)
        self._idle = IDLE * (1 - patience(view))
        if not self._is_reached(self._tower):
            self._chains = Chains(self._prospects, self._tower[: self._goal])

    def _is_reached(self, tower: Tower) -> bool:
        return falling_run(tower[: self._goal]) == self._goal

    def _build(self, place: int, part: int) -> float:
        after = built(self._tower, part, place)
        chance = self._after(after, self._tower[place - 1])
        nearer = falling_run(after) == PLACES or self._pace(after) > self._pace(self._tower)
        return chance if nearer else chance - self._idle

    def _after(self, tower: Tower, offered: int) -> float:
        if falling_run(tower) == PLACES:
            return self._stakes.won
        chance = self._stakes.won if self._is_reached(tower) else self._race(tower, offered)
        return (1 - PLAYED_ON) * chance + PLAYED_ON * self._pace(tower)

    def _race(self, tower: Tower, offered: int) -> float:
        return raced(self._course(tower[: self._goal]), self._rivals.left(offered), self._stakes.won)

    def _pace(self, tower: Tower) -> float:
        """How soon the whole tower is finished: the mean over time of the chance that it is, 0 to 1."""
        finished, _ = self._course(tower)
        spans = (then - before for before, then in pairwise((0, *TURNS)))
        return float(sum(map(mul, finished, spans))) / TURNS[-1]
