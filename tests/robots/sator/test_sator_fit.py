"""The numbers of Sator's robot are fitted to what they are used for."""

from __future__ import annotations

import math

import pytest

from robots.sator.weights import AROUND, ROAD
from robots.sator.weights import PACE as MOVER
from robots.sator.worth import strengths
from tools.sator_fit import PACE, Factor, Option, balance, fitted, recorded, secrets, source, wins

RECORDS = [recorded(number) for number in range(3)]


def weight(factor: Factor) -> float:
    """The logarithm of a factor, from `weights.py`."""
    if factor == PACE:
        return math.log(MOVER)
    found: object = ROAD if factor[0] == "road" else AROUND
    for place in factor[1:]:
        assert isinstance(found, tuple)
        assert isinstance(place, int)
        found = found[place]
    assert isinstance(found, float)
    return found


def test_what_is_fitted_is_what_is_weighed() -> None:
    for own, layouts, _ in RECORDS:
        for layout in layouts:
            (black,), (ivory,) = strengths(layout, (own[:1], own[1:]))
            counted = sum(weight(factor) * count for factor, count in balance(layout, own).items())
            assert counted == pytest.approx(math.log(black / ivory))


def test_a_fit_finds_the_odds_of_what_it_was_shown() -> None:
    options: list[Option] = [{("one",): 1.0}, {("two",): 1.0}, {}]
    found = fitted([(options, 0)] * 300 + [(options, 1)] * 200 + [(options, 2)] * 100)
    assert found["one",] == pytest.approx(math.log(3), abs=0.05)
    assert found["two",] == pytest.approx(math.log(2), abs=0.05)


def test_the_command_writes_the_module_that_the_robot_reads() -> None:
    names: dict[str, object] = {}
    exec(source(fitted(wins(RECORDS)), fitted(secrets(RECORDS))), names)  # noqa: S102 - our own words
    assert {"ROAD", "AROUND", "PACE", "RED_ODDS", "CAPTOR_ODDS"} <= set(names)
