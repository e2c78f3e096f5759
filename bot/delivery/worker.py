"""Runs stored jobs when they are due and the chat that they are for accepts them.

The jobs of one lane, mostly a chat (see `Job.lane`), run one after another; many lanes run at once, so that
a rate limit in one chat delays no other. A job is deleted when it is done. If the process dies before that,
another one runs the job again when the claim has expired, under the same nonce.
"""

from __future__ import annotations

import asyncio
import logging
import math
from collections import Counter, deque
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field, replace

from bot.delivery.background import STORE_AWAY
from bot.delivery.claims import CLAIMED_FOR, STILL_CLAIMED, JobIntake
from bot.delivery.heartbeat import LONGEST_WAIT, Heartbeat
from bot.interface import RetryLater, cancel_tasks
from storage.errors import StoreUnavailable
from storage.jobs import Job, JobKind

log = logging.getLogger(__name__)

LEFT_FOR = 30  # seconds for which a lane is left to other processes if this one cannot do its job
LANES = 8  # chats of a platform that are served at once; jobs given to `begin` may exceed that
SUSPENDED_AFTER = 120  # seconds that a timer is late, after which the process counts as suspended
SLOW: tuple[JobKind, ...] = ("robot", "review")
"""Jobs that may take minutes: their lanes are counted separately."""
SHORTEST_WAIT = 1.0  # seconds until the next check, at least, unless woken before

JobFunction = Callable[[Job], Awaitable[int | None]] | Callable[[Job], Awaitable[None]]
"""Does a job. Returns when it is due again in seconds since 1970, `STILL_CLAIMED`, or None if it is done.

Raises:
    RetryLater, NotHere: it cannot be done now.
"""


class NotHere(Exception):
    """This process cannot do the job at present; another one may."""


@dataclass(eq=False, slots=True)
class Lane:
    """A queue of jobs that run one after another, for one chat or the boards of one match in a chat."""

    chat: tuple[str, str]
    """The platform and the chat; without a chat, the platform and the name of the lane."""
    slow: bool
    waiting: deque[Job] = field(default_factory=deque)
    running: Job | None = None
    task: asyncio.Task[None] | None = None

    def enqueue(self, job: Job, *, first: bool) -> None:
        """Add a job, in place of a waiting one with the same key."""
        for replaced in [other for other in self.waiting if (other.kind, other.key) == (job.kind, job.key)]:
            self.waiting.remove(replaced)
            job = replace(job, since=max(job.since, replaced.since))
        if first:
            self.waiting.appendleft(job)
        else:
            self.waiting.append(job)


