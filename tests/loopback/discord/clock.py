"""Time as the service counts it, moved by tests, and the ids made from it; a bell to wait by."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import TypeVar

T = TypeVar("T")

DISCORD_EPOCH_MS = 1_420_070_400_000
START = datetime(2030, 1, 1, tzinfo=UTC).timestamp()
"""In the future, so that no message looks old to a bot that compares ids with the time of its machine."""


class Clock:
    """Stands still until a test moves it."""

    def __init__(self, start: float = START) -> None:
        self._now = start

    def now(self) -> float:
        """Seconds since 1970."""
        return self._now

    def advance(self, seconds: float) -> None:
        """Let that much time pass at once."""
        self._now += seconds


class WallClock(Clock):
    """The time of the machine, for benchmarks; it can be moved ahead too."""

    def __init__(self) -> None:
        super().__init__(0.0)

    def now(self) -> float:
        return time.time() + self._now


class Snowflakes:
    """Ids in the order of their making: two runs that do the same get the same ids.

    Each is a millisecond later than the one before, so that guilds fall on different shards.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._made = 0

    def __call__(self) -> int:
        self._made += 1
        milliseconds = int(self._clock.now() * 1000) - DISCORD_EPOCH_MS + self._made
        return milliseconds << 22 | self._made & 0xFFF


class Bell:
    """Rung whenever something may have come true that somebody waits for."""

    def __init__(self) -> None:
        self._waiting: set[asyncio.Future[None]] = set()

    def ring(self) -> None:
        """Let everybody who waits look again."""
        waiting, self._waiting = self._waiting, set()
        for future in waiting:
            if not future.done():
                future.set_result(None)

    async def until(self, look: Callable[[], T | None], guard: float, missed: Callable[[], str]) -> T:
        """What `look` gives as soon as that is true of it; after `guard` seconds an `AssertionError`."""
        loop = asyncio.get_running_loop()
        end = loop.time() + guard
        while not (found := look()):
            future = loop.create_future()
            self._waiting.add(future)
            done, _ = await asyncio.wait([future], timeout=end - loop.time())
            if not done:
                self._waiting.discard(future)
                raise AssertionError(missed())
        return found


def iso(seconds: float) -> str:
    """A moment as Discord writes it."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="microseconds")
