"""When the clock of a seat stands still: weekends in its zone, daylight saving time, and absences."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import actions
from games.match import Match, fold
from games.match.pauses import Pauses
from tests.games.matches import ADA, BEN, asked, begun, plays

HOUR, DAY = 3600, 86_400
BERLIN, TOKYO = "Europe/Berlin", "Asia/Tokyo"


def at(text: str, zone: str = BERLIN) -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).timestamp())


@pytest.mark.parametrize(
    ("start", "hours", "due"),
    [
        ("2026-11-23 12:00", 72, "2026-11-26 12:00"),  # from Monday to Thursday
        ("2026-11-26 12:00", 72, "2026-12-01 12:00"),  # over a weekend
        ("2026-11-28 12:00", 24, "2026-12-01 00:00"),  # asked on a Saturday
        ("2026-11-27 12:00", 12, "2026-11-28 00:00"),  # up when the weekend begins
        ("2026-03-27 12:00", 24, "2026-03-30 12:00"),  # this weekend has 47 hours
        ("2026-10-23 12:00", 24, "2026-10-26 12:00"),  # and this one 49
        ("2026-11-27 12:00", 14 * 24, "2026-12-17 12:00"),
    ],
)
def test_no_time_runs_on_weekends_of_a_zone(start: str, hours: int, due: str) -> None:
    pauses = Pauses(BERLIN)
    assert pauses.after(at(start), hours * HOUR) == at(due)
    assert pauses.running(at(start), at(due)) == hours * HOUR


def test_an_absence_over_a_weekend_counts_once() -> None:
    pauses = Pauses(
        BERLIN,
        ((at("2026-11-26 00:00"), at("2026-11-29 00:00")), (at("2026-12-01 00:00"), at("2026-12-02 00:00"))),
    )
    assert pauses.after(at("2026-11-25 12:00"), 2 * DAY) == at("2026-12-02 12:00")
    assert pauses.resumes(at("2026-11-27 12:00")) == at("2026-11-30 00:00")


@given(
    st.integers(at("2026-01-01 00:00"), at("2027-01-01 00:00")),
    st.integers(0, 40 * DAY),
    st.sampled_from(["", BERLIN, "America/Asuncion", "Pacific/Apia", "Africa/Cairo"]),
    st.lists(
        st.tuples(st.integers(at("2026-01-01 00:00"), at("2027-01-01 00:00")), st.integers(1, 30 * DAY)),
        max_size=3,
    ),
)
def test_time_is_never_up_before_it_has_run(
    start: int, seconds: int, zone: str, away: list[tuple[int, int]]
) -> None:
    pauses = Pauses(zone, tuple((begin, begin + lasts) for begin, lasts in away))
    due = pauses.after(start, seconds)
    assert due >= start + seconds
    assert pauses.running(start, due) == seconds


def match_with_weekends_off(increment: int = 0) -> Match:
    """Ada is in Berlin, Ben in Tokyo."""
    opened = begun("sahara", clock=DAY, weekends_off=True, zone=BERLIN, increment=increment).opened
    return asked(fold([opened]), actions.AcceptChallenge(BEN, "web:2", zone=TOKYO), at=at("2026-11-27 08:00"))


def test_each_has_the_weekends_of_their_own_zone() -> None:
    match = match_with_weekends_off()
    assert match.due(0) == at("2026-11-30 08:00")
    match = plays(match, "5", at=at("2026-11-27 09:00"))
    assert match.due(1) == at("2026-11-30 17:00", TOKYO)  # 7 of the 24 hours ran on Friday


def test_what_a_weekend_lasts_is_taken_from_no_supply() -> None:
    match = match_with_weekends_off(increment=HOUR)
    match = asked(match, actions.PlayMove(ADA, "5", None), at=at("2026-11-30 01:00"))
    assert match.left[0] == DAY - 17 * HOUR + HOUR


def test_time_that_is_given_on_a_weekend_runs_after_it() -> None:
    late = asked(match_with_weekends_off(), actions.ExpireTime(0), at=at("2026-11-30 08:00"))
    given = asked(late, actions.GiveTime(BEN), at=at("2026-12-05 12:00"))
    assert given.due(0) == at("2026-12-08 00:00")


def test_without_weekends_off_no_zone_is_stored() -> None:
    opened = begun("sahara", clock=DAY).opened
    match = asked(fold([opened]), actions.AcceptChallenge(BEN, "web:2", zone=TOKYO))
    assert match.accepted
    assert match.accepted.zone == ""
