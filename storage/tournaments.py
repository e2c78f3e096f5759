"""Tournaments of chats: who takes part, who meets whom in which round, and how that went."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from games.events import MatchId, PlayerId

Style = Literal["swiss", "round"]
"""Pairs of about the same points, or everybody against everybody."""
Stage = Literal["open", "running", "over", "cancelled"]
Outcome = Literal["first", "second", "drawn", "none"]
"""Who gets the point of a pairing; `none`: nobody does."""

NOBODY = PlayerId("")
UNDER_WAY: tuple[Stage, ...] = ("open", "running")


@dataclass(frozen=True, slots=True)
class Entrant:
    """Somebody who has signed up."""

    player: PlayerId
    gone: bool = False
    """They have left, or are forgotten: from the next round on nobody has to play them."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two who meet in a round, or one who has a bye."""

    round: int
    """From 1."""
    table: int
    """Within the round, from 1."""
    first: PlayerId
    second: PlayerId | None
    """None: a bye."""
    match: MatchId | None
    """None where nothing is to be played."""
    outcome: Outcome | None = None
    """None: not known yet."""
    in_time: bool = True
    """It was decided by playing, not because the time of the round was up."""


@dataclass(frozen=True, slots=True)
class Tournament:
    """A tournament, as it stands."""

    id: str
    platform: str
    place: str
    """Of `chat`, as in `ChatSettings`."""
    chat: str
    """Where it was opened; its matches are shown there."""
    game: str
    style: Style
    rounds: int
    """How many there are; 0: as many as fit those who take part."""
    terms: str
    """Of each match, as they were typed."""
    organiser: PlayerId
    """`NOBODY`: they were forgotten, and nobody has taken it over."""
    made: int
    """In seconds since 1970."""
    stage: Stage = "open"
    round: int = 0
    """Which is played; 0 before the first."""
    ends: int = 0
    """When the time of the round is up, in seconds since 1970."""
    told: int = 0
    """The last round of which the chat has been told; -1: nor has it of the organiser's leaving."""
    changes: int = 0
    """How often it had been changed when it was read; 0: it is new."""
    entrants: tuple[Entrant, ...] = ()
    """As they signed up; from the beginning on, the strongest first."""
    pairings: tuple[Pairing, ...] = ()
    """Of all rounds, in order."""
