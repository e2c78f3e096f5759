"""The bot on foreign platforms: it starts, and tells how it is."""

from __future__ import annotations

import asyncio
import gc
import logging
import time
from collections.abc import Awaitable
from typing import Any

from bot.handlers.dispatcher import RequestDispatcher
from bot.runtime.metrics import Metrics
from bot.runtime.monitor import Health, Monitor
from bot.runtime.supervisor import ForeignAdapter, PlatformSupervisor
from storage.store import Store

log = logging.getLogger(__name__)

STORE_WITHIN = 2.0  # seconds in which a healthy store has answered


class Service:
    """A bot as the app has built it."""

    monitor: Monitor | None = None

    def __init__(
        self, dispatcher: RequestDispatcher, store: Store, connections: PlatformSupervisor, metrics: Metrics
    ) -> None:
        self._dispatcher, self._store, self._metrics = dispatcher, store, metrics
        self.connections = connections
        self._since = time.monotonic()

    async def start(self) -> None:
        """Go to all platforms, however long it takes, until the first one serves; others may follow later.

        Raises:
            CannotStart: a platform refuses the bot.
        """
        await self.connections.start(self._arrived)

    async def _arrived(self, adapter: ForeignAdapter) -> None:
        """Bring up to date what fell behind on a platform that serves from now on."""
        log.info(
            "the bot is on %s as %s", adapter.platform, adapter.name, extra={"platform": adapter.platform}
        )
        await self._dispatcher.boards.catch_up(adapter.platform)
        gc.collect()
        gc.freeze()  # modules and guilds stay: the collector need not look at them again with the presses

    @property
    def names(self) -> str:
        """As whom the bot is where, as far as it has come."""
        return ", ".join(f"{adapter.platform} as {adapter.name}" for adapter in self.connections.serving)

    async def health(self) -> Health:
        """Well while the store answers and no platform is lost for good."""
        behind, overdue = await self._behind(), await self._overdue()
        platforms = {adapter.platform: self._standing(adapter) for adapter in self.connections.adapters}
        well = behind is not None and not self.connections.ended
        facts: dict[str, Any] = {
            "status": "ok" if well else "failing",
            "platforms": platforms,
            "store": "ok" if behind is not None else "does not answer",
            "boards_behind": behind,
            "deadlines_overdue": overdue,
            "seconds": round(time.monotonic() - self._since),
        }
        return Health(well, facts)

    def _standing(self, adapter: ForeignAdapter) -> dict[str, Any]:
        """How it is with one platform; `starting`: it could not be reached yet."""
        if adapter.platform in self.connections.ended:
            state = "ended"
        else:
            state = "serving" if adapter in self.connections.serving else "starting"
        return {"connected": adapter.connected, "state": state}

    async def numbers(self) -> bytes:
        """The metrics of this moment."""
        behind, overdue = await self._behind(), await self._overdue()
        self._metrics.behind.set(float("nan") if behind is None else behind)
        self._metrics.overdue.set(float("nan") if overdue is None else overdue)
        for adapter in self.connections.adapters:
            self._metrics.connected.labels(adapter.platform).set(adapter.connected)
        return self._metrics.text()

    async def _behind(self) -> int | None:
        """How many boards show less than has happened; None if the store does not say."""
        return await _counted(self._boards_behind())

    async def _overdue(self) -> int | None:
        """How many deadlines should have been seen to already; None if the store does not say."""
        return await _counted(self._dispatcher.scheduler.overdue())

    async def _boards_behind(self) -> int:
        return len(await self._store.boards_behind())


async def _counted(asking: Awaitable[int]) -> int | None:
    try:
        async with asyncio.timeout(STORE_WITHIN):
            return await asking
    except Exception:
        log.exception("the store does not answer")
        return None
