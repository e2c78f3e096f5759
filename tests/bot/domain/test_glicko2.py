"""Glicko-2: as the paper computes it, and as a second reading of the paper does."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.glicko2 import START, START_VOLATILITY, Encounter, aged, rated
from storage.results import Strength
from tests.bot.domain import plain_glicko2

PAPER = (
    Encounter(Strength(1400, 30), 1.0),
    Encounter(Strength(1550, 100), 0.0),
    Encounter(Strength(1700, 300), 0.0),
)


def test_the_worked_example_of_the_paper() -> None:
    strength, volatility = rated(Strength(1500, 200), 0.06, PAPER)
    assert strength.value == pytest.approx(1464.06, abs=0.015)  # the paper rounds on the way
    assert strength.deviation == pytest.approx(151.52, abs=0.005)
    assert volatility == pytest.approx(0.05999, abs=0.000_006)


# Nearer than where a volatility has several solutions.
STRENGTHS = st.builds(Strength, st.floats(1250, 1750), st.floats(50, 340))
ENCOUNTERS = st.builds(Encounter, STRENGTHS, st.sampled_from([0.0, 0.5, 1.0]), st.just(1.0))


@given(STRENGTHS, st.floats(0.03, 0.1), st.lists(ENCOUNTERS, min_size=1, max_size=15))
def test_two_readings_of_the_paper_agree(
    own: Strength, volatility: float, encounters: list[Encounter]
) -> None:
    games = [((*one.opponent, 0.06), one.score) for one in encounters]
    value, deviation, volatile = plain_glicko2.after_period((*own, volatility), games)
    strength, after = rated(own, volatility, encounters)
    assert after == pytest.approx(volatile, rel=1e-4)
    assert strength.value == pytest.approx(value, abs=0.05)
    assert strength.deviation == pytest.approx(deviation, rel=1e-3)


def test_a_volatility_is_as_exact_as_the_paper_asks() -> None:
    """Of somebody well known but erratic, where each part of the equation weighs."""
    own, games = (1500.0, 30.0, 0.5), [((1700.0, 30.0, 0.06), 1.0)] * 12
    *_, expected = plain_glicko2.after_period(own, games)
    _, volatility = rated(Strength(*own[:2]), own[2], [Encounter(Strength(1700, 30), 1.0)] * 12)
    assert volatility == pytest.approx(expected, rel=1e-6)


def test_half_a_result_tells_half_as_much() -> None:
    opponent = Strength(1600, 80)
    halves = [Encounter(opponent, 1.0, weight=0.5)] * 2
    twice, _ = rated(Strength(1500, 200), 0.06, halves)
    once, _ = rated(Strength(1500, 200), 0.06, [Encounter(opponent, 1.0)])
    assert twice.value == pytest.approx(once.value)
    assert twice.deviation == pytest.approx(once.deviation)


def test_a_pause_makes_less_sure_but_never_less_than_of_a_newcomer() -> None:
    known = Strength(1700, 60)
    assert aged(known, START_VOLATILITY, 0) == known
    assert known.deviation < aged(known, START_VOLATILITY, 1).deviation
    assert aged(known, START_VOLATILITY, 1e9) == Strength(1700, START.deviation)
