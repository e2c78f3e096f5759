"""Tasks in the background, and the clocks by which they wait."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from typing import TypeVar

from bot.interface import Sleep, cancel_tasks
from storage.errors import StoreUnavailable

log = logging.getLogger(__name__)

STORE_AWAY = 2.0  # seconds between retries while the store is unavailable
LONGEST_RESPONSE = 120.0  # seconds until a response without a report counts as failed

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Timing:
    """Clocks, and how to wait."""

    sleep: Sleep = asyncio.sleep
    """Waits for a number of seconds."""
    longest_response: float = LONGEST_RESPONSE
    """Seconds until a response without a report counts as failed."""
    elapsed: Callable[[], float] = time.monotonic
    """Monotonic time in seconds."""
    clock: Callable[[], int] = lambda: int(time.time())
    """Seconds since 1970."""


class Background:
    """Tasks that nobody waits for; each handles its own errors."""

    def __init__(self) -> None:
        self._tasks = set[asyncio.Task[None]]()

    def start(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def settled(self) -> None:
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def close(self) -> None:
        await cancel_tasks(*self._tasks)


async def until_stored(do: Callable[[], Awaitable[T]], sleep: Sleep) -> T:
    """Retry while the store is unavailable, for facts that only this process knows."""
    while True:
        try:
            return await do()
        except StoreUnavailable:
            log.exception("what has happened cannot be stored yet")
            await sleep(STORE_AWAY)
