"""What hints say of robots' moves is true, and seldom is there nothing to say."""

from __future__ import annotations

import pytest

from robots.catalog import choose
from tests.games.purposes import came_true
from tests.games.walks import Case, chance

POSITIONS = 400
QUIET = 0.15
"""The share of moves that may have no reason that shows at once."""


@pytest.mark.long
@pytest.mark.parametrize(
    "case",
    [
        Case("sahara", ()),
        Case("sator", ()),
        Case("stacko", ()),
        *(Case("sato", (("variant", variant),)) for variant in ("open", "split", "hidden")),
    ],
    ids=str,
)
def test_the_reasons_for_robots_moves_are_true_and_seldom_missing(case: Case) -> None:
    rng, quiet, asked = chance(1), 0, 0
    while asked < POSITIONS:
        state = case.deal(rng.randbytes(32))
        while state.to_act and asked < POSITIONS:
            seat = rng.choice(state.to_act)
            move = choose(state.view(seat), 3, rng.randrange(2**32))
            facts, after = state.view(seat).tell_purpose(move), state.play(seat, move)
            assert all(came_true(fact, state, after, seat) for fact in facts), (str(move), facts)
            quiet, asked, state = quiet + (not facts), asked + 1, after
    assert quiet <= QUIET * asked, f"{quiet} of {asked}"
