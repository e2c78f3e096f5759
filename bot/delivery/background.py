"""Tasks that go on beside the answering of requests."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import TypeVar

from storage.errors import StoreUnavailable

log = logging.getLogger(__name__)

T = TypeVar("T")

STORE_AWAY = 2.0  # seconds until what the store did not take, or not tell, is tried again


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
