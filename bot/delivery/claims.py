"""What is due is done by one process, where several have one store: by the one that claims it first.

What a process has claimed is not given back when it is done: another one may have read before that it was
due. A process that died leaves it to the others by time.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from contextlib import asynccontextmanager, suppress

from bot.delivery.background import meanwhile
from storage.boards import Lease
from storage.errors import StoreUnavailable
from storage.store import Store

log = logging.getLogger(__name__)

FOR = 30  # seconds for which a process has what it has claimed, unless it claims that again
AT_ONCE = 32  # that are claimed together: the others are left to other processes meanwhile
KEEPS_EVERY = 10  # seconds: what lasts longer is claimed again and again
STANDS_BY_FOR = 10.0  # seconds until a process asks again for what another one does for long
REPEATED_FOR = 86_400  # seconds for which it is known what was done `once`
DONE = "nobody"  # in whose name what is done was claimed
TAKEN_FOR = 0.2  # seconds until a process asks again for what it wants to do after another one

Claim = Callable[[Collection[str]], Awaitable[Collection[str]]]
"""Of what is due, by name, gives that which this process is to do."""


async def everything(names: Collection[str]) -> Collection[str]:
    """The `Claim` of whoever is alone."""
    return names


class Claims:
    """What this process claims."""

    def __init__(
        self,
        store: Store,
        clock: Callable[[], int],
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        """Nothing is claimed yet; the clock is that of all processes, in seconds since 1970."""
        self._store, self._clock, self._sleep = store, clock, sleep
        self._name = secrets.token_hex(8)
        self._processes = 1

    def processes(self) -> int:
        """How many have the store open; counted every few seconds while this one does something `alone`."""
        return self._processes

    async def claim(self, names: Collection[str]) -> Collection[str]:
        """Those of these that nobody else does; all of them, where nobody else has the store open."""
        return await self._claim(names, self._name)

    @asynccontextmanager
    async def alone(self, name: str) -> AsyncIterator[None]:
        """No other process is in here meanwhile under the same name."""
        while not await self.claim([name]):
            await self._sleep(TAKEN_FOR)
        async with self._kept(name, self._name):
            yield

    @asynccontextmanager
    async def patiently_alone(self, name: str, among: str = "") -> AsyncIterator[None]:
        """Likewise, for what lasts, however long the store is away; those `among` the same are let in."""
        by = among or self._name
        while not await self._renewed(name, by):
            await self._sleep(STANDS_BY_FOR)
        async with self._kept(name, by):
            yield

    async def once(self, name: str, do: Callable[[], Awaitable[None]]) -> bool:
        """Do what other processes may be asked for as well, unless one of them has.

        Returns:
            Whether it is done; no: another process is at it, or has died of it.
        """
        if not self._store.shared:
            await do()
            return True
        mine, done = await self.claim([name]), f"{name} is done"
        if await self._store.claimed([done], DONE):
            return True
        if not mine:
            return False
        async with meanwhile(self._keep(name, self._name)):
            await do()
        now = self._clock()
        await self._store.claim([done], Lease(DONE, now, now + REPEATED_FOR))
        return True

    async def _claim(self, names: Collection[str], by: str) -> Collection[str]:
        if not (self._store.shared and names):
            return names
        now = self._clock()
        return await self._store.claim(names, Lease(by, now, now + FOR))

    @asynccontextmanager
    async def _kept(self, name: str, by: str) -> AsyncIterator[None]:
        """Claimed again and again; left to others at the end, but by those who are several."""
        try:
            async with meanwhile(self._keep(name, by)):
                yield
        finally:
            if self._store.shared and by == self._name:
                with suppress(StoreUnavailable):
                    await self._store.disclaim([name], by)

    async def _keep(self, name: str, by: str) -> None:
        while self._store.shared:
            await self._sleep(KEEPS_EVERY)
            await self._renewed(name, by)

    async def _renewed(self, name: str, by: str) -> bool:
        """It is this process's for another while; no, where the store does not answer."""
        try:
            await self._count()
            return bool(await self._claim([name], by))
        except StoreUnavailable:
            return False
        except Exception:
            log.exception("%s could not be claimed", name)
            return False

    async def _count(self) -> None:
        if self._store.shared:
            self._processes = await self._store.count_processes()
