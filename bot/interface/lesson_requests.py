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


@dataclass(frozen=True, slots=True)
class ShowPly:
    """What stood after this ply of a match? The replay opens there, in a message of its own."""

    match: MatchId | None
    number: int
    """Of the ply, from 1."""


MatchLesson = AskHint | AskReview | ShowPly
"""Requests about a match."""
