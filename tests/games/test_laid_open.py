"""Once a match is over both seats' views are laid together: all that either knew, and nothing twice."""

from __future__ import annotations

from operator import attrgetter

import pytest

from tests.games.walks import CASES, Case, random_line

KEPT = {
    "sator": ("pieces",),
    "stacko": ("round.towers",),
    "sato variant=hidden table=small": ("supplies", "trail"),
}
"""What seats know that others may not: where it stands, in states as in views."""


@pytest.mark.parametrize("case", [case for case in CASES if str(case) in KEPT], ids=str)
def test_what_either_seat_knows_is_there_as_it_is(case: Case) -> None:
    for state in random_line(case, 5).states[4:24:5]:
        views = state.view(0), state.view(1)
        for own, theirs in (views, views[::-1]):
            for place in map(attrgetter, KEPT[str(case)]):
                assert place(own.laid_open(theirs)) == place(state)
