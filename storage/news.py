"""What is new in the store to somebody who has looked before: others may write there, too."""

from __future__ import annotations

from dataclasses import dataclass

from games.events import Event, MatchId
from storage.boards import Board
from storage.jobs import Deadline

EVERYBODY = ""
"""A subject of news: who is who has changed, or time was credited; nothing that was read before holds."""

MOST_NEWS = 1000
"""After more changes than these, all subjects are told as one; what is older need not be kept."""


@dataclass(frozen=True, slots=True)
class Known:
    """How far somebody knows the store."""

    people: int = 0
    """The news about people and chats, counted."""
    match: MatchId | None = None
    """The match in question."""
    changes: int = -1
    """How often it had been changed; -1: not known."""
    version: int = 0
    """The events of it that are known."""


@dataclass(frozen=True, slots=True)
class Look:
    """What is there."""

    people: int
    subjects: frozenset[str]
    """Of whom there is news: ids of players, `place_key` of chats, or `EVERYBODY`."""
    changes: int | None
    """How often the match has been changed; None: it is not known at all.

    This may be older than what is told beside it, never newer.
    """
    events: tuple[Event, ...] = ()
    """Those that are new; none where `changes` was known."""
    deadlines: tuple[Deadline, ...] = ()
    """All of the match; none where `changes` was known."""
    boards: tuple[Board, ...] = ()
    """All of the match, where they are asked for."""


def place_key(platform: str, place: str) -> str:
    """The subject of news about a place, as in `ChatSettings`."""
    return f"{platform} {place}"
