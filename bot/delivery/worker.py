"""Runs stored jobs when they are due and the chat that they are for accepts them.

The jobs of one lane, mostly a chat (see `Job.lane`), run one after another; many lanes run at once, so that
a rate limit in one chat delays no other. A job is deleted when it is done. If the process dies before that,
another one runs the job again when the claim has expired, under the same nonce.
"""

from __future__ import annotations

import asyncio
import logging
import math
import secrets
from collections import Counter, deque
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import count

from bot.delivery.background import STORE_AWAY
from bot.delivery.heartbeat import LONGEST_WAIT, Heartbeat
from bot.interface import RetryLater
from games.events import ChallengeAccepted
from storage.boards import Lease
from storage.changes import Change
from storage.errors import StoreUnavailable
from storage.jobs import Claim, Free, Job, JobKind
from storage.sql.store import Store

log = logging.getLogger(__name__)

CLAIMED_FOR = 30  # seconds until the claim on a job expires, unless it is renewed with each look at the time
LEFT_FOR = 30  # seconds for which a lane is left to other processes if this one cannot do its job
LANES = 8  # chats of a platform that are served at once; jobs given to `begin` may exceed that
OVERSLEPT = 120  # seconds that a timer is late, after which the process counts as suspended
SLOW: tuple[JobKind, ...] = ("robot",)
"""Jobs that may take minutes: their lanes are counted separately."""
SHORTEST_WAIT = 1.0  # seconds until the next look, at least, unless woken before
FOREVER = 1 << 62
KEPT = -1
"""Returned by the function of a job that will report itself when the job is done; it stays claimed."""

