"""What the bot has to do later: deadlines, notices, and which process does what."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from games.events import MatchId, PlayerId
from storage.boards import Lease, Notice
from storage.errors import VersionConflict
from storage.jobs import NOTICES_KEPT, Deadline, Heard, Kind, OwedNotice
from storage.matches import PRESSES_KEPT, MatchRow
from storage.people import AWAITED_KEPT, WRONG_CODES_KEPT, awaited_id
from storage.sql.database import Record, Row, Statement, listed
from storage.sql.part import Part
from storage.sql.schema import BOTS, NOTICES, present

MOST_PRESSES = 2000  # forgotten at a time, in some 10 ms
MOST_TIMES = 30  # at each beat, with others in between: a thousand a second, whatever has piled up
NO_SEAT = -1  # in the key, which cannot be without a value

Line = tuple[Statement, Row]

# Deadlines, and the time in which the bot is away

_DEADLINE = "match, kind, seat, began, due + seconds AS due"
_OF_MATCHES = f"""
    SELECT {_DEADLINE} FROM deadlines JOIN credits USING (heard)
    WHERE match IN (SELECT value FROM json_each(?1)) ORDER BY match, kind, seat
"""
DEADLINES_OF_MATCH = f"""
    SELECT {_DEADLINE} FROM deadlines JOIN credits USING (heard) WHERE match = ?1 ORDER BY kind, seat
"""
_CREDITED = "credits CROSS JOIN deadlines"  # CROSS: in this order, group by group
_SAME = "deadlines.heard = credits.heard"
_DUE = f"""
    SELECT {_DEADLINE} FROM {_CREDITED} WHERE {_SAME} AND due <= ?1 - seconds
    ORDER BY due + seconds, match, kind, seat
"""
_COUNT_DUE = f"SELECT count(*) FROM {_CREDITED} WHERE {_SAME} AND due <= ?1 - seconds AND kind <> ?2"
_TOLD = f"""
    SELECT {_DEADLINE} FROM {_CREDITED}
    WHERE {_SAME} AND credits.heard = ?1 AND kind IN ('time', 'expiry')
        AND due >= ?2 - seconds AND due < ?3 - seconds AND (due > ?2 - seconds OR match > ?4)
    ORDER BY deadlines.due, match LIMIT ?5
"""
_NEXT_DUE = f"""
    SELECT min(seconds + (
        SELECT due FROM deadlines WHERE {_SAME} AND due > ?1 - seconds ORDER BY due LIMIT 1
    )) AS due FROM credits
"""
_GROUPS = "SELECT heard FROM credits WHERE heard >= ''"  # all of them, by the key
_OLD_PRESS = "SELECT press FROM presses WHERE counted < ?1 ORDER BY counted LIMIT 1"
_LAST_BEAT = "SELECT at FROM heartbeat WHERE id = 1"
_LAST_HEARD = "SELECT platform, at FROM heartbeats WHERE platform >= ''"  # likewise

_DROP_DEADLINES = Statement("DELETE FROM deadlines WHERE match = ?1")
_HEARD = f"""
    SELECT coalesce(group_concat(platform, ' '), '') AS heard FROM (
        SELECT DISTINCT platform FROM people WHERE player = {present("?1")} ORDER BY platform
    ) AS platforms
