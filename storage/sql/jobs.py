"""The job queue, including deadlines and notices, and the heartbeat that credits downtime.

A job is stored in the transaction that makes it necessary, and deleted when it is done. Putting a job again
under the same key reschedules it; if it is being done at that moment, it is done once more afterwards.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from operator import attrgetter
from typing import get_args

from games.events import MatchId, PlayerId
from storage.errors import VersionConflict
from storage.jobs import NEVER, NOTICES_KEPT, Claim, Job, JobKind, Kind
from storage.matches import PRESSES_KEPT
from storage.people import AWAITED_KEPT, SHARED_KEPT, awaited_id
from storage.sentences import ODD_KEPT
from storage.sql.database import Line, Lines, Part, Row, Statement, listed, reader
from storage.sql.table import Table, present

# Keys about a match begin with its id and a blank, those of deadlines with its id and a `/`, so that they are
# one range. `since`: when the deadline began.
JOBS = Table(
    "jobs",
    """
        *key text, *kind text, due integer, since integer, platform text, player text, tries integer,
        claimed_by text?, claimed_until integer
    """,
    indexes="""
        (due); (claimed_by) WHERE claimed_by IS NOT NULL; (player); (platform, due) WHERE kind = 'board'
    """,
)
# `credited`: total seconds credited to deadlines.
HEARTBEAT = Table("heartbeat", "*id integer, at integer, credited integer")
HEARTBEATS = Table("heartbeats", "*platform text, at integer")
BOTS = Table("bots", "*platform text, bot text")
TABLES = (JOBS, HEARTBEAT, HEARTBEATS, BOTS)

LAST_BEAT = "coalesce((SELECT at FROM heartbeat WHERE id = 1), 0)"
"""The time of the last heartbeat, which is the present time to within some seconds."""

MOST_PRESSES = 2000  # deleted per statement, in some 10 ms
FAR = 10  # a board is redrawn if its deadline moves by more than 1 / FAR of the time left
MOST_TIMES = 30  # deletions per beat, with other writes in between: a thousand presses a second

COLUMNS = "key, kind, due, since, platform, player, tries, claimed_until"
PUT_ANEW = JOBS.replace("claimed_by", "claimed_until", tries="0")
"""Reschedule an existing job. A running claim is kept, and the job counts as untried afterwards."""
DEADLINES = ", ".join(f"'{kind}'" for kind in get_args(Kind))
# The deadlines that count against people: their time, and how long a match was left untouched.
TIMED = ", ".join(f"'{kind}'" for kind in get_args(Kind) if kind != "robot")
_HELD_BACK = f"{TIMED}, 'notice'"  # not claimed beyond `timed`

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
# MATERIALIZED: otherwise PostgreSQL may evaluate the subquery more than once and claim other jobs.
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
_END = Statement(f"{_DROP_DONE.sql} RETURNING 1", VersionConflict)
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


def put_for_rows(rows: str, kind: JobKind, key: str, due: str, platform: str) -> Statement:
    """Put a job for each of these rows, a `FROM` clause and its conditions; the rest are expressions."""
    return Statement(
        f"""
        INSERT INTO jobs ({COLUMNS}) SELECT DISTINCT {key}, '{kind}', {due}, 0, {platform}, '', 0, 0
        FROM {rows} {PUT_ANEW}
        """
    )


# Jobs that follow from chat settings. Parameters: the match and the time.


def _put_for_places(kind: JobKind, wanted: str) -> Statement:
    rows = f"""
        boards JOIN chat_settings AS chosen
            ON chosen.platform = boards.platform
            AND chosen.place = substr(boards.chat, 1, instr(boards.chat || '/', '/') - 1)
        WHERE boards.match = ?1 AND boards.private = 0 AND {wanted}
    """
    key = "boards.match || ' ' || chosen.platform || ':' || chosen.place"
    return put_for_rows(rows, kind, key, "CAST(?2 AS BIGINT)", "chosen.platform")


_NOT_SHOWN_THERE = """
    chosen.results <> '' AND NOT EXISTS (
        SELECT 1 FROM boards AS there
        WHERE there.match = ?1 AND there.platform = chosen.platform AND there.chat = chosen.results
    )
"""
TELL_RESULT = _put_for_places("result", _NOT_SHOWN_THERE)
"""At the end of a match. A board in the results chat itself already shows the result."""
OPEN_THREAD = _put_for_places("thread", "chosen.threads = 1")
"""When a challenge is accepted, after its boards are stored."""

# Deadlines: jobs whose key is the match, a `/`, and the seat if the deadline has one.

_OF_MATCH = f"key >= {{match}} || '/' AND key < {{match}} || '0' AND kind IN ({DEADLINES})"  # '0' follows '/'
DEADLINES_OF_MATCH = f"SELECT {_READ} FROM jobs WHERE {_OF_MATCH.format(match='?1')} ORDER BY kind, key"
TIME_IS_UP = f"""
    SELECT min(jobs.due + 0) FROM jobs
    WHERE {_OF_MATCH.format(match="theirs.match")} AND kind IN ('time', 'expiry')
