"""The odds of gaps and chains, held against plain simulation and plain search."""

from __future__ import annotations

import math
import random
from statistics import mean

import pytest

from games.stacko import PARTS, Hidden
from robots.stacko.belief import falls, finishing
from robots.stacko.chains import Chains, Outlook, Prospects, best_chain
from robots.stacko.odds import FINENESS, odds

ALIKE = [0.0] + [0.1] * 40


def by_chance(chance: random.Random, places: int, narrow: float, wide: float, time: float) -> bool:
    """Fill a gap with numbers that come anywhere at rate 1; each goes where its share of the room is.

    That is nearly the best way, but none is refused.
    """
    if not places:
        return True
    time -= chance.expovariate(wide - narrow)
    if time < 0:
        return False
    part = chance.uniform(narrow, wide)
    below = round((places - 1) * (part - narrow) / (wide - narrow))
    return by_chance(chance, below, narrow, part, time) and by_chance(
        chance, places - 1 - below, part, wide, time
    )


def test_one_place_waits_for_one_number() -> None:
    for reach in (0.5, 1, 2, 4):
        assert odds()[1][round(reach * FINENESS)] == pytest.approx(1 - math.exp(-reach), abs=0.001)


@pytest.mark.parametrize(("places", "reach"), [(2, 2), (3, 4), (5, 8)])
def test_the_odds_of_a_gap_are_those_of_chance(places: int, reach: int) -> None:
    chance = random.Random(7)
    filled = mean(by_chance(chance, places, 0, reach, 1) for _ in range(2000))
    assert filled < odds()[places][reach * FINENESS] + 0.02 < filled + 0.1


def test_more_reach_and_fewer_places_are_better() -> None:
    for wider, row in zip(odds()[1:], odds()[:-1], strict=True):
        assert list(wider) == sorted(wider)
        assert all(more <= less for more, less in zip(wider, row, strict=True))


def test_an_exchange_is_weighed_as_the_tower_that_it_makes() -> None:
    chance = random.Random(3)
    for _ in range(10):
        *tower, part = chance.sample(PARTS, 11)
        prospects = Prospects(ALIKE, 6)
        for place in range(1, 11):
            after = [*tower[: place - 1], part, *tower[place:]]
            chances = Chains(prospects, after)
            assert Chains(prospects, tower).after(place, part) == pytest.approx(chances.chance)


def test_a_finished_tower_is_one_chain() -> None:
    tower = range(40, 30, -1)
    assert best_chain(Prospects(ALIKE, 6), tower) == list(range(12))
    assert set(Outlook(Prospects(ALIKE, 6), tower).finished) == {1.0}


def test_a_chain_that_waits_for_what_never_comes_is_given_up() -> None:
    tower = [31, 26, 23, 20, 17, 13, 35, 30, 34, 24]
    locked = [0.0] * 10 + [0.1] * 31
    assert 6 in best_chain(Prospects(ALIKE, 2), tower)
    assert 6 not in best_chain(Prospects(locked, 2), tower)


def test_what_is_seen_of_a_tower_tells_whether_a_part_finishes_it() -> None:
    seen = (40, 35, 30, 25, 20, 15, 10, 8, 6, 9)
    assert finishing(seen, 5) == 1
    assert finishing(seen, 7) == 0
    unknown = (Hidden.PART,) * 10
    assert falls(unknown)
    assert finishing(unknown, 20) == 0
    assert not falls((30, *unknown[:8], 29))
