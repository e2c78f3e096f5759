"""The arena: what it computes from scores."""

from __future__ import annotations

import math

from tools.arena import Standing, elo


def test_elo_of_a_score() -> None:
    assert elo(0.5) == 0
    assert round(elo(0.64)) == 100
    assert elo(1.0) == math.inf
    assert elo(0.0) == -math.inf


def test_the_error_is_that_of_pairs() -> None:
    standing = Standing((1.0, 0.5, 0.5, 0.0))
    assert standing.score == 0.5
    assert round(standing.error, 4) == round(math.sqrt(1 / 6 / 4), 4)
    assert Standing((0.75,)).error == 0
