"""What the bot has to do later: deadlines, notices, and which process does what."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from games.events import MatchId, PlayerId
from storage.errors import VersionConflict
from storage.jobs import (
    NEVER,
    NOTICES_KEPT,
    Deadline,
    Job,
    OwedNotice,
    deadline_of,
    job_of,
    job_of_notice,
    notice_of,
)
from storage.matches import PRESSES_KEPT, MatchRow
from storage.people import AWAITED_KEPT, SHARED_KEPT, WRONG_CODES_KEPT, awaited_id
from storage.sql.database import Record, Row, Statement, listed
from storage.sql.part import Part
from storage.sql.queue import COLUMNS, DEADLINES, TIMED, to_job, to_put
from storage.sql.schema import BOTS, present
from storage.sql.settings import DROP_STALE_VALUES
from storage.sql.tournaments import DELAY

MOST_PRESSES = 2000  # forgotten at a time, in some 10 ms
FAR = 10  # a deadline that moves by more than one of so many parts of what is left has moved far
MOST_TIMES = 30  # at each beat, with others in between: a thousand a second, whatever has piled up

Line = tuple[Statement, Row]

# Deadlines: jobs whose key is the match, a `/`, and the seat, where it is about one.

_OF_MATCH = f"key >= {{match}} || '/' AND key < {{match}} || '0' AND kind IN ({DEADLINES})"  # '0' follows '/'
_JOB = "kind, key, due, jobs.since, platform, jobs.player, tries"
DEADLINES_OF_MATCH = f"SELECT {_JOB} FROM jobs WHERE {_OF_MATCH.format(match='?1')} ORDER BY kind, key"
_OF_MATCHES = f"""
    SELECT {_JOB} FROM (SELECT value AS match FROM json_each(?1)) AS theirs CROSS JOIN jobs
    WHERE {_OF_MATCH.format(match="theirs.match")} ORDER BY theirs.match, kind, key
"""
TIME_IS_UP = f"""
    SELECT min(jobs.due + 0) FROM jobs
    WHERE {_OF_MATCH.format(match="theirs.match")} AND kind IN ('time', 'expiry')
"""
"""When something is due in a match of `theirs` that boards tell.

Of `min(due)` PostgreSQL makes a walk through the index of `due` from its beginning.
"""
# What could not be done is tried again within a minute or two.
_COUNT_DUE = f"""
    SELECT count(*) FROM jobs
    WHERE due <= ?1 + 120 AND (due <= ?1 OR (tries > 0 AND claimed_by IS NULL)) AND kind IN ({TIMED})
"""
_DROP_OTHERS = Statement(
    f"""
    DELETE FROM jobs
    WHERE {_OF_MATCH.format(match="?1")} AND kind || ' ' || key NOT IN (SELECT value FROM json_each(?2))
    """
)

# The time in which nobody was heard

_OLD_PRESS = "SELECT press FROM presses WHERE counted < ?1 ORDER BY counted LIMIT 1"
_LAST_BEAT = "SELECT at FROM heartbeat WHERE id = 1"
_LAST_HEARD = "SELECT platform, at FROM heartbeats WHERE platform >= ''"  # all of them, by the key
# Another process that gives the same credit waits for this one, and finds that it has been given.
_LOCK_BEAT = Statement("UPDATE heartbeat SET at = at WHERE id = 1")
TRY_OUT: Sequence[Line] = ((_LOCK_BEAT, ()),)
"""Writes next to nothing."""
# Of everybody, or of those who can be reached on none but these platforms.
_WHOSE = """
    (?2 = '[]' OR (
        EXISTS (SELECT 1 FROM people WHERE people.player = jobs.player) AND NOT EXISTS (
            SELECT 1 FROM people
            WHERE people.player = jobs.player AND people.platform NOT IN (SELECT value FROM json_each(?2))
        )
    ))
