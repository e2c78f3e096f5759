"""How often a law is tried on values that are drawn."""

from __future__ import annotations

from hypothesis import settings

QUICK = 25
"""Examples of a law that does not say how many it wants, in each run of the tests; see `conftest.py`."""


def examples(quick: int, many: int | None = None) -> settings:
    """So many in each run of the tests; with `--hypothesis-profile=many` four times as many, unless told."""
    if settings.default and settings.default.max_examples > QUICK:
        return settings(max_examples=many or 4 * quick, deadline=None)
    return settings(max_examples=quick, deadline=None)
