"""What the bot has to do, and when: the queue of work, with deadlines and notices, and the time that counts.

A job is written with the change that makes the work, and deleted when it is done. What is put once more
under the same key is the same job, with a new time: if it is just being done, it is done again afterwards.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import get_args

from games.events import MatchId, PlayerId
from storage.boards import Lease
from storage.errors import VersionConflict
from storage.jobs import (
    NEVER,
    NOTICES_KEPT,
    Deadline,
    Free,
    Job,
    JobKind,
    Kind,
    OwedNotice,
    deadline_of,
    job_of,
    job_of_notice,
    notice_of,
)
from storage.matches import PRESSES_KEPT, MatchRow
from storage.people import AWAITED_KEPT, SHARED_KEPT, WRONG_CODES_KEPT, awaited_id
from storage.sql.database import Lines, Record, Row, Statement, listed, reader
from storage.sql.part import Part
from storage.sql.schema import BOTS, HEARTBEAT, HEARTBEATS, JOBS, present

MOST_PRESSES = 2000  # forgotten at a time, in some 10 ms
FAR = 10  # a deadline that moves by more than one of so many parts of what is left has moved far
MOST_TIMES = 30  # at each beat, with others in between: a thousand a second, whatever has piled up

COLUMNS = "key, kind, due, since, platform, player, tries, claimed_until"
PUT_ANEW = JOBS.replace("claimed_by", "claimed_until", tries="0")
"""Who is at it keeps the job, and finds it untried afterwards."""
DEADLINES = ", ".join(f"'{kind}'" for kind in get_args(Kind))
TIMED = ", ".join(f"'{kind}'" for kind in get_args(Kind) if kind != "robot")
"""What is held against people: their time, and how long nobody has touched a match."""
_HELD_BACK = f"{TIMED}, 'notice'"  # while nobody is heard

_READ = "kind, key, due, since, platform, player, tries"
_LANE = "substr(key, instr(key, ' ') + 1)"
_FREE = f"""
    (claimed_until <= ?1 OR ?4 <> '' AND substr(claimed_by, 1, length(?4)) <> ?4)
    AND platform IN (SELECT value FROM json_each(?2))
    AND {_LANE} NOT IN (SELECT value FROM json_each(?3)) AND kind NOT IN (SELECT value FROM json_each(?5))
