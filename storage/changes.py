"""What one press changes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from games.events import Event
from storage.boards import Board, BoardId
from storage.jobs import UNCLAIMED, Claim, Deadline, Job, OwedNotice
from storage.matches import MatchRow, Seek, Seen
from storage.results import MatchResult, Rating


@dataclass(frozen=True, slots=True)
class Change:
    """All that one press changes: stored whole or not at all."""

    row: MatchRow
    """The match after the events."""
    events: tuple[Event, ...]
    """They get the versions up to `row.version`; the one before them must be the newest in the log."""
    press: str | None = None
    """The platform and its id of the press, as `web:17`."""
    boards: tuple[Board, ...] = ()
    """New boards, or new facts about known ones (same id)."""
    shown: Mapping[BoardId, int] = field(default_factory=dict)
    """What boards have been seen to show since the last change: as in `mark_shown`."""
    seen: Seen | None = None
    """Who made it happen, and where."""
    deadlines: tuple[Deadline, ...] | None = None
    """All deadlines of the match from now on; None: they stay as they are."""
    credited: int | None = None
    """All time that had been credited when they were read, as it still has to be; None: in any case."""
    result: MatchResult | None = None
    """How the match ended, where these events end it."""
    ratings: tuple[Rating, ...] = ()
    """What that makes of the players' ratings."""
    met: tuple[Seek, ...] = ()
    """Who looked for this match: they look no more, and what they pressed then counts for it."""
    notices: tuple[OwedNotice, ...] = ()
    """Who is told of it, or was, in place of what the same players were to be told of the match."""
    jobs: tuple[Job, ...] = ()
    """What chats are to be told of it, beside what the store finds that their settings ask for."""
    claim: Claim = UNCLAIMED
    """Of the boards of the match that are behind after it."""
    after: int | None = None
    """How often the match had been changed when this was decided, as it still has to be; None: in any case.

    A change that tells of nothing but deadlines or boards is one, too.
    """
