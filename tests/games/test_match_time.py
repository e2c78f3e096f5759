"""The clock of a match: times and supplies, pauses, what may be made of a late seat, matches left alone."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import actions
from games.actions import Reason
from games.events import MovePlayed, TimeExpired, TimeGiven
from games.game import Seat
from games.match import Ending, Match, Phase, fold
from games.match.pauses import Pauses
from games.match.status import MOST_LEFT
from tests.games.matches import ADA, BEN, CLEO, HOUR, NOON, asked, begun, plays, reason

DAY = 24 * HOUR
BERLIN, TOKYO = "Europe/Berlin", "Asia/Tokyo"

TIMED = begun("sahara", clock=HOUR)
UNTIMED = begun("sahara")
LATE = asked(TIMED, actions.ExpireTime(0), at=NOON + HOUR)
CHALLENGE = fold([UNTIMED.opened])
OVER = asked(UNTIMED, actions.Resign(ADA))
WARNED = asked(UNTIMED, actions.WarnOfAbandonment())
BOTH_LATE = asked(
    *(begun("sator", clock=HOUR), actions.ExpireTime(0), actions.ExpireTime(1)),
    at=NOON + HOUR,
)
READY = plays(BOTH_LATE, "hide a b", by=0)

REFUSALS: dict[str, tuple[Match, actions.Action, int, Reason]] = {
    "no clock": (UNTIMED, actions.ExpireTime(0), NOON + 1000 * HOUR, Reason.TIME_NOT_UP),
    "too early": (TIMED, actions.ExpireTime(0), NOON + HOUR - 1, Reason.TIME_NOT_UP),
    "not to move": (TIMED, actions.ExpireTime(1), NOON + 9 * HOUR, Reason.TIME_NOT_UP),
    "noted already": (LATE, actions.ExpireTime(0), NOON + 9 * HOUR, Reason.TIME_NOT_UP),
    "moved at last": (plays(LATE, "1"), actions.ClaimWin(BEN), NOON, Reason.TIME_NOT_UP),
    "not noted": (TIMED, actions.ClaimDraw(BEN), NOON + HOUR, Reason.TIME_NOT_UP),
    "claimed by who is late": (LATE, actions.ClaimWin(ADA), NOON, Reason.TIME_NOT_UP),
    "called a draw by who is late": (LATE, actions.ClaimDraw(ADA), NOON, Reason.TIME_NOT_UP),
    "claimed by a stranger": (LATE, actions.ClaimWin(CLEO), NOON, Reason.NO_SEAT),
    "claimed after the end": (
        *(asked(LATE, actions.Resign(ADA)), actions.ClaimWin(BEN), NOON),
        Reason.NOT_RUNNING,
    ),
    "claimed by who has not chosen": (BOTH_LATE, actions.ClaimWin(ADA), NOON, Reason.ALSO_AWAITED),
    "nor called a draw": (BOTH_LATE, actions.ClaimDraw(BEN), NOON, Reason.ALSO_AWAITED),
    "expired though accepted": (UNTIMED, actions.ExpireChallenge(), NOON, Reason.NO_CHALLENGE),
    "accepted though expired": (
        *(asked(CHALLENGE, actions.ExpireChallenge()), actions.AcceptChallenge(BEN, "web:2"), NOON),
        Reason.NO_CHALLENGE,
    ),
    "warned twice": (WARNED, actions.WarnOfAbandonment(), NOON, Reason.NOT_DUE),
    "abandoned without a warning": (UNTIMED, actions.AbandonMatch(), NOON, Reason.NOT_DUE),
    "given without a clock": (UNTIMED, actions.GiveTime(BEN), NOON, Reason.NO_TIME_RUNS),
    "given by who is to move": (TIMED, actions.GiveTime(ADA), NOON, Reason.NO_TIME_RUNS),
    "given by a stranger": (TIMED, actions.GiveTime(CLEO), NOON, Reason.NO_SEAT),
    "given before it begins": (CHALLENGE, actions.GiveTime(BEN), NOON, Reason.NOT_RUNNING),
}
for left_alone in (actions.ExpireTime(0), actions.WarnOfAbandonment(), actions.AbandonMatch()):
    REFUSALS[f"{left_alone} of a challenge"] = CHALLENGE, left_alone, NOON, Reason.NOT_RUNNING
    REFUSALS[f"{left_alone} after the end"] = OVER, left_alone, NOON, Reason.NOT_RUNNING


@pytest.mark.parametrize("what", REFUSALS)
def test_what_a_match_refuses(what: str) -> None:
    match, request, at, expected = REFUSALS[what]
    assert reason(match, request, at) is expected


# Time for each move


def test_each_move_has_the_time_of_the_clock() -> None:
    assert (TIMED.due(0), TIMED.due(1), UNTIMED.due(0)) == (NOON + HOUR, None, None)
    assert fold([TIMED.opened]).left == (0, 0), "nobody is asked yet"
    moved = TIMED.decide(actions.PlayMove(ADA, "4", None), NOON + 10)
    assert moved.events == (MovePlayed(at=NOON + 10, seat=0, notation="4"),), "nothing is taken from the next"
    match = plays(TIMED, "4", at=NOON + 10)  # moves again
    assert (match.due(0), match.due(1)) == (NOON + 10 + HOUR, None)
    match = plays(match, "5", at=NOON + 20)
    assert (match.due(0), match.due(1), match.left) == (None, NOON + 20 + HOUR, (HOUR, HOUR))


def test_who_is_late_plays_on_until_the_opponent_makes_something_of_it() -> None:
    assert TIMED.decide(actions.ExpireTime(0), NOON + HOUR).events == (TimeExpired(at=NOON + HOUR, seat=0),)
    assert (LATE.phase, LATE.awaited, LATE.late) == (Phase.RUNNING, (0,), (0,))
    assert plays(LATE, "1").late == ()
    seen = LATE.seen_by(1)
    assert (seen.clock, seen.rated, seen.late) == (HOUR, True, (0,))
    assert asked(LATE, actions.ClaimWin(BEN)).ending == Ending(1, "time", None)
    assert asked(LATE, actions.ClaimDraw(BEN)).ending == Ending(None, "time_drawn", None)


def test_in_a_simultaneous_set_up_only_who_has_chosen_may_claim() -> None:
    assert (BOTH_LATE.late, READY.late) == ((0, 1), (1,))
    assert asked(READY, actions.ClaimWin(ADA)).ending
    assert plays(READY, "hide a b", by=1).late == ()


@pytest.mark.parametrize(("seat", "asked"), [(0, (3, 2)), (1, (2, 3))])
def test_the_others_set_up_asks_nothing_anew_and_gives_nobody_more_time(
    seat: Seat, asked: tuple[int, int]
) -> None:
    match = plays(begun("sator", clock=HOUR), "hide a b", by=seat, at=NOON + 100)
    assert (match.asked, match.asked_at[1 - seat]) == (asked, NOON)
    assert (match.due(1 - seat), match.turn_since) == (NOON + HOUR, NOON)  # type: ignore[arg-type]


def test_who_may_claim_or_is_offered_something_is_asked() -> None:
    assert (TIMED.question(1), LATE.question(1), plays(LATE, "4").question(1)) == (None, LATE.version, None)
    assert LATE.question(0) == TIMED.question(0) == TIMED.version
    match = asked(UNTIMED, actions.OfferDraw(ADA))
    assert (match.question(0), match.question(1)) == (match.version - 1, match.version)
    both = plays(match, "1")  # the offerer moved: their offer is gone, and the turn is asked
    assert list(both.questions(1)) == [both.version]
    again = asked(both, actions.OfferDraw(ADA))
    assert list(again.questions(1)) == [both.version, again.version]
    wished = asked(plays(UNTIMED, "1"), actions.RequestTakeback(ADA))
    assert list(wished.questions(1)) == [wished.version - 1, wished.version]


# A supply of time that moves add to


def bank(clock: int = 7 * DAY, increment: int = DAY) -> Match:
    return begun("sahara", clock=clock, increment=increment)


def test_each_has_the_base_first_and_a_move_adds_to_what_is_left() -> None:
    match = bank()
    assert (match.left, match.due(0), match.due(1)) == ((7 * DAY, 7 * DAY), NOON + 7 * DAY, None)
    match = plays(match, "5", at=NOON + 3 * DAY)
    assert (match.left, match.due(1)) == ((5 * DAY, 7 * DAY), NOON + 10 * DAY)
    seen = match.seen_by(None)
    assert (seen.clock, seen.increment, seen.left) == (7 * DAY, DAY, (5 * DAY, 7 * DAY))
    undone = asked(match, actions.RequestTakeback(ADA), actions.AcceptTakeback(BEN), at=NOON + 4 * DAY)
    assert (undone.left, undone.due(0)) == (match.left, NOON + 4 * DAY + match.left[0])


def test_time_in_which_nobody_could_play_is_not_taken_and_who_is_late_has_the_increment_alone() -> None:
    move = actions.PlayMove(ADA, "5", None, due=NOON + 9 * DAY)  # the bot was away for two days of three
    assert asked(bank(), move, at=NOON + 3 * DAY).left[0] == 7 * DAY  # one day taken, one added
    late = asked(bank(), actions.ExpireTime(0), at=NOON + 7 * DAY)
    assert late.used(0, NOON + 9 * DAY) == late.left[0] == 7 * DAY
    assert late.used(0, NOON + 9 * DAY, due=NOON + 10 * DAY) == 7 * DAY  # whatever the bot would credit
    for match in (late, bank()):  # noted or not
        assert plays(match, "5", at=NOON + 9 * DAY).left[0] == DAY
    assert plays(bank(14 * DAY, 14 * DAY), "5").left[0] == MOST_LEFT < 27 * DAY
    assert plays(bank(28 * DAY), "5").left[0] == 28 * DAY  # who has more does not lose it


@given(st.lists(st.tuples(st.integers(0, 9 * DAY), st.integers(0, 3 * DAY)), max_size=12))
def test_what_is_used_is_taken_once_and_nobody_has_less_than_nothing(turns: list[tuple[int, int]]) -> None:
    """Of each turn: how long it takes, and how much of that is credited."""
    match, at = bank(), NOON
    for takes, credited in turns:
        if not match.awaited:
            break
        seat, before = match.awaited[0], match.left
        due = match.due(seat)
        assert match.state
        assert due is not None
        move = str(match.state.legal_moves(seat)[0])
        at += takes
        (event,), match = match.decide(actions.PlayMove((ADA, BEN)[seat], move, None, due + credited), at)
        assert isinstance(event, MovePlayed)
        assert event.used == min(before[seat], max(0, takes - credited))
        kept = before[seat] - event.used
        assert match.left[seat] == max(kept, min(kept + DAY, MOST_LEFT))
        assert match.left[1 - seat] == before[1 - seat]
        assert min(match.left) >= 0


# Time that is given


@pytest.mark.parametrize("increment", [0, HOUR])
def test_the_opponent_may_be_given_as_much_as_a_move_has(increment: int) -> None:
    match = asked(begun("sahara", clock=2 * HOUR, increment=increment), actions.GiveTime(BEN), at=NOON + HOUR)
    assert match.due(0) == NOON + 4 * HOUR
    assert match.seen_by(None).answered == TimeGiven(at=NOON + HOUR, seat=1, seconds=2 * HOUR)
    moved = plays(match, "5", at=NOON + 3 * HOUR)
    assert moved.left == (2 * HOUR, 2 * HOUR)  # 4 - 3 + 1
    assert moved.seen_by(None).answered is None


def test_who_was_late_may_think_on() -> None:
    match = asked(LATE, actions.GiveTime(BEN), at=NOON + 5 * HOUR)
    assert (match.late, match.due(0)) == ((), NOON + 6 * HOUR)
    assert reason(match, actions.ClaimWin(BEN), NOON + 5 * HOUR) is Reason.TIME_NOT_UP
    assert asked(match, actions.ExpireTime(0), at=NOON + 6 * HOUR).late == (0,)


def test_a_day_is_given_at_a_time_ten_times_and_not_without_end() -> None:
    match = begun("sahara", clock=14 * DAY)
    for _ in range(7):
        match = asked(match, actions.GiveTime(BEN))
    assert match.left == (MOST_LEFT, 14 * DAY)
    assert reason(match, actions.GiveTime(BEN)) is Reason.ENOUGH_TIME
    often = TIMED
    for _ in range(10):
        often = asked(often, actions.GiveTime(BEN))
    assert (often.left, often.given) == ((11 * HOUR, HOUR), (0, 10))
    assert reason(often, actions.GiveTime(BEN)) is Reason.GIVEN_OFTEN


# Left alone


def test_the_bot_ends_what_nobody_acts_in_and_its_own_doings_touch_nothing() -> None:
    assert asked(CHALLENGE, actions.ExpireChallenge()).phase is Phase.EXPIRED
    assert WARNED.seen_by(None).forewarned
    for touched in (plays(WARNED, "1"), asked(WARNED, actions.OfferDraw(BEN))):
        assert not touched.forewarned
    over = asked(WARNED, actions.AbandonMatch())
    assert (over.phase, over.ending) == (Phase.OVER, Ending(None, "abandoned", None))
    assert not over.forewarned
    assert asked(UNTIMED, actions.StopMatch()).ending == Ending(None, "stopped", None)
    assert (LATE.since, LATE.touched, CHALLENGE.touched) == (NOON + HOUR, NOON, NOON)
    assert asked(LATE, actions.OfferDraw(ADA), at=NOON + 2 * HOUR).touched == NOON + 2 * HOUR


def test_who_let_their_time_run_out_does_not_get_away_by_the_others_silence() -> None:
    over = asked(LATE, actions.WarnOfAbandonment(), actions.AbandonMatch())
    assert over.ending == Ending(1, "time", None)
    both = asked(BOTH_LATE, actions.WarnOfAbandonment(), actions.AbandonMatch())
    assert both.ending == Ending(None, "abandoned", None)


# Pauses: weekends in a zone, daylight saving time, and absences


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
    away = (at("2026-11-26 00:00"), at("2026-11-29 00:00")), (at("2026-12-01 00:00"), at("2026-12-02 00:00"))
    pauses = Pauses(BERLIN, away)
    assert pauses.after(at("2026-11-25 12:00"), 2 * DAY) == at("2026-12-02 12:00")
    assert pauses.resumes(at("2026-11-27 12:00")) == at("2026-11-30 00:00")


YEAR = st.integers(at("2026-01-01 00:00"), at("2027-01-01 00:00"))


@given(
    YEAR,
    st.integers(0, 40 * DAY),
    st.sampled_from(["", BERLIN, "America/Asuncion", "Pacific/Apia", "Africa/Cairo"]),
    st.lists(st.tuples(YEAR, st.integers(1, 30 * DAY)), max_size=3),
)
def test_time_is_never_up_before_it_has_run(
    start: int, seconds: int, zone: str, away: list[tuple[int, int]]
) -> None:
    pauses = Pauses(zone, tuple((begin, begin + lasts) for begin, lasts in away))
    due = pauses.after(start, seconds)
    assert due >= start + seconds
    assert pauses.running(start, due) == seconds


def with_weekends_off(increment: int = 0, clock: int = DAY) -> Match:
    """Ada is in Berlin, Ben in Tokyo."""
    opened = begun("sahara", clock=clock, weekends_off=True, zone=BERLIN, increment=increment).opened
    return asked(fold([opened]), actions.AcceptChallenge(BEN, "web:2", zone=TOKYO), at=at("2026-11-27 08:00"))


def test_each_has_the_weekends_of_their_own_zone() -> None:
    match = with_weekends_off()
    assert match.due(0) == at("2026-11-30 08:00")
    match = plays(match, "5", at=at("2026-11-27 09:00"))
    assert match.due(1) == at("2026-11-30 17:00", TOKYO)  # 7 of the 24 hours ran on Friday
    half = plays(with_weekends_off(clock=12 * HOUR), "5", at=at("2026-11-27 09:00"))
    assert half.due(1) == at("2026-11-30 05:00", TOKYO)  # in Berlin it is Friday for longer
    banked = asked(with_weekends_off(HOUR), actions.PlayMove(ADA, "5", None), at=at("2026-11-30 01:00"))
    assert banked.left[0] == DAY - 17 * HOUR + HOUR
    late = asked(with_weekends_off(), actions.ExpireTime(0), at=at("2026-11-30 08:00"))
    assert asked(late, actions.GiveTime(BEN), at=at("2026-12-05 12:00")).due(0) == at("2026-12-08 00:00")
    without = asked(CHALLENGE, actions.AcceptChallenge(BEN, "web:2", zone=TOKYO)).accepted
    assert without
    assert without.zone == ""


def test_an_absence_stops_slow_clocks_until_it_is_told_anew() -> None:
    away = actions.TellAway(ADA, begin=NOON, end=NOON + 3 * DAY)
    slow, fast = begun("sahara", clock=DAY), TIMED
    assert asked(slow, away).due(0) == NOON + 4 * DAY
    assert asked(fast, away).due(0) == NOON + HOUR
    shorter, gone = (actions.TellAway(ADA, NOON, NOON + days * DAY) for days in (1, 0))
    assert asked(slow, away, shorter).away == (((NOON, NOON + DAY),), ())
    assert asked(slow, away, gone).due(0) == NOON + DAY
