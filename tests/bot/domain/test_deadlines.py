"""Deadlines: whose time is asked for, and what was credited to it when it comes anew."""

from __future__ import annotations

from dataclasses import replace

from bot.domain.deadlines import deadlines_after, time_up
from bot.domain.terms import DAY, HOUR
from games.actions import GiveTime
from games.match import fold
from storage.jobs import deadline_job
from tests.storage.facts import ACCEPTED, ADA, BOB, OPENED

MATCH = fold([replace(OPENED, clock=DAY), ACCEPTED])


def test_everybody_is_told_of_their_own_time() -> None:
    assert MATCH.players
    known = [deadline_job(OPENED.match, "time", seat, 100, 200 + seat) for seat in (0, 1)]
    due = {player: time_up(MATCH, player, known) for player in MATCH.players}
    assert due == {MATCH.players[0]: 200, MATCH.players[1]: 201}
    assert time_up(MATCH, MATCH.players[1], known[:1]) is None


def test_a_reminder_that_was_given_comes_again_for_longer_time_and_with_what_was_credited() -> None:
    (seat,) = MATCH.awaited
    assert MATCH.players
    waiting = next(player for player in (ADA, BOB) if player != MATCH.players[seat])
    stood = {one.kind: one for one in deadlines_after(None, MATCH, ())}
    credited = replace(stood["time"], due=stood["time"].due + HOUR)
    longer = MATCH.decide(GiveTime(waiting), 200).after
    fresh = {one.kind: one.due for one in deadlines_after(None, longer, ())}
    anew = {one.kind: one.due for one in deadlines_after(MATCH, longer, [credited])}
    assert fresh["time"] > stood["time"].due
    assert {kind: anew[kind] - fresh[kind] for kind in ("time", "reminder", "last_hour")} == {
        "time": HOUR,
        "reminder": HOUR,
        "last_hour": HOUR,
    }
