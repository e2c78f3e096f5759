"""The clock of a match: what is noted when a time is up, what may be made of it, and matches left alone."""

from __future__ import annotations

import pytest

from games import actions
from games.actions import Reason
from games.events import (
    AbandonmentWarned,
    ChallengeExpired,
    DrawClaimed,
    MatchAbandoned,
    TimeExpired,
    TimeGiven,
    WinClaimed,
)
from games.game import Seat
from games.match import Match, Phase, fold
from games.match.status import MOST_LEFT
from tests.games.matches import ADA, BEN, CLEO, HOUR, NOON, asked, begun, plays, reason


def late() -> Match:
    """Ada's hour is over, and it is noted."""
    return asked(begun("sahara", clock=HOUR), actions.ExpireTime(0), at=NOON + HOUR)


def challenge() -> Match:
    return fold([begun("sahara").opened])


# When the time is up


def test_each_move_has_the_time_of_the_clock() -> None:
    match = begun("sahara", clock=HOUR)
    assert (match.due(0), match.due(1)) == (NOON + HOUR, None)
    match = plays(match, "4", at=NOON + 10)  # moves again
    assert (match.due(0), match.due(1)) == (NOON + 10 + HOUR, None)
    match = plays(match, "5", at=NOON + 20)
    assert (match.due(0), match.due(1)) == (None, NOON + 20 + HOUR)


def test_without_a_clock_no_time_is_ever_up() -> None:
    match = begun("sahara")
    assert match.due(0) is None
    assert reason(match, actions.ExpireTime(0), NOON + 1000 * HOUR) is Reason.TIME_NOT_UP


def test_time_is_noted_when_it_is_up_and_once() -> None:
    match = begun("sahara", clock=HOUR)
    assert reason(match, actions.ExpireTime(0), NOON + HOUR - 1) is Reason.TIME_NOT_UP
    assert reason(match, actions.ExpireTime(1), NOON + 9 * HOUR) is Reason.TIME_NOT_UP
    assert match.decide(actions.ExpireTime(0), NOON + HOUR).events == (TimeExpired(at=NOON + HOUR, seat=0),)
    assert late().late == (0,)
    assert reason(late(), actions.ExpireTime(0), NOON + 9 * HOUR) is Reason.TIME_NOT_UP


def test_the_match_goes_on_until_the_opponent_makes_something_of_it() -> None:
    match = late()
    assert (match.phase, match.awaited) == (Phase.RUNNING, (0,))
    moved = plays(match, "1")
    assert moved.late == ()
    assert reason(moved, actions.ClaimWin(BEN)) is Reason.TIME_NOT_UP


def test_the_opponent_may_claim_the_win_or_call_it_a_draw() -> None:
    assert late().decide(actions.ClaimWin(BEN), NOON).events == (WinClaimed(at=NOON, seat=0),)
    assert late().decide(actions.ClaimDraw(BEN), NOON).events == (DrawClaimed(at=NOON, seat=0),)
    won, drawn = asked(late(), actions.ClaimWin(BEN)).ending, asked(late(), actions.ClaimDraw(BEN)).ending
    assert won
    assert (won.winner, won.reason, won.result) == (1, "time", None)
    assert drawn
    assert (drawn.winner, drawn.reason, drawn.result) == (None, "time_drawn", None)


@pytest.mark.parametrize("kind", [actions.ClaimWin, actions.ClaimDraw])
def test_nobody_else_may_and_nobody_before(kind: type[actions.ClaimWin | actions.ClaimDraw]) -> None:
    assert reason(begun("sahara", clock=HOUR), kind(BEN), NOON + HOUR) is Reason.TIME_NOT_UP
    assert reason(late(), kind(ADA)) is Reason.TIME_NOT_UP
    assert reason(late(), kind(CLEO)) is Reason.NO_SEAT
    assert reason(asked(late(), actions.Resign(ADA)), kind(BEN)) is Reason.NOT_RUNNING


@pytest.mark.parametrize(("seat", "asked"), [(0, (3, 2)), (1, (2, 3))])
def test_whose_set_up_is_made_is_asked_nothing_and_the_other_what_they_were(
    seat: Seat, asked: tuple[int, int]
) -> None:
    match = plays(begun("sator"), "hide a b", by=seat, at=NOON + HOUR)
    assert (match.asked, match.asked_at[1 - seat]) == (asked, NOON)


def test_in_a_simultaneous_set_up_only_who_has_chosen_may() -> None:
    both = asked(begun("sator", clock=HOUR), actions.ExpireTime(0), actions.ExpireTime(1), at=NOON + HOUR)
    assert both.late == (0, 1)
    assert reason(both, actions.ClaimWin(ADA)) is reason(both, actions.ClaimDraw(BEN)) is Reason.ALSO_AWAITED
    ready = plays(both, "hide a b", by=0)
    assert ready.late == (1,)
    assert asked(ready, actions.ClaimWin(ADA)).ending
    assert plays(ready, "hide a b", by=1).late == ()


def test_the_others_set_up_gives_nobody_more_time() -> None:
    match = plays(begun("sator", clock=HOUR), "hide a b", by=0, at=NOON + 100)
    assert match.due(1) == NOON + HOUR
    assert match.turn_since == NOON


# What is asked of whom


def test_who_may_claim_is_asked_what_they_make_of_it() -> None:
    before = begun("sahara", clock=HOUR)
    match = late()
    assert (before.question(1), match.question(1)) == (None, match.version)
    assert match.question(0) == before.question(0) == before.version
    assert plays(match, "4").question(1) is None


