"""How somebody follows a match in which they do not play."""

from __future__ import annotations

from dataclasses import dataclass

from games.events import MatchId


@dataclass(frozen=True, slots=True)
class ShowRunning:
    """What runs in this chat? In a private one: what do I watch?"""


@dataclass(frozen=True, slots=True)
class Watch:
    """Keep a board of this match up to date in my private chat."""

    match: MatchId


@dataclass(frozen=True, slots=True)
class Unwatch:
    """Do so no more."""

    match: MatchId


@dataclass(frozen=True, slots=True)
class OpenTable:
    """Show me this match on a page of its own."""

    match: MatchId


WatchRequest = Watch | Unwatch | OpenTable
