"""What a person may ask about time: theirs, and that of their opponents."""

from __future__ import annotations

from dataclasses import dataclass

from games.events import MatchId
from games.words import Words


@dataclass(frozen=True, slots=True)
class GiveTime:
    """Let my opponent think longer."""

    match: MatchId | None


@dataclass(frozen=True, slots=True)
class TellAway:
    """I am away from one day to another; `off`: I am back; nothing: what do you know of it?"""

    words: Words = ()
