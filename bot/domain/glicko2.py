"""Glicko-2: the strength of players, computed from results. Pure.

After Mark Glickman, "Example of the Glicko-2 system" (glicko.net/glicko/glicko2.pdf). A rating is a value, a
deviation (its standard error) and a volatility (how erratic the player is). The paper rates all results of
a rating period at once; here a period may be a fraction, see `bot.domain.ratings`.

Why no package: of those on PyPI the one most used (glicko2 2.1.0) takes the rating for the deviation where it
computes the volatility, and the others have had one early release.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import exp, log, pi, sqrt
from typing import NamedTuple

from storage.results import Strength

START = Strength(1500.0, 350.0)
START_VOLATILITY = 0.06
TAU = 0.5  # how far volatilities may move; the paper's own choice
POINTS = 173.7178  # to a unit of the inner scale
TOLERANCE = 1e-6


class Encounter(NamedTuple):
    """A result, as one of the two sees it."""

    opponent: Strength
    score: float
    """1 for a win, 0.5 for a draw, 0 for a loss."""
    weight: float = 1.0
    """How much of a result it is taken for; always 1 in the paper."""


class _Evidence(NamedTuple):
    """What results say about a player, on the inner scale."""

    variance: float
    """Of the estimate that rests on these results alone."""
    surplus: float
    """By how much more was scored than expected; each result weighted by how well its opponent is known."""


def aged(strength: Strength, volatility: float, periods: float) -> Strength:
    """What is known of a player after so many rating periods without a result: the deviation grows.

    Args:
        strength: after the latest result.
        volatility: the player's.
        periods: may be a fraction.
    """
    if not periods:
        return strength
    deviation = sqrt(strength.deviation**2 + periods * (volatility * POINTS) ** 2)
    return strength._replace(deviation=min(deviation, START.deviation))


def rated(
    strength: Strength, volatility: float, results: Iterable[Encounter], periods: float = 1.0
) -> tuple[Strength, float]:
    """Strength and volatility of a player after some results.

    Args:
        strength: before them.
        volatility: likewise.
        results: at least one.
        periods: how many rating periods have passed.
    """
    deviation = strength.deviation / POINTS
    evidence = _evidence(strength, results)
    volatility = _volatility(deviation, volatility, evidence)
    prior = aged(strength, volatility, periods).deviation / POINTS
    after = 1 / sqrt(1 / prior**2 + 1 / evidence.variance)
    value = strength.value + POINTS * after**2 * evidence.surplus
    return Strength(value, POINTS * after), volatility


def _evidence(strength: Strength, results: Iterable[Encounter]) -> _Evidence:
    """Steps 3 and 4 of the paper."""
    information = surplus = 0.0
    for opponent, score, weight in results:
        certainty = 1 / sqrt(1 + 3 * (opponent.deviation / POINTS / pi) ** 2)
        expected = 1 / (1 + exp(-certainty * (strength.value - opponent.value) / POINTS))
        information += weight * certainty**2 * expected * (1 - expected)
        surplus += weight * certainty * (score - expected)
    return _Evidence(1 / information, surplus)


def _volatility(deviation: float, volatility: float, evidence: _Evidence) -> float:
    """Step 5 of the paper."""
    known = deviation**2 + evidence.variance
    excess = (evidence.variance * evidence.surplus) ** 2 - known
    start = log(volatility**2)

    def f(x: float) -> float:
        return exp(x) * (excess - exp(x)) / (2 * (known + exp(x)) ** 2) - (x - start) / TAU**2

    if excess > 0:
        other = log(excess)
    else:
        other = start - TAU
        while f(other) < 0:
            other -= TAU
    return exp(_zero(f, start, other) / 2)


def _zero(f: Callable[[float], float], low: float, high: float) -> float:
    """Where a function is zero, by the Illinois algorithm; it has not the same sign at both ends."""
    at_low, at_high = f(low), f(high)
    while abs(high - low) > TOLERANCE:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = f(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return low