class Worker:
    """Runs jobs: each lane has a task that does them, and a slow query for due ones delays no others."""

    def __init__(
        self, intake: JobIntake, functions: Mapping[JobKind, JobFunction], heartbeat: Heartbeat
    ) -> None:
        self._intake = intake
        self._functions = functions
        self._heartbeat = heartbeat
        self._store = intake.store
        self._jobs = intake.store.jobs
        self._clock = intake.clock
        self._tasks: list[asyncio.Task[None]] = []
        self._timer: asyncio.TimerHandle | None = None
        self._idle = asyncio.Event()  # set while it does not check for due jobs
        self._lanes: dict[str, Lane] = {}
        self._left_until: dict[str, int] = {}  # for lanes that are left to other processes
        self._failing: set[tuple[str, str]] = set()  # kinds and keys of jobs whose failure is logged
        self._beat_due = False  # before the next claim
        self._suspended = False  # whether the process was, since the last beat
        self._next_beat = 0
        self._timed = 0  # until when players could be reached

    def start(self) -> None:
        if not self._tasks:
            self._tasks = [asyncio.create_task(self._take_claimed()), asyncio.create_task(self._take_due())]

    def look(self) -> None:
        """Check the clock, then run due jobs."""
        self._beat_due = True
        self._intake.wake()

    async def settled(self) -> None:
        """Wait until no job runs."""
        while self._tasks and self.is_at_work:
            await asyncio.sleep(0)  # lets its tasks see what has arrived
            await self._idle.wait()
            await asyncio.gather(*self.tasks, return_exceptions=True)

    async def close(self) -> None:
        """Cancel all tasks; unfinished jobs stay in the store."""
        if self._timer is not None:
            self._timer.cancel()
        tasks, self._tasks = [*self.tasks, *self._tasks], []
        await cancel_tasks(*tasks)

    @property
    def is_claiming(self) -> bool:
        """Whether it takes jobs, or is about to."""
        arrived = self._intake.arrived.is_set() or self._intake.may_be_due.is_set()
        return arrived or not self._idle.is_set()

    @property
    def is_at_work(self) -> bool:
        return self.is_claiming or bool(self._lanes)

    @property
    def tasks(self) -> list[asyncio.Task[None]]:
        """The tasks of the lanes."""
        return [lane.task for lane in self._lanes.values() if lane.task]

    async def _take_claimed(self) -> None:
        intake = self._intake
        while await intake.arrived.wait():
            intake.arrived.clear()
            claimed, intake.claimed = intake.claimed, []
            for job in claimed:
                self._enqueue(job, first=True)

    async def _take_due(self) -> None:
        may_be_due = self._intake.may_be_due
        self._idle.set()
        while await may_be_due.wait():
            self._idle.clear()
            may_be_due.clear()
            self._set_timer(await self._check())
            self._idle.set()

    def _set_timer(self, wait: float) -> None:
        if self._timer is not None:
            self._timer.cancel()
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(wait, self._on_timer, self._clock() + wait)

    def _on_timer(self, expected: float) -> None:
        self._suspended |= self._clock() - expected > SUSPENDED_AFTER
        self.look()

    async def _check(self) -> float:
        """Run due jobs, after a beat if there is to be one. Returns the seconds until the next check."""
        try:
            if self._beat_due:
                await self._beat()
            now = self._clock()
            due = await self._run_due(now)
            times = [self._next_beat, *self._left_until.values(), *([] if due is None else [due])]
            # No later than the next beat, though the clock may have been set back meanwhile.
            return max(SHORTEST_WAIT, min(min(times) - now, self._heartbeat.wait))
        except StoreUnavailable:
            log.exception("what is due cannot be read")
        except Exception:
            log.exception("what is due could not be begun")
        return STORE_AWAY

    async def _beat(self) -> None:
        """Renew the claims on all jobs in the lanes, and see for whom time has passed."""
        if self._store.shared and self._lanes:
            lanes = self._lanes.values()
            jobs = [job for lane in lanes for job in (*lane.waiting, lane.running) if job is not None]
            await self._jobs.keep(jobs, self._clock() + CLAIMED_FOR)
        if self._suspended:
            await self._heartbeat.come_back()
        self._timed = await self._heartbeat.look()
        self._next_beat = self._clock() + self._heartbeat.wait
        self._beat_due = self._suspended = False

    async def _run_due(self, now: int) -> int | None:
        """Claim due jobs and start them. Returns when the next one is due; None if there is none."""
        self._left_until = {lane: until for lane, until in self._left_until.items() if until > now}
        while True:
            room = {platform: room for platform, room in self._room().items() if room > 0}
            claim = replace(self._intake.claim(), now=now, served=room.keys())
            busy = [*self._lanes, *self._left_until]
            without = SLOW if sum(lane.slow for lane in self._lanes.values()) >= LANES else ()
            due = await self._jobs.next_due(claim, busy=busy, without=without)
            if due is None or due > now:
                return due
            most = min(room.values())
            jobs = await self._jobs.claim(claim, most=most, busy=busy, without=without, timed=self._timed)
            if not jobs:  # another process was faster, or time does not run
                return due
            for job in jobs:
                self._enqueue(job)

    def _room(self) -> dict[str, int]:
        """The number of further chats that can be served, by platform."""
        chats = {lane.chat for lane in self._lanes.values() if not lane.slow}
        busy = Counter(platform for platform, _ in chats)
        return {platform: LANES - busy[platform] for platform in ("", *self._intake.served())}

    def _enqueue(self, job: Job, *, first: bool = False) -> None:
        """Put a job in its lane, which begins to run if it is new."""
        lane = self._lanes.get(job.lane)
        if lane is None:
            chat = job.platform, job.where or job.lane
            lane = self._lanes[job.lane] = Lane(chat, job.kind in SLOW)
            lane.task = asyncio.create_task(self._run_lane(job.lane, lane))
        lane.enqueue(job, first=first)

    async def _run_lane(self, name: str, lane: Lane) -> None:
        """Run the jobs of a lane in turn; if one has to wait, the ones after it are postponed as well."""
        try:
            while lane.waiting:
                lane.running = lane.waiting.popleft()
                if (due := await self._try(lane.running)) is not None:
                    while lane.waiting:
                        other = lane.waiting.popleft()
                        await self._jobs.put_off(other, due, tries=max(0, other.tries - 1))
        except Exception:  # jobs that may not be done are run again
            log.exception("what was done could not be stored")
            self._left_until[name] = self._clock() + LEFT_FOR
        finally:
            del self._lanes[name]
            self._intake.wake()

    async def _try(self, job: Job) -> int | None:
        """Do a job. Returns when its lane can go on, in seconds since 1970; None: now."""
        if self._store.shared and not await self._jobs.is_held(job):
            return None  # another process was faster, or this one was suspended
        kind_and_key = job.kind, job.key
        try:
            due_again = await self._functions[job.kind](job)
        except NotHere:
            self._left_until[job.lane] = self._clock() + LEFT_FOR
            await self._jobs.put_off(job, job.due, tries=0)
            return job.due
        except RetryLater as fault:
            if fault.due:  # in whole seconds, and rather early than late
                wait, tries = max(1, int(fault.after)), job.tries - 1
            else:
                wait, tries = math.ceil(max(fault.after, _backoff(job))), job.tries
            due = self._clock() + wait
            await self._jobs.put_off(job, due, tries=tries)
            return due
        except Exception:
            if kind_and_key not in self._failing:
                log.exception("%s of %s could not be done", job.kind, job.about)
            self._failing.add(kind_and_key)
            await self._jobs.put_off(job, self._clock() + _backoff(job), tries=job.tries)
            return None
        self._failing.discard(kind_and_key)
        if due_again is None:
            await self._jobs.done(job)
        elif due_again != STILL_CLAIMED:
            await self._jobs.put_off(job, due_again, tries=0)
        return None


def _backoff(job: Job) -> int:
    """Seconds until the next try: doubled each time, `LONGEST_WAIT` at most."""
    return min(int(LONGEST_WAIT), 1 << min(job.tries, 10))
