"""What happens in a match, in the past tense: stored for ever, folded into the match."""

from __future__ import annotations

from dataclasses import dataclass

from games.game import Seat

PlayerId = str
"""A person, as the log knows him; names and accounts are kept elsewhere and can be forgotten."""

MatchId = str
"""Six letters and digits, drawn at random; also the code by which a challenge is joined."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Happened:
    """What all events have in common."""

    at: int
    """When, in seconds since 1970 (UTC)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Challenged(Happened):
    """Someone offered a match; always the first event of its log."""

    match: MatchId
    game: str
    game_version: int
    house_rules: dict[str, str]
    challenger: PlayerId
    invited: PlayerId | None
    """None: whoever sees the challenge may accept it."""
    first: PlayerId | None
    """Who takes seat 0 (a rematch swaps the seats); None: the lot decides at the acceptance."""
    seed: str
    """32 bytes in hexadecimal; its seal is shown with the challenge, itself only after the end."""
    entropy: str
    """What the challenger brings to the dice: the platform's id of his request."""
    clock: int = 0
    """The seconds that a seat has for each move; 0, as in logs older than clocks: as many as it likes."""
    rated: bool = False
    """The result counts for the ratings; not in logs older than these."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Accepted(Happened):
    """The challenge became a match; the seats are drawn and the game is dealt."""

    player: PlayerId
    entropy: str
    """What the accepting player brings to the dice: the platform's id of his request."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Declined(Happened):
    """The invited player did not want to play."""

    player: PlayerId


@dataclass(frozen=True, slots=True, kw_only=True)
class Cancelled(Happened):
    """The challenger took the challenge back."""

    player: PlayerId


@dataclass(frozen=True, slots=True, kw_only=True)
class Expired(Happened):
    """Nobody answered the challenge for so long that the house took it away."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MovePlayed(Happened):
    """One ply."""

    seat: Seat
    notation: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawOffered(Happened):
    """The seat proposes to call the match a draw; stands until answered or until its own next ply."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawDeclined(Happened):
    """The seat does not want the offered draw."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawAgreed(Happened):
    """The seat accepted the offered draw: the match is over."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Resigned(Happened):
    """The seat gave up: the match is over."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeBackAsked(Happened):
    """The seat would like to take its last ply back; stands until answered or until anybody's next ply."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeBackRefused(Happened):
    """The seat does not let the other one take its ply back."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class TakenBack(Happened):
    """The seat took its last ply back, and what was played since with it; the other one had agreed."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeRanOut(Happened):
    """The seat did not move in its time; the match goes on until the opponent makes something of it."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeForfeited(Happened):
    """The seat let its time run out, and the opponent claimed the win: the match is over."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnOnTime(Happened):
    """The seat let its time run out, and the opponent called the match a draw: it is over."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Forewarned(Happened):
    """Nobody touched the match for so long that the house means to give it up."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Abandoned(Happened):
    """Nobody touched the match after the warning either: it is over, without a winner."""


ByTheHouse = Expired | TimeRanOut | Forewarned | Abandoned
"""What no person did; it does not count as touching the match."""

Event = (
    Challenged
    | Accepted
    | Declined
    | Cancelled
    | MovePlayed
    | DrawOffered
    | DrawDeclined
    | DrawAgreed
    | Resigned
    | TakeBackAsked
    | TakeBackRefused
    | TakenBack
    | TimeForfeited
    | DrawnOnTime
    | ByTheHouse
)