Do = Callable[[Job], Awaitable[int | None]] | Callable[[Job], Awaitable[None]]
"""Does a job. Returns when it is due again in seconds since 1970, `KEPT`, or None if it is done.

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
    doing: Job | None = None
    task: asyncio.Task[None] | None = None


class JobIntake:
    """Passes urgent work to the worker: jobs claimed by this process, or the news that some may be due."""

    def __init__(self, store: Store, served: Callable[[], Collection[str]], clock: Callable[[], int]) -> None:
        self.store, self.served, self.clock = store, served, clock  # served: platforms, as of now
        self.called = asyncio.Event()
        """Set while something has arrived."""
        self.claimed: list[Job] = []
        self.may_be_due = False
        self.name, self._claims = f"{secrets.token_hex(8)}:", count()

    def wake(self) -> None:
        """Have the worker check for due jobs."""
        self.may_be_due = True
        self.called.set()

    def begin(self, jobs: Iterable[Job]) -> None:
        """Run jobs that this process has claimed, before all others in the same lanes."""
        self.claimed += jobs
        self.called.set()

    def claim(self) -> Claim:
        """A new claim for boards that this process is about to store and show."""
        now = self.clock()
        free = now if self.store.shared else FOREVER
        return Claim(self._next_name(), now, now + CLAIMED_FOR, free, self.served())

    def lease(self) -> Lease:
        """A new lease for due jobs."""
        now = self.clock()
        return Lease(self._next_name(), now, now + CLAIMED_FOR)

    def committed(self, change: Change) -> None:
        """Wake the worker if a stored change of a match has jobs that may be due."""
        begun = any(isinstance(event, ChallengeAccepted) for event in change.events)
        now = self.clock()
        if begun or change.result or change.jobs or any(one.due <= now for one in change.deadlines or ()):
            self.wake()

    async def leave(self) -> None:
        """Release all claims of this process, after the worker has stopped."""
        if self.store.shared:
            await self.store.jobs.leave(self.name)

    def _next_name(self) -> str:
        return f"{self.name}{next(self._claims)}"


class Worker:
    """Runs jobs: one task claims them, and each lane has a task that does them."""

    def __init__(self, intake: JobIntake, does: Mapping[JobKind, Do], heartbeat: Heartbeat) -> None:
        self._intake, self._does, self._heartbeat = intake, does, heartbeat
        self._store, self._jobs, self._clock = intake.store, intake.store.jobs, intake.clock
        self._task: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._idle = asyncio.Event()  # set while all that has arrived is claimed
        self._lanes: dict[str, Lane] = {}
        self._left: dict[str, int] = {}  # by lane, until when it is left to other processes
        self._failing: set[tuple[str, str]] = set()
        self._look = self._overslept = False
        self._timed = self._next_look = 0

    def start(self) -> None:
        if self._task is None:
            self._task = asyncio.create_task(self._run())

    def look(self) -> None:
        """Check the clock, then run due jobs."""
        self._look = True
        self._intake.wake()

    async def settled(self) -> None:
        """Wait until no job runs."""
        while self._task is not None and self.is_at_work:
            await asyncio.sleep(0)  # lets `_run` see what has arrived
            await self._idle.wait()
            await asyncio.gather(*self.tasks, return_exceptions=True)

    async def close(self) -> None:
        """Cancel all tasks; unfinished jobs stay in the store."""
        if self._timer is not None:
            self._timer.cancel()
        tasks = [*self.tasks, *([self._task] if self._task else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._task = None

    @property
    def is_at_work(self) -> bool:
        return self._intake.called.is_set() or not self._idle.is_set() or bool(self._lanes)

    @property
    def tasks(self) -> list[asyncio.Task[None]]:
        return [lane.task for lane in self._lanes.values() if lane.task]

    async def _run(self) -> None:
        intake = self._intake
        while True:
            self._idle.set()
            await intake.called.wait()
            self._idle.clear()
            intake.called.clear()
            claimed, intake.claimed = intake.claimed, []
            for job in reversed(claimed):
                self._enqueue(job, first=True)
            if intake.may_be_due:
                intake.may_be_due = False
                wait = await self._begin_due()
                if self._timer is not None:
                    self._timer.cancel()
                loop = asyncio.get_running_loop()
                self._timer = loop.call_later(wait, self._ring, self._clock() + wait)

    def _ring(self, expected: float) -> None:
        self._overslept |= self._clock() - expected > OVERSLEPT
        self.look()

    async def _begin_due(self) -> float:
        """Claim due jobs and start them. Returns the seconds until the next ones, at most."""
        try:
            if self._look:
                await self._look_at_time()
            now = self._clock()
            self._left = {lane: until for lane, until in self._left.items() if until > now}
            due = await self._jobs.next_due(self._free(now))
            while due is not None and due <= now:
                if not await self._begin_some(now):  # another process was faster, or time does not run
                    break
                due = await self._jobs.next_due(self._free(now))
            times = [self._next_look, *self._left.values(), *([] if due is None else [due])]
            return min(max(SHORTEST_WAIT, at - now) for at in times)
        except StoreUnavailable:
            log.exception("what is due cannot be read")
        except Exception:
            log.exception("what is due could not be begun")
        return STORE_AWAY

    async def _look_at_time(self) -> None:
        """Renew the claims on all jobs in the lanes, and see for whom time has passed."""
        if self._store.shared and self._lanes:
            lanes = self._lanes.values()
            jobs = [job for lane in lanes for job in (*lane.waiting, lane.doing) if job is not None]
            await self._jobs.keep(jobs, self._clock() + CLAIMED_FOR)
        if self._overslept:
            await self._heartbeat.come_back()
        self._timed = await self._heartbeat.look()
        self._next_look = self._clock() + self._heartbeat.wait
        self._look = self._overslept = False

    def _free(self, now: int) -> Free:
        """Which due jobs can be claimed now: none on platforms where `LANES` chats are being served."""
        served = [platform for platform, room in self._room().items() if room > 0]
        without = SLOW if sum(lane.slow for lane in self._lanes.values()) >= LANES else ()
        alone = "" if self._store.shared else self._intake.name
        return Free(now, served, [*self._lanes, *self._left], alone, without, self._timed)

    def _room(self) -> dict[str, int]:
        """The number of further chats that can be served, by platform."""
        chats = {lane.chat for lane in self._lanes.values() if not lane.slow}
        at_work = Counter(platform for platform, _ in chats)
        return {platform: LANES - at_work[platform] for platform in ("", *self._intake.served())}

    async def _begin_some(self, now: int) -> bool:
        most = min(room for room in self._room().values() if room > 0)
        jobs = await self._jobs.claim(self._free(now), self._intake.lease(), most=most)
        for job in jobs:
            self._enqueue(job)
        return bool(jobs)

    def _enqueue(self, job: Job, *, first: bool = False) -> None:
        lane = self._lanes.get(job.lane)
        if lane is None:
            chat = job.platform, job.where or job.lane
            lane = self._lanes[job.lane] = Lane(chat, job.kind in SLOW)
            lane.task = asyncio.create_task(self._work(job.lane, lane))
        for former in [one for one in lane.waiting if (one.kind, one.key) == (job.kind, job.key)]:
            lane.waiting.remove(former)
            job = replace(job, since=max(job.since, former.since))
        if first:
            lane.waiting.appendleft(job)
        else:
            lane.waiting.append(job)

    async def _work(self, name: str, lane: Lane) -> None:
        """Run the jobs of a lane in turn; if one has to wait, the ones after it are postponed as well."""
        try:
            while lane.waiting:
                lane.doing = lane.waiting.popleft()
                if (due := await self._try(lane.doing)) is not None:
                    while lane.waiting:
                        other = lane.waiting.popleft()
                        await self._jobs.put_off(other, due, tries=max(0, other.tries - 1))
        except Exception:  # jobs that may not be done are run again
            log.exception("what was done could not be stored")
            self._left[name] = self._clock() + LEFT_FOR
        finally:
            del self._lanes[name]
            self._intake.wake()

    async def _try(self, job: Job) -> int | None:
        """Do a job. Returns when its lane can go on, in seconds since 1970; None: now."""
        if self._store.shared and not await self._jobs.is_held(job):
            return None  # another process was faster, or this one was suspended
        about = job.kind, job.key
        try:
            following = await self._does[job.kind](job)
        except NotHere:
            self._left[job.lane] = self._clock() + LEFT_FOR
            await self._jobs.put_off(job, job.due, tries=0)
            return job.due
        except RetryLater as fault:
            wait = fault.after if fault.due else max(fault.after, _backoff(job))
            due = self._clock() + math.ceil(wait)
            await self._jobs.put_off(job, due, tries=job.tries)
            return due
        except Exception:
            if about not in self._failing:
                log.exception("%s of %s could not be done", job.kind, job.about)
            self._failing.add(about)
            await self._jobs.put_off(job, self._clock() + _backoff(job), tries=job.tries)
            return None
        self._failing.discard(about)
        if following is None:
            await self._jobs.done(job)
        elif following != KEPT:
            await self._jobs.put_off(job, following, tries=0)
        return None


def _backoff(job: Job) -> int:
    """Seconds until the next try: doubled each time, `LONGEST_WAIT` at most."""
    return min(int(LONGEST_WAIT), 1 << min(job.tries, 10))
