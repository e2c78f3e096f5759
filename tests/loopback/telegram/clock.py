"""The service's clock, and how one waits for something to happen in it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

PATIENCE = 20.0
"""Seconds after which a wait counts as disappointed; a guard for tests, not a measure."""


class Clock:
    """Seconds since 1970. It stands still until it is moved on, or runs like the machine's."""

    def __init__(self, start: float = 1_790_000_000.0, *, runs: bool = False) -> None:
        self._start = start
        self._since = time.monotonic() if runs else None

    def now(self) -> float:
        return self._start + (time.monotonic() - self._since if self._since is not None else 0.0)

    def advance(self, seconds: float) -> None:
        """Let this many seconds have passed."""
        self._start += seconds


class Pulse:
    """Wakes whoever waits for a condition, each time that something has changed."""

    def __init__(self) -> None:
        self._changed = asyncio.Event()

    def beat(self) -> None:
        """Something has changed."""
        self._changed.set()
        self._changed = asyncio.Event()

    async def until(self, found: Callable[[], T | None], what: str, patience: float = PATIENCE) -> T:
        """The first true value of `found`; `AssertionError` with `what` when patience runs out."""
        try:
            async with asyncio.timeout(patience):
                while not (value := found()):
                    await self._changed.wait()
                return value
        except TimeoutError:
            raise AssertionError(f"waited {patience} s in vain for {what}") from None
