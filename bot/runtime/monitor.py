"""Pages for whoever watches over the bot: `/health`, `/ready` and `/metrics`, on this computer only."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

from aiohttp import web

from bot.platforms.finding import HOST
from bot.platforms.listening import listen, only_for

FAREWELL = 0.1  # seconds for pages that are being read when the bot stops


@dataclass(frozen=True, slots=True)
class Health:
    """How the bot is."""

    well: bool
    """False: it needs its host."""
    facts: Mapping[str, Any]
    """What the page says, in JSON."""


class Monitor:
    """A small web server; what it tells is read anew for every request."""

    def __init__(
        self,
        port: int,
        health: Callable[[], Awaitable[Health]],
        ready: Callable[[], Awaitable[Health]],
        metrics: Callable[[], Awaitable[bytes]],
        metrics_type: str,
    ) -> None:
        """Nothing is opened yet.

        Args:
            port: on 127.0.0.1; 0 takes a free one.
            health: how the bot is now.
            ready: whether it takes requests.
            metrics: all numbers.
            metrics_type: their content type.
        """
        self._port, self._healths = port, {"/health": health, "/ready": ready}
        self._tell_metrics, self._metrics_type = metrics, metrics_type
        self._runner: web.AppRunner | None = None

    @property
    def address(self) -> str:
        """Where it is, such as `http://127.0.0.1:9321`."""
        return f"http://{HOST}:{self._port}"

    async def start(self) -> None:
        """Open the port.

        Raises:
            OSError: it is taken, or forbidden.
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


_FRESH = {"Cache-Control": "no-store"}
