"""What may be asked of a match, and why it may be refused where the rules of the game have no say."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from games.events import PlayerId
from games.game import Refused


class Reason(Enum):
    """Why a request about a match was refused, where the rules of the game have no say."""

    NOT_RUNNING = "not_running"
    NO_CHALLENGE = "no_challenge"
    OWN_CHALLENGE = "own_challenge"
    NOT_INVITED = "not_invited"
    NOT_YOURS_TO_CANCEL = "not_yours_to_cancel"
    NO_SEAT = "no_seat"
    STALE = "stale"
    NO_OFFER = "no_offer"
    ALREADY_OFFERED = "already_offered"
    OWN_OFFER = "own_offer"
    NOT_OVER = "not_over"
    STILL_SEALED = "still_sealed"


class RefusedByMatch(Refused):
    """The match, not the game, declines the request."""

    def __init__(self, reason: Reason) -> None:
        self.reason = reason
        super().__init__(reason.value)


@dataclass(frozen=True, slots=True)
class Accept:
    """Take the challenge; `entropy` goes into the dice."""

    player: PlayerId
    entropy: str


@dataclass(frozen=True, slots=True)
class Decline:
    """Refuse a challenge that was made to this player."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class Cancel:
    """Take one's own challenge back."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class Play:
    """Play a move, chosen while the match had reached `version` (None: typed, whatever the version)."""

    player: PlayerId
    notation: str
    version: int | None


@dataclass(frozen=True, slots=True)
class Resign:
    """Give up."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class OfferDraw:
    """Offer a draw, or accept the one that the opponent has offered."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class AgreeToDraw:
    """Accept the opponent's offer, and never make one."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class DeclineDraw:
    """Turn down the opponent's offer."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class ClaimTime:
    """Win because the opponent's time is up; that it is up, the caller has found out."""

    player: PlayerId


Request = Accept | Decline | Cancel | Play | Resign | OfferDraw | AgreeToDraw | DeclineDraw | ClaimTime
