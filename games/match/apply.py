"""The course of a match: how it stands after one more event."""

from __future__ import annotations

from dataclasses import replace
from functools import singledispatch
from typing import TypeVar

from games.catalog import GAMES
from games.events import (
    AbandonmentWarned,
    AwayTold,
    ChallengeAccepted,
    ChallengeCancelled,
    ChallengeDeclined,
    ChallengeExpired,
    DrawAccepted,
    DrawClaimed,
    DrawDeclined,
    DrawOffered,
    DrawWithdrawn,
    Event,
    MatchAbandoned,
    MatchStopped,
    MovePlayed,
    Resigned,
    TakebackAccepted,
    TakebackDeclined,
    TakebackRequested,
    TimeExpired,
    TimeGiven,
    WinClaimed,
)
from games.game import SEATS, Seat, State, other
from games.match.deal import deal, draw_seats
from games.match.status import MOST_PAST, MatchStatus, Past
from games.match.views import Ending, Phase

MOVES_AFTER_REFUSAL = 5
"""So many moves of their own somebody has to play before they may offer a draw again."""

M = TypeVar("M", bound=MatchStatus)
T = TypeVar("T")


@singledispatch
def course(event: Event, match: M) -> M:
    """The match after an event, but for what every event does to it.

    Raises:
        ValueError: no match goes on like that.
    """
    raise ValueError(f"{type(event).__name__} cannot follow a challenge")


@course.register
def _(event: ChallengeAccepted, match: M) -> M:
    dealt = replace(
        match,
        phase=Phase.RUNNING,
        players=draw_seats(match.opened, event),
        accepted=event,
        state=deal(match.opened, event),
        left=(match.opened.clock, match.opened.clock),
    )
    return _asked(dealt, SEATS, event.at)


@course.register
def _(event: ChallengeDeclined, match: M) -> M:
    return replace(match, phase=Phase.DECLINED)


@course.register
def _(event: ChallengeCancelled, match: M) -> M:
    return replace(match, phase=Phase.CANCELLED)


@course.register
def _(event: ChallengeExpired, match: M) -> M:
    return replace(match, phase=Phase.EXPIRED)


@course.register
def _(event: MovePlayed, match: M) -> M:
    before = match.state
    if before is None:
        raise ValueError("a move before the deal")
    state = before.play(event.seat, GAMES[match.opened.game].parse(event.notation))
    played = replace(
        match,
        state=state,
        past=_past(match, event.seat, before, state),
        offer=None if match.offer == event.seat else match.offer,
        draw_waits=_put(match.draw_waits, event.seat, max(0, match.draw_waits[event.seat] - 1)),
        take_back=None,
        late=tuple(seat for seat in match.late if seat != event.seat),
        left=_put(match.left, event.seat, match.left_after(event.seat, event.used)),
    )
    # In a simultaneous set-up the other seat's question still stands: its press is not stale.
    still = {seat for seat in SEATS if seat != event.seat and seat in before.to_act and seat in state.to_act}
    after = _asked(played, tuple(seat for seat in SEATS if seat not in still), event.at)
    if state.result is None:
        return after
    return _over(after, Ending(state.result.winner, "rules", state.result))


@course.register
def _(event: DrawOffered, match: M) -> M:
    return replace(match, offer=event.seat, offer_version=match.version + 1)


@course.register
def _(event: DrawDeclined, match: M) -> M:
    waits = _put(match.draw_waits, other(event.seat), MOVES_AFTER_REFUSAL)
    return replace(match, offer=None, draw_waits=waits)


@course.register
def _(event: DrawWithdrawn, match: M) -> M:
    waits = max(1, match.draw_waits[event.seat])
    return replace(match, offer=None, draw_waits=_put(match.draw_waits, event.seat, waits))


@course.register
def _(event: DrawAccepted, match: M) -> M:
    return _over(match, Ending(None, "agreed", None))


@course.register
def _(event: Resigned, match: M) -> M:
    return _over(match, Ending(other(event.seat), "resigned", None))


@course.register
def _(event: TakebackRequested, match: M) -> M:
    return replace(match, take_back=event.seat, take_back_version=match.version + 1)


@course.register
def _(event: TakebackDeclined, match: M) -> M:
    return replace(match, take_back=None)


@course.register
def _(event: TakebackAccepted, match: M) -> M:
    kept = max((i for i, past in enumerate(match.past) if past.seat == event.seat), default=None)
    if kept is None:
        raise ValueError("a ply taken back that cannot be")
    before = match.past[kept]
    undone = replace(
        match,
        state=before.state,
        past=match.past[:kept],
        # An offer that was made since was about the position that is gone.
        offer=match.offer if match.offer_version <= before.version else None,
        take_back=None,
        late=(),
    )
    return _asked(undone, SEATS, event.at)


@course.register
def _(event: TimeExpired, match: M) -> M:
    return replace(match, late=(*match.late, event.seat), late_version=match.version + 1)


@course.register
def _(event: TimeGiven, match: M) -> M:
    """Who was late has what is given from now on."""
    seat = other(event.seat)
    had = match.left[seat]
    if seat in match.late:
        had = match.pauses(seat).running(match.asked_at[seat], event.at)
    late = tuple(one for one in match.late if one != seat)
    left, given = _put(match.left, seat, had + event.seconds), match.given[event.seat] + 1
    return replace(match, late=late, left=left, given=_put(match.given, event.seat, given))


@course.register
def _(event: AwayTold, match: M) -> M:
    kept = tuple(one for one in match.away[event.seat] if one[0] != event.begin)
    told = (*kept, (event.begin, event.end)) if event.end > event.begin else kept
    return replace(match, away=_put(match.away, event.seat, told))


@course.register
def _(event: WinClaimed, match: M) -> M:
    return _over(match, Ending(other(event.seat), "time", None))


@course.register
def _(event: DrawClaimed, match: M) -> M:
    return _over(match, Ending(None, "time_drawn", None))


@course.register
def _(event: AbandonmentWarned, match: M) -> M:
    return replace(match, forewarned=True)


@course.register
def _(event: MatchAbandoned, match: M) -> M:
    return _over(match, Ending(None, "abandoned", None))


@course.register
def _(event: MatchStopped, match: M) -> M:
    return _over(match, Ending(None, "stopped", None))


def _put(pair: tuple[T, T], seat: Seat, value: T) -> tuple[T, T]:
    return (value, pair[1]) if seat == 0 else (pair[0], value)


def _past(match: MatchStatus, seat: Seat, before: State, state: State) -> tuple[Past, ...]:
    """What can be taken back after a ply: what it revealed nobody can forget."""
    if state.revealed:
        return ()
    return (*match.past, Past(seat, match.version, before))[-MOST_PAST:]


def _asked(match: M, seats: tuple[Seat, ...], at: int) -> M:
    """These seats are asked anew by the event that is happening: what they were shown before is stale."""
    versions, times = list(match.asked), list(match.asked_at)
    for seat in seats:
        versions[seat], times[seat] = match.version + 1, at
    return replace(match, asked=(versions[0], versions[1]), asked_at=(times[0], times[1]))


def _over(match: M, ending: Ending) -> M:
    return replace(
        match, phase=Phase.OVER, past=(), offer=None, take_back=None, late=(), forewarned=False, ending=ending
    )