"""
_CREDIT = Statement(
    f"""
    UPDATE jobs SET due = due + ?1 - CASE
        WHEN since > ({_LAST_BEAT}) AND since <= ?1 THEN since ELSE ({_LAST_BEAT})
    END
    WHERE due > ({_LAST_BEAT}) AND ?1 > ({_LAST_BEAT}) AND kind IN ({TIMED}) AND {_WHOSE}
    """,
    alone=True,
)
_COUNT_CREDIT = Statement("UPDATE heartbeat SET credited = credited + ?1 - at WHERE id = 1 AND at < ?1")
CREDITED = "SELECT coalesce((SELECT credited FROM heartbeat WHERE id = 1), 0)"
"""All time that was ever credited to deadlines."""
SAME_CREDIT = Statement(f"SELECT 1 WHERE ?1 = ({CREDITED})", VersionConflict)
"""Deadlines are still due when they were when this was decided."""
# The next due first, within a minute.
_RETELL = Statement(
    f"""
    INSERT INTO jobs ({COLUMNS})
    SELECT substr(key, 1, instr(key, '/') - 1), 'retell', ?1 + {60 // FAR} * (min(due) - ?1) / ?3,
        0, '', '', 0, 0
    FROM jobs WHERE due > ?1 AND due < ?1 + {FAR} * ?3 AND kind IN ('time', 'expiry') AND {_WHOSE}
    GROUP BY substr(key, 1, instr(key, '/') - 1)
    ON CONFLICT DO NOTHING
    """
)
_PUT_BEAT = Statement(
    """
    INSERT INTO heartbeat (id, at, credited) VALUES (1, ?1, 0)
    ON CONFLICT (id) DO UPDATE SET at = excluded.at
    """
)
_PUT_HEARD = Statement(
    """
    INSERT INTO heartbeats (platform, at) VALUES (?1, ?2) ON CONFLICT (platform) DO UPDATE
    SET at = CASE WHEN heartbeats.at < excluded.at THEN excluded.at ELSE heartbeats.at END
    """
)

# Notices: jobs whose key is the match, a `/`, the question, a blank and the player. One that was told is kept
# for a while in its place, never due.

_TOLD_TIMES = "SELECT since FROM jobs WHERE player = ?1 AND kind = 'told' AND since > ?2 ORDER BY since"
_CLAIMED_NOTICES = f"""
    SELECT {_JOB} FROM jobs WHERE claimed_by = ?1 AND player = ?2 AND kind = 'notice' ORDER BY jobs.since, key
"""
_ABOUT = f"player = {present('?1')} AND key >= ?2 || '/' AND key < ?2 || '0'"
_DROP_NOTICES = Statement(f"DELETE FROM jobs WHERE {_ABOUT} AND kind IN ('notice', 'told')")
_WAITS = "kind = 'notice' AND player = ?1 AND key >= ?2 || ' ' AND key < ?2 || '!'"
_SETTLE_NOTICE = Statement(
    f"""
    UPDATE jobs SET kind = 'told', since = ?3, due = {NEVER}, claimed_by = NULL, claimed_until = 0
    WHERE {_WAITS}
    """
)
_DROP_SEEN_NOTICE = Statement(f"DELETE FROM jobs WHERE {_ABOUT} AND kind = 'notice' AND since < ?3")

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
_DROP_OLD_CLAIMS = Statement(
    f"DELETE FROM jobs WHERE due = {NEVER} AND kind = 'alone' AND claimed_until <= ?1"
)
_DROP_OLD_REMARKS = Statement("DELETE FROM remarks WHERE until <= ?1")
_DROP_OLD_SEEKS = Statement("DELETE FROM seeks WHERE until <= ?1")
_DROP_OLD_NOTICES = Statement(f"DELETE FROM jobs WHERE due = {NEVER} AND kind = 'told' AND since <= ?1")


class Jobs(Part):
    """The part of the store that knows the time, and what is to be done when.

    Deadlines and notices are set by changes of matches.
    """

    async def deadlines_of(self, matches: Sequence[MatchId]) -> tuple[Deadline, ...]:
        """The deadlines of these matches, by match, kind and seat."""
        return tuple(map(to_deadline, await self._rows(_OF_MATCHES, listed(matches))))

    async def count_deadlines_due(self, at: int) -> int:
        """How many are due at this time or were before; robots may have to queue, and do not count."""
        return await self._number(_COUNT_DUE, at)

    async def last_beat(self) -> int | None:
        """When the bot was last known to be at work, in seconds since 1970; None: never."""
        row = await self._one(_LAST_BEAT)
        return row["at"] if row else None

    async def last_heard(self) -> Mapping[str, int]:
        """When any process that said so heard a platform last, by platform."""
        return {row["platform"]: row["at"] for row in await self._rows(_LAST_HEARD)}

    async def beat(
        self, at: int, *, credit: bool = False, silent: Collection[str] = (), heard: Collection[str] = ()
    ) -> None:
        """Note that the bot is at work, and forget what has become too old: a few of the presses at a time.

        Args:
            at: now, in seconds since 1970.
            credit: it was not since the last beat: in the same transaction every deadline that was not due
                by then moves by the length of that, or of what has passed since it began to run; so do
                rounds of tournaments.
            silent: platforms that could not be heard since the last beat: the same for the deadlines of
                those who can be reached on no other.
            heard: platforms that this process hears now.
        """
        last = await self.last_beat()
        credited: list[Line] = []
        if last is not None and (credit or silent):
            credited += [(_LOCK_BEAT, ()), (_CREDIT, (at, "[]" if credit else listed(silent)))]
        if last is not None and credit and at > last:
            credited += [(_RETELL, (at, "[]", at - last)), (DELAY, (at - last,))]
        if credited:
            credited.append((_COUNT_CREDIT, (at,)))
        await self._write(
            *credited,
            (_PUT_BEAT, (at,)),
            *((_PUT_HEARD, (platform, at)) for platform in sorted(heard)),
            *_drop_old(at),
        )
        await self._drop_more_presses(at - PRESSES_KEPT)

    async def retell(self, at: int, moved: int, silent: Collection[str]) -> None:
        """Have boards tell the time anew where it has moved far.

        Args:
            at: now, in seconds since 1970.
            moved: by how many seconds deadlines have moved.
            silent: whose: of those who can be reached on none but these platforms.
        """
        await self._write((_RETELL, (at, listed(silent), moved)))

    async def _drop_more_presses(self, before: int) -> None:
        for _ in range(MOST_TIMES - 1):
            if not await self._rows(_OLD_PRESS, before):
                return
            await self._write((_DROP_OLD_PRESSES, (before, MOST_PRESSES)))

    # Notices: they come with changes of matches, each in place of the last

    async def claimed_notices(self, job: Job) -> tuple[OwedNotice, ...]:
        """All that its player is to be told and that was claimed together with it, in a lasting order."""
        rows = await self._rows(_CLAIMED_NOTICES, job.claim, job.player)
        return tuple(notice_of(to_job(row)) for row in rows)

    async def told_times(self, player: PlayerId, after: int) -> tuple[int, ...]:
        """When a player was told of matches later than this, in order; each match counts once."""
        return tuple(row["since"] for row in await self._rows(_TOLD_TIMES, player, after))

    async def put_notices(self, notices: Sequence[OwedNotice]) -> None:
        """Keep them, in place of what is known of the same matches and players."""
        await self._write(*notices_to_put(notices))

    async def settle_notices(self, notices: Sequence[OwedNotice], at: int) -> None:
        """Those of these that still were to be told were told at this time."""
        await self._write(
            *(
                (_SETTLE_NOTICE, (one.notice.player, f"{one.match}/{one.notice.question}", at))
                for one in notices
            )
        )

    async def drop_seen_notice(self, player: PlayerId, match: MatchId, at: int) -> None:
        """A player has looked at a match: what happened before need not be told any more."""
        await self._write((_DROP_SEEN_NOTICE, (player, match, at)))

    # Bots

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
        (DROP_STALE_VALUES, (at - SHARED_KEPT,)),
        (_DROP_OLD_REMARKS, (at,)),
        (_DROP_OLD_SEEKS, (at,)),
        (_DROP_OLD_NOTICES, (at - NOTICES_KEPT,)),
    ]


def deadlines_to_put(row: MatchRow, deadlines: Sequence[Deadline] | None) -> list[Line]:
    """How the deadlines of a match are replaced; None: they stay as they are."""
    if deadlines is None:
        return []
    nobody = PlayerId("")
    jobs = [job_of(one, nobody if one.seat is None else row.players[one.seat]) for one in deadlines]
    return [(_DROP_OTHERS, (row.match, listed(f"{job.kind} {job.key}" for job in jobs))), *to_put(jobs)]


def to_deadline(row: Record) -> Deadline:
    """A row as a deadline."""
    return deadline_of(to_job(row))


def notices_to_put(notices: Sequence[OwedNotice]) -> list[Line]:
    """How notices are kept, each in place of what is known of the same match and player."""
    return [
        *((_DROP_NOTICES, (one.notice.player, one.match)) for one in notices),
        *to_put(map(job_of_notice, notices)),
    ]
