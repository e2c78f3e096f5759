"""One match, pure: request and match give events, events give the match, a viewer gives a match view."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from functools import singledispatch
from typing import assert_never

from games.catalog import GAMES
from games.dice import Dice, mix, seal
from games.events import (
    Accepted,
    Cancelled,
    Challenged,
    Declined,
    DrawAgreed,
    DrawDeclined,
    DrawOffered,
    Event,
    MatchId,
    MovePlayed,
    PlayerId,
    Resigned,
    TimeForfeited,
)
from games.game import SEATS, NotYourTurn, Result, Seat, State, View, Viewer, other
from games.requests import (
    Accept,
    AgreeToDraw,
    Cancel,
    ClaimTime,
    Decline,
    DeclineDraw,
    OfferDraw,
    Play,
    Reason,
    RefusedByMatch,
    Request,
    Resign,
)

SEATS_LOT, DEAL_LOT = "seats", "deal"  # one seed, two streams: the lot of the seats, and the deal


class Phase(Enum):
    """Where a match stands."""

    CHALLENGE = "challenge"
    RUNNING = "running"
    OVER = "over"
    DECLINED = "declined"
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True)
class Ending:
    """How a match ended."""

    winner: Seat | None
    reason: str
    """`rules`, `agreed`, `resigned` or `time`."""
    result: Result | None
    """What the rules say; None unless they ended it."""


@dataclass(frozen=True, slots=True)
class MatchView:
    """What one viewer may know of a match: the frame, and his view of the game inside it."""

    match: MatchId
    version: int
    phase: Phase
    viewer: Viewer
    game: str
    house_rules: Mapping[str, str]
    challenger: PlayerId
    invited: PlayerId | None
    players: tuple[PlayerId, PlayerId] | None
    """Who has seat 0 and seat 1; None before the acceptance."""
    view: View | None
    """None before the acceptance."""
    awaited: tuple[Seat, ...]
    """The seats that the match waits for; () when nobody has to play."""
    offer: Seat | None
    """Whose draw offer stands."""
    ending: Ending | None
    seal: str
    since: int
    """When the last event happened, in seconds since 1970."""


@dataclass(frozen=True, slots=True)
class Proof:
    """All that is needed to deal a finished match again."""

    seed: str
    """In hexadecimal."""
    seal: str
    """The SHA-256 of the seed, computed again."""
    entropy: tuple[str, str]
    """What challenge and acceptance brought along."""
    players: tuple[PlayerId, PlayerId]
    """Seat 0 and seat 1, drawn or given again."""
    dealt: tuple[View, View]
    """What seat 0 and seat 1 saw first, dealt again."""


@dataclass(frozen=True, slots=True)
class Match:
    """A match as its log tells it. Left of `seen_by` there are states, right of it only views."""

    opened: Challenged
    version: int = 1
    phase: Phase = Phase.CHALLENGE
    players: tuple[PlayerId, PlayerId] | None = None
    accepted: Accepted | None = None
    state: State | None = None
    offer: Seat | None = None
    ending: Ending | None = None
    since: int = 0
    """When the last event happened, in seconds since 1970."""
    turn_since: int = 0
    """When the match began to wait for those whom it awaits."""
    asked: tuple[int, int] = (0, 0)
    """For each seat the version since which its present question stands: an older press is stale."""

    @property
    def awaited(self) -> tuple[Seat, ...]:
        """The seats that the match waits for."""
        return self.state.to_act if self.state and self.phase is Phase.RUNNING else ()

    @property
    def plays_openly(self) -> bool:
        """All that is asked now may be chosen before all eyes."""
        return self.state is None or self.state.view(None).open_choice

    def seat_of(self, player: PlayerId) -> Seat | None:
        """The seat of a player, or None for everybody else."""
        return next((seat for seat in SEATS if self.players and self.players[seat] == player), None)

    def seen_by(self, viewer: Viewer) -> MatchView:
        """The wall: all that a person can receive is made from this."""
        return MatchView(
            match=self.opened.match,
            version=self.version,
            phase=self.phase,
            viewer=viewer,
            game=self.opened.game,
            house_rules=self.opened.house_rules,
            challenger=self.opened.challenger,
            invited=self.opened.invited,
            players=self.players,
            view=self.state.view(viewer) if self.state else None,
            awaited=self.awaited,
            offer=self.offer,
            ending=self.ending,
            seal=seal(bytes.fromhex(self.opened.seed)),
            since=self.since,
        )

    def proof(self, viewer: Viewer) -> Proof:
        """Seed and entropy, for a match that is over; they tell all that was dealt.

        Raises:
            RefusedByMatch: STILL_SEALED, before the end the seed is a secret; NO_SEAT, where hidden things
                stay between the two who played.
        """
        if self.phase is not Phase.OVER or self.accepted is None:
            raise RefusedByMatch(Reason.STILL_SEALED)
        state = deal(self.opened, self.accepted)
        if viewer is None and not state.view(None).open_choice:
            raise RefusedByMatch(Reason.NO_SEAT)
        return Proof(
            seed=self.opened.seed,
            seal=seal(bytes.fromhex(self.opened.seed)),
            entropy=(self.opened.entropy, self.accepted.entropy),
            players=draw_seats(self.opened, self.accepted),
            dealt=(state.view(0), state.view(1)),
        )

    def chooser(self, player: PlayerId, version: int | None) -> Seat:
        """The seat for which a player may choose now, on a board that showed this version.

        Raises:
            NotYourTurn: his seat is not awaited.
            RefusedByMatch: NO_SEAT, NOT_RUNNING, or STALE when another question has been asked since.
        """
        seat = _seated(self, player)
        if version is not None and version < self.asked[seat]:
            raise RefusedByMatch(Reason.STALE)
        if seat not in self.awaited:
            raise NotYourTurn(seat)
        return seat

    def decide(self, request: Request, at: int) -> tuple[Event, ...]:
        """What happens when somebody asks this.

        Args:
            request: who wants what.
            at: the time of the events, in seconds since 1970.

        Raises:
            Refused: nothing happens, and why.
        """
        match request:
            case Accept() | Decline() | Cancel():
                return (_answer_challenge(self, request, at),)
            case Play():
                return (_play(self, request, at),)
            case Resign() | OfferDraw() | AgreeToDraw() | DeclineDraw() | ClaimTime():
                return (_settle(self, request, at),)
            case _ as never:
                assert_never(never)

    def after(self, events: Iterable[Event]) -> Match:
        """The match after some more events."""
        match = self
        for event in events:
            match = match.apply(event)
        return match

    def apply(self, event: Event) -> Match:
        """The match after one more event."""
        after = _apply(event, self)
        return replace(after, version=self.version + 1, since=event.at)


def fold(events: Iterable[Event]) -> Match:
    """The match that a log tells.

    Raises:
        ValueError: the log does not begin with a challenge.
    """
    log = iter(events)
    first = next(log, None)
    if not isinstance(first, Challenged):
        raise ValueError("a match begins with a challenge")
    return Match(first, since=first.at).after(log)


def draw_seats(opened: Challenged, accepted: Accepted) -> tuple[PlayerId, PlayerId]:
    """Who takes seat 0 and who seat 1: by the lot, unless the challenge says who is first."""
    players = (opened.challenger, accepted.player)
    if opened.first is not None:
        return players if opened.first == opened.challenger else (players[1], players[0])
    first, second = _dice(opened, accepted, SEATS_LOT).shuffled(players)[0]
    return first, second


def deal(opened: Challenged, accepted: Accepted) -> State:
    """The first state of the game, from the sealed seed and both players' entropy."""
    game = GAMES[opened.game]
    return game.deal(game.options(**opened.house_rules), _dice(opened, accepted, DEAL_LOT))


