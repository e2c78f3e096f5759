"""What holds for all tests."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Generator

import pytest
from hypothesis import settings

from tests.examples import QUICK

# Processes that tests start keep their bytecode, as at a host: every start after the first is quicker. So do
# the tests themselves: half of the time that it takes to import them goes into their `assert`s.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# No law depends on how fast the machine is. `many` is for the laws of games and of the store in the run of
# all checks.
settings.register_profile("many", settings(), deadline=None)
settings.register_profile("tischrand", settings(), deadline=None, max_examples=QUICK)
settings.load_profile("tischrand")


LONG = 1800
"""Seconds that a test marked `long` may take unless it says otherwise: a guard against hanging alone."""


def pytest_xdist_auto_num_workers() -> int:
    """One more than processors: a worker waits a quarter of its time, for disks and processes it starts."""
    return (os.cpu_count() or 1) + 1


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Look for garbage neither while all tests are imported nor among them later: they stay to the end.

    That is a quarter of the processor time of every worker's start, and a part of every test's.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Give long tests more time than the others have."""
    for item in items:
        if item.get_closest_marker("long") and not item.get_closest_marker("timeout"):
            item.add_marker(pytest.mark.timeout(LONG))
