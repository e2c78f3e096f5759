"""The statistics of times, on times that are made up."""

from __future__ import annotations

import random
from math import inf

import pytest

from tests.twins.timing import MOST, SAMPLES, cropped, welch


@pytest.mark.parametrize(("longer", "is_found"), [(0, False), (50, True), (5_000, True)])
def test_fifty_microseconds_are_found_among_noise_of_hundreds_and_no_difference_where_there_is_none(
    longer: float, *, is_found: bool
) -> None:
    rng = random.Random(1)
    one, two = ([300 + more + rng.expovariate(1 / 200) for _ in range(SAMPLES // 2)] for more in (0, longer))
    assert (abs(welch(*cropped(one, two))) > MOST) == is_found


def test_a_class_that_is_always_slower_is_found() -> None:
    assert welch(*cropped([1.0] * 100, [2.0] * 100)) == -inf
