"""What players say to each other, in SQLite."""

from __future__ import annotations

from collections.abc import Sequence

from games.events import PlayerId
from storage.errands import Errand
from storage.remarks import Posted, Remark
from storage.sql import remark_statements as statements
from storage.sql.database import Record
from storage.sql.errands import errands_to_add
from storage.sql.group_commit import Write
from storage.sql.guard_statements import REFUSE_GONE
from storage.sql.part import Part


class SqlRemarks(Part):
    """The `Remarks` of a database."""

    async def add_remark(self, remark: Remark) -> None:
        """Keep a new one; nothing where its id is known."""
        who = (remark.id, remark.match, remark.player, remark.reader)
        row = (*who, remark.said, int(remark.phrase), remark.at, remark.until)
        await self._group.write({REFUSE_GONE: [(remark.player,)], statements.ADD_REMARK: [row]})

    async def remark(self, number: str) -> Remark | None:
        """One by its id."""
        row = await self._one(statements.REMARK, number)
        return _to_remark(row) if row else None

    async def remarks_waiting(self) -> tuple[Remark, ...]:
        """All that are still to be delivered, the oldest first."""
        return await self._remarks(statements.REMARKS_WAITING)

    async def remarks_of(self, player: PlayerId) -> tuple[Remark, ...]:
        """All that a player has said, the oldest first."""
        return await self._remarks(statements.REMARKS_OF, player)

    async def post_remark(self, number: str, posted: Posted) -> None:
        """Note where one stands now: it is delivered."""
        row = (posted.platform, posted.chat, int(posted.private), posted.message, number)
        await self._group.write({statements.POST_REMARK: [row]})

    async def drop_remark(self, number: str) -> None:
        """Delete one."""
        await self._group.write({statements.DROP_REMARK: [(number,)]})

    async def report_remark(
        self, number: str, reporter: PlayerId, at: int, until: int, *told: Errand
    ) -> None:
        """Note who has reported one, and keep it for longer; nothing of that where somebody was first."""
        report = {statements.REPORT_REMARK: [(reporter, at, until, number)]}
        await self._group.write({**report, **errands_to_add(told)})

    async def reported_remarks(self, *, most: int) -> tuple[Remark, ...]:
        """So many of those that were reported, the latest report first."""
        return await self._remarks(statements.REPORTED, most)

    async def reported_in(self, platform: str, place: str, *, most: int) -> tuple[Remark, ...]:
        """Likewise of the matches that have a board for all in a place."""
        return await self._remarks(statements.REPORTED_IN, platform, place, platform, place, place, most)

    async def muted_by(self, player: PlayerId) -> tuple[PlayerId, ...]:
        """Whose words a player does not want to read."""
        rows = await self._database.rows(statements.MUTED_BY, (player,))
        return tuple(row["muted"] for row in rows)

    async def put_mute(self, player: PlayerId, muted: PlayerId) -> None:
        """A player does not want to read another's words any more."""
        await self._group.write({REFUSE_GONE: [(player,)], statements.PUT_MUTE: [(player, muted)]})

    async def drop_mute(self, player: PlayerId, muted: PlayerId) -> None:
        """They want to again."""
        await self._group.write({statements.DROP_MUTE: [(player, muted)]})

    async def silenced_in(self, platform: str, place: str) -> tuple[PlayerId, ...]:
        """Whose words are hidden in the matches of a place."""
        rows = await self._database.rows(statements.SILENCED_IN, (platform, place))
        return tuple(row["player"] for row in rows)

    async def put_silence(self, platform: str, place: str, player: PlayerId) -> None:
        """Hide somebody's words there."""
        await self._group.write({statements.PUT_SILENCE: [(platform, place, player)]})

    async def drop_silence(self, platform: str, place: str, player: PlayerId) -> None:
        """Hide them no more."""
        await self._group.write({statements.DROP_SILENCE: [(platform, place, player)]})

    async def _remarks(self, query: str, *parameters: object) -> tuple[Remark, ...]:
        return tuple(map(_to_remark, await self._database.rows(query, parameters)))


def joined(player: PlayerId, old: PlayerId) -> Write:
    """What one player has said and does not want to hear becomes another's."""
    moved = (player, old)
    return {
        statements.MOVE_REMARKS_BY: [moved],
        statements.MOVE_REMARKS_TO: [moved],
        statements.MOVE_REPORTS: [moved],
        statements.MOVE_MUTES: [moved],
        statements.MOVE_MUTED: [moved],
        statements.MOVE_SILENCED: [moved],
        statements.DROP_MUTES: [(old, old)],
    }


def parted(player: PlayerId, fresh: PlayerId) -> Write:
    """Who was one with another so far hears whom the other hears, and is heard as the other is."""
    return {
        statement: [(fresh, player)]
        for statement in (statements.COPY_MUTES, statements.COPY_MUTED, statements.COPY_SILENCED)
    }


def returned(account: tuple[str, str], known_by: PlayerId) -> Write:
    """Who did not hear somebody before they were forgotten does not hear them now."""
    return {
        statements.RETURN_MUTED: [(*account, known_by)],
        statements.RETURN_SILENCED: [(*account, known_by)],
        statements.FORGET_MUTES: [(known_by, known_by)],
        statements.FORGET_SILENCES: [(known_by,)],
    }


def forgotten(player: PlayerId, stand_ins: Sequence[PlayerId]) -> Write:
    """A player's words, and whom they did not want to hear; who did not want to hear them still does not."""
    kept = [(each, player) for each in stand_ins]
    return {
        statements.COPY_MUTED: kept,
        statements.COPY_SILENCED: kept,
        statements.FORGET_REMARKS: [(player, player)],
        statements.FORGET_MUTES: [(player, player)],
        statements.FORGET_SILENCES: [(player,)],
    }


def _to_remark(row: Record) -> Remark:
    there = (row["platform"], row["chat"], bool(row["private"]), row["message"])
    posted = None if row["message"] is None else Posted(*there)
    who = (row["id"], row["match"], row["player"], row["reader"])
    what = (row["said"], bool(row["phrase"]), row["at"], row["until"])
    return Remark(*who, *what, posted, row["reporter"], row["reported"])
