"""Keeps the bot on its platforms: starts them, retries those that cannot be reached, and stops them.

Platforms are independent: none waits for another, and the others continue when one is lost.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence

from bot.interface import Backoff, PlatformAdapter, Sleep, cancel_tasks, until_either_ends
from bot.platforms.spec import CannotStart
from bot.runtime.chat_access import EVERYWHERE, ChatAccess, GuardedAdapter

log = logging.getLogger(__name__)

FIRST_WAIT = 1.0  # seconds until an unreachable platform is retried
LONGEST_WAIT = 120.0  # seconds; Discord revokes the token after a thousand logins a day
STOP_WITHIN = 1.7  # seconds for all platforms, including answers to current presses


OnArrival = Callable[[PlatformAdapter], Awaitable[None]]
"""Called with the adapter of each platform as soon as it is reached."""


class PlatformSupervisor:
    """All platforms of one bot."""

    def __init__(
        self,
        adapters: Sequence[PlatformAdapter],
        chat_access: ChatAccess = EVERYWHERE,
        *,
        sleep: Sleep = asyncio.sleep,
    ) -> None:
        """Prepare the platforms, which are to be connected to a front before `start`."""
        self.adapters = tuple(adapters)
        self.guarded = {adapter.platform: GuardedAdapter(adapter, chat_access) for adapter in adapters}
        """Guarded adapters by platform, for writing."""
        self._sleep = sleep
        self._any_reached = asyncio.Event()
        self._ended: set[str] = set()
        self._stopping = False
        self._running: asyncio.Task[None] | None = None

    @property
    def reached(self) -> tuple[PlatformAdapter, ...]:
        """The platforms that were reached, also those that were lost since."""
        return tuple(adapter for adapter in self.adapters if self.guarded[adapter.platform].serves.is_set())

    @property
    def ended(self) -> frozenset[str]:
        """The platforms whose connection has ended for good."""
        return frozenset(self._ended)

    @property
    def ready(self) -> bool:
        """Whether requests can be sent to the bot: a platform is connected, and the bot is not stopping."""
        return not self._stopping and bool(self.connected())

    def serves(self, platform: str) -> bool:
        """Whether a platform was reached and is not lost."""
        return self.guarded[platform].serves.is_set() and platform not in self._ended

    def connected(self) -> frozenset[str]:
        """The platforms that were reached and are connected at present."""
        return frozenset(adapter.platform for adapter in self.reached if adapter.connected)

    def unconnected(self) -> frozenset[str]:
        return frozenset(adapter.platform for adapter in self.adapters if not adapter.connected)

    async def start(self, on_arrival: OnArrival) -> None:
        """Connect to all platforms concurrently, and wait until one is reached, or none is left.

        A platform that cannot be reached is retried until it can, also while others serve.

        Raises:
            CannotStart: a platform refuses the bot before any is reached.
        """
        self._running = asyncio.create_task(self._run_all(on_arrival))
        await until_either_ends(self._running, self._any_reached.wait())
        if self._running.done():
            await self._running

    async def all_ended(self) -> None:
        """Wait until no platform is left.

        Raises:
            CannotStart: a platform refuses the bot on its first answer.
        """
        if self._running is not None:
            await self._running

    async def stop(self) -> None:
        """Leave all platforms concurrently; cancel those that take too long."""
        self._stopping = True
        if self._running is not None:
            await cancel_tasks(self._running)
        leaving = [asyncio.create_task(_leave(adapter)) for adapter in self.adapters]
        await cancel_tasks(*leaving, within=STOP_WITHIN)

    async def _run_all(self, on_arrival: OnArrival) -> None:
        """Run all platforms; none goes on when one refuses the bot on its first answer."""
        try:
            async with asyncio.TaskGroup() as running:
                for adapter in self.adapters:
                    running.create_task(self._run(adapter, on_arrival))
        except ExceptionGroup as faults:
            raise faults.exceptions[0] from None

    async def _run(self, adapter: PlatformAdapter, on_arrival: OnArrival) -> None:
        """Run one platform from the first attempt to the end."""
        if await self._reach(adapter):
            self.guarded[adapter.platform].serves.set()
            await on_arrival(adapter)
            self._any_reached.set()
            try:
                self._lose(adapter, await adapter.running())
            except Exception as fault:
                self._lose(adapter, type(fault).__name__, fault)

    async def _reach(self, adapter: PlatformAdapter) -> bool:
        """Retry until a platform is reached; False if it fails, or refuses the bot after earlier failures.

        Raises:
            CannotStart: it refuses the bot on the first attempt, while the host is watching.
        """
        backoff = Backoff(FIRST_WAIT, LONGEST_WAIT)
        while True:
            try:
                await _start(adapter)
                return True
            except CannotStart as fault:
                if not fault.for_good:
                    wait = backoff.next_wait()
                    log.warning("%s; next try in %.0f s", fault, wait, extra={"platform": adapter.platform})
                    await self._sleep(wait)
                    continue
                if not backoff.failed:
                    raise
                self._lose(adapter, str(fault))
            except Exception as fault:
                self._lose(adapter, type(fault).__name__, fault)
            return False

    def _lose(self, adapter: PlatformAdapter, why: str, fault: Exception | None = None) -> None:
        """Record that a platform has ended; the others continue."""
        platform = adapter.platform
        self._ended.add(platform)
        message = "the connection to %s has ended for good: %s"
        log.error(message, platform, why, exc_info=fault, extra={"platform": platform})


async def _start(adapter: PlatformAdapter) -> None:
    try:
        await adapter.start()
    except OSError as error:  # for example a port that is taken
        raise CannotStart(f"{adapter.platform} cannot be started: {error}", for_good=True) from error


async def _leave(adapter: PlatformAdapter) -> None:
    platform = adapter.platform
    try:
        await adapter.stop()
    except asyncio.CancelledError:
        log.warning("%s took too long to leave", platform, extra={"platform": platform})
    except Exception:
        log.exception("%s could not be left", platform, extra={"platform": platform})
