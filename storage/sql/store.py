"""The store of the bot: a file a subject, and what a press changes in several of them at once."""

from __future__ import annotations

from games.events import ChallengeAccepted
from storage import codec
from storage.changes import Change
from storage.sql import boards
from storage.sql.boards import Boards
from storage.sql.database import Batch, Database, GroupCommit, Row, Statement
from storage.sql.jobs import SAME_CREDIT, TRY_OUT, Jobs, deadlines_to_put, notices_to_put
from storage.sql.matches import (
    ADD_EVENT,
    ADD_PRESS,
    AT_VERSION,
    PUT_MATCH,
    PUT_SEEN,
    Matches,
    Seeks,
    from_match,
    from_seen,
    met,
)
from storage.sql.part import NOT_GONE, STILL_THEIRS, Identities
from storage.sql.people import People
from storage.sql.queue import OPEN_THREAD, TELL_RESULT, Queue, to_put
from storage.sql.reading import Readings
from storage.sql.results import ADD_RESULT, PUT_RATING, Results, from_rating, from_result
from storage.sql.settings import Settings
from storage.sql.talk import Talk
from storage.sql.tournaments import CALL_OF_MATCH, Tournaments

Lines = list[tuple[Statement, Row]]


class Store:
    """The database. Every method is one transaction or one read; all may be called at the same time."""

    def __init__(self, database: Database, *, shared: bool) -> None:
        """A store in an open database that has the newest schema; `close` closes it.

        Args:
            database: where.
            shared: other processes have it open, too: what one does it claims before.
        """
        self.shared = shared
        self._database, self._group = database, GroupCommit(database)
        parts = (database, self._group, Identities(database, self._group))
        self.matches, self.boards, self.people = Matches(*parts), Boards(*parts), People(*parts)
        self.settings, self.results = Settings(*parts), Results(*parts)
        self.talk, self.seeks, self.tournaments = Talk(*parts), Seeks(*parts), Tournaments(*parts)
        self.jobs, self.queue, self.readings = Jobs(*parts), Queue(*parts), Readings(*parts)

    async def try_writing(self) -> None:
        """See whether what happens now would be stored.

        Raises:
            StoreUnavailable: no, and why.
        """
        await self._group.try_out(TRY_OUT)
        await self._database.check_room()

    async def size(self) -> int:
        return await self._database.size()

    async def close(self) -> None:
        await self._group.finish()
        await self._database.close()

    async def append(self, change: Change) -> None:
        """Store a change; the caller may take it for durable when this returns.

        Raises:
            PressedBefore, VersionConflict: nothing was kept; PressedBefore where both are true.
            PeopleChanged: likewise; who acts, is rated or plays a new match is somebody else by now.
        """
        await self._group.write(_lines(change), press=True)


def _lines(change: Change) -> Batch:
    match = change.row.match
    return [
        # First: a redelivered press is both counted and stale, and has to be refused as counted.
        *([] if change.press is None else [(ADD_PRESS, (change.press, match))]),
        *_guards(change),
        *_log(change),
        (PUT_MATCH, from_match(change.row, change.after)),
        *([(PUT_SEEN, from_seen(match, change.seen))] if change.seen else []),
        *_end(change),
        *met(match, change.met),
        *notices_to_put(change.notices),
        *to_put(change.jobs),
        *boards.put(change.boards),
        *_threads(change),
        *boards.mark(change.shown),
        boards.fall_behind(match, change.claim),
        *deadlines_to_put(change.row, change.deadlines),
    ]


def _guards(change: Change) -> Lines:
    """What was decided about is still so; nobody who is written about is another one by now, or nobody."""
    rated = [rating.player for rating in change.ratings]
    begun = change.row.players if change.after == 0 else ()
    lines: Lines = [(NOT_GONE, (player,)) for player in (*rated, *begun)]
    seen = change.seen
    if seen and seen.account:
        lines.append((STILL_THEIRS, (seen.platform, seen.account, seen.player)))
    if change.credited is not None:
        lines.append((SAME_CREDIT, (change.credited,)))
    return lines


def _log(change: Change) -> Lines:
    row, first = change.row, change.row.version - len(change.events) + 1
    if not change.events:
        return [(AT_VERSION, (row.match, row.version))]
    return [
        (ADD_EVENT, (row.match, version, *codec.dump(event)))
        for version, event in enumerate(change.events, first)
    ]


def _threads(change: Change) -> Lines:
    """Where a match begins whose chats want a thread for it."""
    accepted = [event.at for event in change.events if isinstance(event, ChallengeAccepted)]
    return [(OPEN_THREAD, (change.row.match, at)) for at in accepted]


def _end(change: Change) -> Lines:
    """The result, what it makes of ratings, and who waits for it."""
    match, result = change.row.match, change.result
    ratings: Lines = [(PUT_RATING, from_rating(rating)) for rating in change.ratings]
    if result is None:
        return ratings
    return [
        (ADD_RESULT, from_result(result)),
        *ratings,
        (TELL_RESULT, (match, result.ended)),
        (CALL_OF_MATCH, (match,)),
    ]