def test_who_is_offered_something_is_asked() -> None:
    match = asked(begun("sahara"), actions.OfferDraw(ADA))
    assert match.question(1) == match.version
    assert match.question(0) == match.version - 1
    both = plays(match, "1")  # the offerer moved: their offer is gone, and the turn is asked
    assert list(both.questions(1)) == [both.version]
    again = asked(both, actions.OfferDraw(ADA))
    assert list(again.questions(1)) == [both.version, again.version]


# Left alone


def test_a_challenge_that_nobody_answers_expires() -> None:
    assert challenge().decide(actions.ExpireChallenge(), NOON).events == (ChallengeExpired(at=NOON),)
    expired = asked(challenge(), actions.ExpireChallenge())
    assert expired.phase is Phase.EXPIRED
    assert reason(expired, actions.AcceptChallenge(BEN, "web:2")) is Reason.NO_CHALLENGE
    assert reason(begun("sahara"), actions.ExpireChallenge()) is Reason.NO_CHALLENGE


def test_what_the_bot_does_touches_nothing() -> None:
    match = late()
    assert (match.since, match.touched) == (NOON + HOUR, NOON)
    assert asked(match, actions.OfferDraw(ADA), at=NOON + 2 * HOUR).touched == NOON + 2 * HOUR
    assert challenge().touched == NOON


def test_the_warning_stands_until_somebody_touches_the_match() -> None:
    assert begun("sahara").decide(actions.WarnOfAbandonment(), NOON).events == (AbandonmentWarned(at=NOON),)
    warned = asked(begun("sahara"), actions.WarnOfAbandonment())
    assert warned.seen_by(None).forewarned
    assert reason(warned, actions.WarnOfAbandonment()) is Reason.NOT_DUE
    assert not plays(warned, "1").forewarned
    assert not asked(warned, actions.OfferDraw(BEN)).forewarned


def test_only_a_warned_match_is_given_up_and_nobody_wins() -> None:
    assert reason(begun("sahara"), actions.AbandonMatch()) is Reason.NOT_DUE
    warned = asked(begun("sahara"), actions.WarnOfAbandonment())
    assert warned.decide(actions.AbandonMatch(), NOON).events == (MatchAbandoned(at=NOON),)
    over = asked(warned, actions.AbandonMatch())
    assert over.phase is Phase.OVER
    assert over.ending
    assert (over.ending.winner, over.ending.reason, over.forewarned) == (None, "abandoned", False)


def test_a_running_match_can_be_stopped_at_any_time_and_nobody_wins() -> None:
    over = asked(begun("sahara"), actions.StopMatch())
    assert over.ending
    assert (over.phase, over.ending.winner, over.ending.reason) == (Phase.OVER, None, "stopped")


@pytest.mark.parametrize(
    "request_",
    [actions.ExpireTime(0), actions.WarnOfAbandonment(), actions.AbandonMatch(), actions.StopMatch()],
)
def test_the_bot_leaves_challenges_and_finished_matches_alone(request_: actions.Action) -> None:
    for match in (challenge(), asked(begun("sahara"), actions.Resign(ADA))):
        assert reason(match, request_) is Reason.NOT_RUNNING


def test_the_view_tells_clock_rating_and_who_is_late() -> None:
    seen = late().seen_by(1)
    assert (seen.clock, seen.rated, seen.late) == (HOUR, True, (0,))


# Time that is given


@pytest.mark.parametrize("increment", [0, HOUR])
def test_the_opponent_may_be_given_as_much_as_a_move_has(increment: int) -> None:
    match = asked(begun("sahara", clock=2 * HOUR, increment=increment), actions.GiveTime(BEN), at=NOON + HOUR)
    assert (match.due(0), match.seen_by(None).declined) == (
        NOON + 4 * HOUR,
        TimeGiven(at=NOON + HOUR, seat=1, seconds=2 * HOUR),
    )
    moved = plays(match, "5", at=NOON + 3 * HOUR)
    assert moved.left == (2 * HOUR, 2 * HOUR)  # 4 - 3 + 1
    assert moved.seen_by(None).declined is None


def test_who_was_late_may_think_on() -> None:
    match = asked(late(), actions.GiveTime(BEN), at=NOON + 5 * HOUR)
    assert (match.late, match.due(0)) == ((), NOON + 6 * HOUR)
    assert reason(match, actions.ClaimWin(BEN), NOON + 5 * HOUR) is Reason.TIME_NOT_UP
    assert asked(match, actions.ExpireTime(0), at=NOON + 6 * HOUR).late == (0,)


def test_a_day_is_given_at_a_time_and_not_without_end() -> None:
    match = begun("sahara", clock=14 * 24 * HOUR)
    for _ in range(7):
        match = asked(match, actions.GiveTime(BEN))
    assert match.left == (MOST_LEFT, 14 * 24 * HOUR)
    assert reason(match, actions.GiveTime(BEN)) is Reason.ENOUGH_TIME


def test_time_is_given_to_whose_time_runs_by_their_opponent() -> None:
    assert reason(begun("sahara"), actions.GiveTime(BEN)) is Reason.NO_TIME_RUNS
    match = begun("sahara", clock=HOUR)
    assert reason(match, actions.GiveTime(ADA)) is Reason.NO_TIME_RUNS
    assert reason(match, actions.GiveTime(CLEO)) is Reason.NO_SEAT
    assert reason(challenge(), actions.GiveTime(BEN)) is Reason.NOT_RUNNING
