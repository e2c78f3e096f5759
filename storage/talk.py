"""What players say to each other in a match: kept for a short time, apart from its log."""

from __future__ import annotations

from dataclasses import dataclass

from games.events import MatchId, PlayerId


@dataclass(frozen=True, slots=True)
class Posted:
    """Where a remark stands."""

    platform: str
    chat: str
    private: bool
    message: str
    """The platform's id of the message; "" where it shows the words no more."""


@dataclass(frozen=True, slots=True)
class Remark:
    """Words of a player to their opponent."""

    id: str
    """Of the same press always the same."""
    match: MatchId
    player: PlayerId
    """Who says it."""
    reader: PlayerId
    """To whom."""
    said: str
    """As it was typed; of a set phrase its key."""
    phrase: bool
    """It is a set phrase, which each reader reads in their own language."""
    at: int
    """When, in seconds since 1970."""
    until: int
    """When it is deleted."""
    posted: Posted | None = None
    """None: it is still to be delivered."""
    reporter: PlayerId | None = None
    """Who has reported it to the host, if somebody has."""
    reported: int | None = None
    """When."""
