"""How somebody follows a match in which they do not play."""

from __future__ import annotations

from games.events import MatchId
from games.frozen import frozen


@frozen
class ShowRunning:
    """What runs in this chat? In a private one: what do I watch?"""


@frozen
class Watch:
    """Keep a board of this match up to date in my private chat."""

    match: MatchId


@frozen
class Unwatch:
    """Do so no more."""

    match: MatchId


@frozen
class OpenTable:
    """Show me this match on a page of its own."""

    match: MatchId


WatchRequest = Watch | Unwatch | OpenTable
