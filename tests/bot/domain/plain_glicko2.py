"""Glicko-2 as the paper has it, by rating periods: a second, plain reading, to compare with."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log, pi, sqrt

SCALE = 173.7178
TAU = 0.5

Player = tuple[float, float, float]
"""Rating, deviation and volatility, in points."""
NEW: Player = (1500.0, 350.0, 0.06)


def after_period(player: Player, games: Sequence[tuple[Player, float]]) -> Player:
    """A player after a rating period with these games: opponent and score."""
    mu, phi, sigma = (player[0] - 1500) / SCALE, player[1] / SCALE, player[2]
    weights = [1 / sqrt(1 + 3 * (rd / SCALE) ** 2 / pi**2) for (_, rd, _), _ in games]
    chances = [
        1 / (1 + exp(-g * (mu - (rating - 1500) / SCALE)))
        for g, ((rating, _, _), _) in zip(weights, games, strict=True)
    ]
    v = 1 / sum(g * g * e * (1 - e) for g, e in zip(weights, chances, strict=True))
    gain = sum(g * (score - e) for g, e, (_, score) in zip(weights, chances, games, strict=True))
    sigma = _volatility(phi, sigma, v, v * gain)
    phi = 1 / sqrt(1 / (phi**2 + sigma**2) + 1 / v)
    return 1500 + SCALE * (mu + phi**2 * gain), SCALE * phi, sigma


def _volatility(phi: float, sigma: float, v: float, delta: float) -> float:
    """By halving an interval, which is slow and plain."""
    a = log(sigma**2)
    low, high = a - 20, a + 20
    for _ in range(60):
        x = (low + high) / 2
        spread = phi**2 + v + exp(x)
        if exp(x) * (delta**2 - spread) / (2 * spread**2) > (x - a) / TAU**2:
            low = x
        else:
            high = x
    return exp(low / 2)
