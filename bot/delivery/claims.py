"""Work that only one of several processes on one store may do: a job that is never due, but claimed.

If the process dies, another one takes over when the claim has expired.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress

from bot.interface import meanwhile
from storage.errors import StoreUnavailable
from storage.jobs import NEVER, Claim, Job
from storage.sql.store import Store

log = logging.getLogger(__name__)

CLAIMED_FOR = 12  # seconds until a claim expires: the longest delay before a standby takes over
KEEPS_EVERY = 4  # seconds between renewals of a claim
LATE = 8  # seconds without a renewal: the process was suspended, and others may hold the claim
STANDS_BY_FOR = 2.0  # seconds until a standby tries again


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
        """Claim for another `CLAIMED_FOR` seconds; if the store fails, `known` does not change."""
        began = self._clock()
        try:
            claim = Claim(self._by, began, began + CLAIMED_FOR)
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
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
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
