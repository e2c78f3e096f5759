"""What a person may ask about time: theirs, and that of their opponents."""

from __future__ import annotations

from games.events import MatchId
from games.frozen import frozen
from games.words import Words


@frozen
class GiveTime:
    """Let my opponent think longer."""

    match: MatchId | None


@frozen
class TellAway:
    """I am away from one day to another; `off`: I am back; nothing: what do you know of it?"""

    words: Words = ()
