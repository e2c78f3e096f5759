"""Ratings among many: simulated people are found where they are, and farming throwaway accounts gains little.

Of the first plan, in which results against the provisional counted half and all those of a pair the same,
the farms made 2024, at least 1699 (one day), 2250, at least 2051 (a week), 2398, at least 2252 (a month).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import sqrt
from random import Random
from statistics import fmean, linear_regression

import pytest

from bot.domain.ratings import COUNTED_FOR, MOST_A_DAY, newcomer, weighed, weights
from bot.domain.terms import DAY
from games.events import PlayerId
from games.game import Seat
from storage.results import Rating
from tests.bot.domain import plain_glicko2

THROWAWAYS = tuple(PlayerId(f"throwaway {number}") for number in range(10))
LIFTED = PlayerId("lifted")


class World:
    """Some people, and what they have played."""

    def __init__(self) -> None:
        self.ratings: dict[PlayerId, Rating] = {}
        self._ended: dict[frozenset[PlayerId], list[int]] = {}

    def of(self, player: PlayerId) -> Rating:
        return self.ratings.get(player) or newcomer(player, "sahara")

    def play(self, one: PlayerId, other: PlayerId, winner: Seat | None, day: int) -> None:
        """One match, as the bot would rate it."""
        at, both = day * DAY, (self.of(one), self.of(other))
        ended = self._ended.setdefault(frozenset((one, other)), [])
        between = sum(before >= at - COUNTED_FOR for before in ended)
        ended.append(at)
        for after in weighed(both, winner, at, weights(both, between, at)):
            self.ratings[after.player] = after

    def farm(self, losers: Iterable[PlayerId], days: Iterable[int]) -> Rating:
        """One wins against each of the others as often a day as counts."""
        for day in days:
            for _ in range(MOST_A_DAY):
                for loser in losers:
                    self.play(LIFTED, loser, 0, day)
        return self.of(LIFTED)

    def settle(self, players: Sequence[PlayerId], day: int) -> None:
        """Everybody plays with everybody, and nobody is better."""
        for number, one in enumerate(players):
            for other in players[number + 1 :]:
                self.play(one, other, None, day)


# Farms


@pytest.mark.parametrize(("days", "most", "shown"), [(1, 1670, 1090), (7, 1930, 1550), (30, 2050, 1750)])
def test_ten_throwaway_accounts_lift_nobody_far(days: int, most: int, shown: int) -> None:
    lifted = World().farm(THROWAWAYS, range(20_000, 20_000 + days))
    assert lifted.strength.value < most
    assert lifted.low < shown


def test_new_accounts_each_day_lift_nobody_further_than_the_first_few() -> None:
    world = World()
    first = world.farm(THROWAWAYS, [20_000]).strength.value
    for day in range(20_001, 20_030):
        world.farm([PlayerId(f"{number} of {day}") for number in range(10)], [day])
    assert world.of(LIFTED).strength.value == pytest.approx(first)


def test_who_is_settled_gains_nothing_from_accounts_of_a_day() -> None:
    world = World()
    others = [PlayerId(f"regular {number}") for number in range(11)]
    world.settle([LIFTED, *others], 20_000)
    world.settle([LIFTED, *others], 20_004)
    before = world.of(LIFTED)
    after = world.farm(THROWAWAYS, [20_004])
    assert after.strength == pytest.approx(before.strength)
    assert after.won == before.won + 30


def test_accounts_that_have_been_made_to_look_settled_lift_somebody_slowly() -> None:
    world = World()
    for day in (20_000, 20_001):
        world.settle(THROWAWAYS, day)
    lifted = world.farm(THROWAWAYS, [20_004])
    assert lifted.strength.value < 2060
    assert lifted.low < 1780


# Calibration

PEOPLE = 40
MATCHES = 60  # of each
PERIOD = 15  # matches of each that plain Glicko-2 rates at once, as the paper advises
SEEDS = range(5)

Found = list[tuple[int, int, Seat]]
"""A round: who met whom, and the seat that won."""


def rounds(true: Sequence[float], chance: Random) -> Iterator[Found]:
    """Everybody meets somebody in each; 400 points are ten wins for one."""
    for _ in range(MATCHES):
        order = chance.sample(range(PEOPLE), PEOPLE)
        yield [
            (one, other, 0 if chance.random() < 1 / (1 + 10 ** ((true[other] - true[one]) / 400)) else 1)
            for one, other in zip(order[::2], order[1::2], strict=True)
        ]


def as_shipped(matches: Sequence[Found]) -> list[float]:
    """One round a day."""
    world, people = World(), [PlayerId(str(one)) for one in range(PEOPLE)]
    for day, played in enumerate(matches, 20_000):
        for one, other, winner in played:
            world.play(people[one], people[other], winner, day)
    return [world.of(player).strength.value for player in people]


def as_in_the_paper(matches: Sequence[Found]) -> list[float]:
    known = [plain_glicko2.NEW] * PEOPLE
    for begin in range(0, MATCHES, PERIOD):
        games: list[list[tuple[plain_glicko2.Player, float]]] = [[] for _ in range(PEOPLE)]
        for one, other, winner in (match for played in matches[begin : begin + PERIOD] for match in played):
            games[one].append((known[other], 1.0 - winner))
            games[other].append((known[one], float(winner)))
        known = [plain_glicko2.after_period(*each) for each in zip(known, games, strict=True)]
    return [one[0] for one in known]


def slope(estimated: Sequence[float], true: Sequence[float]) -> float:
    """Of estimated on true differences: a line through all pairs rises as one through all people does."""
    return linear_regression(true, estimated).slope


def error(estimated: Sequence[float], true: Sequence[float]) -> float:
    """The root mean square, whatever the middle of all."""
    shift = fmean(estimated) - fmean(true)
    return sqrt(fmean((one - shift - other) ** 2 for one, other in zip(estimated, true, strict=True)))


@pytest.mark.parametrize("spread", [100, 250])
def test_simulated_people_are_found_where_they_are(spread: int) -> None:
    slopes, errors, reference = [], [], []
    for seed in SEEDS:
        chance = Random(seed)
        true = [chance.gauss(1500, spread) for _ in range(PEOPLE)]
        matches = list(rounds(true, chance))
        estimated = as_shipped(matches)
        slopes.append(slope(estimated, true))
        errors.append(error(estimated, true))
        reference.append(error(as_in_the_paper(matches), true))
    assert 0.9 < fmean(slopes) < 1.2
    assert fmean(errors) < 1.2 * fmean(reference)
