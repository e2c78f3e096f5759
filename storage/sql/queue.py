"""The queue of work: what is to be done, when, and which process does it.

A job is written with the change that makes the work, and deleted when it is done. What is put once more
under the same key is the same job, with a new time: if it is just being done, it is done again afterwards.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import get_args

from games.events import PlayerId
from storage.boards import Lease
from storage.jobs import NEVER, Free, Job, JobKind, Kind
from storage.sql.database import Record, Row, Statement, listed
from storage.sql.part import Part
from storage.sql.schema import present

Line = tuple[Statement, Row]

PUT_ANEW = """
    ON CONFLICT (key, kind) DO UPDATE
    SET due = excluded.due, since = excluded.since, platform = excluded.platform, player = excluded.player,
        tries = 0
"""
"""Who is at it keeps the job, and finds it untried afterwards."""
COLUMNS = "key, kind, due, since, platform, player, tries, claimed_until"

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

_PUT = Statement(
    f"INSERT INTO jobs ({COLUMNS}) VALUES (?1, ?2, ?3, ?4, ?5, {present('?6')}, 0, 0) {PUT_ANEW}"
)
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


class Queue(Part):
    """The part of the store that knows what is to be done."""

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
        return tuple(replace(to_job(row), claim=lease.by) for row in await self._rows(_CLAIMED, lease.by))

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


def to_put(jobs: Iterable[Job]) -> list[Line]:
    """How jobs are put; in one order, as others write them, too."""
    ordered = sorted(jobs, key=lambda job: (job.key, job.kind))
    return [(_PUT, (job.key, job.kind, job.due, job.since, job.platform, job.player)) for job in ordered]


def done(jobs: Iterable[tuple[str, JobKind, str]]) -> list[Line]:
    """How jobs are deleted, by key, kind and claim; those that were put anew meanwhile are given back."""
    return [(statement, job) for job in sorted(jobs) for statement in (_DROP_DONE, _RELEASE)]


def to_job(row: Record) -> Job:
    """A row as a job."""
    who = PlayerId(row["player"])
    return Job(row["kind"], row["key"], row["due"], row["platform"], who, row["tries"], row["since"])


def _of(free: Free) -> Row:
    return (free.until, listed(free.served), listed(free.busy), free.alone, listed(free.without))
