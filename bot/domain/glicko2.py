"""Glicko-2: compute the strength of players from results. Pure.

After Mark Glickman, "Example of the Glicko-2 system" (glicko.net/glicko/glicko2.pdf). A rating is a value, a
deviation (its standard error) and a volatility (how erratic the player is). The paper rates all results of
a rating period at once; here a period may be a fraction, see `bot.domain.ratings`.

No package is used: the most popular one on PyPI (glicko2 2.1.0) uses the rating in place of the deviation
when it computes the volatility, and the others have had one early release.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import exp, log, pi, sqrt
from typing import NamedTuple

from storage.results import Strength

START = Strength(1500.0, 350.0)
START_VOLATILITY = 0.06
TAU = 0.5  # limits changes of the volatility; the value of the paper's example
POINTS = 173.7178  # per unit of the internal scale
TOLERANCE = 1e-6


class Encounter(NamedTuple):
    """A result from the view of one player."""

    opponent: Strength
    score: float
    weight: float = 1.0
    """The fraction of a result that it counts as; always 1 in the paper."""


class _Evidence(NamedTuple):
    """The evidence of results about a player, on the internal scale."""

    variance: float
    """Variance of the estimate from these results alone."""
    surplus: float
    """Score beyond the expected one; each result is weighted by how certain its opponent's rating is."""


def aged(strength: Strength, volatility: float, periods: float) -> Strength:
    """Increase the deviation of a player for rating periods (or a fraction) without a result."""
    if not periods:
        return strength
    deviation = sqrt(strength.deviation**2 + periods * (volatility * POINTS) ** 2)
    return strength._replace(deviation=min(deviation, START.deviation))


def rated(
    strength: Strength, volatility: float, results: Iterable[Encounter], periods: float = 1.0
) -> tuple[Strength, float]:
    """Compute the strength and volatility of a player after some results, at least one, and some periods."""
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
    """Find a root by the Illinois algorithm; the signs at both ends must differ."""
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
