"""Messages between players, kept for a short time, outside the log. Times are in seconds since 1970."""

from __future__ import annotations

from dataclasses import dataclass

from games.events import MatchId, PlayerId


@dataclass(frozen=True, slots=True)
class Posted:
    """The chat message that delivers a remark."""

    platform: str
    chat: str
    private: bool
    message: str
    """Empty if the message no longer shows the remark."""


@dataclass(frozen=True, slots=True)
class Remark:
    """A message of a player to their opponent."""

    id: str
    """Derived from the press, so a repeated press has the same one."""
    match: MatchId
    player: PlayerId
    reader: PlayerId
    said: str
    """The text as typed, or the key of a set phrase."""
    phrase: bool
    """A set phrase, shown to each reader in their own language."""
    at: int
    until: int
    posted: Posted | None = None
    """None until it is delivered."""
    reporter: PlayerId | None = None
    """The player who has reported it to the host, if any."""
    reported: int | None = None
