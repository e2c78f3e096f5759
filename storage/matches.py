"""Matches: summary rows, the chats where players act, plans, and the readings of a press.

Times are in seconds since 1970.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from games.events import Event, MatchId, PlayerId
from games.game import Seat
from storage.boards import Board, ChatId
from storage.jobs import Job
from storage.people import ChatSettings, Person, Preferences
from storage.results import Counts

PRESSES_KEPT = 3 * 86_400
"""Seconds for which a repeated press is recognized, at least.

Telegram redelivers updates for 24 hours, and a Discord interaction lives for 15 minutes. An open page of the
web chat repeats unanswered presses for ever; after this time they count as new, and are refused if the match
has moved on.
"""


@dataclass(frozen=True, slots=True)
class MatchRow:
    """The summary of a match, read without its log."""

    match: MatchId
    version: int
    game: str
    phase: str
    """A value of `games.match.Phase`."""
    players: tuple[PlayerId, ...]
    """Challenger and invited player before the acceptance, then seat 0 and seat 1."""
    awaited: tuple[PlayerId, ...]
    since: int
    """When the present turn, or else the present phase, began."""
    offer: Seat | None = None
    """The seat with a pending draw offer."""
    take_back: Seat | None = None
    """The seat with a pending takeback request."""
    late: tuple[Seat, ...] = ()
    """The seats whose time is up."""
    due: int | None = field(default=None, compare=False)
    """In lists of matches: when a seat's time is up or the challenge expires; None for neither."""


@dataclass(frozen=True, slots=True)
class FinishedMatch:
    """The summary of a finished match."""

    row: MatchRow
    counts: Counts | None
    """As in its result; None if it ended before results were kept."""
    winner: Seat | None


@dataclass(frozen=True, slots=True)
class Seen:
    """A chat in which a player has acted in a match, and so sees what happens."""

    player: PlayerId
    platform: str
    chat: ChatId
    private: bool
    at: int
    """When they last acted there."""
    account: str = field(default="", compare=False)
    """Guard: the account with which they act must still be theirs when this is stored; not stored itself."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What a seat will answer to what the other one may play, while that one is to move.

    Nobody but the player in the seat may know of it. A match has one at most: the plan of a seat ends when
    that seat has to move by itself.
    """

    seat: Seat
    lines: tuple[tuple[str, ...], ...]
    """Plies in notation, from the present position on; none begins another one. () for no plan any more."""


# The readings of a press: the person, and a match with all that its boards show, as of one commit


@dataclass(frozen=True, slots=True)
class Audience:
    """People and chats that were read together; others are missing, even if they exist."""

    people: Mapping[PlayerId, tuple[Person, ...]] = field(default_factory=dict)
    """The accounts of each player; () for players who have none any more."""
    preferences: Mapping[PlayerId, Preferences] = field(default_factory=dict)
    chats: Mapping[tuple[str, str], ChatSettings] = field(default_factory=dict)
    """By platform and place."""
    finished: Mapping[tuple[PlayerId, str], bool] = field(default_factory=dict)
    """Whether a player has ever finished a match of a game; read in the `FIRST_VERSIONS` of a match."""


FIRST_VERSIONS = 6  # of a match, in which newcomers are told the aim of the game
NOBODY = Audience()


@dataclass(frozen=True, slots=True)
class MatchReading:
    """A match with its boards, players and readers."""

    match: MatchId
    pressed: bool
    """The press was counted already."""
    changes: int
    players: tuple[PlayerId, ...]
    """As in `MatchRow`."""
    events: tuple[Event, ...]
    """The events after the known version."""
    deadlines: tuple[Job, ...]
    credited: int
    """Total seconds ever credited to deadlines, of any match."""
    boards: tuple[Board, ...]
    plan: Plan | None
    audience: Audience


@dataclass(frozen=True, slots=True)
class PressReading:
    """The person who presses, and the match that the press names."""

    person: Person | None
    """None for a new account."""
    awaited: Person | None
    """The placeholder account of a challenge to this person's handle, if it is not theirs yet."""
    audience: Audience
    """The person, and the players and readers of the match."""
    match: MatchReading | None
    """None if the press names no match, or an unknown one."""
