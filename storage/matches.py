"""Matches: what lists show of them, where players have acted, and who looks for one."""

from __future__ import annotations

from dataclasses import dataclass, field

from games.events import MatchId, PlayerId
from games.game import Seat
from storage.boards import ChatId
from storage.results import Counts

PRESSES_KEPT = 3 * 86_400
"""Seconds for which a press is known again, at least.

Telegram repeats what was not received for 24 hours, and an interaction of Discord lives for 15 minutes. An
open page of the web chat repeats what was not answered for ever: after that time it is a press like any
other, and refused where the match has moved on.
"""
ANY_RATING = (0, 9999)
"""From the lowest to the highest rating that there is."""


@dataclass(frozen=True, slots=True)
class MatchRow:
    """A match as lists show it, without loading it."""

    match: MatchId
    version: int
    game: str
    phase: str
    """A value of `games.match.Phase`."""
    players: tuple[PlayerId, ...]
    """Challenger and invited player before the acceptance, then seat 0 and seat 1."""
    awaited: tuple[PlayerId, ...]
    since: int
    """Since when the present turn, or else the present phase, lasts; in seconds since 1970."""
    offer: Seat | None = None
    """The seat that has offered a draw, as long as the offer stands."""
    take_back: Seat | None = None
    """The seat that has asked to take a ply back, until that is answered."""
    late: tuple[Seat, ...] = ()
    """The seats whose time is up."""


@dataclass(frozen=True, slots=True)
class DueMatch:
    """A match as lists show it, with what is due in it."""

    row: MatchRow
    due: int | None
    """When a time is up or the challenge expires, in seconds since 1970; None: neither is to come."""


@dataclass(frozen=True, slots=True)
class FinishedMatch:
    """A match that is over, as lists show it."""

    row: MatchRow
    counts: Counts | None
    """As in its result; None: it ended before results were kept."""
    winner: Seat | None


@dataclass(frozen=True, slots=True)
class Seen:
    """Where a player has acted in a match: there they see what happens."""

    player: PlayerId
    platform: str
    chat: ChatId
    private: bool
    at: int
    """When they did so last, in seconds since 1970."""
    account: str = field(default="", compare=False)
    """With which account they act, which has to be theirs still when that is stored; not kept."""


@dataclass(frozen=True, slots=True)
class Seek:
    """Somebody looks for an opponent; of a player there is one for each game."""

    id: str
    player: PlayerId
    game: str
    terms: tuple[str, ...]
    """What the match is to be, as `target=30`; what is not said is as usual."""
    ratings: tuple[int, int]
    """From the lowest to the highest rating that the opponent may have in the game."""
    platform: str
    """Where they asked."""
    press: str
    """What asked for it: it counts for the match that comes of it."""
    at: int
    """When, in seconds since 1970."""
    until: int
    """From then on it is no good; likewise."""
