"""What the robot of Sahara tells of a series is fitted to how games end."""

from __future__ import annotations

import random

import pytest

from robots.sahara.series import endings
from tools.sahara_fit import Played, Seen, curve, fitted, slope
from tools.sahara_fit import main as fit


def drawn(rng: random.Random, expected: float, spread: float) -> int:
    """The lead at the end of a game with this outlook."""
    leads, chances = zip(*endings((expected, spread)), strict=True)
    return int(rng.choices(leads, chances)[0])


def seen(rng: random.Random, series: int) -> Seen:
    """A position with 10 or 30 beans, of which a short search plays the first to the end."""
    expected, exact = rng.randint(-9, 9), rng.random() < 0.5
    beans = 10 if exact else 30
    told = rng.random()
    lead = drawn(rng, expected, 0.3 * beans if exact else 2.0 + 0.1 * beans)
    return Seen(series, expected, beans, exact, told, lead, float(rng.random() < told))


@pytest.mark.long
def test_the_numbers_are_found_with_which_games_ended_so() -> None:
    rng = random.Random(1)
    leads = [drawn(rng, 7, 4) for _ in range(600)]
    numbers = fitted(Played([seen(rng, number) for number in range(1200)], leads))
    assert numbers["STARTERS_LEAD"] == pytest.approx(7, abs=1)
    assert numbers["SPREAD"] == pytest.approx(4, rel=0.15)
    assert numbers["SPREAD_A_BEAN_IF_EXACT"] == pytest.approx(0.3, rel=0.15)
    assert numbers["SPREAD_NEAR"] + 30 * numbers["SPREAD_A_BEAN"] == pytest.approx(5, rel=0.2)


def test_the_slope_is_1_where_what_is_told_is_true_and_less_where_it_is_too_bold() -> None:
    rng = random.Random(2)
    true = [seen(rng, number // 8) for number in range(4000)]
    steepness, error = slope(true)
    assert abs(steepness - 1) < 3 * error < 0.3
    bold = [each._replace(told=0.5 + 1.6 * (each.told - 0.5)) for each in true]
    assert slope(bold)[0] == pytest.approx(steepness / 1.6)
    assert len(curve(true)) == 10


@pytest.mark.long
def test_it_plays_series_and_says_what_it_found(capsys: pytest.CaptureFixture[str]) -> None:
    fit(["--series", "1", "--level", "1"])
    told = capsys.readouterr().out
    assert "STARTERS_LEAD = " in told
    assert "1 series" in told
