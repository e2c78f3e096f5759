"""The messages that show matches. Times are in seconds since 1970."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NewType

from games.events import MatchId, PlayerId

BoardId = NewType("BoardId", str)
"""Drawn at random; also the nonce of the message, so that it is posted only once."""

ChatId = NewType("ChatId", str)


def moved_id(board: str) -> BoardId:
    """The new id of a board whose chat has changed its id: messages posted so far no longer count."""
    return BoardId(f"{board}+")


@dataclass(frozen=True, slots=True)
class Notice:
    """A player to notify, by posting the board, that the match waits for them."""

    player: PlayerId
    question: int
    """The version of the match that asks them, or ends it; an answered question needs no notice."""


@dataclass(frozen=True, slots=True)
class Board:
    """A chat message that shows a match: state that survives crashes, not a queued message."""

    id: BoardId
    match: MatchId
    platform: str
    chat: ChatId
    private: bool
    message: str | None
    """The platform's id of the message; None until it is known."""
    player: PlayerId | None
    """The player whose view it shows; None for the spectators' view."""
    shown: int
    """The version of the match that the message shows; 0 before the first."""
    moved_to: str | None = None
    """The message of the newer board that replaces this one, which is to make way and then to be deleted."""
    notice: Notice | None = None
    """The notice that its posting gives; None once it is posted."""
    made: int = 0
    """0 if unknown."""
    answer: str | None = field(default=None, repr=False)
    """The token of the press that its posting answers, see `Incoming.answer`; None once it is posted."""
