"""What a person may ask about time: theirs, and that of their opponents."""

from __future__ import annotations

from dataclasses import dataclass

from games.events import MatchId


@dataclass(frozen=True, slots=True)
class GiveTime:
    """Let my opponent think longer."""

    match: MatchId | None
