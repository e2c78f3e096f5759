"""The votes of a channel that plays as one: no events of the match, and gone when it ends."""

from __future__ import annotations

from dataclasses import dataclass

from games.events import MatchId, PlayerId
from games.game import Seat

MOVE = ""
"""`Vote.motion` of a vote for a move."""


@dataclass(frozen=True, slots=True)
class Vote:
    """What one person wants their team to do; they have one for a move, and one for each other motion."""

    match: MatchId
    player: PlayerId
    """The person."""
    motion: str
    """The verb of a request such as to resign, or `MOVE`. Who has this one belongs to the team."""
    seat: Seat
    """The team's."""
    question: int = 0
    """The version of the match that asks for the move, or at which the motion was made; 0: not voted yet."""
    number: int = 0
    """Which vote of the team it is, from 1; 0 for a motion."""
    words: str = ""
    """The move in notation; forgotten when it is decided."""
