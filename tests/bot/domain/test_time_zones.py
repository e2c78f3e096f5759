"""When quiet hours end, also on the days on which clocks are changed."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from bot.domain.time_zones import quiet_until
from games.events import PlayerId
from storage.people import Preferences

HOUR = 60


def utc(day: int, hour: int, minute: int = 0, *, month: int = 10) -> int:
    """In 2026: Berlin puts its clocks back on 25 October, 3:00 to 2:00, at 01:00 UTC; forward on 29 March."""
    return int(datetime(2026, month, day, hour, minute, tzinfo=UTC).timestamp())


def quiet(start: int, end: int) -> Preferences:
    return Preferences(PlayerId("ada"), quiet=(start, end), zone="Europe/Berlin")


@pytest.mark.parametrize("at", [utc(24, 20), utc(24, 23, 59), utc(25, 0), utc(25, 0, 59), utc(25, 1, 29)])
def test_an_end_that_comes_twice_is_the_second_one(at: int) -> None:
    assert quiet_until(quiet(22 * HOUR, 2 * HOUR + 30), at) == utc(25, 1, 30)


@pytest.mark.parametrize("at", [utc(24, 20), utc(25, 0), utc(25, 0, 59)])
def test_so_it_is_with_a_full_hour(at: int) -> None:
    assert quiet_until(quiet(22 * HOUR, 2 * HOUR), at) == utc(25, 1)


@pytest.mark.parametrize("at", [utc(25, 1, 30), utc(25, 3), utc(25, 20, 59), utc(24, 19, 59)])
def test_outside_of_them_nobody_has_to_wait(at: int) -> None:
    assert quiet_until(quiet(22 * HOUR, 2 * HOUR + 30), at) == at


def test_they_begin_when_their_beginning_comes_first() -> None:
    chosen = quiet(2 * HOUR, 7 * HOUR)
    assert quiet_until(chosen, utc(24, 23, 59)) == utc(24, 23, 59)
    assert quiet_until(chosen, utc(25, 0)) == quiet_until(chosen, utc(25, 1)) == utc(25, 6)


@pytest.mark.parametrize("end", [2 * HOUR, 3 * HOUR])
def test_an_end_that_is_left_out_is_when_the_clocks_are_put_forward(end: int) -> None:
    chosen = quiet(22 * HOUR, end)
    assert quiet_until(chosen, utc(29, 0, 30, month=3)) == utc(29, 1, month=3)
    assert quiet_until(chosen, utc(29, 1, month=3)) == utc(29, 1, month=3)


def test_on_any_other_day() -> None:
    night, day = quiet(22 * HOUR, 7 * HOUR), quiet(9 * HOUR, 17 * HOUR)
    assert quiet_until(night, utc(1, 20)) == quiet_until(night, utc(2, 4, 59)) == utc(2, 5)
    assert quiet_until(night, utc(2, 5)) == utc(2, 5)
    assert quiet_until(day, utc(1, 7)) == quiet_until(day, utc(1, 14, 59)) == utc(1, 15)
    assert quiet_until(day, utc(1, 15)) == utc(1, 15)
    assert quiet_until(quiet(HOUR, HOUR), utc(1, 23)) == utc(1, 23)