"""
"""The earliest deadline shown on boards, for each match of `theirs`.

`+ 0`: for a bare `min(due)`, PostgreSQL would scan the index on `due` from its start.
"""
# Failed jobs are retried within a minute or two.
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

# Heartbeat and downtime credit

_OLD_PRESS = "SELECT press FROM presses WHERE counted < ?1 ORDER BY counted LIMIT 1"
_LAST_BEAT = "SELECT at FROM heartbeat WHERE id = 1"
_LAST_HEARD = "SELECT platform, at FROM heartbeats WHERE platform >= ''"  # all of them, by the key
# Serializes processes that credit the same downtime: the second one finds it credited already.
_LOCK_BEAT = Statement("UPDATE heartbeat SET at = at WHERE id = 1")
TRY_OUT: Lines = [(_LOCK_BEAT, ())]
"""A minimal write, to test whether the database can be written."""
# The deadlines of all players (`[]`), or of those who can be reached on these platforms only.
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
"""Total seconds ever credited to deadlines."""
SAME_CREDIT = Statement(f"SELECT 1 WHERE ?1 = ({CREDITED})", VersionConflict)
"""Guard: no time has been credited since this change was decided."""
# The most urgent matches first, all within a minute.
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

# Notices: jobs whose key is the match, a `/`, the question, a blank and the player. A notice that was sent
# is kept for a while as a job of kind `told`, which is never due.

_NOTICE_TIMES = "SELECT since FROM jobs WHERE player = ?1 AND kind = 'told' AND since > ?2 ORDER BY since"
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

# Expired rows

# Awaited accounts whose player has arrived, or that no open challenge names any more.
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
    (Statement(f"DELETE FROM jobs WHERE due = {NEVER} AND kind = 'alone' AND claimed_until <= ?1"), 0),
    (Statement(f"DELETE FROM jobs WHERE due = {NEVER} AND kind = 'told' AND since <= ?1"), NOTICES_KEPT),
    (Statement("DELETE FROM shared_values WHERE changed <= ?1"), SHARED_KEPT),
    (Statement("DELETE FROM odd_sentences WHERE day <= ?1"), ODD_KEPT),
    (Statement("DELETE FROM remarks WHERE until <= ?1"), 0),
    (Statement("DELETE FROM seeks WHERE until <= ?1"), 0),
)
"""Each with the retention time in seconds."""


class Jobs(Part):
    """The job queue, deadlines, notices and the heartbeat."""

    async def put(self, *jobs: Job) -> None:
        await self._write(*to_put(jobs))

    async def next_due(
        self, claim: Claim, *, busy: Collection[str] = (), without: Collection[JobKind] = ()
    ) -> int | None:
        """When the next job that this claim could take is due; arguments as of `claim`."""
        row = await self._one(_NEXT, *_free(claim, busy, without))
        return row["due"] if row else None

    async def claim(
        self,
        claim: Claim,
        *,
        most: int,
        busy: Collection[str] = (),
        without: Collection[JobKind] = (),
        timed: int = 0,
    ) -> tuple[Job, ...]:
        """Claim due jobs and return them, the longest due first.

        Args:
            claim: of the platforms that it serves; its name is new.
            most: the largest number of jobs.
            busy: lanes of which no job is taken.
            without: kinds of which none is taken.
            timed: until when players could be reached: no later deadlines and notices.
        """
        free = _free(claim, busy, without)
        await self._write((_CLAIM, (*free, claim.by, claim.until, claim.now, most, timed)))
        return tuple(to_job(row, claim=claim.by) for row in await self._rows(_CLAIMED, claim.by))

    async def keep(self, jobs: Iterable[Job], until: int) -> None:
        """Renew the claims of jobs that are still held."""
        ordered = sorted(jobs, key=lambda job: (job.key, job.kind))
        await self._write(*((_KEEP, (job.key, job.kind, job.claim, until)) for job in ordered))

    async def done(self, job: Job) -> None:
        """Delete a finished job if its claim holds; if it was put again meanwhile, release it instead."""
        await self._write(*done(job.key, job.kind, job.claim))

    async def drop(self, job: Job) -> None:
        """Delete a job, whoever has claimed it."""
        await self._write(*to_drop(job))

    async def is_held(self, job: Job) -> bool:
        return bool(await self._rows(_HELD, job.key, job.kind, job.claim))

    async def hold(self, name: str, claim: Claim) -> bool:
        """Claim or renew work that only one process does; False if another process holds it."""
        await self._write((_HOLD, (name, claim.by, claim.until, claim.now)))
        return await self.is_held(Job("alone", name, NEVER, claim=claim.by))

    async def waits(self, key: str, kind: JobKind, now: int) -> bool:
        """Whether a job is due and has not been deleted as done."""
        return bool(await self._rows(_WAITS, key, kind, now))

    async def hasten_boards(self, platform: str, now: int) -> None:
        """Make the postponed board jobs of a platform due now."""
        await self._write((_HASTEN, (platform, now)))

    async def leave(self, process: str) -> None:
        """Release all claims of a process, whose names begin with `process`, which ends in a `:`."""
        await self._write((_LEAVE, (process, process[:-1] + ";")))

    async def put_off(self, job: Job, due: int, *, tries: int) -> None:
        """Release a job and postpone it; if it was put again meanwhile, it keeps its new time.

        Args:
            job: as it was claimed; nothing happens if that claim no longer holds.
            due: the new due time, in seconds since 1970.
            tries: the number of tries to record.
        """
        await self._write((_PUT_OFF, (job.key, job.kind, job.claim, due, tries)))

    # Deadlines are set by changes of matches.

    async def count_deadlines_due(self, at: int) -> int:
        """The number of overdue deadlines; robots may have to queue and do not count."""
        return await self._number(_COUNT_DUE, at)

    async def last_beat(self) -> int | None:
        """The time of the last heartbeat, in seconds since 1970; None before the first."""
        row = await self._one(_LAST_BEAT)
        return row["at"] if row else None

    async def last_heard(self) -> Mapping[str, int]:
        return {row["platform"]: row["at"] for row in await self._rows(_LAST_HEARD)}

    async def beat(
        self, at: int, *, credit: bool = False, silent: Collection[str] = (), heard: Collection[str] = ()
    ) -> None:
        """Store a heartbeat and delete expired rows, old presses in batches.

        Args:
            credit: the bot was down since the last beat. In the same transaction, every deadline that was
                not due by then moves by the downtime, or by the time since it began if that is shorter.
                Running tournament rounds move by the downtime.
            silent: platforms that were unreachable since the last beat. The deadlines of players who can
                be reached on no other platform move likewise.
            heard: platforms that this process is connected to.
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
        """Queue a redraw of boards whose displayed deadline has moved far.

        Args:
            silent: only deadlines of players who can be reached on these platforms alone have moved.
        """
        await self._write((_RETELL, (at, listed(silent), moved)))

    async def _drop_more_presses(self, before: int) -> None:
        for _ in range(MOST_TIMES - 1):
            if not await self._rows(_OLD_PRESS, before):
                return
            await self._write((_DROP_OLD_PRESSES, (before, MOST_PRESSES)))

    # Notices are stored with changes of matches; each replaces the last one.

    async def take_notices(self, job: Job, now: int, until: int) -> tuple[Job, ...]:
        """All due notices of the job's player, in a stable order; claims of others on them are taken over."""
        mine = (job.key, job.kind, job.claim)
        await self._write((_TAKE_NOTICES, (*mine, until, job.player, now)))
        return await self._all(to_job, _CLAIMED_NOTICES, job.claim, job.player)

    async def notice_times(self, player: PlayerId, after: int) -> tuple[int, ...]:
        """The times after `after` at which a player was notified, in order; one for each match."""
        return tuple(row["since"] for row in await self._rows(_NOTICE_TIMES, player, after))

    async def settle_notices(self, notices: Sequence[Job], at: int) -> None:
        """They were sent."""
        await self._write(*((_SETTLE_NOTICE, (one.player, one.about, at)) for one in notices))

    async def drop_seen_notice(self, player: PlayerId, match: MatchId, at: int) -> None:
        """Drop pending notices of earlier events: the player has looked at the match."""
        await self._write((_DROP_SEEN_NOTICE, (player, match, at)))

    # Bots

    async def bots(self) -> Mapping[str, str]:
        return {row["platform"]: row["bot"] for row in await self._rows(_BOTS)}

    async def put_bot(self, platform: str, bot: str) -> None:
        await self._write(BOTS.put(platform=platform, bot=bot))


