"""The requests to a match, and the reasons for refusing one that do not come from the rules of the game."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from games.events import PlayerId
from games.game import Refused, Seat


class Reason(Enum):
    """Why a match refused a request, apart from the rules of the game."""

    NOT_RUNNING = "not_running"
    NO_CHALLENGE = "no_challenge"
    OWN_CHALLENGE = "own_challenge"
    NOT_INVITED = "not_invited"
    NOT_YOURS_TO_CANCEL = "not_yours_to_cancel"
    NOT_YOURS_TO_REPEAT = "not_yours_to_repeat"
    NOT_YOURS_TO_GIVE = "not_yours_to_give"
    NO_SEAT = "no_seat"
    STALE = "stale"
    NO_OFFER = "no_offer"
    ALREADY_OFFERED = "already_offered"
    OWN_OFFER = "own_offer"
    NO_OWN_OFFER = "no_own_offer"
    OFFER_TOO_SOON = "offer_too_soon"
    NOTHING_TO_TAKE_BACK = "nothing_to_take_back"
    ALREADY_ASKED = "already_asked"
    OTHER_ASKED = "other_asked"
    NO_TAKE_BACK = "no_take_back"
    OWN_TAKE_BACK = "own_take_back"
    TIME_NOT_UP = "time_not_up"
    NO_TIME_RUNS = "no_time_runs"
    ENOUGH_TIME = "enough_time"
    GIVEN_OFTEN = "given_often"
    ALSO_AWAITED = "also_awaited"
    NOT_DUE = "not_due"
    NOT_OVER = "not_over"
    STILL_SEALED = "still_sealed"
    KEY_LOST = "key_lost"
    NOTHING_DRAWN = "nothing_drawn"
    NOTHING_HIDDEN = "nothing_hidden"
    ALREADY_OPEN = "already_open"


class RefusedByMatch(Refused):
    """The match, not the game, declines the request."""

    def __init__(self, reason: Reason) -> None:
        self.reason = reason
        super().__init__(reason.value)


@dataclass(frozen=True, slots=True)
class PlayerAction:
    """What a player asks."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class AcceptChallenge(PlayerAction):
    """Take the challenge; `entropy` goes into the dice."""

    entropy: str
    called: bool = False
    """The challenger wants this player, whoever was invited."""
    zone: str = "UTC"
    """The player's time zone."""


@dataclass(frozen=True, slots=True)
class LayOpen(PlayerAction):
    """Let everybody see what was hidden in a finished match, as soon as both players want that."""


@dataclass(frozen=True, slots=True)
class DeclineChallenge(PlayerAction):
    """Refuse a challenge that was made to this player."""


@dataclass(frozen=True, slots=True)
class CancelChallenge(PlayerAction):
    """Take one's own challenge back."""


@dataclass(frozen=True, slots=True)
class PlayMove(PlayerAction):
    """Play a move, chosen while the match had reached `version` (None: typed, whatever the version)."""

    notation: str
    version: int | None
    due: int | None = None
    """When the player's time would be up, with whatever is credited; None: as the log says."""


@dataclass(frozen=True, slots=True)
class Resign(PlayerAction):
    """Give up."""


@dataclass(frozen=True, slots=True)
class OfferDraw(PlayerAction):
    """Offer a draw, or accept the one that the opponent has offered."""


@dataclass(frozen=True, slots=True)
class AcceptDraw(PlayerAction):
    """Accept the opponent's offer, and never make one."""


@dataclass(frozen=True, slots=True)
class DeclineDraw(PlayerAction):
    """Turn down the opponent's offer."""


@dataclass(frozen=True, slots=True)
class WithdrawDraw(PlayerAction):
    """Take one's own offer back."""


@dataclass(frozen=True, slots=True)
class RequestTakeback(PlayerAction):
    """Ask to take back one's last ply, and with it whatever was played since."""


@dataclass(frozen=True, slots=True)
class AcceptTakeback(PlayerAction):
    """Grant the opponent's request to take a ply back."""


@dataclass(frozen=True, slots=True)
class DeclineTakeback(PlayerAction):
    """Refuse the opponent's request to take a ply back."""


@dataclass(frozen=True, slots=True)
class ClaimWin(PlayerAction):
    """Win because the opponent's time is up."""


@dataclass(frozen=True, slots=True)
class ClaimDraw(PlayerAction):
    """Call the match a draw because the opponent's time is up."""


@dataclass(frozen=True, slots=True)
class GiveTime(PlayerAction):
    """Let the opponent, whose time runs or is up, think longer."""


@dataclass(frozen=True, slots=True)
class TellAway(PlayerAction):
    """Say from when to when one is away; to be back, `end` is no later than `begin`."""

    begin: int
    end: int


@dataclass(frozen=True, slots=True)
class ExpireChallenge:
    """By the bot: take an unanswered challenge away."""


@dataclass(frozen=True, slots=True)
class ExpireTime:
    """By the bot: note that the time of a seat is up."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class WarnOfAbandonment:
    """By the bot: warn that the match will be given up, because nobody has acted in it for long."""


@dataclass(frozen=True, slots=True)
class AbandonMatch:
    """By the bot: give up a match in which nobody has acted since the warning."""


@dataclass(frozen=True, slots=True)
class StopMatch:
    """By who manages a chat where it is shown: end the match without a winner."""


Answering = AcceptChallenge | DeclineChallenge | CancelChallenge
AboutDraw = OfferDraw | AcceptDraw | DeclineDraw | WithdrawDraw
AboutTakeback = RequestTakeback | AcceptTakeback | DeclineTakeback
AboutTime = GiveTime | TellAway | ClaimWin | ClaimDraw

ByTheHouse = ExpireChallenge | ExpireTime | WarnOfAbandonment | AbandonMatch | StopMatch
"""What no player asks."""

Action = Answering | PlayMove | Resign | LayOpen | AboutDraw | AboutTakeback | AboutTime | ByTheHouse
