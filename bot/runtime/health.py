"""The bot's health: its platforms, its store, what is late; and the pages that report it.

These are `/health`, `/ready` and `/metrics`, on this computer only.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from aiohttp import web

from bot.delivery.heartbeat import Heartbeat
from bot.interface import PlatformAdapter
from bot.platforms.listening import listen, only_for
from bot.platforms.spec import HOST
from bot.runtime.backups import Backups
from bot.runtime.supervisor import PlatformSupervisor
from storage.errors import StoreUnavailable
from storage.sql.store import Store

if TYPE_CHECKING:
    from bot.runtime.metrics import Metrics

log = logging.getLogger(__name__)

STORE_WITHIN = 2.0  # seconds within which a healthy store answers
TRIED_EVERY = 5.0  # seconds at least between two attempts to write to the store
FAREWELL = 0.1  # seconds for current requests when the bot stops
_FRESH = {"Cache-Control": "no-store"}

OK, SILENT = "ok", "does not answer"
NO_ANSWER = "the store does not answer"


@dataclass(frozen=True, slots=True)
class Health:
    """The state of the bot."""

    well: bool
    """False: the host has to act."""
    facts: Mapping[str, Any]
    """The contents of the page, for JSON."""


class HealthReporter:
    """Collects the state of the parts of a running bot."""

    def __init__(
        self,
        store: Store,
        heartbeat: Heartbeat,
        supervisor: PlatformSupervisor,
        metrics: Metrics | None,
        size: Callable[[], Awaitable[int]],
        backups: Backups | None,
    ) -> None:
        self._store, self._heartbeat = store, heartbeat
        self._supervisor, self._metrics = supervisor, metrics
        self._size, self._backups = size, backups
        self._since = time.monotonic()
        self._trying = asyncio.Lock()
        self._tried: float | None = None
        self._standing = ""

    async def health(self) -> Health:
        """The health: well while the store can be read and written, and no platform is lost for good."""
        store = await self._of_store()
        behind, overdue = await self._behind(), await self._overdue()
        if store == OK and behind is None:
            store = SILENT
        platforms = {adapter.platform: self._state_of(adapter) for adapter in self._supervisor.adapters}
        well = store == OK and not self._supervisor.ended
        facts: dict[str, Any] = {
            "status": "ok" if well else "failing",
            "platforms": platforms,
            "store": store,
            "boards_behind": behind,
            "deadlines_overdue": overdue,
            "seconds": round(time.monotonic() - self._since),
        }
        return Health(well, facts)

    async def ready(self) -> Health:
        """The readiness: well while a proxy may send requests to this process and they can be stored."""
        if not self._supervisor.ready:
            return Health(False, {"ready": False})
        store = await self._of_store()
        return Health(store == OK, {"ready": True} if store == OK else {"ready": False, "store": store})

    async def _of_store(self) -> str:
        """`OK`, or why the last attempt to write failed; one is made every few seconds at most."""
        async with self._trying:
            if self._tried is None or time.monotonic() - self._tried >= TRIED_EVERY:
                self._standing = await self._tried_now()
                self._tried = time.monotonic()
            return self._standing

    async def _tried_now(self) -> str:
        try:
            async with asyncio.timeout(STORE_WITHIN):
                await self._store.try_writing()
        except StoreUnavailable as fault:
            return str(fault)
        except Exception:
            log.exception(NO_ANSWER)
            return SILENT
        return OK

    def _state_of(self, adapter: PlatformAdapter) -> dict[str, Any]:
        """The state of one platform; `starting`: it could not be reached yet."""
        if adapter.platform in self._supervisor.ended:
            state = "ended"
        else:
            state = "serving" if adapter in self._supervisor.serving else "starting"
        return {"connected": adapter.connected, "state": state}

    async def metrics_text(self) -> bytes:
        """The current metrics; empty if none are kept."""
        metrics = self._metrics
        if metrics is None:
            return b""
        counts = {
            metrics.behind: self._behind(),
            metrics.overdue: self._overdue(),
            metrics.running: _counted(self._store.matches.count_running()),
            metrics.people: _counted(self._store.people.count_people()),
            metrics.database: _counted(self._size()),
        }
        for gauge, count in zip(counts, await asyncio.gather(*counts.values()), strict=True):
            gauge.set(float("nan") if count is None else count)
        metrics.backup_age.set(await self._backups.age() if self._backups else float("nan"))
        for adapter in self._supervisor.adapters:
            metrics.connected.labels(adapter.platform).set(adapter.connected)
        return metrics.text()

    async def _behind(self) -> int | None:
        """Number of boards that are not up to date; None if the store does not answer."""
        return await _counted(self._store.boards.count_boards_behind())

    async def _overdue(self) -> int | None:
        """Number of overdue deadlines; None if the store does not answer."""
        return await _counted(self._heartbeat.overdue())


async def _counted(asking: Awaitable[int]) -> int | None:
    try:
        async with asyncio.timeout(STORE_WITHIN):
            return await asking
    except Exception:
        log.exception(NO_ANSWER)
        return None


class Monitor:
    """A small web server; the state is collected for every request."""

    def __init__(
        self,
        port: int,
        health: Callable[[], Awaitable[Health]],
        ready: Callable[[], Awaitable[Health]],
        metrics: Callable[[], Awaitable[bytes]],
        metrics_type: str,
    ) -> None:
        """Prepare the server; `start` opens the port.

        Args:
            port: on 127.0.0.1; 0 takes a free one.
            health: returns the current health.
            ready: returns whether the bot accepts requests.
            metrics: returns all metrics.
            metrics_type: content type of the metrics.
        """
        self._port, self._healths = port, {"/health": health, "/ready": ready}
        self._tell_metrics, self._metrics_type = metrics, metrics_type
        self._runner: web.AppRunner | None = None

    @property
    def address(self) -> str:
        """The URL of the server, such as `http://127.0.0.1:9321`."""
        return f"http://{HOST}:{self._port}"

    async def start(self) -> None:
        """Open the port.

        Raises:
            OSError: it is taken or forbidden.
        """
        application = web.Application(middlewares=[only_for(("localhost", HOST))])
        for path in self._healths:
            application.router.add_get(path, self._health)
        application.router.add_get("/metrics", self._metrics)
        self._runner = await listen(application, HOST, self._port, farewell=FAREWELL)
        self._port = self._runner.addresses[0][1]

    async def stop(self) -> None:
        """Close the port."""
        runner, self._runner = self._runner, None
        if runner is not None:
            await runner.cleanup()

    async def _health(self, request: web.Request) -> web.Response:
        health = await self._healths[request.path]()
        return web.json_response(dict(health.facts), status=200 if health.well else 503, headers=_FRESH)

    async def _metrics(self, _: web.Request) -> web.Response:
        headers = {**_FRESH, "Content-Type": self._metrics_type}
        return web.Response(body=await self._tell_metrics(), headers=headers)
