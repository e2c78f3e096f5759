"""Replaying a match: its positions, and conversion to a record and back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from games.catalog import GAMES
from games.events import ChallengeAccepted, ChallengeOffered, Event, MovePlayed, PlayerId, TakebackAccepted
from games.game import Seat, State, View, Viewer, other
from games.match import Ending, Match, MatchView, Phase, fold, opening, plies_before
from games.record import SEAT_WORDS, Ply, Record


@dataclass(frozen=True, slots=True)
class Position:
    """What the deal or a ply brought about."""

    state: State
    at: int
    """When, in seconds since 1970."""
    ply: Ply | None = None
    """Who played what to get here; None at the deal."""
    version: int = 0
    """Of the match, with that event."""

    @property
    def seat(self) -> Seat | None:
        """Who played to get here."""
        return self.ply[0] if self.ply else None


@dataclass(frozen=True, slots=True)
class Frame:
    """One page of a replay, one picture of a clip."""

    place: int
    """Of its position, from 0: the deal."""
    before_deal: bool = False
    """It shows the round or game that the ply ended, as that lay before the next deal."""

    def view(self, stood: Sequence[Position], viewer: Viewer) -> View:
        """What a viewer saw."""
        view = stood[self.place].state.view(viewer)
        return view.before_deal or view if self.before_deal else view


def frames(stood: Sequence[Position]) -> tuple[Frame, ...]:
    """The pages of a replay: one for each position, and one more for what was cleared away for a deal."""
    return tuple(
        Frame(place, before_deal)
        for place, position in enumerate(stood)
        for before_deal in ((True, False) if position.state.view(None).before_deal else (False,))
    )


def ends_of_turns(views: Sequence[View]) -> tuple[int, ...]:
    """Where turns end, given the views after each ply: plies of a turn share its first fact."""
    starts = [view.tell_turn()[:1] for view in views]
    following = pairwise([*starts, None])
    return tuple(place for place, (start, after) in enumerate(following) if start != after)


def positions(events: Iterable[Event]) -> tuple[Position, ...]:
    """The positions that stood at the end of a log, from the deal on: what was taken back is not among them.

    () for a challenge that nobody has accepted.

    Raises:
        ValueError: a ply is taken back that was not played.
    """
    opened: ChallengeOffered | None = None
    stood: list[Position] = []
    for version, event in enumerate(events, start=1):
        match event:
            case ChallengeOffered():
                opened = event
            case ChallengeAccepted() if opened is not None:
                plies = (None, *plies_before(opened))
                states = opening(opened, event)
                stood = [
                    Position(state, event.at, ply, version) for state, ply in zip(states, plies, strict=True)
                ]
            case MovePlayed() if opened is not None:
                stood.append(_played(stood[-1].state, opened.game, event, version))
            case TakebackAccepted(seat=seat):
                del stood[_last_of(seat, stood) :]
    return tuple(stood)


def seen_at(
    match: Match, stood: Sequence[Position], frame: Frame, viewer: Viewer, *, both: bool = False
) -> MatchView:
    """The wall, for what is past: a match as this viewer saw it in one frame of its replay.

    Nothing is asked any more; how it ended is told in the last frame only.

    Args:
        match: as it stands.
        stood: its positions.
        frame: which of them.
        viewer: for whom.
        both: with what the other seat saw, for a seat that may know it: the match is over.
    """
    last, view = Frame(len(stood) - 1), frame.view(stood, viewer)
    if both and viewer is not None and match.phase is Phase.OVER:
        view = view.laid_open(frame.view(stood, other(viewer)))
    return replace(
        match.seen_by(viewer),
        view=view,
        awaited=(),
        offer=None,
        take_back=None,
        can_take_back=(),
        late=(),
        forewarned=False,
        answered=None,
        ending=match.ending if frame == last else None,
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
        challenger=proof.challenger,
        seats_agreed=proof.seats_agreed,
        begins=_begins(match.opened),
        plies=tuple(position.ply for position in stood if position.ply),
        winner=ending.winner if ending else None,
        reason=ending.reason if ending else "",
    )


def _begins(opened: ChallengeOffered) -> str:
    if opened.continues is None:
        return ""
    return f"{opened.continues} {len(plies_before(opened))}".strip()


def of_record(record: Record, states: Sequence[State]) -> tuple[Match, tuple[Position, ...]]:
    """The match in a record, and its positions; its players are called as SEAT_WORDS, its time is 0.

    Args:
        record: read.
        states: the match played again, from the deal to the end.
    """
    players = PlayerId(SEAT_WORDS[0]), PlayerId(SEAT_WORDS[1])
    challenger = record.challenger or 0
    drawn = record.challenger is not None and not record.seats_agreed
    opened = ChallengeOffered(
        at=0,
        match=record.match,
        game=record.game,
        game_version=record.version,
        house_rules=dict(record.house_rules),
        challenger=players[challenger],
        invited=None,
        first=None if drawn else players[0],
        seed=record.seed,
        entropy=record.entropy[0],
    )
    begun = fold([opened, ChallengeAccepted(at=0, player=players[1 - challenger], entropy=record.entropy[1])])
    over = replace(
        begun,
        version=begun.version + len(record.plies),
        phase=Phase.OVER,
        state=states[-1],
        ending=Ending(record.winner, record.reason, states[-1].result),
    )
    plies = (None, *record.plies)
    return over, tuple(Position(state, 0, ply) for state, ply in zip(states, plies, strict=True))


def _played(before: State, game: str, event: MovePlayed, version: int) -> Position:
    state = before.play(event.seat, GAMES[game].parse(event.notation))
    return Position(state, event.at, (event.seat, event.notation), version)


def _last_of(seat: Seat, stood: Sequence[Position]) -> int:
    """Where the last ply of a seat stands."""
    for place in range(len(stood) - 1, 0, -1):
        if stood[place].seat == seat:
            return place
    raise ValueError("a ply taken back that was not played")
