"""What a turn of Stacko is worth: the chance to win the match after it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import pairwise

from games.stacko import PLACES, Build, Draw, Move, Pass, Tower, View, falling_run
from games.stacko.towers import built
from robots.stacko.belief import finishing, next_parts, other_tower, own_tower, patience, rates
from robots.stacko.chains import TURNS, Chains, Curve, Outlook, Prospects
from robots.stacko.stakes import Stakes, likely_runs, won_again

HORIZON = 3.0
"""Turns by which the best chain should be filled. Rounds take longer; but chains get better on the way."""
OTHERS_TURNS = 6.0
"""After so many turns, on average, the opponent finishes."""
FEW = 3
"""Of a part that may be drawn, only so many places are looked at closely: those with the best chains."""

LEFT = [math.exp(-turn / OTHERS_TURNS) for turn in (0, *TURNS)]
"""The chance that the opponent has not finished, by time, from now on."""
MOVES_FIRST = 0.7
"""How much of a step of time the opponent is ahead: they move next."""

Course = tuple[Curve, Curve]
"""Of a tower, by time: the chance that it is finished, and what its run is worth if the other is."""

NO_STAKES = Stakes(1.0, [0.0] * (PLACES + 1))
"""Of who wants to finish first, and that alone."""


@dataclass(frozen=True, slots=True)
class Care:
    """What a player heeds."""

    stakes: bool = True
    """What the run is worth, and the points of round 1."""
    memory: bool = True
    """Which numbers are gone, and which lie in the other tower."""
    threats: bool = True
    """Whether the opponent could finish with what they are offered."""


class Thinking:
    """Weighs the moves of one turn."""

    def __init__(self, view: View, care: Care = Care()) -> None:
        self._tower = own_tower(view)
        self._theirs = other_tower(view)
        self._next = next_parts(view)
        self._hand = view.round.in_hand
        self._drawn = view.round.drawn
        self._prospects = Prospects(rates(view, remember=care.memory), HORIZON)
        self._chains = Chains(self._prospects, self._tower)
        stakes = Stakes.of(view, likely_runs(self._theirs), won_again)
        self._stakes = stakes if care.stakes else NO_STAKES
        self._caution = patience(view) if care.threats else 0.0
        self._against_an_opponent = cache(self._raced)
        self._course = cache(self._followed)
        self._finishing = cache(partial(finishing, self._theirs))
        self._by_chance = sum(map(self._finishing, self._next)) / len(self._next)

    def scores(self) -> list[tuple[Move, float]]:
        """Each legal move with the chance to win after it."""
        moves: list[tuple[Move, float]] = [
            (Build(place), self._build(place, self._hand)) for place in range(1, PLACES + 1)
        ]
        return [*moves, (Pass(), self.stay(self._hand)) if self._drawn else (Draw(), self._draw())]

    def stay(self, offered: int) -> float:
        """The chance with the tower as it is, and this part offered to the opponent."""
        return self._after(self._tower, offered)

    def _draw(self) -> float:
        """The mean over the parts that may come."""
        return sum(self._best(part) for part in self._next) / len(self._next)

    def _best(self, part: int) -> float:
        """The chance after the best that can be done with a drawn part."""
        places = sorted(self._chains.places, key=lambda place: -self._chains.after(place, part))
        return max(self.stay(part), *(self._build(place, part) for place in places[:FEW]))

    def _build(self, place: int, part: int) -> float:
        return self._after(built(self._tower, part, place), self._tower[place - 1])

    def _after(self, tower: Tower, offered: int) -> float:
        """The chance after a turn that leaves this tower, and this offer to the opponent."""
        run = falling_run(tower)
        if run == PLACES:
            return self._stakes.won
        threat = self._threat(offered)
        return threat * self._stakes.lost[run] + (1 - threat) * self._against_an_opponent(tower)

    def _threat(self, part: int) -> float:
        """How likely the opponent finishes with this offer, or with what they draw if they refuse it."""
        if not self._caution:
            return 0.0
        return self._caution * max(self._finishing(part), self._by_chance)

    def _raced(self, tower: Tower) -> float:
        """The chance with an unfinished tower against an opponent who finishes some day."""
        return raced(self._course(tower), LEFT, self._stakes.won)

    def _followed(self, tower: Tower) -> Course:
        outlook = Outlook(self._prospects, tower)
        return outlook.finished, outlook.worth(self._stakes.lost)


def raced(course: Course, left: Sequence[float], won: float) -> float:
    """The chance to win of a seat that waits for the opponent's turn.

    Args:
        course: of its tower.
        left: the chance that the opponent has not finished, by time, from now on.
        won: what it is worth to finish first.
    """
    chance = before = worth = 0.0
    for now, worth, (early, late) in zip(*course, pairwise(left), strict=True):
        first = early + MOVES_FIRST * (late - early)
        unfinished = 1 - before - (1 - MOVES_FIRST) * (now - before)
        chance += (now - before) * first * won + (early - late) * unfinished * worth
        before = now
    return chance + (1 - before) * left[-1] * (won + worth) / 2
