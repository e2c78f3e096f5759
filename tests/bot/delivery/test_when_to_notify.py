"""When somebody may be told of a match: not in the night, and no more than three times in five minutes."""

from __future__ import annotations

import pytest

from bot.delivery.turn_notices import may_notify_at


@pytest.mark.parametrize(
    ("told", "quiet_until", "at"),
    [
        pytest.param((), 0, 1000, id="nothing speaks against it"),
        pytest.param((990, 995), 0, 1000, id="the third in five minutes"),
        pytest.param((800, 990, 995), 0, 1100, id="the fourth, when the first is five minutes ago"),
        pytest.param((750, 800, 990, 995), 0, 1100, id="the last three count"),
        pytest.param((700, 701, 702), 0, 1000, id="never before now"),
        pytest.param((800, 990, 995), 5000, 5000, id="the night is longer"),
        pytest.param((), 900, 1000, id="the night is over"),
    ],
)
def test_the_night_and_many_notices_delay_one(told: tuple[int, ...], quiet_until: int, at: int) -> None:
    assert may_notify_at(1000, told, quiet_until) == at
