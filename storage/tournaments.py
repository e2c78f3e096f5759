"""Tournaments of chats: entrants, pairings by round, and outcomes. Times are in seconds since 1970."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from games.events import MatchId, PlayerId

Style = Literal["swiss", "round"]
"""Swiss system (pairs with about the same points), or round robin."""
Stage = Literal["open", "running", "over", "cancelled"]
Outcome = Literal["first", "second", "drawn", "none"]
"""The winner of a pairing; `none`: nobody gets a point."""

UNFINISHED: tuple[Stage, ...] = ("open", "running")


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player who has signed up."""

    player: PlayerId
    gone: bool = False
    """They have left or were forgotten, and are not paired from the next round on."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two entrants who play each other in a round, or one with a bye."""

    round: int
    """From 1."""
    table: int
    """Within the round, from 1."""
    first: PlayerId
    second: PlayerId | None
    """None: a bye."""
    match: MatchId | None
    """None if nothing is played."""
    outcome: Outcome | None = None
    """None until it is known."""
    in_time: bool = True
    """It was decided on the board, not by the end of the round."""


@dataclass(frozen=True, slots=True)
class Tournament:
    """The state of a tournament."""

    id: str
    platform: str
    place: str
    """The place of `chat`, as in `ChatSettings`."""
    chat: str
    """The chat where it was opened and its matches are shown."""
    game: str
    style: Style
    rounds: int
    """0: chosen by the number of entrants."""
    terms: str
    organiser: PlayerId
    """`NOBODY` if the organiser was forgotten and nobody has taken over."""
    made: int
    stage: Stage = "open"
    round: int = 0
    """The current round, from 1; 0 before the first."""
    ends: int = 0
    """When the time of the round is up."""
    told: int = 0
    """The last round announced in the chat; -1: the organiser's departure is to be announced, too."""
    message: str = ""
    """The message that announced the round `told`, at 0 the sign-up; "" if there is none to follow."""
    shown: str = ""
    """A digest of what that message shows."""
    changes: int = 0
    """The change count when it was read; 0 for a new one."""
    entrants: tuple[Entrant, ...] = ()
    """In order of sign-up; once it has begun, the strongest first."""
    pairings: tuple[Pairing, ...] = ()
