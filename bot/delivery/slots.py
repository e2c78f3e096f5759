"""A limit on how much is done at the same time, with a way past the queue for what is urgent."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Slots:
    """Admits so many at a time in the order in which they came; urgent ones at once, beyond the limit."""

    def __init__(self, limit: int) -> None:
        self._free = limit  # below zero while urgent ones exceed the limit
        self._queue: dict[str, asyncio.Future[None]] = {}

    @asynccontextmanager
    async def hold(self, key: str, *, urgent: bool) -> AsyncIterator[None]:
        """Hold a slot for the body.

        Args:
            key: who comes; nobody comes twice at the same time.
            urgent: do not wait for a free slot.
        """
        if urgent or self._free > 0:
            self._free -= 1
        else:
            await self._wait(key)
        try:
            yield
        finally:
            self._leave()

    def hurry(self, key: str) -> None:
        """Whoever waits under this key has become urgent."""
        if key in self._queue:
            self._admit(key)

    async def _wait(self, key: str) -> None:
        self._queue[key] = admitted = asyncio.get_running_loop().create_future()
        try:
            await admitted
        except asyncio.CancelledError:
            if self._queue.pop(key, None) is None:  # admitted at the same moment
                self._leave()
            raise

    def _admit(self, key: str) -> None:
        self._free -= 1
        admitted = self._queue.pop(key)
        if not admitted.done():
            admitted.set_result(None)

    def _leave(self) -> None:
        self._free += 1
        if self._free > 0 and self._queue:
            self._admit(next(iter(self._queue)))
