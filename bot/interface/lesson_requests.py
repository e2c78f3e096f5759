"""What a person may ask the robot about their own moves."""

from __future__ import annotations

from dataclasses import dataclass

from games.events import MatchId


@dataclass(frozen=True, slots=True)
class AskHint:
    """Which move would the robot play in my place, and why?"""

    match: MatchId | None


@dataclass(frozen=True, slots=True)
class AskReview:
    """What did each of my moves in a finished match cost?"""

    match: MatchId | None
