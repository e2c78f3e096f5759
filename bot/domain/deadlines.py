"""What becomes due in a match, and when: from what its log tells, and from what has been credited before."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from bot.domain.robot_players import asked_of, robot_seat
from bot.domain.terms import DAY, HOUR, MINUTE
from games.events import PlayerId
from games.game import Seat
from games.match import Match, Phase
from storage.jobs import Deadline, Kind
from storage.people import Reminders

Key = tuple[Kind, Seat | None, int]
EXPIRES_AFTER = DAY
"""Seconds until a challenge that nobody answers is taken away."""
ABANDONED_AFTER = 30 * DAY
"""Seconds until a match that nobody touches is given up."""
WARNED_BEFORE = 3 * DAY
"""Seconds between the warning and that, at least."""
QUARTER = 4
"""The player to move is reminded when this fraction (one in so many) of their time is left."""


def deadlines_after(before: Match | None, after: Match, known: Sequence[Deadline]) -> tuple[Deadline, ...]:
    """The deadlines of a match after a change.

    One that runs on stays due as it is stored, with whatever was credited; one that is done with, such as
    a reminder that was given, does not come again.

    Args:
        before: the match before the change; None: it begins.
        after: the match after it.
        known: the deadlines before, without those that are done with.
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
    """All deadlines of a new match; a challenge stands for no longer than any of these seconds."""
    until = match.opened.at + min((EXPIRES_AFTER, *lasts))
    deadlines = deadlines_after(None, match, ())
    return tuple(replace(one, due=until) if one.kind == "expiry" else one for one in deadlines)


def _carried_on(
    match: Match, stood: Mapping[Key, int], running: Mapping[Key, int], credited: Mapping[Seat | None, int]
) -> Iterator[Deadline]:
    """The deadlines of a match with what was credited before; what has moved comes once more."""
    for deadline in _set_by(match):
        key, due = _key(deadline), deadline.due
        if key in running:
            yield replace(deadline, due=running[key] + due - stood.get(key, due))
        elif key not in stood:
            yield deadline
        elif due != stood[key]:
            yield replace(deadline, due=due + credited.get(deadline.seat, 0))


def time_up(match: Match, player: PlayerId, known: Sequence[Deadline]) -> int | None:
    """When a player's time is up, with what was credited; None where none of theirs runs."""
    seat = match.seat_of(player)
    return next((one.due for one in known if one.kind == "time" and one.seat == seat), None)


def put_off(deadline: Deadline, match: Match, at: int) -> Deadline | None:
    """The same later, where a credit has moved it into a pause of whose time it is; else None.

    What is credited runs when the pause is over.
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
    """Who gets a reminder: those who have chosen one of these."""
    if reminder.kind == "last_hour":
        return frozenset({"hour", "both"})
    alone = reminder.seat is not None and not _has_last_hour(match, reminder.seat)
    return frozenset({"quarter", "both", "hour"} if alone else {"quarter", "both"})


def time_to_remind_of(match: Match, seat: Seat, known: Sequence[Deadline], at: int) -> int | None:
    """The seconds that a seat has left where its reminder was given, in full minutes; else None."""
    mine = {one.kind: one.due for one in known if one.seat == seat}
    if "time" not in mine or {"reminder", "last_hour"} & {one.kind for one in _set_by(match)} <= mine.keys():
        return None
    return max(0, -(-(mine["time"] - at) // MINUTE) * MINUTE)


def _has_last_hour(match: Match, seat: Seat) -> bool:
    """It is neither all the time there is nor when a quarter of it is left."""
    return match.left[seat] > HOUR and match.left[seat] // QUARTER != HOUR


def _set_by(match: Match) -> Iterator[Deadline]:
    """All deadlines of a match, as if nothing was ever credited or settled."""
    if match.phase is Phase.CHALLENGE:
        yield _deadline(match, "expiry", None, match.opened.at, match.opened.at + EXPIRES_AFTER)
    if match.phase is not Phase.RUNNING:
        return
    robot = robot_seat(match)
    if robot is not None and asked_of(match, robot):
        yield _deadline(match, "robot", robot, match.asked_at[robot], match.asked_at[robot])
    for seat in match.awaited:
        if seat != robot and (due := match.due(seat)) is not None:  # what keeps a robot waiting is the bot's
            began = match.asked_at[seat]
            yield _deadline(match, "time", seat, began, due)
            if _has_last_hour(match, seat):
                yield _deadline(match, "last_hour", seat, began, match.due_when_left(seat, HOUR))
            quarter = match.due_when_left(seat, match.left[seat] // QUARTER)
            yield _deadline(match, "reminder", seat, began, quarter)
    if match.forewarned:
        due = max(match.touched + ABANDONED_AFTER, match.since + WARNED_BEFORE)
        yield _deadline(match, "abandonment", None, match.touched, due)
    else:
        times = [due for seat in match.awaited if (due := match.due(seat)) is not None]
        back = [end for seat in match.awaited for _, end in match.away[seat] if end > match.touched]
        due = max(match.touched, *back, 0) + ABANDONED_AFTER - WARNED_BEFORE
        due = max(due, *times, 0)
        yield _deadline(match, "forewarning", None, match.touched, due)


def _deadline(match: Match, kind: Kind, seat: Seat | None, began: int, due: int) -> Deadline:
    return Deadline(match.opened.match, kind, seat, began, due)


def _key(deadline: Deadline) -> Key:
    """What makes it the same deadline, whenever it is due."""
    return deadline.kind, deadline.seat, deadline.began
