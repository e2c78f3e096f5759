"""The notices that players are still to get, in SQLite."""

from __future__ import annotations

from collections.abc import Sequence

from games.events import MatchId, PlayerId
from storage.boards import Notice
from storage.notices import OwedNotice
from storage.sql import notice_statements as statements
from storage.sql.database import Record, Row
from storage.sql.group_commit import Write
from storage.sql.part import Part


class SqlNotices(Part):
    """The `Notices` of a database."""

    async def notices_due(self, at: int) -> tuple[OwedNotice, ...]:
        """All that are to be told at this time or were before, the longest due first."""
        rows = await self._database.rows(statements.NOTICES_DUE, (at,))
        return tuple(map(_to_notice, rows))

    async def next_notice(self) -> int | None:
        """When the first of all that are to be told is due."""
        row = await self._one(statements.NEXT_NOTICE)
        return row["due"] if row else None

    async def told_times(self, player: PlayerId, after: int) -> tuple[int, ...]:
        """When a player was told of matches later than this, in order; each match counts once."""
        rows = await self._database.rows(statements.TOLD_TIMES, (player, after))
        return tuple(row["due"] for row in rows)

    async def put_notices(self, notices: Sequence[OwedNotice]) -> None:
        """Keep them, in place of what is known of the same matches and players."""
        await self._group.write(notices_to_put(notices))

    async def settle_notices(self, notices: Sequence[OwedNotice], due: int, *, told: bool) -> None:
        """Those of these that still are to be told are due then, or were told then."""
        rows = [(due, int(told), *_key(one), one.notice.question) for one in notices]
        await self._group.write({statements.SETTLE_NOTICE: rows})

    async def drop_notices(self, notices: Sequence[OwedNotice]) -> None:
        """Those of these that still are to be told need not be."""
        rows = [(*_key(one), one.notice.question) for one in notices]
        await self._group.write({statements.DROP_NOTICE: rows})

    async def drop_seen_notice(self, player: PlayerId, match: MatchId, at: int) -> None:
        """A player has looked at a match: what happened before need not be told any more."""
        await self._group.write({statements.DROP_SEEN_NOTICE: [(player, match, at)]})


def notices_to_put(notices: Sequence[OwedNotice]) -> Write:
    """How they are kept."""
    rows = [(*_key(one), one.notice.question, one.since, one.due, int(one.told)) for one in notices]
    return {statements.PUT_NOTICE: rows}


def joined(player: PlayerId, old: PlayerId) -> Write:
    """What one player is to be told is another's."""
    return {statements.MOVE_NOTICES: [(player, old)], statements.DROP_NOTICES_OF: [(old,)]}


def forgotten(player: PlayerId) -> Write:
    """What a player was to be told."""
    return {statements.FORGET_NOTICES: [(player,)]}


def _key(owed: OwedNotice) -> Row:
    return (owed.notice.player, owed.match)


def _to_notice(row: Record) -> OwedNotice:
    notice = Notice(row["player"], row["question"])
    return OwedNotice(row["match"], notice, row["since"], row["due"], bool(row["told"]))
