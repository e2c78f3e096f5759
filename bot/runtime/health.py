"""Reports how the bot is: its platforms, its store, and what is late."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from bot.handlers.deadline_scheduler import DeadlineScheduler
from bot.interface import PlatformAdapter
from bot.runtime.backups import Backups
from bot.runtime.monitor import Health
from bot.runtime.supervisor import PlatformSupervisor
from storage.store import Store

if TYPE_CHECKING:
    from bot.runtime.metrics import Metrics

log = logging.getLogger(__name__)

STORE_WITHIN = 2.0  # seconds in which a healthy store has answered


class HealthReporter:
    """Asks the parts of a running bot how they are."""

    def __init__(
        self,
        store: Store,
        scheduler: DeadlineScheduler,
        supervisor: PlatformSupervisor,
        metrics: Metrics | None,
        size: Callable[[], Awaitable[int]],
        backups: Backups | None,
    ) -> None:
        self._store, self._scheduler = store, scheduler
        self._supervisor, self._metrics = supervisor, metrics
        self._size, self._backups = size, backups
        self._since = time.monotonic()

    async def health(self) -> Health:
        """Well while the store answers and no platform is lost for good."""
        behind, overdue = await self._behind(), await self._overdue()
        platforms = {adapter.platform: self._state_of(adapter) for adapter in self._supervisor.adapters}
        well = behind is not None and not self._supervisor.ended
        facts: dict[str, Any] = {
            "status": "ok" if well else "failing",
            "platforms": platforms,
            "store": "ok" if behind is not None else "does not answer",
            "boards_behind": behind,
            "deadlines_overdue": overdue,
            "seconds": round(time.monotonic() - self._since),
        }
        return Health(well, facts)

    async def ready(self) -> Health:
        """Well while whoever hands on requests may hand them to this process."""
        return Health(self._supervisor.ready, {"ready": self._supervisor.ready})

    def _state_of(self, adapter: PlatformAdapter) -> dict[str, Any]:
        """How it is with one platform; `starting`: it could not be reached yet."""
        if adapter.platform in self._supervisor.ended:
            state = "ended"
        else:
            state = "serving" if adapter in self._supervisor.serving else "starting"
        return {"connected": adapter.connected, "state": state}

    async def metrics_text(self) -> bytes:
        """The metrics of this moment; nothing where none are kept."""
        metrics = self._metrics
        if metrics is None:
            return b""
        counts = {
            metrics.behind: self._behind(),
            metrics.overdue: self._overdue(),
            metrics.running: _counted(self._store.count_running()),
            metrics.people: _counted(self._store.count_people()),
            metrics.database: _counted(self._size()),
        }
        for gauge, count in zip(counts, await asyncio.gather(*counts.values()), strict=True):
            gauge.set(float("nan") if count is None else count)
        metrics.backup_age.set(await self._backups.age() if self._backups else float("nan"))
        for adapter in self._supervisor.adapters:
            metrics.connected.labels(adapter.platform).set(adapter.connected)
        return metrics.text()

    async def _behind(self) -> int | None:
        """How many boards show less than has happened; None if the store does not say."""
        return await _counted(self._store.count_boards_behind())

    async def _overdue(self) -> int | None:
        """How many deadlines should have been seen to already; None if the store does not say."""
        return await _counted(self._scheduler.overdue())


async def _counted(asking: Awaitable[int]) -> int | None:
    try:
        async with asyncio.timeout(STORE_WITHIN):
            return await asking
    except Exception:
        log.exception("the store does not answer")
        return None