def _dice(opened: Challenged, accepted: Accepted, lot: str) -> Dice:
    return Dice.from_seed(mix(bytes.fromhex(opened.seed), opened.entropy, accepted.entropy, lot))


def _answer_challenge(match: Match, request: Accept | Decline | Cancel, at: int) -> Event:
    if match.phase is not Phase.CHALLENGE:
        raise RefusedByMatch(Reason.NO_CHALLENGE)
    own = request.player == match.opened.challenger
    if isinstance(request, Cancel):
        if not own:
            raise RefusedByMatch(Reason.NOT_YOURS_TO_CANCEL)
        return Cancelled(at=at, player=request.player)
    if own:
        raise RefusedByMatch(Reason.OWN_CHALLENGE)
    invited = match.opened.invited
    if isinstance(request, Decline):
        if invited != request.player:  # An open challenge is nobody's to decline.
            raise RefusedByMatch(Reason.NOT_INVITED)
        return Declined(at=at, player=request.player)
    if invited not in (None, request.player):
        raise RefusedByMatch(Reason.NOT_INVITED)
    return Accepted(at=at, player=request.player, entropy=request.entropy)


def _seated(match: Match, player: PlayerId) -> Seat:
    """The seat of a player in a running match."""
    seat = match.seat_of(player)
    if match.players and seat is None:
        raise RefusedByMatch(Reason.NO_SEAT)
    if match.phase is not Phase.RUNNING or seat is None:
        raise RefusedByMatch(Reason.NOT_RUNNING)
    return seat


