"""What a person may know of a match: the frame around the view of the game, and the proof of a deal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from games.events import DrawDeclined, MatchId, PlayerId, TakebackAccepted, TakebackDeclined, TimeGiven
from games.game import Result, Seat, View, Viewer
from games.match.pauses import Period


class Phase(StrEnum):
    """Where a match stands."""

    CHALLENGE = "challenge"
    RUNNING = "running"
    OVER = "over"
    DECLINED = "declined"
    CANCELLED = "cancelled"
    EXPIRED = "expired"


Answered = DrawDeclined | TakebackAccepted | TakebackDeclined | TimeGiven
"""What answers an offer or a request while the match goes on."""

UNDER_WAY = (Phase.CHALLENGE, Phase.RUNNING)


@dataclass(frozen=True, slots=True)
class Ending:
    """How a match ended."""

    winner: Seat | None
    reason: str
    """`rules`, `agreed`, `resigned`, `time`, `time_drawn`, `abandoned` or `stopped`."""
    result: Result | None
    """What the rules say; None unless they ended it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """How a match stands, as everybody may know."""

    version: int = 1
    phase: Phase = Phase.CHALLENGE
    players: tuple[PlayerId, PlayerId] | None = None
    """Who has seat 0 and seat 1; None before the acceptance."""
    answered: Answered | None = None
    """The latest event, if it answered an offer or a request, or gave somebody time."""
    offer: Seat | None = None
    """Whose draw offer stands."""
    draw_waits: tuple[int, int] = (0, 0)
    """How many moves each seat has still to play before it may offer a draw."""
    take_back: Seat | None = None
    """The seat that has asked to take its last ply back."""
    late: tuple[Seat, ...] = ()
    """The awaited seats whose time is up."""
    forewarned: bool = False
    """The warning stands that the match will be given up, until somebody acts in it."""
    ending: Ending | None = None
    since: int = 0
    """When the last event happened, in seconds since 1970."""
    left: tuple[int, int] = (0, 0)
    """For each seat the seconds that it had when it was asked, or has kept since its last move."""
    away: tuple[tuple[Period, ...], tuple[Period, ...]] = ((), ())
    """For each seat from when to when it is away, in seconds since 1970."""
    laid_open: tuple[Seat, ...] = ()
    """The seats that let everybody see what was hidden; it takes both."""
    given: tuple[int, int] = (0, 0)
    """For each seat how often it has given the other one time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchView(Standing):
    """What one viewer may know of a match: the frame, and the viewer's view of the game inside it."""

    viewer: Viewer
    view: View | None
    """None before the acceptance."""
    match: MatchId
    game: str
    house_rules: Mapping[str, str]
    challenger: PlayerId
    invited: PlayerId | None
    first: PlayerId | None = None
    """Who begins, as in the challenge; see there."""
    clock: int
    """Seconds for each move, or at the beginning; 0 for as many as one likes."""
    increment: int = 0
    """Seconds that each move adds to what is left; 0: `clock` for each."""
    weekends_off: bool = False
    """No time runs on Saturdays and Sundays."""
    rated: bool
    vote: int = 0
    """Seconds for which a channel that plays votes for its move; 0 where none plays."""
    rematch: bool = False
    awaited: tuple[Seat, ...]
    """The seats that the match waits for; () when nobody has to play."""
    can_take_back: tuple[Seat, ...]
    """The seats that may ask to: nothing has come to light since their last ply."""
    seal: str
    words: str
    """Those of their own with which the challenge was accepted; often none."""
    continues: MatchId | None = None
    """The match that it goes on from; "" for one from a record."""
    plies_before: int = 0
    """So many plies of that match."""


@dataclass(frozen=True, slots=True)
class Proof:
    """All that is needed to deal a finished match again."""

    seed: str
    """In hexadecimal."""
    seal: str
    """Computed again from the seed and the entropy of the challenge."""
    entropy: tuple[str, str]
    """What challenge and acceptance brought along."""
    players: tuple[PlayerId, PlayerId]
    """Seat 0 and seat 1, drawn or given again."""
    challenger: Seat
    """The challenger's seat."""
    seats_agreed: bool
    """The challenge said who is first, as in a rematch; otherwise the seats were drawn."""
    key_lost: bool
    """Fresh bytes, drawn at the acceptance, stand in for the key."""
    form: int
    """Of the seal, see `games.match.deal`."""
    fits: bool
    """Seed and acceptance are what the seal fixed."""
    dealt: tuple[View, View]
    """What seat 0 and seat 1 saw first, dealt again."""
