"""The monitor: `/health`, `/ready` and `/metrics` for the host, on this computer only."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable
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
FRESH = {"Cache-Control": "no-store"}

OK, SILENT = "ok", "does not answer"
NO_ANSWER = "the store does not answer"


class Monitor:
    """A small web server; the state of the bot is collected for every request."""

    def __init__(
        self,
        port: int,
        store: Store,
        heartbeat: Heartbeat,
        supervisor: PlatformSupervisor,
        metrics: Metrics,
        backups: Backups | None,
    ) -> None:
        """Prepare the server; `start` opens the port, 0 takes a free one."""
        self._port, self._store, self._heartbeat = port, store, heartbeat
        self._supervisor, self._metrics, self._backups = supervisor, metrics, backups
        self._since = time.monotonic()
        self._trying = asyncio.Lock()
        self._tried: float | None = None
        self._store_state = ""
        self._runner: web.AppRunner | None = None

    @property
    def address(self) -> str:
        """The URL of the server, such as `http://127.0.0.1:9100`."""
        return f"http://{HOST}:{self._port}"

    async def start(self) -> None:
        """Open the port.

        Raises:
            OSError: it is taken or forbidden.
        """
        application = web.Application(middlewares=[only_for(("localhost", HOST))])
        application.router.add_get("/health", self._health)
        application.router.add_get("/ready", self._ready)
        application.router.add_get("/metrics", self._metrics_text)
        self._runner = await listen(application, HOST, self._port, farewell=FAREWELL)
        self._port = self._runner.addresses[0][1]
        log.info("the monitor is at %s", self.address)

    async def stop(self) -> None:
        """Close the port."""
        if self._runner is not None:
            await self._runner.cleanup()

    async def _health(self, _: web.Request) -> web.Response:
        """200 while the store can be read and written, and no platform is lost for good."""
        store = await self._try_store()
        behind, overdue = await self._behind(), await self._overdue()
        if store == OK and behind is None:
            store = SILENT
        well = store == OK and not self._supervisor.ended
        facts = {
            "status": "ok" if well else "failing",
            "platforms": {adapter.platform: self._state_of(adapter) for adapter in self._supervisor.adapters},
            "store": store,
            "boards_behind": behind,
            "deadlines_overdue": overdue,
            "seconds": round(time.monotonic() - self._since),
        }
        return _page(facts, well)

    async def _ready(self, _: web.Request) -> web.Response:
        """200 while a proxy may send requests to this process and they can be stored."""
        if not self._supervisor.ready:
            return _page({"ready": False}, False)
        store = await self._try_store()
        return _page({"ready": True}, True) if store == OK else _page({"ready": False, "store": store}, False)

    async def _metrics_text(self, _: web.Request) -> web.Response:
        metrics = self._metrics
        counts = {
            metrics.behind: self._behind(),
            metrics.overdue: self._overdue(),
            metrics.running: _counted(self._store.matches.count_running()),
            metrics.people: _counted(self._store.people.count_people()),
            metrics.database: _counted(self._store.database.size()),
        }
        for gauge, count in zip(counts, await asyncio.gather(*counts.values()), strict=True):
            gauge.set(float("nan") if count is None else count)
        metrics.backup_age.set(await self._backups.age() if self._backups else float("nan"))
        for adapter in self._supervisor.adapters:
            metrics.connected.labels(adapter.platform).set(adapter.connected)
        headers = {**FRESH, "Content-Type": metrics.content_type}
        return web.Response(body=metrics.text(), headers=headers)

    async def _try_store(self) -> str:
        """`OK`, or why the last attempt to write failed; one is made every few seconds at most."""
        async with self._trying:
            if self._tried is None or time.monotonic() - self._tried >= TRIED_EVERY:
                self._store_state = await self._write_attempt()
                self._tried = time.monotonic()
            return self._store_state

    async def _write_attempt(self) -> str:
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
            state = "serving" if adapter in self._supervisor.reached else "starting"
        return {"connected": adapter.connected, "state": state}

    async def _behind(self) -> int | None:
        return await _counted(self._store.boards.count_boards_behind())

    async def _overdue(self) -> int | None:
        return await _counted(self._heartbeat.overdue())


async def _counted(count: Awaitable[int]) -> int | None:
    """The count; None if the store does not answer."""
    try:
        async with asyncio.timeout(STORE_WITHIN):
            return await count
    except Exception:
        log.exception(NO_ANSWER)
        return None


def _page(facts: dict[str, Any], well: bool) -> web.Response:
    return web.json_response(facts, status=200 if well else 503, headers=FRESH)