"""
_NEXT = f"SELECT due FROM jobs WHERE due >= 0 AND {_FREE} ORDER BY due LIMIT 1"
_CLAIMED = f"SELECT {_READ} FROM jobs WHERE claimed_by = ?1 ORDER BY due, key, kind"

_PUT = Statement(f"{JOBS.insert('player', tries='0', claimed_by='NULL', claimed_until='0')} {PUT_ANEW}")
# MATERIALIZED: PostgreSQL would otherwise be free to look for them more than once, and claim others.
_CLAIM = Statement(
    f"""
    WITH picked AS MATERIALIZED (
        SELECT key, kind FROM jobs WHERE due <= ?8 AND {_FREE} AND (due <= ?10 OR kind NOT IN ({_HELD_BACK}))
        ORDER BY due, key, kind LIMIT ?9 /* SKIP LOCKED */
    )
    UPDATE jobs SET claimed_by = ?6, claimed_until = ?7, tries = tries + 1
    WHERE (key, kind) IN (SELECT key, kind FROM picked)
    """
)
_MINE = "key = ?1 AND kind = ?2 AND claimed_by = ?3"
_KEEP = Statement(f"UPDATE jobs SET claimed_until = ?4 WHERE {_MINE}")
_DROP_DONE = Statement(f"DELETE FROM jobs WHERE {_MINE} AND tries > 0")
_PUT_OFF = Statement(
    f"""
    UPDATE jobs SET
        due = CASE WHEN tries > 0 THEN ?4 ELSE due END,
        tries = CASE WHEN tries > 0 THEN ?5 ELSE 0 END,
        claimed_by = NULL,
        claimed_until = 0
    WHERE {_MINE}
    """
)
_RELEASE = Statement(f"UPDATE jobs SET claimed_by = NULL, claimed_until = 0 WHERE {_MINE}")
_HOLD = Statement(
    f"""
    INSERT INTO jobs ({COLUMNS}, claimed_by) VALUES (?1, 'alone', {NEVER}, 0, '', '', 1, ?3, ?2)
    ON CONFLICT (key, kind) DO UPDATE
    SET claimed_by = excluded.claimed_by, claimed_until = excluded.claimed_until
    WHERE jobs.claimed_by = excluded.claimed_by OR jobs.claimed_until <= ?4
    """
)
_HELD = f"SELECT key FROM jobs WHERE {_MINE}"
_WAITS = "SELECT key FROM jobs WHERE key = ?1 AND kind = ?2 AND due <= ?3"
_HASTEN = Statement(
    "UPDATE jobs SET due = ?2 WHERE platform = ?1 AND kind = 'board' AND due > ?2 AND claimed_until <= ?2"
)
_LEAVE = Statement(
    "UPDATE jobs SET claimed_by = NULL, claimed_until = 0 WHERE claimed_by >= ?1 AND claimed_by < ?2"
)

# What changes make of chat settings: each of these takes a match and the time.

_FOR_PLACES = f"""
    INSERT INTO jobs ({COLUMNS})
    SELECT DISTINCT boards.match || ' ' || chosen.platform || ':' || chosen.place, '{{kind}}',
        CAST(?2 AS BIGINT), 0, chosen.platform, '', 0, 0
    FROM boards JOIN chat_settings AS chosen
        ON chosen.platform = boards.platform
        AND chosen.place = substr(boards.chat, 1, instr(boards.chat || '/', '/') - 1)
    WHERE boards.match = ?1 AND boards.private = 0 AND {{wanted}}
"""
_NOT_SHOWN_THERE = """
    chosen.results <> '' AND NOT EXISTS (
        SELECT 1 FROM boards AS there
        WHERE there.match = ?1 AND there.platform = chosen.platform AND there.chat = chosen.results
    )
