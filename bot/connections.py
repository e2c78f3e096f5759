"""Keeps the bot on its platforms: starts with patience, watches, and leaves in time."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol

from bot.platforms.errors import CannotStart
from bot.screen import Adapter, Front

log = logging.getLogger(__name__)

FIRST_WAIT = 1.0  # seconds until a platform that could not be reached is tried again
LONGEST_WAIT = 120.0  # seconds; Discord counts a thousand logins a day and then takes the token away
STOP_WITHIN = 1.7  # seconds for all platforms, presses that are being answered included


class ForeignAdapter(Adapter, Protocol):
    """An adapter of a platform that runs elsewhere, and has to be reached."""

    @property
    def name(self) -> str:
        """As whom the bot is logged in; "" before it is."""

    @property
    def connected(self) -> bool:
        """Whether the platform can be heard at present."""

    def connect(self, front: Front) -> None:
        """Whom to hand requests to; before `start`."""

    async def start(self) -> None:
        """Log in and wait until presses can be heard; after a failure it may be called again.

        Raises:
            CannotStart
        """

    async def running(self) -> None:
        """Return when the connection has ended for good."""

    async def stop(self) -> None:
        """Finish what is being answered, then leave."""


class Connections:
    """All platforms of one bot."""

    def __init__(
        self,
        adapters: Sequence[ForeignAdapter],
        *,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        stop_within: float = STOP_WITHIN,
    ) -> None:
        """Nothing is opened yet.

        Args:
            adapters: at least one, connected to the house.
            sleep: how to wait, in seconds.
            stop_within: seconds after which `stop` waits no longer.
        """
        self.adapters = tuple(adapters)
        self._sleep, self._stop_within = sleep, stop_within
        self._ended: set[str] = set()
        self._watches: list[asyncio.Task[None]] = []

    @property
    def ended(self) -> frozenset[str]:
        """The platforms whose connection has ended for good."""
        return frozenset(self._ended)

    async def start(self) -> None:
        """Start all platforms at the same time; those that cannot be reached are tried until they can.

        Raises:
            CannotStart: one of them refuses the bot.
        """
        starting = [asyncio.create_task(self._start(adapter)) for adapter in self.adapters]
        try:
            await asyncio.gather(*starting)
        finally:
            for task in starting:
                task.cancel()
            await asyncio.gather(*starting, return_exceptions=True)

    async def _start(self, adapter: ForeignAdapter) -> None:
        wait = FIRST_WAIT
        while True:
            try:
                await adapter.start()
                break
            except CannotStart as fault:
                if fault.for_good:
                    raise
                log.warning("%s; next try in %.0f s", fault, wait, extra={"platform": adapter.platform})
            await self._sleep(wait)
            wait = min(2 * wait, LONGEST_WAIT)
        self._watches.append(asyncio.create_task(self._watch(adapter)))

    async def _watch(self, adapter: ForeignAdapter) -> None:
        await adapter.running()
        self._ended.add(adapter.platform)
        log.error(
            "the connection to %s has ended for good", adapter.platform, extra={"platform": adapter.platform}
        )

    async def all_ended(self) -> None:
        """Wait until no platform is left."""
        await asyncio.gather(*self._watches)

    async def stop(self) -> None:
        """Leave all platforms at the same time; what takes too long is left as it is."""
        for watch in self._watches:
            watch.cancel()
        leaving = [asyncio.create_task(self._leave(adapter)) for adapter in self.adapters]
        _, late = await asyncio.wait(leaving, timeout=self._stop_within)
        for task in late:
            task.cancel()
        await asyncio.gather(*leaving, *self._watches, return_exceptions=True)

    async def _leave(self, adapter: ForeignAdapter) -> None:
        try:
            await adapter.stop()
        except asyncio.CancelledError:
            log.warning("%s took too long to leave", adapter.platform, extra={"platform": adapter.platform})
        except Exception:
            log.exception("%s could not be left", adapter.platform, extra={"platform": adapter.platform})
