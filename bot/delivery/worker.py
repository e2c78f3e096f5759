"""Does what is due: whatever was stored as a job, as soon as the chat that it is for takes it.

For each chat (see `Job.lane`) one job is done after the other, and many chats are served at once: one that
makes a platform wait holds up no other. A job is deleted when it is done. If the process dies in between,
another one does it once more when the claim has run out, under the same nonce.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from itertools import count, groupby
from math import ceil

from bot.delivery.background import STORE_AWAY, WokenTask, meanwhile
from bot.delivery.board_state import LONGEST_WAIT
from bot.interface import RetryLater
from games.events import ChallengeAccepted
from storage.boards import Lease
from storage.changes import Change
from storage.errors import StoreUnavailable
from storage.jobs import Free, Job, JobKind
from storage.sql.store import Store

log = logging.getLogger(__name__)

CLAIMED_FOR = 30  # seconds for which a process has a job, unless it claims it again
KEEPS_EVERY = 10.0  # seconds until it does so
LEFT_FOR = 30  # seconds for which it leaves to others what it cannot do itself
LANES = 64  # chats that are served at the same time
AT_ONCE = 32  # jobs that are claimed together: the others are left to other processes meanwhile
SHORTEST_WAIT = 1.0  # seconds between two looks at the clock that nothing else has asked for
FOREVER = 1 << 62

Do = Callable[[Job], Awaitable[int | None]] | Callable[[Job], Awaitable[None]]
"""Does a job; gives when it is due the next time, or None: it is done."""


class NotHere(Exception):
    """This process cannot do it at present; another one may."""


class Worker:
    """A task for each chat for which something is done."""

    def __init__(
        self,
        store: Store,
        does: Mapping[JobKind, Do],
        served: Callable[[], Collection[str]],
        clock: Callable[[], int],
    ) -> None:
        """Nothing is done yet.

        Args:
            store: where the jobs are.
            does: how each is done; raises RetryLater or NotHere where it cannot be done now.
            served: the platforms that can be written to at present.
            clock: the time of all processes, in seconds since 1970.
        """
        self._store, self._jobs, self._does, self._served = store, store.queue, does, served
        self._clock, self._name, self._claims = clock, secrets.token_hex(8), count()
        self._look = WokenTask(self._begin)
        self._lanes: dict[str, asyncio.Task[None]] = {}
        self._left: dict[str, int] = {}  # lanes, and until when they are left to others
        self._failing: set[tuple[str, str]] = set()
        self._timer: asyncio.TimerHandle | None = None
        self._closed = False

    def wake(self) -> None:
        """Something may be due."""
        if not self._closed:
            self._look.wake()

    def committed(self, change: Change) -> None:
        """Something has happened in a match, with which jobs may have been stored."""
        begun = any(isinstance(event, ChallengeAccepted) for event in change.events)
        if begun or change.result or change.jobs:
            self.wake()

    async def settled(self) -> None:
        """Wait until nothing is being done."""
        while self._look.is_at_work or self._lanes:
            await self._look.settled()
            await asyncio.gather(*self._lanes.values(), return_exceptions=True)

    async def close(self) -> None:
        """Stop; what is not done is in the store."""
        self._closed = True
        await self._look.close()
        if self._timer is not None:
            self._timer.cancel()
        tasks = list(self._lanes.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _begin(self) -> None:
        """Claim what is due, and begin with it; look again when more is."""
        wait = STORE_AWAY
        try:
            now = self._clock()
            self._left = {lane: until for lane, until in self._left.items() if until > now}
            due = await self._jobs.next_due(self._free(now))
            while due is not None and due <= now and len(self._lanes) < LANES:
                if not await self._begin_some(now):  # another process is quicker
                    break
                due = await self._jobs.next_due(self._free(now))
            times = [*self._left.values(), *([] if due is None else [due])]
            wait = min([LONGEST_WAIT, *(max(SHORTEST_WAIT, at - now) for at in times)])
        except StoreUnavailable:
            log.exception("what is due cannot be read")
        except Exception:
            log.exception("what is due could not be begun")
        self._wake_in(wait)

    def _free(self, now: int) -> Free:
        until = now if self._store.shared else FOREVER  # nobody else is left who could have claimed it
        return Free(until, ["", *self._served()], [*self._lanes, *self._left])

    async def _begin_some(self, now: int) -> bool:
        lease = Lease(f"{self._name}:{next(self._claims)}", now, now + CLAIMED_FOR)
        jobs = await self._jobs.claim(self._free(now), lease, most=AT_ONCE)
        for lane, those in groupby(sorted(jobs, key=lambda job: job.lane), lambda job: job.lane):
            self._lanes[lane] = asyncio.create_task(self._work(lane, list(those), lease.by))
        return bool(jobs)

    async def _work(self, lane: str, jobs: Sequence[Job], token: str) -> None:
        """One after the other; when its chat has to wait, so have those after it."""
        try:
            async with meanwhile(self._keep(jobs, token)):
                for place, job in enumerate(jobs):
                    if (due := await self._try(job, token)) is not None:
                        for other in jobs[place + 1 :]:
                            await self._jobs.put_off(other, token, due, tries=other.tries - 1)
                        break
        except Exception:  # what is not known to be done is done again
            log.exception("what was done could not be stored")
            self._left[lane] = self._clock() + LEFT_FOR
        finally:
            del self._lanes[lane]
            self.wake()

    async def _try(self, job: Job, token: str) -> int | None:
        """Do a job; gives when its chat can be served again, where that is not now."""
        try:
            following = await self._does[job.kind](job)
        except NotHere:
            now = self._clock()
            self._left[job.lane] = now + LEFT_FOR
            await self._jobs.put_off(job, token, now, tries=0)
            return now
        except RetryLater as fault:
            wait = fault.after if fault.due else max(fault.after, _backoff(job))
            due = self._clock() + ceil(wait)
            await self._jobs.put_off(job, token, due, tries=job.tries)
            return due
        except Exception:
            if (job.kind, job.key) not in self._failing:
                log.exception("%s of %s could not be done", job.kind, job.about)
            self._failing.add((job.kind, job.key))
            await self._jobs.put_off(job, token, self._clock() + _backoff(job), tries=job.tries)
            return None
        self._failing.discard((job.kind, job.key))
        if following is None:
            await self._jobs.done(job, token)
        else:
            await self._jobs.put_off(job, token, following, tries=0)
        return None

    async def _keep(self, jobs: Sequence[Job], token: str) -> None:
        """Claim them again and again, where others might otherwise."""
        while self._store.shared:
            await asyncio.sleep(KEEPS_EVERY)
            try:
                await self._jobs.keep(jobs, token, self._clock() + CLAIMED_FOR)
            except StoreUnavailable:
                log.exception("what is being done could not be claimed again")

    def _wake_in(self, seconds: float) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_later(max(seconds, 0.0), self.wake)


def _backoff(job: Job) -> int:
    """Seconds until the next try: they double."""
    return min(int(LONGEST_WAIT), 1 << min(job.tries, 10))
