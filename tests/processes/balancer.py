"""What stands before several processes: it hands what the platforms bring to any of them."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Sequence

import aiohttp
from aiohttp import web

from tests.processes.worker import LISTEN, PATHS, Life, Worker

WITHIN = aiohttp.ClientTimeout(40.0)
HEADERS = ("X-", "Content-Type")  # what the platforms sign with
FORGOTTEN = 15.0  # seconds after which an answer that has not come has to do with no death any more


class Balancer:
    """An address on 127.0.0.1 that stays, whatever becomes of the processes behind it."""

    def __init__(self, workers: Sequence[Worker], chance: random.Random) -> None:
        """Closed."""
        self._workers, self._chance = workers, chance
        self._taken: dict[str, tuple[Life | None, float]] = {}
        self._runner: web.AppRunner | None = None
        self._session: aiohttp.ClientSession | None = None
        self.broken_off = 0
        """Those whose process died meanwhile."""
        self.address = ""

    async def open(self) -> None:
        """Listen."""
        application = web.Application(client_max_size=1 << 22)
        application.router.add_post("/{platform}", self._brought)
        self._session = aiohttp.ClientSession(timeout=WITHIN)
        self._runner = web.AppRunner(application, access_log=None, shutdown_timeout=1.0)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        self.address = "http://{}:{}".format(*self._runner.addresses[0][:2])

    async def close(self) -> None:
        """Listen no more."""
        assert self._runner
        assert self._session
        await self._runner.cleanup()
        await self._session.close()

    def lost(self, interaction: int) -> bool:
        """Whether the process that took an interaction of Discord died before long, or none took it."""
        if (found := self._taken.get(str(interaction))) is None:
            return False  # it is on its way
        life, at = found
        return life is None or (life.ended is not None and life.ended - at < FORGOTTEN)

    async def _brought(self, request: web.Request) -> web.Response:
        """As proxies do: who cannot be reached is passed over, what breaks off is not given to another."""
        platform, body = request.match_info["platform"], await request.read()
        kept = {name: value for name, value in request.headers.items() if name.startswith(HEADERS)}
        number = str(json.loads(body).get("id"))
        for worker in self._chance.sample(self._workers, len(self._workers)):
            if worker.life is None:
                continue
            self._taken[number] = worker.life, time.monotonic()
            try:
                answer = await self._handed_on(worker, platform, body, kept)
            except aiohttp.ClientConnectorError:
                continue
            except (aiohttp.ClientError, TimeoutError):
                self.broken_off += 1
                return web.Response(status=502)
            return answer
        self._taken[number] = None, time.monotonic()
        return web.Response(status=503)

    async def _handed_on(
        self, worker: Worker, platform: str, body: bytes, headers: dict[str, str]
    ) -> web.Response:
        assert self._session
        url = f"http://{LISTEN}:{worker.ports[platform]}{PATHS[platform]}"
        async with self._session.post(url, data=body, headers=headers) as response:
            return web.Response(status=response.status, body=await response.read())
