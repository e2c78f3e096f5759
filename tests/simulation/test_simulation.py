"""A few lives of the whole bot in each run of the tests; `python -m tests.simulation` lives thousands."""

from __future__ import annotations

import pytest

from tests.simulation.life import live, plan
from tests.simulation.plants import FIRST_SEEDS, planted
from tests.simulation.shrinking import shrink


@pytest.mark.parametrize("seed", [0, 1, 6])  # the last one is about puzzles of the day
def test_a_life_breaks_no_law(seed: int) -> None:
    outcome = live(seed)
    assert outcome.broken == (), f"python -m tests.simulation --seed {seed}"


def test_a_life_is_the_same_however_often_it_is_lived() -> None:
    steps = plan(7)[:12]
    assert live(7, steps).told == live(7, steps).told


def test_what_a_failure_does_not_need_is_left_out() -> None:
    steps = plan(3)
    culprits = {steps[2], steps[11]}
    assert shrink(steps, lambda some: culprits <= set(some)) == (steps[2], steps[11])


@pytest.mark.long
@pytest.mark.parametrize("plant", FIRST_SEEDS)
def test_a_planted_bug_is_found(plant: str) -> None:
    """Where the code has changed since its first seed was written down, another seed finds it."""
    with planted(plant):
        assert any(live(seed).broken for seed in (FIRST_SEEDS[plant], *range(300)))
