"""When quiet hours end, also on the days on which clocks are changed."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from bot.domain.time_zones import REGIONS, all_zones, next_hour, quiet_until, zones_of
from bot.interface import ChangeSettings
from bot.platforms import callback_data
from games.events import PlayerId
from storage.people import Preferences


def utc(text: str) -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp())


@pytest.mark.parametrize(
    ("hours", "at", "until"),
    [
        # Any day in Berlin: two hours before UTC in summer.
        *(("22:00-07:00", "05-01T19:59:59", None), ("22:00-07:00", "05-01T20:00", "05-02T05:00")),
        *(("22:00-07:00", "05-02T04:59:59", "05-02T05:00"), ("22:00-07:00", "05-02T05:00", None)),
        *(("09:00-17:00", "05-01T07:00", "05-01T15:00"), ("09:00-17:00", "05-01T15:00", None)),
        ("01:00-01:00", "05-01T23:00", None),  # as none
        # Clocks are put back on 25 October at 01:00 UTC, 3:00 to 2:00: of two ends, the second one counts.
        *(("22:00-02:30", "10-24T20:00", "10-25T01:30"), ("22:00-02:30", "10-25T00:59", "10-25T01:30")),
        *(("22:00-02:30", "10-25T01:29", "10-25T01:30"), ("22:00-02:30", "10-25T01:30", None)),
        *(("22:00-02:30", "10-24T19:59", None), ("22:00-02:30", "10-25T20:59", None)),
        *(("22:00-02:00", "10-24T20:00", "10-25T01:00"), ("22:00-02:00", "10-25T00:59", "10-25T01:00")),
        # They begin when their beginning comes first.
        *(("02:00-07:00", "10-24T23:59", None), ("02:00-07:00", "10-25T00:00", "10-25T06:00")),
        *(("02:00-07:00", "10-25T01:00", "10-25T06:00"), ("22:00-07:00", "10-24T21:00", "10-25T06:00")),
        # Clocks are put forward on 29 March, 2:00 to 3:00: an end that is left out comes then.
        *(("22:00-02:00", "03-29T00:30", "03-29T01:00"), ("22:00-03:00", "03-29T00:30", "03-29T01:00")),
        *(("22:00-02:00", "03-29T01:00", None), ("22:00-07:00", "03-28T22:00", "03-29T05:00")),
    ],
)
def test_quiet_hours_are_hours_of_the_local_day(hours: str, at: str, until: str | None) -> None:
    start, end = (60 * int(text[:2]) + int(text[3:]) for text in hours.split("-"))
    chosen = Preferences(PlayerId("ada"), quiet=(start, end), zone="Europe/Berlin")
    assert quiet_until(chosen, utc(f"2026-{at}")) == utc(f"2026-{until or at}")


def test_quiet_hours_are_those_of_the_chosen_zone_and_may_be_none() -> None:
    half_past_one_in_tokyo = utc("2026-05-01T04:30")
    noon = Preferences(PlayerId("ada"), quiet=(12 * 60, 14 * 60), zone="Asia/Tokyo")
    assert quiet_until(noon, half_past_one_in_tokyo) == half_past_one_in_tokyo + 30 * 60
    assert quiet_until(Preferences(PlayerId("ada")), half_past_one_in_tokyo) == half_past_one_in_tokyo


@pytest.mark.parametrize(
    ("after", "comes"),
    [("03-28T07:59", "03-28T08:00"), ("03-28T08:00", "03-29T07:00"), ("10-24T12:00", "10-25T08:00")],
)
def test_an_hour_comes_when_the_clocks_show_it(after: str, comes: str) -> None:
    """Also on the day on which they are put forward, or back."""
    assert next_hour(9, "Europe/Berlin", utc(f"2026-{after}")) == utc(f"2026-{comes}")


def test_every_zone_that_is_offered_exists_and_fits_into_a_button() -> None:
    assert len(all_zones()) > 400
    assert all(zones_of(region) for region in REGIONS)
    for zone in (zone for region in REGIONS for zone in zones_of(region)):
        assert ZoneInfo(zone).key == zone
        callback_data.encode(ChangeSettings((f"zone={zone}",), "~1234567890123456789"))