"""
_ADD_GROUP = Statement(
    f"INSERT INTO credits (heard, seconds) SELECT heard, 0 FROM ({_HEARD}) AS whose WHERE true"
    " ON CONFLICT DO NOTHING"
)
_PUT_DEADLINE = Statement(
    f"""
    INSERT INTO deadlines (match, kind, seat, began, due, heard)
    SELECT ?2, ?3, ?4, ?5, ?6 - seconds, credits.heard
    FROM ({_HEARD}) AS whose JOIN credits ON credits.heard = whose.heard
    """
)
# A credit of the time since the last beat, with what is not to be moved, or not so far, moved back before.
# Another process that gives the same credit waits for this one, and finds that it has been given.
_LOCK_BEAT = Statement("UPDATE heartbeat SET at = at WHERE id = 1")
TRY_OUT: Sequence[Line] = ((_LOCK_BEAT, ()),)
"""Writes next to nothing."""
_LEAVE_DUE = Statement(
    f"""
    UPDATE deadlines SET due = due - (?1 - ({_LAST_BEAT}))
    WHERE heard = ?2 AND due <= ({_LAST_BEAT}) - (SELECT seconds FROM credits WHERE heard = ?2)
    """
)
_LEAVE_NOT_BEGUN = Statement(
    f"""
    UPDATE deadlines SET due = due - (began - ({_LAST_BEAT}))
    WHERE heard = ?2 AND began > ({_LAST_BEAT}) AND ?1 >= began
    """
)
_CREDIT = Statement(
    f"UPDATE credits SET seconds = seconds + ?1 - ({_LAST_BEAT}) WHERE heard = ?2", alone=True
)
SAME_CREDIT = Statement(
    "SELECT 1 WHERE ?1 = (SELECT sum(seconds) FROM credits WHERE heard >= '')", VersionConflict
)
"""Deadlines are still due when they were when this was decided."""
_PUT_BEAT = Statement(
    "INSERT INTO heartbeat (id, at) VALUES (1, ?1) ON CONFLICT (id) DO UPDATE SET at = excluded.at"
)
_PUT_HEARD = Statement(
    """
    INSERT INTO heartbeats (platform, at) VALUES (?1, ?2) ON CONFLICT (platform) DO UPDATE
    SET at = CASE WHEN heartbeats.at < excluded.at THEN excluded.at ELSE heartbeats.at END
    """
)

# Notices

_NOTICE = "player, match, question, since, due, told"
_NOTICES_DUE = f"SELECT {_NOTICE} FROM notices WHERE told = 0 AND due <= ?1 ORDER BY due, match, player"
_NEXT_NOTICE = "SELECT due FROM notices WHERE told = 0 AND due > ?1 ORDER BY due LIMIT 1"
# By the player, not among all that were told lately: hence `told > 0`.
_TOLD_TIMES = "SELECT due FROM notices WHERE player = ?1 AND told > 0 AND due > ?2 ORDER BY due"
_PUT_NOTICE = Statement(NOTICES.put.replace("(?1,", f"({present('?1')},"))
_WAITS = "player = ?1 AND match = ?2 AND told = 0"
_SETTLE_NOTICE = Statement(f"UPDATE notices SET due = ?4, told = ?5 WHERE {_WAITS} AND question = ?3")
_DROP_NOTICE = Statement(f"DELETE FROM notices WHERE {_WAITS} AND question = ?3")
_DROP_SEEN_NOTICE = Statement(f"DELETE FROM notices WHERE {_WAITS} AND since < ?3")

# Who does what, where several processes have the store open

_CLAIMED = "SELECT name FROM claims WHERE claimed_by = ?1 AND name IN (SELECT value FROM json_each(?2))"
_CLAIM = Statement(
    """
    INSERT INTO claims (name, claimed_by, claimed_until) VALUES (?1, ?2, ?3)
    ON CONFLICT (name) DO UPDATE SET claimed_by = excluded.claimed_by, claimed_until = excluded.claimed_until
    WHERE claims.claimed_by = excluded.claimed_by OR claims.claimed_until <= ?4
    """
)
_DISCLAIM = Statement("DELETE FROM claims WHERE name = ?1 AND claimed_by = ?2")
_BOTS = "SELECT platform, bot FROM bots WHERE platform >= ''"  # all of them, by the key
_PUT_BOT = Statement(BOTS.put)

# What has become too old

_DROP_FORGOTTEN = Statement("DELETE FROM forgotten_accounts WHERE until <= ?1")
# Those who have come by now, and those whom no open challenge names any more.
_DROP_AWAITED = Statement(
    """
    DELETE FROM people
    WHERE account >= '@' AND account < 'A' AND account < ?1 AND (
        EXISTS (
            SELECT 1 FROM people AS others
            WHERE others.player = people.player AND NOT (others.account >= '@' AND others.account < 'A')
        ) OR NOT EXISTS (SELECT 1 FROM matches WHERE opponent = people.player AND phase = 'challenge')
    )
    """
)
_DROP_OLD_PRESSES = Statement(
    """
    DELETE FROM presses WHERE press IN (
        SELECT press FROM presses WHERE counted < ?1 ORDER BY counted LIMIT ?2 /* SKIP LOCKED */
    )
    """
)
_DROP_OLD_CODES = Statement("DELETE FROM wrong_codes WHERE since <= ?1")
_DROP_OLD_CLAIMS = Statement("DELETE FROM claims WHERE claimed_until <= ?1")
_DROP_OLD_REMARKS = Statement("DELETE FROM remarks WHERE until <= ?1")
_DROP_OLD_SEEKS = Statement("DELETE FROM seeks WHERE until <= ?1")
_DROP_OLD_NOTICES = Statement("DELETE FROM notices WHERE told = 1 AND due <= ?1")


class Jobs(Part):
    """The part of the store that knows the time, and what is to be done when.

    Deadlines and notices are set by changes of matches.
    """

    async def deadlines_of(self, matches: Sequence[MatchId]) -> tuple[Deadline, ...]:
        """The deadlines of these matches, by match, kind and seat."""
        return await self._deadlines(_OF_MATCHES, listed(matches))

    async def deadlines_due(self, at: int) -> tuple[Deadline, ...]:
        """All that is due at this time or was before, the longest due first."""
        return await self._deadlines(_DUE, at)

    async def count_deadlines_due(self, at: int, *, without: Kind | None = None) -> int:
        """How many `deadlines_due` are, without those of one kind."""
        return await self._number(_COUNT_DUE, at, without or "")

    async def deadlines_told(
        self, heard: Heard, after: tuple[int, MatchId], until: int, *, most: int
    ) -> tuple[Deadline, ...]:
        """What boards tell to be due, for those who are reached on these platforms; the next due first.

        Args:
            heard: the platforms.
            after: only what is due later than this time, or at this time in a match that comes later.
            until: only what is due before this time.
            most: so many at most.
        """
        return await self._deadlines(_TOLD, " ".join(sorted(heard)), after[0], until, after[1], most)

    async def next_due(self, after: int) -> int | None:
        """When the first deadline after this time is due; None: there is none."""
        row = await self._one(_NEXT_DUE, after)
        return row["due"] if row else None

    async def last_beat(self) -> int | None:
        """When the bot was last known to be at work, in seconds since 1970; None: never."""
        row = await self._one(_LAST_BEAT)
        return row["at"] if row else None

    async def last_heard(self) -> Mapping[str, int]:
        """When any process that said so heard a platform last, by platform."""
        return {row["platform"]: row["at"] for row in await self._rows(_LAST_HEARD)}

    async def beat(
        self, at: int, *, credit: bool = False, silent: Collection[str] = (), heard: Collection[str] = ()
    ) -> Mapping[Heard, int]:
        """Note that the bot is at work, and forget what has become too old: a few of the presses at a time.

        Args:
            at: now, in seconds since 1970.
            credit: it was not since the last beat: in the same transaction every deadline that was not due
                by then moves by the length of that, or of what has passed since it began to run.
            silent: platforms that could not be heard since the last beat: the same for the deadlines of
                those who can be reached on no other.
            heard: platforms that this process hears now.

        Returns:
            By how many seconds deadlines have moved, where they have.
        """
        last = await self.last_beat()
        groups = [] if last is None else await self._rows(_GROUPS)
        unheard = [row["heard"] for row in groups if credit or _is_silent(row["heard"], silent)]
        credited: list[Line] = [
            (statement, (at, group))
            for statement in (_LEAVE_DUE, _LEAVE_NOT_BEGUN, _CREDIT)
            for group in unheard
        ]
        await self._write(
            *([(_LOCK_BEAT, ()), *credited] if credited else []),
            (_PUT_BEAT, (at,)),
            *((_PUT_HEARD, (platform, at)) for platform in sorted(heard)),
            *_drop_old(at),
        )
        await self._drop_more_presses(at - PRESSES_KEPT)
        return {} if last is None else {Heard(group.split()): at - last for group in unheard}

    async def _drop_more_presses(self, before: int) -> None:
        for _ in range(MOST_TIMES - 1):
            if not await self._rows(_OLD_PRESS, before):
                return
            await self._write((_DROP_OLD_PRESSES, (before, MOST_PRESSES)))

    async def _deadlines(self, query: str, *parameters: object) -> tuple[Deadline, ...]:
        return tuple(map(to_deadline, await self._rows(query, *parameters)))

    # Notices: they come with changes of matches, each in place of the last

    async def notices_due(self, at: int) -> tuple[OwedNotice, ...]:
        """All that are to be told at this time or were before, the longest due first."""
        return tuple(map(_to_notice, await self._rows(_NOTICES_DUE, at)))

    async def next_notice(self, after: int) -> int | None:
        """When the first that is to be told after this time is due; None: there is none."""
        row = await self._one(_NEXT_NOTICE, after)
        return row["due"] if row else None

    async def told_times(self, player: PlayerId, after: int) -> tuple[int, ...]:
        """When a player was told of matches later than this, in order; each match counts once."""
        return tuple(row["due"] for row in await self._rows(_TOLD_TIMES, player, after))

    async def put_notices(self, notices: Sequence[OwedNotice]) -> None:
        """Keep them, in place of what is known of the same matches and players."""
        await self._write(*notices_to_put(notices))

    async def settle_notices(self, notices: Sequence[OwedNotice], due: int, *, told: bool) -> None:
        """Those of these that still are to be told are due then, or were told then."""
        await self._write(*((_SETTLE_NOTICE, (*_question(one), due, int(told))) for one in notices))

    async def drop_notices(self, notices: Sequence[OwedNotice]) -> None:
        """Those of these that still are to be told need not be."""
        await self._write(*((_DROP_NOTICE, _question(one)) for one in notices))

    async def drop_seen_notice(self, player: PlayerId, match: MatchId, at: int) -> None:
        """A player has looked at a match: what happened before need not be told any more."""
        await self._write((_DROP_SEEN_NOTICE, (player, match, at)))

    # Processes and bots

    async def count_processes(self) -> int:
        """How many have the store open now, this one among them."""
        return await self._database.count_processes()

    async def claim(self, names: Collection[str], lease: Lease) -> frozenset[str]:
        """Claim those of these that nobody else has claimed for a time that still runs.

        Returns:
            Which of them are this process's now.
        """
        # In one order everywhere: processes that claim the same do not wait for each other in a circle.
        await self._write(*((_CLAIM, (name, lease.by, lease.until, lease.now)) for name in sorted(names)))
        return await self.claimed(names, lease.by)

    async def claimed(self, names: Collection[str], by: str) -> frozenset[str]:
        """Those of these that were claimed in this name last."""
        return frozenset(row["name"] for row in await self._rows(_CLAIMED, by, listed(names)))

    async def disclaim(self, names: Collection[str], by: str) -> None:
        """Let others claim those of these that this process has."""
        await self._write(*((_DISCLAIM, (name, by)) for name in sorted(names)))

    async def bots(self) -> Mapping[str, str]:
        """By platform the id of the bot there, as far as it is known."""
        return {row["platform"]: row["bot"] for row in await self._rows(_BOTS)}

    async def put_bot(self, platform: str, bot: str) -> None:
        """Note the bot of a platform, in place of the one before."""
        await self._write((_PUT_BOT, (platform, bot)))


def _drop_old(at: int) -> list[Line]:
    return [
        (_DROP_FORGOTTEN, (at,)),
        (_DROP_AWAITED, (awaited_id(at - AWAITED_KEPT, b""),)),
        (_DROP_OLD_CODES, (at - WRONG_CODES_KEPT,)),
        (_DROP_OLD_PRESSES, (at - PRESSES_KEPT, MOST_PRESSES)),
        (_DROP_OLD_CLAIMS, (at,)),
        (_DROP_OLD_REMARKS, (at,)),
        (_DROP_OLD_SEEKS, (at,)),
        (_DROP_OLD_NOTICES, (at - NOTICES_KEPT,)),
    ]


def deadlines_to_put(row: MatchRow, deadlines: Sequence[Deadline] | None) -> list[Line]:
    """How the deadlines of a match are replaced; None: they stay as they are."""
    if deadlines is None:
        return []
    lines: list[Line] = [(_DROP_DEADLINES, (row.match,))]
    for one in deadlines:
        player = "" if one.seat is None else row.players[one.seat]
        seat = NO_SEAT if one.seat is None else one.seat
        lines += [
            (_ADD_GROUP, (player,)),
            (_PUT_DEADLINE, (player, one.match, one.kind, seat, one.began, one.due)),
        ]
    return lines


def to_deadline(row: Record) -> Deadline:
    """A row as a deadline."""
    seat = None if row["seat"] == NO_SEAT else row["seat"]
    return Deadline(row["match"], row["kind"], seat, row["began"], row["due"])


def notices_to_put(notices: Sequence[OwedNotice]) -> list[Line]:
    """How notices are kept."""
    return [(_PUT_NOTICE, (*_question(one), one.since, one.due, int(one.told))) for one in notices]


def _is_silent(group: str, silent: Collection[str]) -> bool:
    return group != "" and set(group.split()) <= set(silent)


def _question(owed: OwedNotice) -> Row:
    return (owed.notice.player, owed.match, owed.notice.question)


def _to_notice(row: Record) -> OwedNotice:
    notice = Notice(row["player"], row["question"])
    return OwedNotice(row["match"], notice, row["since"], row["due"], bool(row["told"]))