"""
TELL_RESULT = Statement(f"{_FOR_PLACES.format(kind='result', wanted=_NOT_SHOWN_THERE)} {PUT_ANEW}")
"""With the end of a match; a board that stands in the chosen chat itself shows the result already."""
OPEN_THREAD = Statement(f"{_FOR_PLACES.format(kind='thread', wanted='chosen.threads = 1')} {PUT_ANEW}")
"""With the acceptance of a challenge, after its boards."""

# Deadlines: jobs whose key is the match, a `/`, and the seat, where it is about one.

_OF_MATCH = f"key >= {{match}} || '/' AND key < {{match}} || '0' AND kind IN ({DEADLINES})"  # '0' follows '/'
DEADLINES_OF_MATCH = f"SELECT {_READ} FROM jobs WHERE {_OF_MATCH.format(match='?1')} ORDER BY kind, key"
_OF_MATCHES = f"""
    SELECT {_READ} FROM (SELECT value AS match FROM json_each(?1)) AS theirs CROSS JOIN jobs
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
TRY_OUT: Lines = [(_LOCK_BEAT, ())]
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
_DELAY_ROUNDS = Statement(
    "UPDATE tournaments SET ends = ends + ?1, changes = changes + 1 WHERE stage = 'running'"
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
_PUT_BEAT = Statement(f"{HEARTBEAT.insert(id='1', credited='0')} {HEARTBEAT.replace('credited')}")
_LATER = "CASE WHEN heartbeats.at < excluded.at THEN excluded.at ELSE heartbeats.at END"
_PUT_HEARD = Statement(f"{HEARTBEATS.insert()} {HEARTBEATS.replace(at=_LATER)}")

# Notices: jobs whose key is the match, a `/`, the question, a blank and the player. One that was told is kept
# for a while in its place, never due.

_TOLD_TIMES = "SELECT since FROM jobs WHERE player = ?1 AND kind = 'told' AND since > ?2 ORDER BY since"
_CLAIMED_NOTICES = f"""
    SELECT {_READ} FROM jobs WHERE claimed_by = ?1 AND player = ?2 AND kind = 'notice' ORDER BY since, key
"""
_TAKE_NOTICES = Statement(
    f"""
    UPDATE jobs SET claimed_by = ?3, claimed_until = ?4, tries = 1
    WHERE player = ?5 AND kind = 'notice' AND due <= ?6 AND EXISTS (SELECT 1 FROM jobs WHERE {_MINE})
    """
)
_ABOUT = f"player = {present('?1')} AND key >= ?2 || '/' AND key < ?2 || '0'"
_DROP_NOTICES = Statement(f"DELETE FROM jobs WHERE {_ABOUT} AND kind IN ('notice', 'told')")
_SETTLE_NOTICE = Statement(
    f"""
    UPDATE jobs SET kind = 'told', since = ?3, due = {NEVER}, claimed_by = NULL, claimed_until = 0
    WHERE kind = 'notice' AND player = ?1 AND key >= ?2 || ' ' AND key < ?2 || '!'
    """
)
_DROP_SEEN_NOTICE = Statement(f"DELETE FROM jobs WHERE {_ABOUT} AND kind = 'notice' AND since < ?3")

_BOTS = "SELECT platform, bot FROM bots WHERE platform >= ''"  # all of them, by the key
_PUT_BOT = Statement(BOTS.put)

# What has become too old

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
_DROP_OLD: Sequence[tuple[Statement, int]] = (
    (Statement("DELETE FROM forgotten_accounts WHERE until <= ?1"), 0),
    (Statement("DELETE FROM wrong_codes WHERE since <= ?1"), WRONG_CODES_KEPT),
    (Statement(f"DELETE FROM jobs WHERE due = {NEVER} AND kind = 'alone' AND claimed_until <= ?1"), 0),
    (Statement(f"DELETE FROM jobs WHERE due = {NEVER} AND kind = 'told' AND since <= ?1"), NOTICES_KEPT),
    (Statement("DELETE FROM shared_values WHERE changed <= ?1"), SHARED_KEPT),
    (Statement("DELETE FROM remarks WHERE until <= ?1"), 0),
    (Statement("DELETE FROM seeks WHERE until <= ?1"), 0),
)
"""With the seconds for which it is kept."""


class Jobs(Part):
    """The part of the store that knows what is to be done and when."""

    async def put(self, *jobs: Job) -> None:
        """Have these done; one that waits already is the same, with a new time."""
        await self._write(*to_put(jobs))

    async def next_due(self, free: Free) -> int | None:
        """When the first of these jobs is due, or was."""
        row = await self._one(_NEXT, *_of(free))
        return row["due"] if row else None

    async def claim(self, free: Free, lease: Lease, *, most: int) -> tuple[Job, ...]:
        """Claim some of these jobs that are due, and give them, the longest due first.

        Args:
            free: which.
            lease: in a name that no other claim has.
            most: so many at most.
        """
        await self._write((_CLAIM, (*_of(free), lease.by, lease.until, lease.now, most, free.timed)))
        return tuple(to_job(row, claim=lease.by) for row in await self._rows(_CLAIMED, lease.by))

    async def keep(self, jobs: Iterable[Job], until: int) -> None:
        """Prolong the claims of jobs, where they still stand."""
        ordered = sorted(jobs, key=lambda job: (job.key, job.kind))
        await self._write(*((_KEEP, (job.key, job.kind, job.claim, until)) for job in ordered))

    async def done(self, job: Job) -> None:
        """Delete a job that is done, if it is still claimed so; one that was put anew is given back."""
        await self._write(*done([(job.key, job.kind, job.claim)]))

    async def is_held(self, job: Job) -> bool:
        """A job is still claimed as it was."""
        return bool(await self._rows(_HELD, job.key, job.kind, job.claim))

    async def hold(self, name: str, lease: Lease) -> bool:
        """Claim what one process alone does, or keep it; False: another one has it."""
        await self._write((_HOLD, (name, lease.by, lease.until, lease.now)))
        return await self.is_held(Job("alone", name, NEVER, claim=lease.by))

    async def waits(self, key: str, kind: JobKind, now: int) -> bool:
        """A job is due, or it is not stored yet that it is done."""
        return bool(await self._rows(_WAITS, key, kind, now))

    async def hasten_boards(self, platform: str, now: int) -> None:
        """What was put off is due now."""
        await self._write((_HASTEN, (platform, now)))

    async def leave(self, process: str) -> None:
        """Give back whatever a process has claimed, whose claims have names that begin so, with a `:`."""
        await self._write((_LEAVE, (process, process[:-1] + ";")))

    async def put_off(self, job: Job, due: int, *, tries: int) -> None:
        """Give a job back that is to be done later; one that was put anew meanwhile keeps its new time.

        Args:
            job: as it was claimed; nothing happens where it is not claimed so any more.
            due: when, in seconds since 1970.
            tries: how often it counts as tried.
        """
        await self._write((_PUT_OFF, (job.key, job.kind, job.claim, due, tries)))

    # Deadlines: they are set by changes of matches

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
        credited: Lines = []
        if last is not None and (credit or silent):
            credited += [(_LOCK_BEAT, ()), (_CREDIT, (at, "[]" if credit else listed(silent)))]
        if last is not None and credit and at > last:
            credited += [(_RETELL, (at, "[]", at - last)), (_DELAY_ROUNDS, (at - last,))]
        if credited:
            credited.append((_COUNT_CREDIT, (at,)))
        await self._write(
            *credited,
            (_PUT_BEAT, (at,)),
            *((_PUT_HEARD, (platform, at)) for platform in sorted(heard)),
            (_DROP_AWAITED, (awaited_id(at - AWAITED_KEPT, b""),)),
            (_DROP_OLD_PRESSES, (at - PRESSES_KEPT, MOST_PRESSES)),
            *((statement, (at - kept,)) for statement, kept in _DROP_OLD),
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

    async def take_notices(self, job: Job, now: int, until: int) -> tuple[OwedNotice, ...]:
        """All that its player is to be told by now, in a lasting order; it is claimed, whoever had it."""
        mine = (job.key, job.kind, job.claim)
        await self._write((_TAKE_NOTICES, (*mine, until, job.player, now)))
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


to_job = reader(Job, "claim")


def to_put(jobs: Iterable[Job]) -> Lines:
    """How jobs are put; in one order, as others write them, too."""
    ordered = sorted(jobs, key=lambda job: (job.key, job.kind))
    return [(_PUT, (job.key, job.kind, job.due, job.since, job.platform, job.player)) for job in ordered]


def done(jobs: Iterable[tuple[str, JobKind, str]]) -> Lines:
    """How jobs are deleted, by key, kind and claim; those that were put anew meanwhile are given back."""
    return [(statement, job) for job in sorted(jobs) for statement in (_DROP_DONE, _RELEASE)]


def _of(free: Free) -> Row:
    return (free.until, listed(free.served), listed(free.busy), free.alone, listed(free.without))


def deadlines_to_put(row: MatchRow, deadlines: Sequence[Deadline] | None) -> Lines:
    """How the deadlines of a match are replaced; None: they stay as they are."""
    if deadlines is None:
        return []
    nobody = PlayerId("")
    jobs = [job_of(one, nobody if one.seat is None else row.players[one.seat]) for one in deadlines]
    return [(_DROP_OTHERS, (row.match, listed(f"{job.kind} {job.key}" for job in jobs))), *to_put(jobs)]


def to_deadline(row: Record) -> Deadline:
    """A row as a deadline."""
    return deadline_of(to_job(row))


def notices_to_put(notices: Sequence[OwedNotice]) -> Lines:
    """How notices are kept, each in place of what is known of the same match and player."""
    return [
        *((_DROP_NOTICES, (one.notice.player, one.match)) for one in notices),
        *to_put(map(job_of_notice, notices)),
    ]
