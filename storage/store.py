"""What the bot asks of a database. Its parts are told one by one: a reader takes the parts that it needs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Protocol

from games.events import Event
from games.frozen import frozen
from storage.accounts import Accounts
from storage.boards import Board, BoardId, Boards, Lease
from storage.bots import Bots
from storage.claims import Claims
from storage.deadlines import Deadline, Deadlines
from storage.errands import Errand, Errands
from storage.matches import Matches, MatchRow, Seen
from storage.news import News
from storage.notices import Notices, OwedNotice
from storage.records import Records
from storage.remarks import Remarks
from storage.results import MatchResult, Rating, Results
from storage.reviews import Reviews
from storage.seeks import Seek, Seeks
from storage.settings import Settings
from storage.tournaments import Tournaments


@frozen
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
    result: MatchResult | None = None
    """How the match ended, where these events end it."""
    ratings: tuple[Rating, ...] = ()
    """What that makes of the players' ratings."""
    met: tuple[Seek, ...] = ()
    """Who looked for this match: they look no more, and what they pressed then counts for it."""
    notices: tuple[OwedNotice, ...] = ()
    """Who is told of it, or was, in place of what the same players were to be told of the match."""
    errands: tuple[Errand, ...] = ()
    """What chats are to be told of it, beside what the store finds that their settings ask for."""
    lease: Lease | None = None
    """Takes all boards of the match that are free; None: whoever stores this has nobody beside it."""
    after: int | None = None
    """How often the match had been changed when this was decided, as it still has to be; None: in any case.

    A change that tells of nothing but deadlines or boards is one, too.
    """


class Store(
    Matches,
    Boards,
    Accounts,
    Settings,
    Results,
    Deadlines,
    Notices,
    Records,
    Reviews,
    Remarks,
    Seeks,
    Tournaments,
    Errands,
    Claims,
    Bots,
    News,
    Protocol,
):
    """The database. Every method is one transaction or one read; all may be called at the same time."""

    shared: bool
    """Other processes have it open, too: boards are taken before they are shown."""

    async def append(self, change: Change) -> None:
        """Store a change.

        Raises:
            PressedBefore, VersionConflict: nothing was kept; PressedBefore where both are true.
            PeopleChanged: likewise; who acts, is rated or plays a new match is somebody else by now.
        """

    async def close(self) -> None:
        """Finish what is under way and let go of the database."""
