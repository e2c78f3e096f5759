"""What one process alone does, where several have one store: a job that is never due, claimed meanwhile.

A process that died leaves it to the others when its claim has run out.

What processes have to agree on otherwise is a short text that each of them changes (`SharedValues`).
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress

from cachetools import LRUCache

from bot.delivery.worker import meanwhile
from storage.boards import Lease
from storage.errors import PeopleChanged, StoreUnavailable
from storage.jobs import NEVER, Job
from storage.sql.store import Store

log = logging.getLogger(__name__)

CLAIMED_FOR = 12  # seconds: a process that stands by takes over that much later at most,
KEEPS_EVERY = 4  # seconds until it is claimed again and again,
LATE = 8  # seconds after which a process that has not done so was suspended: others may have claimed it
STANDS_BY_FOR = 2.0  # seconds until a process asks again for what another one does


class SoleClaim:
    """On what this process does alone, see `Alone`."""

    def __init__(self, store: Store, name: str, by: str, clock: Callable[[], int]) -> None:
        self._store, self._name, self._by, self._clock = store, name, by, clock
        self.known, self._beat = False, clock()

    async def is_mine(self) -> bool:
        """Whether nobody else has it; it is claimed anew before that is said where it may be another's."""
        if not 0 <= self._clock() - self._beat <= LATE:
            self.known = False
            await self.renew()
        return self.known

    async def renew(self) -> bool:
        """Claim it for another while; nothing changes as long as the store is away."""
        began = self._clock()
        try:
            lease = Lease(self._by, began, began + CLAIMED_FOR)
            self.known = not self._store.shared or await self._store.jobs.hold(self._name, lease)
        except StoreUnavailable:
            began = self._clock()
        except Exception:
            log.exception("%s could not be claimed", self._name)
            began = self._clock()
        self._beat = began  # a slow store has it since it was asked
        return self.known

    async def leave(self) -> None:
        """Let others claim it at once."""
        if self._store.shared:
            with suppress(StoreUnavailable):
                await self._store.jobs.done(Job("alone", self._name, NEVER, claim=self._by))


class Claims:
    """What this process claims.

    Args:
        store: that of all processes.
        clock: theirs, too, in seconds since 1970.
        sleep: waits so many seconds.
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
        """No other process is in here meanwhile under the same name, but those `among` the same."""
        claim = SoleClaim(self._store, name, among or self._name, self._clock)
        while not await claim.renew():
            await self._sleep(STANDS_BY_FOR)
        async with self._kept(claim, leave=not among):
            yield claim

    async def once(self, name: str, do: Callable[[], Awaitable[None]]) -> bool:
        """Do what other processes may be asked for as well, unless one of them has.

        Returns:
            Whether it is done; no: another process is at it, or has died of it.
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
        """Claimed again and again; left to others at the end, but by those who are several."""
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


VALUES_KEPT = 10_000  # values that were changed last, where nobody else has the store open


class SharedValues:
    """In the store, where several processes have it open; otherwise in memory."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._own: LRUCache[str, str] = LRUCache(VALUES_KEPT)

    async def change(self, name: str, change: Callable[[str], str]) -> None:
        """Change a value; see `Front.change_shared`."""
        if not self._store.shared:
            self._own[name] = change(self._own.get(name, ""))
            return
        while True:
            try:
                value, revision = await self._store.settings.shared_value(name)
                changed = change(value)
                if changed != value:
                    await self._store.settings.put_shared_value(name, changed, revision)
            except PeopleChanged:  # another process was quicker: decide again
                continue
            except StoreUnavailable:  # each process keeps to what it knows until the store is back
                self._own[name] = change(self._own.get(name, ""))
            return
