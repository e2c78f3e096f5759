"""Does what is due: whatever was stored as a job, as soon as the chat that it is for takes it.

For each chat (see `Job.lane`) one job is done after the other, and many chats are served at once: one that
makes a platform wait holds up no other. A job is deleted when it is done. If the process dies in between,
another one does it once more when the claim has run out, under the same nonce.

Other tasks in the background (`WokenTask`, `meanwhile`) and how all of them wait (`Timing`) stand here, too.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import Counter, deque
from collections.abc import (
    AsyncIterator,
    Awaitable,
    Callable,
    Collection,
    Coroutine,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
)
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from itertools import count, groupby
from math import ceil
from typing import TypeVar

from bot.delivery.heartbeat import LONGEST_WAIT, Heartbeat
from bot.interface import RetryLater
from games.events import ChallengeAccepted
from storage.boards import Lease
from storage.changes import Change
from storage.errors import StoreUnavailable
from storage.jobs import Claim, Free, Job, JobKind
from storage.sql.store import Store

log = logging.getLogger(__name__)

CLAIMED_FOR = 30  # seconds for which a process has a job, unless it claims it again
KEEPS_EVERY = 10.0  # seconds until it does so
LEFT_FOR = 30  # seconds for which it leaves to others what it cannot do itself
LANES = 8  # chats of a platform that are served at the same time, beside those where somebody waits
OVERSLEPT = 120  # seconds that a timer is late, in which the process stood still
SLOW: tuple[JobKind, ...] = ("robot",)
"""What may think for minutes: its lanes are counted apart."""
SHORTEST_WAIT = 1.0  # seconds between two looks at the clock that nothing else has asked for
STORE_AWAY = 2.0  # seconds until what the store did not take, or not tell, is tried again
LONGEST_RESPONSE = 120.0  # seconds until a response that nobody reported on counts as failed
FOREVER = 1 << 62
KEPT = -1
"""Given by what does a job: it says itself when the job is done, which stays claimed till then."""

T = TypeVar("T")

Do = Callable[[Job], Awaitable[int | None]] | Callable[[Job], Awaitable[None]]
"""Does a job; gives when it is due the next time, `KEPT`, or None: it is done."""


@dataclass(frozen=True, slots=True)
class Timing:
    """How to wait, and how long."""

    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    """Waits for so many seconds."""
    longest_response: float = LONGEST_RESPONSE
    """Seconds until a response that nobody reported on counts as failed."""
    elapsed: Callable[[], float] = time.monotonic
    """In seconds; never put back."""
    clock: Callable[[], int] = lambda: int(time.time())
    """In seconds since 1970."""


async def until_stored(do: Callable[[], Awaitable[T]], sleep: Callable[[float], Awaitable[None]]) -> T:
    """Have something stored that is known here alone, however long the store is away."""
    while True:
        try:
            return await do()
        except StoreUnavailable:
            log.exception("what has happened cannot be stored yet")
            await sleep(STORE_AWAY)


class WokenTask:
    """Work done when it is called for: in one task, and once more where it was called for meanwhile."""

    def __init__(self, work: Callable[[], Awaitable[None]]) -> None:
        self._work = work
        self._task: asyncio.Task[None] | None = None
        self._called = False

    @property
    def is_at_work(self) -> bool:
        """The work is being done."""
        return self._task is not None and not self._task.done()

    def wake(self) -> None:
        """There is something to do."""
        self._called = True
        if not self.is_at_work:
            self._task = asyncio.create_task(self._run())

    async def settled(self) -> None:
        """Wait until nothing is being done."""
        if self._task is not None:
            await asyncio.gather(self._task, return_exceptions=True)

    async def close(self) -> None:
        """Stop in the middle of the work."""
        if self._task is not None:
            self._task.cancel()
        await self.settled()

    async def _run(self) -> None:
        while self._called:
            self._called = False
            await self._work()


@asynccontextmanager
async def meanwhile(work: Coroutine[None, None, None]) -> AsyncIterator[None]:
    """Something that never ends goes on in a task of its own until this is left."""
    task = asyncio.create_task(work)
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


class NotHere(Exception):
    """This process cannot do it at present; another one may."""


@dataclass(eq=False, slots=True)
class Lane:
    """One chat, or the boards of one match in a chat: their jobs are done one after the other."""

    chat: tuple[str, str]
    """The platform and the chat; where it is about none, the job stands for itself."""
    slow: bool
    waiting: deque[Job] = field(default_factory=deque)
    doing: Job | None = None
    task: asyncio.Task[None] | None = None


class JobIntake:
    """The way to the worker, for what has to be done at once: by claims of this process, or as it is due."""

    def __init__(self, store: Store, served: Callable[[], Collection[str]], clock: Callable[[], int]) -> None:
        """Jobs that come in wait for the worker.

        Args:
            store: where the jobs are.
            served: the platforms that can be written to at present.
            clock: the time of all processes, in seconds since 1970.
        """
        self.store, self.served, self.clock = store, served, clock
        self.called = asyncio.Event()
        """Something has come in."""
        self.claimed: list[Job] = []
        self.may_be_due = False
        self.name, self._claims = f"{secrets.token_hex(8)}:", count()

    def wake(self) -> None:
        """Something may be due."""
        self.may_be_due = True
        self.called.set()

    def begin(self, jobs: Iterable[Job]) -> None:
        """Have done what this process has claimed already, before all else that waits in the same chats."""
        self.claimed += jobs
        self.called.set()

    def claim(self) -> Claim:
        """A new claim for boards that are about to be stored and to be shown by this process."""
        now = self.clock()
        free = now if self.store.shared else FOREVER
        return Claim(self._next_name(), now, now + CLAIMED_FOR, free, self.served())

    def lease(self) -> Lease:
        """A new claim for what is due."""
        now = self.clock()
        return Lease(self._next_name(), now, now + CLAIMED_FOR)

    def committed(self, change: Change) -> None:
        """Something has happened in a match, with which jobs may have been stored."""
        begun = any(isinstance(event, ChallengeAccepted) for event in change.events)
        now = self.clock()
        if begun or change.result or change.jobs or any(one.due <= now for one in change.deadlines or ()):
            self.wake()

    async def leave(self) -> None:
        """Let other processes do at once what this one had claimed, which has stopped."""
        if self.store.shared:
            await self.store.jobs.leave(self.name)

    def _next_name(self) -> str:
        return f"{self.name}{next(self._claims)}"


class Worker:
    """A task for each chat for which something is done."""

    def __init__(
        self,
        intake: JobIntake,
        does: Mapping[JobKind, Do],
        heartbeat: Heartbeat,
    ) -> None:
        """Begins with `start`.

        Args:
            intake: where the jobs come from.
            does: how each is done; raises RetryLater or NotHere where it cannot be done now.
            heartbeat: knows until when people could be reached whose time runs.
        """
        self._intake, self._does = intake, does
        self._store, self._jobs, self._clock = intake.store, intake.store.jobs, intake.clock
        self._heartbeat = heartbeat
        self._work_at = WokenTask(self._begin_due)
        self._taking: asyncio.Task[None] | None = None
        self._lanes: dict[str, Lane] = {}
        self._left: dict[str, int] = {}  # lanes, and until when they are left to others
        self._failing: set[tuple[str, str]] = set()
        self._timer: asyncio.TimerHandle | None = None
        self._keeper: asyncio.Task[None] | None = None
        self._time_passed = self._overslept = False
        self._timed = self._next_look = 0

    def start(self) -> None:
        """From now on what is due is done."""
        if self._taking is None:
            self._taking = asyncio.create_task(self._take())

    def look(self) -> None:
        """Time has passed: what is due by now is done."""
        self._time_passed = True
        self._intake.wake()

    async def _take(self) -> None:
        """Begin with what comes in."""
        while True:
            await self._intake.called.wait()
            self._intake.called.clear()
            claimed, self._intake.claimed = self._intake.claimed, []
            may_be_due, self._intake.may_be_due = self._intake.may_be_due, False
            for lane, those in _by_lane(claimed):
                self._enqueue(lane, those, first=True)
            if may_be_due:
                self._work_at.wake()

    async def settled(self) -> None:
        """Wait until nothing is being done."""
        while self._taking is not None and self.is_at_work:
            await asyncio.sleep(0)  # what has come in is taken
            await self._work_at.settled()
            await asyncio.gather(*self.tasks, return_exceptions=True)

    async def close(self) -> None:
        """Stop; what is not done is in the store."""
        if self._taking is not None:
            self._taking.cancel()
            self._taking = None
        await self._work_at.close()
        if self._timer is not None:
            self._timer.cancel()
        tasks = [*self.tasks, *([self._keeper] if self._keeper else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    @property
    def is_at_work(self) -> bool:
        """Something is being done."""
        return self._intake.called.is_set() or self._work_at.is_at_work or bool(self._lanes)

    @property
    def tasks(self) -> list[asyncio.Task[None]]:
        """One for each chat that is being served."""
        return [lane.task for lane in self._lanes.values() if lane.task]

    async def _begin_due(self) -> None:
        """Claim what is due, and begin with it; look again when more is."""
        wait = STORE_AWAY
        try:
            if self._time_passed:
                await self._look_at_time()
            now = self._clock()
            self._left = {lane: until for lane, until in self._left.items() if until > now}
            due = await self._jobs.next_due(self._free(now))
            while due is not None and due <= now:
                if not await self._begin_some(now):  # another process is quicker, or time does not run
                    break
                due = await self._jobs.next_due(self._free(now))
            times = [self._next_look, *self._left.values(), *([] if due is None else [due])]
            wait = min(max(SHORTEST_WAIT, at - now) for at in times)
        except StoreUnavailable:
            log.exception("what is due cannot be read")
        except Exception:
            log.exception("what is due could not be begun")
        self._wake_in(wait)

    async def _look_at_time(self) -> None:
        if self._overslept:
            await self._heartbeat.come_back()
        self._timed = await self._heartbeat.look()
        self._next_look = self._clock() + self._heartbeat.wait
        self._time_passed = self._overslept = False

    def _free(self, now: int) -> Free:
        """What can be claimed where it is due; a platform with many chats at work gets no more."""
        served = [platform for platform, room in self._room().items() if room > 0]
        without = SLOW if sum(lane.slow for lane in self._lanes.values()) >= LANES else ()
        alone = "" if self._store.shared else self._intake.name
        return Free(now, served, [*self._lanes, *self._left], alone, without, self._timed)

    def _room(self) -> dict[str, int]:
        """How many more chats of each platform can be served."""
        chats = {lane.chat for lane in self._lanes.values() if not lane.slow}
        at_work = Counter(platform for platform, _ in chats)
        return {platform: LANES - at_work[platform] for platform in ("", *self._intake.served())}

    async def _begin_some(self, now: int) -> bool:
        most = min(room for room in self._room().values() if room > 0)
        jobs = await self._jobs.claim(self._free(now), self._intake.lease(), most=most)
        for lane, those in _by_lane(jobs):
            self._enqueue(lane, those)
        return bool(jobs)

    def _enqueue(self, name: str, jobs: Sequence[Job], *, first: bool = False) -> None:
        chat = jobs[0].platform, jobs[0].where or name
        lane = self._lanes.setdefault(name, Lane(chat, jobs[0].kind in SLOW))
        known = {(job.kind, job.key): job.since for job in lane.waiting}
        anew = [replace(job, since=max(job.since, known.pop((job.kind, job.key), 0))) for job in jobs]
        before = [job for job in lane.waiting if (job.kind, job.key) in known]
        lane.waiting = deque([*anew, *before] if first else [*before, *anew])
        if lane.task is None:
            lane.task = asyncio.create_task(self._work(name, lane))
        if self._store.shared and (self._keeper is None or self._keeper.done()):
            self._keeper = asyncio.create_task(self._keep())

    async def _work(self, name: str, lane: Lane) -> None:
        """One after the other; when its chat has to wait, so have those after it."""
        try:
            while lane.waiting:
                lane.doing = lane.waiting.popleft()
                if (due := await self._try(lane.doing)) is not None:
                    while lane.waiting:
                        other = lane.waiting.popleft()
                        await self._jobs.put_off(other, due, tries=max(0, other.tries - 1))
        except Exception:  # what is not known to be done is done again
            log.exception("what was done could not be stored")
            self._left[name] = self._clock() + LEFT_FOR
        finally:
            del self._lanes[name]
            self._intake.wake()

    async def _try(self, job: Job) -> int | None:
        """Do a job; gives when its chat can be served again, where that is not now."""
        if self._store.shared and not await self._jobs.is_held(job):
            return None  # another process was quicker, or this one was suspended meanwhile
        try:
            following = await self._does[job.kind](job)
        except NotHere:
            self._left[job.lane] = self._clock() + LEFT_FOR
            await self._jobs.put_off(job, job.due, tries=0)
            return job.due
        except RetryLater as fault:
            wait = fault.after if fault.due else max(fault.after, _backoff(job))
            due = self._clock() + ceil(wait)
            await self._jobs.put_off(job, due, tries=job.tries)
            return due
        except Exception:
            if (job.kind, job.key) not in self._failing:
                log.exception("%s of %s could not be done", job.kind, job.about)
            self._failing.add((job.kind, job.key))
            await self._jobs.put_off(job, self._clock() + _backoff(job), tries=job.tries)
            return None
        self._failing.discard((job.kind, job.key))
        if following is None:
            await self._jobs.done(job)
        elif following != KEPT:
            await self._jobs.put_off(job, following, tries=0)
        return None

    async def _keep(self) -> None:
        """Claim what is being done again and again: others might otherwise do it."""
        while self._lanes:
            await asyncio.sleep(KEEPS_EVERY)
            lanes = self._lanes.values()
            jobs = [job for lane in lanes for job in (*lane.waiting, lane.doing) if job is not None]
            try:
                await self._jobs.keep(jobs, self._clock() + CLAIMED_FOR)
            except StoreUnavailable:
                log.exception("what is being done could not be claimed again")

    def _wake_in(self, seconds: float) -> None:
        if self._timer is not None:
            self._timer.cancel()
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(max(seconds, 0.0), self._ring, self._clock() + seconds)

    def _ring(self, expected: float) -> None:
        self._overslept |= self._clock() - expected > OVERSLEPT
        self.look()


def _by_lane(jobs: Iterable[Job]) -> Iterator[tuple[str, list[Job]]]:
    for lane, those in groupby(sorted(jobs, key=lambda job: job.lane), lambda job: job.lane):
        yield lane, list(those)


def _backoff(job: Job) -> int:
    """Seconds until the next try: they double."""
    return min(int(LONGEST_WAIT), 1 << min(job.tries, 10))
