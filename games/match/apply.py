"""The course of a match: how it stands after one more event."""

from __future__ import annotations

from dataclasses import replace
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
    LaidOpen,
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
from games.game import SEATS, Seat, other
from games.match.deal import draw_seats, opening
from games.match.status import MOST_PAST, MatchStatus, Past
from games.match.views import Ending, Phase

MOVES_AFTER_REFUSAL = 5
"""So many moves of their own somebody has to play before they may offer a draw again."""

UNANSWERED = {
    ChallengeDeclined: Phase.DECLINED,
    ChallengeCancelled: Phase.CANCELLED,
    ChallengeExpired: Phase.EXPIRED,
}
LOST = {Resigned: "resigned", WinClaimed: "time"}
"""Events by which their seat loses, with the reason of the ending."""
NOBODY_WINS = {
    DrawAccepted: "agreed",
    DrawClaimed: "time_drawn",
    MatchAbandoned: "abandoned",
    MatchStopped: "stopped",
}

M = TypeVar("M", bound=MatchStatus)
T = TypeVar("T")


def advance(match: M, event: Event) -> M:
    """The match after an event, but for what every event does to it.

    Raises:
        ValueError: no match goes on like that.
    """
    match event:
        case ChallengeAccepted():
            return _accept(match, event)
        case MovePlayed():
            return _play(match, event)
        case DrawOffered() | DrawDeclined() | DrawWithdrawn():
            return _talk_of_draw(match, event)
        case TakebackRequested() | TakebackDeclined() | TakebackAccepted():
            return _talk_of_takeback(match, event)
        case TimeExpired():
            return replace(match, late=(*match.late, event.seat), late_version=match.version + 1)
        case TimeGiven():
            return _give_time(match, event)
        case AwayTold():
            return _plan_absence(match, event)
        case LaidOpen() | AbandonmentWarned():
            return _note(match, event)
        case ChallengeDeclined() | ChallengeCancelled() | ChallengeExpired():
            return replace(match, phase=UNANSWERED[type(event)])
        case Resigned() | WinClaimed():
            return _end(match, Ending(other(event.seat), LOST[type(event)], None))
        case DrawAccepted() | DrawClaimed() | MatchAbandoned() | MatchStopped():
            return _end(match, Ending(None, NOBODY_WINS[type(event)], None))
    raise ValueError("a challenge in a match")


def _accept(match: M, event: ChallengeAccepted) -> M:
    dealt = replace(
        match,
        phase=Phase.RUNNING,
        players=draw_seats(match.opened, event),
        accepted=event,
        state=opening(match.opened, event)[-1],
        left=(match.opened.clock, match.opened.clock),
    )
    return _ask(dealt, SEATS, event.at)


def _play(match: M, event: MovePlayed) -> M:
    seat, before = event.seat, match.state
    if before is None:
        raise ValueError("a move before the deal")
    state = before.play(seat, GAMES[match.opened.game].parse(event.notation))
    past = Past(seat, match.version, before)
    played = replace(
        match,
        state=state,
        # Nobody can forget what the ply revealed.
        past=() if state.revealed else (*match.past, past)[-MOST_PAST:],
        latest=past,
        offer=None if match.offer == seat else match.offer,
        draw_waits=_put(match.draw_waits, seat, max(0, match.draw_waits[seat] - 1)),
        take_back=None,
        late=tuple(late for late in match.late if late != seat),
        left=_put(match.left, seat, match.left_after(seat, event.used)),
    )
    # In a simultaneous set-up the other seat's question still stands: its press is not stale.
    waiting = other(seat)
    still = waiting in before.to_act and waiting in state.to_act
    after = _ask(played, (seat,) if still else SEATS, event.at)
    if state.result is None:
        return after
    return _end(after, Ending(state.result.winner, "rules", state.result))


def _talk_of_draw(match: M, event: DrawOffered | DrawDeclined | DrawWithdrawn) -> M:
    seat = event.seat
    if isinstance(event, DrawOffered):
        return replace(match, offer=seat, offer_version=match.version + 1)
    if isinstance(event, DrawDeclined):
        waits = _put(match.draw_waits, other(seat), MOVES_AFTER_REFUSAL)
    else:
        waits = _put(match.draw_waits, seat, max(1, match.draw_waits[seat]))
    return replace(match, offer=None, draw_waits=waits)


def _talk_of_takeback(match: M, event: TakebackRequested | TakebackDeclined | TakebackAccepted) -> M:
    if isinstance(event, TakebackRequested):
        return replace(match, take_back=event.seat, take_back_version=match.version + 1)
    if isinstance(event, TakebackDeclined):
        return replace(match, take_back=None)
    place = max((place for place, past in enumerate(match.past) if past.seat == event.seat), default=None)
    if place is None:
        raise ValueError("a ply taken back that cannot be")
    before = match.past[place]
    undone = replace(
        match,
        state=before.state,
        past=match.past[:place],
        latest=None,
        # An offer that was made since was about the position that is gone.
        offer=match.offer if match.offer_version <= before.version else None,
        take_back=None,
        late=(),
    )
    return _ask(undone, SEATS, event.at)


def _note(match: M, event: LaidOpen | AbandonmentWarned) -> M:
    if isinstance(event, LaidOpen):
        return replace(match, laid_open=(*match.laid_open, event.seat))
    return replace(match, forewarned=True)


def _give_time(match: M, event: TimeGiven) -> M:
    """Who was late has what is given from now on."""
    seat = other(event.seat)
    had = match.left[seat]
    if seat in match.late:
        had = match.pauses(seat).running(match.asked_at[seat], event.at)
    return replace(
        match,
        late=tuple(late for late in match.late if late != seat),
        left=_put(match.left, seat, had + event.seconds),
        given=_put(match.given, event.seat, match.given[event.seat] + 1),
    )


def _plan_absence(match: M, event: AwayTold) -> M:
    away = tuple(period for period in match.away[event.seat] if period[0] != event.begin)
    if event.end > event.begin:
        away = (*away, (event.begin, event.end))
    return replace(match, away=_put(match.away, event.seat, away))


def _put(pair: tuple[T, T], seat: Seat, value: T) -> tuple[T, T]:
    return (value, pair[1]) if seat == 0 else (pair[0], value)


def _ask(match: M, seats: tuple[Seat, ...], at: int) -> M:
    """The current event asks these seats again: what they were shown before is stale."""
    asked, asked_at = match.asked, match.asked_at
    for seat in seats:
        asked = _put(asked, seat, match.version + 1)
        asked_at = _put(asked_at, seat, at)
    return replace(match, asked=asked, asked_at=asked_at)


def _end(match: M, ending: Ending) -> M:
    return replace(
        match, phase=Phase.OVER, past=(), offer=None, take_back=None, late=(), forewarned=False, ending=ending
    )