def _play(match: Match, request: Play, at: int) -> Event:
    seat = match.chooser(request.player, request.version)
    assert match.state is not None  # noqa: S101 - a running match has been dealt
    move = GAMES[match.opened.game].parse(request.notation)
    match.state.play(seat, move)  # raises IllegalMove
    return MovePlayed(at=at, seat=seat, notation=str(move))


def _settle(
    match: Match, request: Resign | OfferDraw | AgreeToDraw | DeclineDraw | ClaimTime, at: int
) -> Event:
    seat = _seated(match, request.player)
    match request:
        case Resign():
            return Resigned(at=at, seat=seat)
        case ClaimTime():
            return TimeForfeited(at=at, seat=other(seat))
        case AgreeToDraw() | DeclineDraw():
            if match.offer is None:
                raise RefusedByMatch(Reason.NO_OFFER)
            if match.offer == seat:
                raise RefusedByMatch(Reason.OWN_OFFER)
            kind = DrawAgreed if isinstance(request, AgreeToDraw) else DrawDeclined
            return kind(at=at, seat=seat)
        case OfferDraw():
            if match.offer == seat:
                raise RefusedByMatch(Reason.ALREADY_OFFERED)
            return (DrawOffered if match.offer is None else DrawAgreed)(at=at, seat=seat)
        case _ as never:
            assert_never(never)


@singledispatch
def _apply(event: Event, match: Match) -> Match:
    raise ValueError(f"{type(event).__name__} cannot follow a challenge")


@_apply.register
def _(event: Accepted, match: Match) -> Match:
    version = match.version + 1
    return replace(
        match,
        phase=Phase.RUNNING,
        players=draw_seats(match.opened, event),
        accepted=event,
        turn_since=event.at,
        state=deal(match.opened, event),
        asked=(version, version),
    )


@_apply.register
def _(event: Declined, match: Match) -> Match:
    return replace(match, phase=Phase.DECLINED)


@_apply.register
def _(event: Cancelled, match: Match) -> Match:
    return replace(match, phase=Phase.CANCELLED)


@_apply.register
def _(event: MovePlayed, match: Match) -> Match:
    before = match.state
    if before is None:
        raise ValueError("a move before the deal")
    state = before.play(event.seat, GAMES[match.opened.game].parse(event.notation))
    # In a simultaneous set-up the other seat's question still stands: its press is not stale.
    still = {seat for seat in SEATS if seat != event.seat and seat in before.to_act and seat in state.to_act}

    def asked(seat: Seat) -> int:
        return match.asked[seat] if seat in still else match.version + 1

    after = replace(
        match,
        state=state,
        turn_since=event.at,
        offer=None if match.offer == event.seat else match.offer,
        asked=(asked(0), asked(1)),
    )
    if state.result is None:
        return after
    return _over(after, Ending(state.result.winner, "rules", state.result))


@_apply.register
def _(event: DrawOffered, match: Match) -> Match:
    return replace(match, offer=event.seat)


@_apply.register
def _(event: DrawDeclined, match: Match) -> Match:
    return replace(match, offer=None)


@_apply.register
def _(event: DrawAgreed, match: Match) -> Match:
    return _over(match, Ending(None, "agreed", None))


@_apply.register
def _(event: Resigned | TimeForfeited, match: Match) -> Match:
    reason = "resigned" if isinstance(event, Resigned) else "time"
    return _over(match, Ending(other(event.seat), reason, None))


def _over(match: Match, ending: Ending) -> Match:
    return replace(match, phase=Phase.OVER, offer=None, ending=ending)
