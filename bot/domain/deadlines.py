"""The deadlines of a match, from its log and from time credited earlier."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from bot.domain.robot_players import asked_of, robot_seat
from bot.domain.terms import DAY, HOUR, MINUTE
from games.events import PlayerId
from games.game import Seat
from games.match import Match, Phase
from storage.jobs import Deadline, Kind
from storage.people import Reminders

Key = tuple[Kind, Seat | None, int]
EXPIRES_AFTER = DAY
"""Seconds until an unanswered challenge expires."""
ABANDONED_AFTER = 30 * DAY
"""Seconds without an action until a match is closed."""
WARNED_BEFORE = 3 * DAY
"""Least seconds between the warning and the closing."""
QUARTER = 4
"""The player to move is reminded when one in this many parts of their time is left."""


def deadlines_after(before: Match | None, after: Match, known: Sequence[Deadline]) -> tuple[Deadline, ...]:
    """Compute the deadlines of a match after a change, from the stored ones that have not been handled.

    A deadline that keeps running stays due as stored, including credited time. One that has been handled,
    such as a reminder that was sent, does not return.
    """
    stood = {_key(deadline): deadline.due for deadline in _set_by(before)} if before else {}
    running = {_key(deadline): deadline.due for deadline in known}
    credited = {
        deadline.seat: running[_key(deadline)] - stood[_key(deadline)]
        for deadline in known
        if deadline.kind == "time" and _key(deadline) in stood
    }
    return tuple(_carried_on(after, stood, running, credited))


def opening_deadlines(match: Match, *lasts: int) -> tuple[Deadline, ...]:
    """The deadlines of a new match; a challenge expires no later than the least of `lasts` (in seconds)."""
    until = match.opened.at + min((EXPIRES_AFTER, *lasts))
    deadlines = deadlines_after(None, match, ())
    return tuple(replace(one, due=until) if one.kind == "expiry" else one for one in deadlines)


def _carried_on(
    match: Match, stood: Mapping[Key, int], running: Mapping[Key, int], credited: Mapping[Seat | None, int]
) -> Iterator[Deadline]:
    """Yield the deadlines with earlier credits; a handled one returns if its due time has moved."""
    for deadline in _set_by(match):
        key, due = _key(deadline), deadline.due
        if key in running:
            yield replace(deadline, due=running[key] + due - stood.get(key, due))
        elif key not in stood:
            yield deadline
        elif due != stood[key]:
            yield replace(deadline, due=due + credited.get(deadline.seat, 0))


def time_up(match: Match, player: PlayerId, known: Sequence[Deadline]) -> int | None:
    """When a player's time is up, credits included; None if their clock is not running."""
    seat = match.seat_of(player)
    return next((one.due for one in known if one.kind == "time" and one.seat == seat), None)


def put_off(deadline: Deadline, match: Match, at: int) -> Deadline | None:
    """Postpone a deadline that is due in a pause of its seat; None if it is not.

    Credited time runs after the pause.
    """
    if deadline.seat is None or deadline.kind == "robot" or match.phase is not Phase.RUNNING:
        return None
    pauses = match.pauses(deadline.seat)
    resumes = pauses.resumes(at)
    if resumes == at:
        return None
    credited = sum(deadline.due - one.due for one in _set_by(match) if _key(one) == _key(deadline))
    return replace(deadline, due=max(resumes, pauses.after(deadline.due - credited, credited)))


def suits(reminder: Deadline, match: Match) -> frozenset[Reminders]:
    """The preferences with which a player gets this reminder."""
    if reminder.kind == "last_hour":
        return frozenset({"hour", "both"})
    alone = reminder.seat is not None and not _has_last_hour(match, reminder.seat)
    return frozenset({"quarter", "both", "hour"} if alone else {"quarter", "both"})


def time_to_remind_of(match: Match, seat: Seat, known: Sequence[Deadline], at: int) -> int | None:
    """Seconds that a seat has left, rounded up to minutes, if its reminder was sent; else None."""
    mine = {one.kind: one.due for one in known if one.seat == seat}
    if "time" not in mine or {"reminder", "last_hour"} & {one.kind for one in _set_by(match)} <= mine.keys():
        return None
    return max(0, -(-(mine["time"] - at) // MINUTE) * MINUTE)


def _has_last_hour(match: Match, seat: Seat) -> bool:
    """Whether the last hour is less than all the time and differs from its last quarter."""
    return match.left[seat] > HOUR and match.left[seat] // QUARTER != HOUR


def _set_by(match: Match) -> Iterator[Deadline]:
    """Yield all deadlines of a match, as if nothing had been credited or handled."""
    deadline = partial(Deadline, match.opened.match)
    if match.phase is Phase.CHALLENGE:
        yield deadline("expiry", None, match.opened.at, match.opened.at + EXPIRES_AFTER)
    if match.phase is not Phase.RUNNING:
        return
    robot = robot_seat(match)
    if robot is not None and asked_of(match, robot):
        yield deadline("robot", robot, match.asked_at[robot], match.asked_at[robot])
    for seat in match.awaited:
        if seat != robot and (due := match.due(seat)) is not None:  # a robot has no clock: the bot delays it
            began = match.asked_at[seat]
            yield deadline("time", seat, began, due)
            if _has_last_hour(match, seat):
                yield deadline("last_hour", seat, began, match.due_when_left(seat, HOUR))
            quarter = match.due_when_left(seat, match.left[seat] // QUARTER)
            yield deadline("reminder", seat, began, quarter)
    if match.forewarned:
        due = max(match.touched + ABANDONED_AFTER, match.since + WARNED_BEFORE)
        yield deadline("abandonment", None, match.touched, due)
    else:
        times = [due for seat in match.awaited if (due := match.due(seat)) is not None]
        back = [end for seat in match.awaited for _, end in match.away[seat] if end > match.touched]
        due = max(match.touched, *back, 0) + ABANDONED_AFTER - WARNED_BEFORE
        due = max(due, *times, 0)
        yield deadline("forewarning", None, match.touched, due)


def _key(deadline: Deadline) -> Key:
    return deadline.kind, deadline.seat, deadline.began
