"""The messages that show matches: what the bot remembers of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NewType

from games.events import MatchId, PlayerId

BoardId = NewType("BoardId", str)
"""Drawn at random; also the nonce under which the message is posted, so that it is posted once."""

ChatId = NewType("ChatId", str)
"""The platform's own id of a chat."""


def moved_id(board: str) -> BoardId:
    """The id of a board with a message when its chat has got another id: nothing posted so far counts."""
    return BoardId(f"{board}+")


@dataclass(frozen=True, slots=True)
class Notice:
    """Whom a board, when it is posted, has to tell that the match waits for them."""

    player: PlayerId
    question: int
    """The version of the match that asks them, or ends it: what is answered need not be told."""


@dataclass(frozen=True, slots=True)
class Board:
    """A chat message that shows a match: a fact that survives crashes, not a message in a queue."""

    id: BoardId
    match: MatchId
    platform: str
    chat: ChatId
    private: bool
    message: str | None
    """The platform's id of the message; None until it is known."""
    player: PlayerId | None
    """Whose own view it shows; None: the spectator's, for all who are in the chat."""
    shown: int
    """The version of the match that the message shows; 0 before the first."""
    moved_to: str | None = None
    """A fresh board stands in this message further down: this one is to make way, and then forgotten."""
    notice: Notice | None = None
    """What its posting has to tell somebody; None once it stands."""
    made: int = 0
    """When it was made, in seconds since 1970; 0 if that is not known."""
    answer: str | None = field(default=None, repr=False)
    """Of the press that is answered by posting it, see `Incoming.answer`; None once it stands."""

    @property
    def job(self) -> str:
        """The key of the job that shows it, see `storage.jobs.Job`: boards of other matches need not wait."""
        return f"{self.id} {self.match} {self.platform}:{self.chat}"


@dataclass(frozen=True, slots=True)
class Lease:
    """Who alone does something, until when: a process that died gives it back by time."""

    by: str
    now: int
    """In seconds since 1970: what others have taken until now is free."""
    until: int
