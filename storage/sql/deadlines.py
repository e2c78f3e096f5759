"""The deadlines of the store, in SQLite."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence

from games.events import MatchId, PlayerId
from storage.accounts import AWAITED_KEPT, WRONG_CODES_KEPT, awaited_id
from storage.deadlines import Deadline, Heard, Kind
from storage.matches import PRESSES_KEPT, MatchRow
from storage.news import MOST_NEWS
from storage.notices import COUNTED_FOR
from storage.sql import deadline_statements as statements
from storage.sql.database import Record, Row
from storage.sql.group_commit import Write
from storage.sql.news_statements import DROP_OLD_NEWS
from storage.sql.notice_statements import DROP_OLD_NOTICES
from storage.sql.part import Part
from storage.sql.remark_statements import DROP_OLD_REMARKS
from storage.sql.seek_statements import DROP_OLD_SEEKS

MOST_PRESSES = 2000  # forgotten at a time, in some 10 ms
MOST_TIMES = 30  # at each beat, with others in between: a thousand a second, whatever has piled up
NO_SEAT = -1  # in the key, which cannot be without a value


class SqlDeadlines(Part):
    """The `Deadlines` of a database."""

    async def deadlines_of(self, matches: Sequence[MatchId]) -> tuple[Deadline, ...]:
        """The deadlines of these matches, by match, kind and seat."""
        return await self._deadlines(statements.DEADLINES_OF_MATCHES, json.dumps(list(matches)))

    async def deadlines_due(self, at: int) -> tuple[Deadline, ...]:
        """All that is due at this time or was before, the longest due first."""
        return await self._deadlines(statements.DEADLINES_DUE, at)

    async def count_deadlines_due(self, at: int, *, without: Kind | None = None) -> int:
        """How many `deadlines_due` are, without those of one kind."""
        (row,) = await self._database.rows(statements.COUNT_DEADLINES_DUE, (at, without))
        count: int = row["count"]
        return count

    async def deadlines_told(
        self, heard: Heard, after: tuple[int, MatchId], until: int, *, most: int
    ) -> tuple[Deadline, ...]:
        """What boards tell to be due, for those who are reached on these platforms; the next due first."""
        return await self._deadlines(
            statements.DEADLINES_TOLD, " ".join(sorted(heard)), after[0], until, after[1], most
        )

    async def next_due(self, after: int) -> int | None:
        """When the first deadline after this time is due; None: there is none."""
        row = await self._one(statements.NEXT_DUE, after)
        return row["due"] if row else None

    async def last_beat(self) -> int | None:
        """When the bot was last known to be at work; None: never."""
        rows = await self._database.rows(statements.LAST_BEAT)
        return rows[0]["at"] if rows else None

    async def last_heard(self) -> Mapping[str, int]:
        """When any process that said so heard a platform last, by platform."""
        rows = await self._database.rows(statements.LAST_HEARD)
        return {row["platform"]: row["at"] for row in rows}

    async def beat(
        self, at: int, *, credit: bool = False, silent: Collection[str] = (), heard: Collection[str] = ()
    ) -> Mapping[Heard, int]:
        """Note that the bot is at work, and credit the time since the last beat to whom it could not hear."""
        last = await self.last_beat()
        groups = [] if last is None else await self._database.rows(statements.CREDITED)
        unheard = [row["heard"] for row in groups if credit or _is_silent(row["heard"], silent)]
        credited = [(at, group) for group in unheard]
        await self._group.write(
            {
                statements.LOCK_BEAT: [(1,)] if credited else [],
                statements.LEAVE_DUE: credited,
                statements.LEAVE_NOT_BEGUN: credited,
                statements.CREDIT: credited,
                statements.PUT_BEAT: [(at,)],
                statements.PUT_HEARD: [(platform, at) for platform in sorted(heard)],
                statements.DROP_FORGOTTEN_ACCOUNTS: [(at,)],
                statements.DROP_AWAITED: [(awaited_id(at - AWAITED_KEPT, b""),)],
                statements.DROP_OLD_WRONG_CODES: [(at - WRONG_CODES_KEPT,)],
                statements.DROP_OLD_PRESSES: [(at - PRESSES_KEPT, MOST_PRESSES)],
                statements.DROP_OLD_CLAIMS: [(at,)],
                DROP_OLD_REMARKS: [(at,)],
                DROP_OLD_SEEKS: [(at,)],
                DROP_OLD_NOTICES: [(at - COUNTED_FOR,)],
                DROP_OLD_NEWS: [(MOST_NEWS,)],
            }
        )
        await self._drop_more_presses(at - PRESSES_KEPT)
        return {} if last is None else {Heard(group.split()): at - last for group in unheard}

    async def _drop_more_presses(self, before: int) -> None:
        for _ in range(MOST_TIMES - 1):
            if not await self._database.rows(statements.OLD_PRESS, (before,)):
                return
            await self._group.write({statements.DROP_OLD_PRESSES: [(before, MOST_PRESSES)]})

    async def _deadlines(self, query: str, *parameters: object) -> tuple[Deadline, ...]:
        return tuple(map(to_deadline, await self._database.rows(query, parameters)))


def deadlines_to_put(row: MatchRow, deadlines: Sequence[Deadline] | None) -> Write:
    """How the deadlines of a match are replaced; None: they stay as they are."""
    if deadlines is None:
        return {}
    return {
        statements.DROP_DEADLINES: [(row.match,)],
        statements.PUT_DEADLINE: [_from_deadline(one, row.players) for one in deadlines],
    }


def _from_deadline(deadline: Deadline, players: Sequence[PlayerId]) -> Row:
    seat = NO_SEAT if deadline.seat is None else deadline.seat
    player = "" if deadline.seat is None else players[deadline.seat]
    return (deadline.match, deadline.kind, seat, deadline.began, deadline.due, player)


def _is_silent(group: str, silent: Collection[str]) -> bool:
    return group != "" and set(group.split()) <= set(silent)


def to_deadline(row: Record) -> Deadline:
    """A row as a deadline."""
    seat = None if row["seat"] == NO_SEAT else row["seat"]
    return Deadline(row["match"], row["kind"], seat, row["began"], row["due"])
