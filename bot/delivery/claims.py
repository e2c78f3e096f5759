"""What is due is done by one process, where several have one store: by the one that claims it first.

What a process has claimed is not given back when it is done: another one may have read before that it was
due. A process that died leaves it to the others by time.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from contextlib import asynccontextmanager

from storage.boards import Lease
from storage.store import Store

FOR = 30  # seconds for which a process has what it has claimed, unless it claims that again
AT_ONCE = 32  # that are claimed together: the others are left to other processes meanwhile
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

    async def claim(self, names: Collection[str]) -> Collection[str]:
        """Those of these that nobody else does; all of them, where nobody else has the store open."""
        if not (self._store.shared and names):
            return names
        now = self._clock()
        return await self._store.claim(names, Lease(self._name, now, now + FOR))

    @asynccontextmanager
    async def alone(self, name: str) -> AsyncIterator[None]:
        """No other process is in here meanwhile under the same name."""
        while not await self.claim([name]):
            await self._sleep(TAKEN_FOR)
        try:
            yield
        finally:
            if self._store.shared:
                await self._store.disclaim([name], self._name)
