"""The deadlines of a match, from its log and from time credited earlier."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import ceil

from bot.domain.players import is_team, robot_seat
from bot.domain.robot_players import asked_of_robot
from bot.domain.teams import closing
from bot.domain.terms import DAY, HOUR, MINUTE
from games.events import PlayerId
from games.game import Seat
from games.match import Match, Phase
from storage.jobs import Job, Kind, deadline_job
from storage.people import NOBODY, Reminders

Identity = tuple[str, str, int]
"""Tells whether two jobs are the same deadline, with whatever due time: kind, key and beginning."""

EXPIRES_AFTER = DAY
"""Seconds until an unanswered challenge expires."""
ABANDONED_AFTER = 30 * DAY
"""Seconds without an action until a match is closed."""
WARNED_BEFORE = 3 * DAY
"""Least seconds between the warning and the closing."""
QUARTER = 4
"""The player to move is reminded when one in this many parts of their time is left."""
REMINDERS: tuple[Kind, ...] = ("reminder", "last_hour")


def deadlines_after(before: Match | None, after: Match, stored: Sequence[Job]) -> tuple[Job, ...]:
    """Compute the deadlines of a match after a change.

    A deadline that keeps running keeps the time credited to it. One that has been handled, such as a reminder
    that was sent, returns only if the change moves it, as more time does.

    Args:
        before: the match before the change; None for a new match.
        after: the match after it.
        stored: the deadlines before the change that have not been handled.
    """
    due_before = _due_by_log(before) if before else {}
    due_stored, credits_by_seat = dict[Identity, int](), dict[str, int]()
    for deadline in stored:
        identity = _identity(deadline)
        due_stored[identity] = deadline.due
        if deadline.kind == "time" and identity in due_before:
            credits_by_seat[deadline.key] = deadline.due - due_before[identity]
    deadlines = []
    for deadline in _by_log(after):
        identity = _identity(deadline)
        moved_by = deadline.due - due_before.get(identity, deadline.due)
        if identity in due_stored:
            deadlines.append(replace(deadline, due=due_stored[identity] + moved_by))
        elif identity not in due_before:  # new
            deadlines.append(deadline)
        elif moved_by:  # handled before, and ahead again
            credit = credits_by_seat.get(deadline.key, 0)
            deadlines.append(replace(deadline, due=deadline.due + credit))
    return tuple(deadlines)


def opening_deadlines(match: Match, *lasts: int) -> tuple[Job, ...]:
    """The deadlines of a new match; a challenge expires no later than the least of `lasts` (in seconds)."""
    until = match.opened.at + min((EXPIRES_AFTER, *lasts))
    deadlines = deadlines_after(None, match, ())
    return tuple(replace(one, due=until) if one.kind == "expiry" else one for one in deadlines)


def time_up(match: Match, player: PlayerId, stored: Sequence[Job]) -> int | None:
    """When a player's time is up, credits included; None if their clock is not running."""
    seat = match.seat_of(player)
    for deadline in stored:
        if deadline.kind == "time" and deadline.seat == seat:
            return deadline.due
    return None


def put_off(deadline: Job, match: Match, at: int) -> Job | None:
    """Postpone a deadline that is due in a pause of its seat; None if it is not.

    Credited time runs after the pause.
    """
    if deadline.seat is None or deadline.kind == "robot" or match.phase is not Phase.RUNNING:
        return None
    pauses = match.pauses(deadline.seat)
    resumes = pauses.resumes(at)
    if resumes == at:
        return None
    due_by_log = _due_by_log(match).get(_identity(deadline), deadline.due)
    credit = deadline.due - due_by_log
    return replace(deadline, due=max(resumes, pauses.after(due_by_log, credit)))


def suits(reminder: Job, match: Match) -> frozenset[Reminders]:
    """The preferences with which a player gets this reminder."""
    if reminder.kind == "last_hour":
        return frozenset({"hour", "both"})
    is_only_one = reminder.seat is not None and not _has_last_hour(match, reminder.seat)
    return frozenset({"quarter", "both", "hour"} if is_only_one else {"quarter", "both"})


def time_to_remind_of(match: Match, seat: Seat, stored: Sequence[Job], at: int) -> int | None:
    """Seconds that a seat has left, rounded up to minutes, if its reminder was sent; else None."""
    due_times = {one.kind: one.due for one in stored if one.seat == seat}
    reminders = {*REMINDERS}.intersection(one.kind for one in _by_log(match))
    if "time" not in due_times or reminders.issubset(due_times):
        return None
    return in_minutes(due_times["time"] - at)


def in_minutes(seconds: int) -> int:
    """A time that is left, rounded up to minutes."""
    return max(0, ceil(seconds / MINUTE) * MINUTE)


def _has_last_hour(match: Match, seat: Seat) -> bool:
    """Whether the last hour is less than all the time and differs from its last quarter."""
    return match.left[seat] > HOUR and match.left[seat] // QUARTER != HOUR


def _by_log(match: Match) -> Iterator[Job]:
    """Yield the deadlines of a match by its log alone, as if nothing had been credited or handled."""
    if match.phase is Phase.CHALLENGE:
        opened_at = match.opened.at
        yield _deadline(match, "expiry", opened_at, opened_at + EXPIRES_AFTER)
    if match.phase is not Phase.RUNNING:
        return
    robot = robot_seat(match)
    if robot is not None and asked_of_robot(match):
        yield _deadline(match, "robot", match.asked_at[robot], match.asked_at[robot], robot)
    for seat in match.awaited:
        if seat != robot:  # a robot has no clock: the bot delays it
            yield from _time_of(match, seat)
        if match.players and is_team(match.players[seat]):
            due = closing(match.asked_at[seat], match.opened.vote, match.due(seat))
            yield _deadline(match, "vote", match.asked[seat], due, seat)  # two may be asked in one second
    yield _closing(match) if match.forewarned else _forewarning(match)


def _time_of(match: Match, seat: Seat) -> Iterator[Job]:
    """The end of the time of a seat to move, and its reminders."""
    due, began = match.due(seat), match.asked_at[seat]
    if due is None:
        return
    yield _deadline(match, "time", began, due, seat)
    if _has_last_hour(match, seat):
        yield _deadline(match, "last_hour", began, match.due_when_left(seat, HOUR), seat)
    quarter = match.left[seat] // QUARTER
    yield _deadline(match, "reminder", began, match.due_when_left(seat, quarter), seat)


def _closing(match: Match) -> Job:
    due = max(match.touched + ABANDONED_AFTER, match.since + WARNED_BEFORE)
    return _deadline(match, "abandonment", match.touched, due)


def _forewarning(match: Match) -> Job:
    """Not while an awaited player is away, and not before their time is up."""
    idle_since, time_is_up = match.touched, 0
    for seat in match.awaited:
        time_is_up = max(time_is_up, match.due(seat) or 0)
        for _, end in match.away[seat]:
            idle_since = max(idle_since, end)
    due = max(idle_since + ABANDONED_AFTER - WARNED_BEFORE, time_is_up)
    return _deadline(match, "forewarning", match.touched, due)


def _deadline(match: Match, kind: Kind, began: int, due: int, seat: Seat | None = None) -> Job:
    player = NOBODY if seat is None or match.players is None else match.players[seat]
    return deadline_job(match.opened.match, kind, seat, began, due, player)


def _due_by_log(match: Match) -> dict[Identity, int]:
    return {_identity(deadline): deadline.due for deadline in _by_log(match)}


def _identity(deadline: Job) -> Identity:
    return deadline.kind, deadline.key, deadline.since
