"""A match gone through again: the positions that stood, and the way to a record and back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from games.catalog import GAMES
from games.events import (
    Abandoned,
    Accepted,
    Challenged,
    DrawAgreed,
    DrawnOnTime,
    Event,
    MovePlayed,
    Resigned,
    TakenBack,
    TimeForfeited,
)
from games.game import Seat, State, Viewer, other
from games.match import Match, MatchView, deal
from games.record import SEAT_WORDS, Ply, Record


@dataclass(frozen=True, slots=True)
class Position:
    """What the deal or a ply brought about."""

    state: State
    at: int
    """When, in seconds since 1970."""
    ply: Ply | None = None
    """Who played what to get here; None at the deal."""

    @property
    def seat(self) -> Seat | None:
        """Who played to get here."""
        return self.ply[0] if self.ply else None


def positions(events: Iterable[Event]) -> tuple[Position, ...]:
    """The positions that stood at the end of a log, from the deal on: what was taken back is not among them.

    () for a challenge that nobody has accepted.

    Raises:
        ValueError: a ply is taken back that was not played.
    """
    opened: Challenged | None = None
    stood: list[Position] = []
    for event in events:
        match event:
            case Challenged():
                opened = event
            case Accepted() if opened is not None:
                stood = [Position(deal(opened, event), event.at)]
            case MovePlayed() if opened is not None:
                stood.append(_played(stood[-1].state, opened.game, event))
            case TakenBack(seat=seat):
                del stood[_last_of(seat, stood) :]
    return tuple(stood)


def seen_at(match: Match, stood: Sequence[Position], place: int, viewer: Viewer) -> MatchView:
    """The wall, for what is past: a match as this viewer saw it in the position at this place.

    Nothing is asked any more; how it ended is told in the last position only.
    """
    return replace(
        match.seen_by(viewer),
        view=stood[place].state.view(viewer),
        awaited=(),
        offer=None,
        take_back=None,
        can_take_back=(),
        late=(),
        forewarned=False,
        ending=match.ending if place == len(stood) - 1 else None,
    )


def recorded(
    match: Match, stood: Sequence[Position], viewer: Viewer, *, names: tuple[str, str], day: str
) -> Record:
    """A finished match as a record, for this viewer.

    Args:
        match: which.
        stood: its positions.
        viewer: who wants it.
        names: of seat 0 and seat 1.
        day: when it ended (UTC), as `2026-11-21`.

    Raises:
        RefusedByMatch: STILL_SEALED or NO_SEAT, as for the proof of its deal: a record tells as much.
    """
    proof, ending = match.proof(viewer), match.ending
    return Record(
        game=match.opened.game,
        version=match.opened.game_version,
        house_rules=match.opened.house_rules,
        match=match.opened.match,
        day=day,
        names=names,
        seed=proof.seed,
        entropy=proof.entropy,
        plies=tuple(position.ply for position in stood if position.ply),
        winner=ending.winner if ending else None,
        reason=ending.reason if ending else "",
    )


def log_of(record: Record) -> tuple[Event, ...]:
    """The log of a match that went as a record tells; its players are called as SEAT_WORDS, its time is 0.

    Raises:
        InvalidNotation: a ply is none.
    """
    first, second = SEAT_WORDS
    opened = Challenged(
        at=0,
        match=record.match,
        game=record.game,
        game_version=record.version,
        house_rules=dict(record.house_rules),
        challenger=first,
        invited=None,
        first=first,
        seed=record.seed,
        entropy=record.entropy[0],
    )
    accepted = Accepted(at=0, player=second, entropy=record.entropy[1])
    plies = (MovePlayed(at=0, seat=seat, notation=notation) for seat, notation in record.plies)
    return (opened, accepted, *plies, *_ended(record))


def _played(before: State, game: str, event: MovePlayed) -> Position:
    state = before.play(event.seat, GAMES[game].parse(event.notation))
    return Position(state, event.at, (event.seat, event.notation))


def _last_of(seat: Seat, stood: Sequence[Position]) -> int:
    """Where the last ply of a seat stands."""
    for place in range(len(stood) - 1, 0, -1):
        if stood[place].seat == seat:
            return place
    raise ValueError("a ply taken back that was not played")


def _ended(record: Record) -> tuple[Event, ...]:
    """What ended a match besides the rules."""
    loser = 0 if record.winner is None else other(record.winner)
    match record.reason:
        case "resigned":
            return (Resigned(at=0, seat=loser),)
        case "agreed":
            return (DrawAgreed(at=0, seat=loser),)
        case "time":
            return (TimeForfeited(at=0, seat=loser),)
        case "time_drawn":
            return (DrawnOnTime(at=0, seat=loser),)
        case "abandoned":
            return (Abandoned(at=0),)
    return ()
