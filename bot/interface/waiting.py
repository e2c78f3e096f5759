"""Waiting: longer and longer after failures, work that goes on in the meantime, and its end."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any

Sleep = Callable[[float], Awaitable[None]]
"""Waits for a number of seconds."""


class Backoff:
    """Exponential backoff: waits that double with each consecutive failure, up to a limit."""

    __slots__ = ("_first", "_last", "_longest")

    def __init__(self, first: float, longest: float) -> None:
        """Both in seconds; only `at_least` can exceed `longest`."""
        self._first, self._longest = first, longest
        self._last = 0.0

    @property
    def failed(self) -> bool:
        """Whether anything has failed since the last reset."""
        return self._last > 0

    def next_wait(self, at_least: float = 0.0) -> float:
        """Count a failure, and return the seconds to wait; `at_least` is what the other side demands."""
        self._last = max(at_least, min(2 * self._last or self._first, self._longest))
        return self._last

    def reset(self) -> None:
        self._last = 0.0


@asynccontextmanager
async def meanwhile(work: Coroutine[Any, Any, None]) -> AsyncIterator[asyncio.Task[None]]:
    """Run work in a task of its own; cancel it on exit."""
    task = asyncio.create_task(work)
    try:
        yield task
    finally:
        await cancel_tasks(task)


async def until_either_ends(work: asyncio.Task[Any], other: Coroutine[Any, Any, Any]) -> None:
    """Wait until a task has ended, or something else in the meantime, which is cancelled then."""
    beside = asyncio.create_task(other)
    try:
        await asyncio.wait({work, beside}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        await cancel_tasks(beside)


async def cancel_tasks(*tasks: asyncio.Task[Any], within: float = 0.0) -> None:
    """Cancel the tasks that do not end `within` so many seconds, and wait until all have ended."""
    if tasks and within:
        await asyncio.wait(tasks, timeout=within)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