to_job = reader(Job, "claim")


def to_put(jobs: Iterable[Job]) -> Iterator[Line]:
    """Store jobs; a notice replaces the player's earlier one of the match."""
    # Sorted: an order that all processes share avoids deadlocks.
    ordered = sorted(jobs, key=attrgetter("key", "kind"))
    for job in ordered:
        if job.kind in ("notice", "told"):
            yield _DROP_NOTICES, (job.player, job.match)
    for job in ordered:
        yield _PUT, (job.key, job.kind, job.due, job.since, job.platform, job.player)


def to_drop(job: Job) -> Lines:
    return [JOBS.drop(job.key, job.kind)]


def done(key: str, kind: JobKind, claim: str) -> Lines:
    """The statements that delete a job held by this claim, or release it if it was put again meanwhile."""
    return [(_DROP_DONE, (key, kind, claim)), (_RELEASE, (key, kind, claim))]


def ended(key: str, kind: JobKind, claim: str) -> Line:
    """The statement that deletes a job held by this claim; refused if it was put again meanwhile."""
    return _END, (key, kind, claim)


def _free(claim: Claim, busy: Collection[str], without: Collection[JobKind]) -> Row:
    process = claim.process if claim.alone else ""
    return (claim.now, listed(claim.served), listed(busy), process, listed(without))


def deadlines_to_put(match: MatchId, deadlines: Sequence[Job]) -> Iterator[Line]:
    """Store all deadlines that a match has from now on."""
    yield _DROP_OTHERS, (match, listed(f"{one.kind} {one.key}" for one in deadlines))
    yield from to_put(deadlines)
