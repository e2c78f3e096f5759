"""What happens in a match, in the past tense: stored for ever, folded into the match."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NewType

from games.game import Seat

PlayerId = NewType("PlayerId", str)
"""A person, as the log knows them; names and accounts are kept elsewhere and can be forgotten."""

ACCEPTER = PlayerId("")
"""Stands for the player who will accept a challenge."""

MatchId = NewType("MatchId", str)
"""Six letters and digits, drawn at random; also the code by which a challenge is joined."""
MATCH_ID_LENGTH = 6
MATCH_ID = re.compile(rf"[0-9A-Z]{{{MATCH_ID_LENGTH}}}")


def match_id_of(typed: str) -> MatchId | None:
    """The id that somebody typed, in any case; None for what cannot be one."""
    return MatchId(typed.upper()) if MATCH_ID.fullmatch(typed.upper()) else None


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchEvent:
    """What all events have in common."""

    at: int
    """When, in seconds since 1970 (UTC)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerEvent(MatchEvent):
    """What a player did with a challenge."""

    player: PlayerId


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatEvent(MatchEvent):
    """What happened to a seat, or at its hands."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class ChallengeOffered(MatchEvent):
    """Someone offered a match; always the first event of its log."""

    match: MatchId
    game: str
    game_version: int
    house_rules: dict[str, str]
    challenger: PlayerId
    invited: PlayerId | None
    """None: anybody who sees the challenge may accept it."""
    first: PlayerId | None
    """Who takes seat 0 (a rematch swaps the seats), `ACCEPTER` for the player who accepts; None: the lot
    decides at the acceptance."""
    seed: str
    """32 bytes in hexadecimal; a seal of it is shown with the challenge, itself only after the end."""
    entropy: str
    """What fixes the key of the deal before it is revealed, see `games.match.deal`."""
    clock: int = 0
    """The seconds that a seat has for each move; 0, as in logs older than clocks: as many as it likes.
    With an increment, those that it has at the beginning."""
    increment: int = 0
    """The seconds that a seat gets with each of its moves, beside what it has left; 0: `clock` for each."""
    weekends_off: bool = False
    """No time runs on Saturdays and Sundays, in the zone of the seat that is to move."""
    zone: str = ""
    """That of the challenger, by its name in the IANA database; only where weekends are off."""
    rated: bool = False
    """The result counts for the ratings; not in logs older than these."""
    continues: MatchId | None = None
    """The match that it goes on from, with the same seed and entropy; "" if that is from a record, None if it
    is dealt anew."""
    acceptance: str = ""
    """The entropy of the acceptance that goes with the seed; only where it goes on from another match."""
    plies: str = ""
    """What was played in that match until then: a line each, as in a record, such as `first 4`."""
    vote: int = 0
    """The seconds for which a channel that plays votes for its move; 0 where none plays."""
    rematch: bool = False
    """The two have just played, and it is the same again; not in logs older than this."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChallengeAccepted(PlayerEvent):
    """The challenge became a match; the seats are drawn and the game is dealt."""

    entropy: str
    """The key of the deal and words of the accepting player, see `games.match.deal`."""
    zone: str = ""
    """Theirs, as in the challenge."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChallengeDeclined(PlayerEvent):
    """The invited player did not want to play."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChallengeCancelled(PlayerEvent):
    """The challenger took the challenge back."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChallengeExpired(MatchEvent):
    """Nobody answered the challenge for so long that the bot took it away."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MovePlayed(SeatEvent):
    """One ply."""

    notation: str
    used: int = 0
    """The seconds that it has taken from what the seat had left; 0 where there is time for each move."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawOffered(SeatEvent):
    """The seat proposes to call the match a draw; stands until answered or until its own next ply."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawDeclined(SeatEvent):
    """The seat does not want the offered draw."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawWithdrawn(SeatEvent):
    """The seat does not offer the draw any more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawAccepted(SeatEvent):
    """The seat accepted the offered draw: the match is over."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Resigned(SeatEvent):
    """The seat gave up: the match is over."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TakebackRequested(SeatEvent):
    """The seat would like to take its last ply back; stands until answered or until anybody's next ply."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TakebackDeclined(SeatEvent):
    """The seat does not let the other one take its ply back."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TakebackAccepted(SeatEvent):
    """The seat took its last ply back, and what was played since with it; the other one had agreed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeExpired(SeatEvent):
    """The seat did not move in its time; the match goes on until the opponent makes something of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeGiven(SeatEvent):
    """The seat gave the other one more time for the question that it has to answer."""

    seconds: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AwayTold(SeatEvent):
    """The seat is away for a while, in which its time does not run."""

    begin: int
    """In seconds since 1970; replaces an earlier absence that begins then."""
    end: int
    """Likewise; where it is not later, there is no absence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WinClaimed(SeatEvent):
    """The seat let its time run out, and the opponent claimed the win: the match is over."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawClaimed(SeatEvent):
    """The seat let its time run out, and the opponent called the match a draw: it is over."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LaidOpen(SeatEvent):
    """The seat agrees that everybody may see what was hidden in the match, which is over."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AbandonmentWarned(MatchEvent):
    """Nobody acted in the match for so long that the bot is going to give it up."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchAbandoned(MatchEvent):
    """Nobody acted in the match after the warning either: it is over, without a winner."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchStopped(MatchEvent):
    """Who manages a chat where the match is shown ended it: it is over, without a winner."""


ByTheHouse = ChallengeExpired | TimeExpired | AbandonmentWarned | MatchAbandoned | MatchStopped
"""What no player did; it does not count as acting in the match."""

Event = (
    ChallengeOffered
    | ChallengeAccepted
    | ChallengeDeclined
    | ChallengeCancelled
    | MovePlayed
    | DrawOffered
    | DrawDeclined
    | DrawWithdrawn
    | DrawAccepted
    | Resigned
    | TakebackRequested
    | TakebackDeclined
    | TakebackAccepted
    | TimeGiven
    | AwayTold
    | WinClaimed
    | DrawClaimed
    | LaidOpen
    | ByTheHouse
)
