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
from functools import partial

from bot.delivery.background import meanwhile
from storage.boards import Lease
from storage.errors import StoreUnavailable
from storage.sql.store import Store

log = logging.getLogger(__name__)

FOR = 30  # seconds for which a process has what it has claimed, unless it claims that again
KEPT_FOR = 12  # seconds likewise, of what lasts: who stands by takes over that much later at most,
KEEPS_EVERY = 4  # seconds until it is claimed again and again,
LATE = 8  # seconds after which a process that has not done so was suspended: others may have claimed it
STANDS_BY_FOR = 2.0  # seconds until a process asks again for what another one does for long
REPEATED_FOR = 86_400  # seconds for which it is known what was done `once`
DONE = "nobody"  # in whose name what is done was claimed
TAKEN_FOR = 0.2  # seconds until a process asks again for what it wants to do after another one


class Kept:
    """What this process claims again and again, see `Alone`."""

    def __init__(self, renew: Callable[[], Awaitable[bool | None]], clock: Callable[[], int]) -> None:
        """It is this process's now; `renew` claims it, and gives None where the store does not say."""
        self._renew, self._clock = renew, clock
        self.known, self._beat = True, clock()

    async def is_mine(self) -> bool:
        """Whether nobody else has it; it is claimed anew before that is said where it may be another's."""
        if not 0 <= self._clock() - self._beat <= LATE:
            self.known = False
            await self.renew()
        return self.known

    async def renew(self) -> None:
        """Claim it for another while; nothing changes as long as the store is away."""
        began = self._clock()
        mine = await self._renew()
        self._beat = self._clock() if mine is None else began  # a slow store has it since it was asked
        if mine is not None:
            self.known = mine


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
    async def patiently_alone(self, name: str, among: str = "") -> AsyncIterator[Kept]:
        """Likewise, for what lasts, however long the store is away; those `among` the same are let in."""
        by = among or self._name
        while not await self._renewed(name, by):
            await self._sleep(STANDS_BY_FOR)
        async with self._kept(name, by) as kept:
            yield kept

    async def once(self, name: str, do: Callable[[], Awaitable[None]]) -> bool:
        """Do what other processes may be asked for as well, unless one of them has.

        Returns:
            Whether it is done; no: another process is at it, or has died of it.
        """
        if not self._store.shared:
            await do()
            return True
        mine, done = await self.claim([name]), f"{name} is done"
        if await self._store.jobs.claimed([done], DONE):
            return True
        if not mine:
            return False
        async with meanwhile(self._keep(Kept(partial(self._renewed, name, self._name), self._clock))):
            await do()
        now = self._clock()
        await self._store.jobs.claim([done], Lease(DONE, now, now + REPEATED_FOR))
        return True

    async def _claim(self, names: Collection[str], by: str, seconds: int = FOR) -> Collection[str]:
        if not (self._store.shared and names):
            return names
        now = self._clock()
        return await self._store.jobs.claim(names, Lease(by, now, now + seconds))

    @asynccontextmanager
    async def _kept(self, name: str, by: str) -> AsyncIterator[Kept]:
        """Claimed again and again; left to others at the end, but by those who are several."""
        kept = Kept(partial(self._renewed, name, by), self._clock)
        try:
            async with meanwhile(self._keep(kept)):
                yield kept
        finally:
            if self._store.shared and by == self._name:
                with suppress(StoreUnavailable):
                    await self._store.jobs.disclaim([name], by)

    async def _keep(self, kept: Kept) -> None:
        while self._store.shared:
            await self._sleep(KEEPS_EVERY)
            await kept.renew()

    async def _renewed(self, name: str, by: str) -> bool | None:
        """Whether it is this process's for another while; None: the store does not answer."""
        try:
            return bool(await self._claim([name], by, KEPT_FOR))
        except StoreUnavailable:
            return None
        except Exception:
            log.exception("%s could not be claimed", name)
            return None
