"""Ratings are on the scale that they claim: simulated people are found where they are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import sqrt
from random import Random
from statistics import fmean, linear_regression

import pytest

from bot.domain.ratings import COUNTED_FOR, DAY, newcomer, weighed, weights
from games.events import PlayerId
from games.game import Seat
from storage.results import Rating
from tests.bot.domain import plain_glicko2

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
    known: list[Rating] = [newcomer(PlayerId(str(one)), "sahara") for one in range(PEOPLE)]
    met: dict[frozenset[int], list[int]] = {}
    for at, played in enumerate(matches, 20_000):
        for one, other, winner in played:
            before, days = (known[one], known[other]), met.setdefault(frozenset((one, other)), [])
            between = sum(at - day <= COUNTED_FOR // DAY for day in days)
            days.append(at)
            taken_for = weights(before, between, at * DAY)
            known[one], known[other] = weighed(before, winner, at * DAY, taken_for)
    return [one.strength.value for one in known]


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
