"""The store of the bot in an open database."""

from __future__ import annotations

from storage import codec
from storage.sql import result_statements, statements
from storage.sql.accounts import SqlAccounts
from storage.sql.boards import boards_to_put, of_lease
from storage.sql.bots import SqlBots
from storage.sql.claims import SqlClaims
from storage.sql.database import Database
from storage.sql.deadlines import deadlines_to_put
from storage.sql.errands import SqlErrands, errands_to_add
from storage.sql.group_commit import GroupCommit, Write
from storage.sql.guard_statements import REFUSE_GONE, REFUSE_OTHERS
from storage.sql.matches import from_match, from_seen
from storage.sql.news import SqlNews
from storage.sql.notices import SqlNotices, notices_to_put
from storage.sql.records import SqlRecords
from storage.sql.remarks import SqlRemarks
from storage.sql.results import SqlResults, from_rating, from_result
from storage.sql.reviews import SqlReviews
from storage.sql.seek_statements import ADD_MEETING, ADD_PRESS_OF_SEEK, MEET_SEEK
from storage.sql.seeks import SqlSeeks
from storage.sql.settings import SqlSettings
from storage.sql.tournaments import SqlTournaments
from storage.store import Change


class SqlStore(
    SqlNews,
    SqlAccounts,
    SqlSettings,
    SqlResults,
    SqlRecords,
    SqlReviews,
    SqlRemarks,
    SqlSeeks,
    SqlTournaments,
    SqlErrands,
    SqlNotices,
    SqlBots,
    SqlClaims,
):
    """A `Store`, see there; what waits to be written at the same time is committed together."""

    shared = False

    def __init__(self, database: Database) -> None:
        """A store in an open database that has the newest schema; `close` closes it."""
        super().__init__(database, GroupCommit(database))

    async def try_writing(self) -> None:
        """See whether what happens now would be stored.

        Raises:
            StoreUnavailable: no, and why.
        """
        await self._group.try_out()

    async def close(self) -> None:
        """Finish what is under way and let go of the database."""
        await self._group.finish()
        await self._database.close()

    async def append(self, change: Change) -> None:
        """Store a change; the caller may take it for durable when this returns."""
        row, first = change.row, change.row.version - len(change.events) + 1
        await self._group.write(
            {
                statements.ADD_PRESS: [] if change.press is None else [(change.press, row.match)],
                **_guards(change),
                statements.ADD_EVENT: [
                    (row.match, version, *codec.dump(event))
                    for version, event in enumerate(change.events, first)
                ],
                statements.PUT_MATCH: [from_match(row, change.after)],
                statements.PUT_SEEN: [from_seen(row.match, change.seen)] if change.seen else [],
                result_statements.ADD_RESULT: [from_result(change.result)] if change.result else [],
                result_statements.PUT_RATING: [from_rating(rating) for rating in change.ratings],
                MEET_SEEK: [(seek.id,) for seek in change.met],
                ADD_MEETING: [(row.match,)] if change.met else [],
                ADD_PRESS_OF_SEEK: [(seek.press, row.match) for seek in change.met],
                **notices_to_put(change.notices),
                **errands_to_add(change.errands),
                **boards_to_put(change.boards, change.shown),
                statements.LEASE_MATCH: [(*of_lease(change.lease), row.match)] if change.lease else [],
                **deadlines_to_put(row, change.deadlines),
            }
        )


def _guards(change: Change) -> Write:
    """Nothing is written under the id of somebody who is another one by now, or nobody."""
    rated = [(rating.player,) for rating in change.ratings]
    begun = [(player,) for player in change.row.players] if change.after == 0 else []
    seen = change.seen
    acts = [(seen.platform, seen.account, seen.player)] if seen and seen.account else []
    return {REFUSE_GONE: [*rated, *begun], REFUSE_OTHERS: acts}
