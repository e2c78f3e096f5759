"""Puzzles of the day: the messages that set them, and who tried them. Times are in seconds since 1970."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from games.events import PlayerId
from storage.boards import ChatId

POST_EDITED_AFTER = 60
"""Seconds between two edits of the message of a puzzle, at least."""

Outcome = Literal["trying", "wrong", "given_up", "first", "later"]
"""How far somebody got: solved at the `first` try or `later`, or not.

`given_up`: saw the solution before solving it, after which a right answer no longer counts.
"""
SOLVED: tuple[Outcome, ...] = ("first", "later")


@dataclass(frozen=True, slots=True)
class PuzzlePost:
    """The message that sets a chat its puzzle of a day."""

    platform: str
    chat: ChatId
    day: int
    """As `date.toordinal` gives it."""
    puzzle: str
    """Its code."""
    message: str
    """The platform's id of the message; "" if it is gone."""
    shown: str
    """A digest of what it shows."""
    edited: int
    """When it was posted or edited last."""
    closed: bool = False
    """Its day is over: answers no longer count, and everybody may see the solution."""


@dataclass(frozen=True, slots=True)
class PuzzleTry:
    """How far somebody got with the puzzle of a chat on a day."""

    player: PlayerId
    platform: str
    chat: ChatId
    day: int
    outcome: Outcome
    at: int
    """When the outcome became so."""
