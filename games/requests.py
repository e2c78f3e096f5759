"""What may be asked of a match, and why it may be refused where the rules of the game have no say."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from games.events import PlayerId
from games.game import Refused, Seat


class Reason(Enum):
    """Why a request about a match was refused, where the rules of the game have no say."""

    NOT_RUNNING = "not_running"
    NO_CHALLENGE = "no_challenge"
    OWN_CHALLENGE = "own_challenge"
    NOT_INVITED = "not_invited"
    NOT_YOURS_TO_CANCEL = "not_yours_to_cancel"
    NOT_YOURS_TO_REPEAT = "not_yours_to_repeat"
    NO_SEAT = "no_seat"
    STALE = "stale"
    NO_OFFER = "no_offer"
    ALREADY_OFFERED = "already_offered"
    OWN_OFFER = "own_offer"
    NOTHING_TO_TAKE_BACK = "nothing_to_take_back"
    ALREADY_ASKED = "already_asked"
    OTHER_ASKED = "other_asked"
    NO_TAKE_BACK = "no_take_back"
    OWN_TAKE_BACK = "own_take_back"
    TIME_NOT_UP = "time_not_up"
    ALSO_AWAITED = "also_awaited"
    NOT_DUE = "not_due"
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
class RequestTakeBack:
    """Ask to take back one's last ply, and with it whatever was played since."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class GrantTakeBack:
    """Let the opponent take back what he asks for."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class DenyTakeBack:
    """Do not let him."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class ClaimTime:
    """Win because the opponent's time is up."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class DrawOnTime:
    """Call the match a draw because the opponent's time is up."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class Expire:
    """The house: take an unanswered challenge away."""


@dataclass(frozen=True, slots=True)
class NoteTime:
    """The house: note that the time of a seat is up."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Forewarn:
    """The house: warn that the match will be given up, because nobody touches it."""


@dataclass(frozen=True, slots=True)
class Abandon:
    """The house: give up a match that nobody has touched since the warning."""


Answering = Accept | Decline | Cancel
AboutDraw = OfferDraw | AgreeToDraw | DeclineDraw
AboutTakeBack = RequestTakeBack | GrantTakeBack | DenyTakeBack
AboutTime = ClaimTime | DrawOnTime
OfTheHouse = Expire | NoteTime | Forewarn | Abandon
"""What no person asks."""

Request = Answering | Play | Resign | AboutDraw | AboutTakeBack | AboutTime | OfTheHouse
