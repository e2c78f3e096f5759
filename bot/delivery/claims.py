"""What this process claims of the work that all processes on one store share: jobs, and what one does alone.

Work that only one process may do is a job that is never due, but claimed. If a process dies, another one
takes over when the claim has expired.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Sequence
from contextlib import asynccontextmanager, suppress
from itertools import count
from operator import attrgetter

from bot.interface import Sleep, meanwhile
from games.events import ChallengeAccepted
from storage.changes import Change
from storage.errors import StoreUnavailable
from storage.jobs import NEVER, Claim, Job
from storage.sql.store import Store

log = logging.getLogger(__name__)

CLAIMED_FOR = 30  # seconds until the claim on a job expires, unless a beat renews it before
STILL_CLAIMED = -1
"""Returned by the function of a job that will report itself when the job is done."""
HELD_FOR = 12  # seconds until a claim to work alone expires: the longest delay before a standby takes over
KEEPS_EVERY = 4  # seconds between renewals of a claim
LATE = 8  # seconds without a renewal: the process was suspended, and others may hold the claim
STANDS_BY_FOR = 2.0  # seconds until a standby tries again


class JobIntake:
    """Passes urgent work to the worker: jobs claimed by this process, or the news that some may be due."""

    def __init__(self, store: Store, served: Callable[[], Collection[str]], clock: Callable[[], int]) -> None:
        """`served` returns the platforms that this process serves at present."""
        self.store = store
        self.served = served
        self.clock = clock
        self.claimed: list[Job] = []
        """Jobs that the worker has not yet taken; a later one is run before the others."""
        self.arrived = asyncio.Event()
        """Set while there are any."""
        self.may_be_due = asyncio.Event()
        """Set until the worker has checked for due jobs."""
        self.process = f"{secrets.token_hex(8)}:"
        """The prefix of the names of all claims of this process."""
        self._numbers = count()

    def wake(self) -> None:
        """Have the worker check for due jobs."""
        self.may_be_due.set()

    def begin(self, jobs: Sequence[Job]) -> None:
        """Run jobs that this process has claimed, before all others in the same lanes."""
        self.claimed += reversed(jobs)
        self.arrived.set()

    def claim(self) -> Claim:
        """A new claim, for due jobs or for boards that this process is about to store and show."""
        name, now = f"{self.process}{next(self._numbers)}", self.clock()
        return Claim(name, now, now + CLAIMED_FOR, not self.store.shared, self.served())

    def after_commit(self, change: Change) -> None:
        """Wake the worker if a stored change of a match has jobs that may be due."""
        begun = ChallengeAccepted in map(type, change.events)
        times = map(attrgetter("due"), (*change.jobs, *(change.deadlines or ())))
        if begun or change.result or min(times, default=NEVER) <= self.clock():
            self.wake()

    async def leave(self) -> None:
        """Release all claims of this process, after the worker has stopped."""
        if self.store.shared:
            await self.store.jobs.leave(self.process)


class SoleClaim:
    """The claim on work that only this process does; see `Alone`."""

    def __init__(self, store: Store, name: str, by: str, clock: Callable[[], int]) -> None:
        self._store, self._name, self._by, self._clock = store, name, by, clock
        self.known, self._beat = False, clock()

    async def is_mine(self) -> bool:
        """Whether this process holds the claim; renews it first if it may have expired."""
        if not 0 <= self._clock() - self._beat <= LATE:
            self.known = False
            await self.renew()
        return self.known

    async def renew(self) -> bool:
        """Claim for another `HELD_FOR` seconds; if the store fails, `known` does not change."""
        began = self._clock()
        try:
            claim = Claim(self._by, began, began + HELD_FOR)
            self.known = not self._store.shared or await self._store.jobs.hold(self._name, claim)
        except StoreUnavailable:
            began = self._clock()
        except Exception:
            log.exception("%s could not be claimed", self._name)
            began = self._clock()
        self._beat = began  # if the store is slow, the claim still counts from the request
        return self.known

    async def leave(self) -> None:
        """Release the claim."""
        if self._store.shared:
            with suppress(StoreUnavailable):
                await self._store.jobs.done(Job("alone", self._name, NEVER, claim=self._by))


class Claims:
    """Claims of this process on work that only one process may do.

    Args:
        store: shared by all processes.
        clock: seconds since 1970, the same for all processes.
        sleep: waits for a number of seconds.
    """

    def __init__(
        self,
        store: Store,
        clock: Callable[[], int],
        sleep: Sleep = asyncio.sleep,
    ) -> None:
        self._store, self._clock, self._sleep = store, clock, sleep
        self._name = secrets.token_hex(8)

    @asynccontextmanager
    async def alone(self, name: str, among: str = "") -> AsyncIterator[SoleClaim]:
        """Wait until no other process holds the claim `name`; processes with the same `among` share it."""
        claim = SoleClaim(self._store, name, among or self._name, self._clock)
        while not await claim.renew():
            await self._sleep(STANDS_BY_FOR)
        async with self._kept(claim, leave=not among):
            yield claim

    async def once(self, name: str, do: Callable[[], Awaitable[None]]) -> bool:
        """Do what several processes may be asked to do, unless it is done already.

        Returns:
            Whether it is done. False: another process holds the claim, and may have died.
        """
        if not self._store.shared:
            await do()
            return True
        claim, matches = SoleClaim(self._store, name, self._name, self._clock), self._store.matches
        mine, done = await claim.renew(), await matches.pressed(name) is not None
        if mine:
            async with self._kept(claim):
                if not done:
                    await do()
                    await matches.count_press(name)
        return mine or done

    @asynccontextmanager
    async def _kept(self, claim: SoleClaim, *, leave: bool = True) -> AsyncIterator[None]:
        """Renew a claim in the background; release it at the end, unless other processes share it."""
        try:
            async with meanwhile(self._keep(claim)):
                yield
        finally:
            if leave:
                await claim.leave()

    async def _keep(self, claim: SoleClaim) -> None:
        while self._store.shared:
            await self._sleep(KEEPS_EVERY)
            await claim.renew()
