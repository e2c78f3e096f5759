"""The platforms with their people, the database and the processes; and what people saw."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import asyncpg

from bot.runtime.databases import STORE_FILE
from tests.bot.runtime.command_line import Process
from tests.loopback.discord.server import DiscordServer
from tests.loopback.telegram.server import TelegramServer
from tests.processes.balancer import Balancer
from tests.processes.worker import Worker
from tests.simulation.eye import Eye
from tests.simulation.world import Story, World

GLANCE = 0.05  # seconds between two looks at what another process may have done
KNOWN = 1 << 60  # what is stored is seen at the end only
Shown = tuple[str, int]


class RealWorld(World):
    """As in the simulation, but with true processes, a true database and the time of the machine."""

    def __init__(self, folder: Path, url: str, chance: random.Random, workers: int) -> None:
        """Closed."""
        self.loop = asyncio.get_running_loop()  # type: ignore[assignment]  # its time is all that is asked for
        self.chance, self.folder, self.url = chance, folder, url
        self.story, self.bots, self.codes, self.links, self.people = Story(), [], {}, {}, {}
        self.eye = Eye()
        self.discord = DiscordServer()
        self.telegram = TelegramServer()
        self.workers: list[Worker] = []
        self.balancer = Balancer(self.workers, chance)
        self._count, self._glancer = workers, None
        self.looking: asyncpg.Pool
        self.shows: dict[tuple[str, str], Shown | None] = {}
        """What each message shows now."""

    @asynccontextmanager
    async def running(self) -> AsyncIterator[RealWorld]:
        """With all processes at work; at the end none is left."""
        async with self.discord, self.telegram:
            await self.balancer.open()
            self.looking = await asyncpg.create_pool(self.url, min_size=1, max_size=4)
            settings = self._settings_of_all()
            self.workers += [
                Worker(self.folder / f"worker{number}", settings) for number in range(1, self._count + 1)
            ]
            self.discord.world.watchers.append(self._discord_changed)
            self.telegram.service.world.witnesses.append(self._telegram_changed)
            try:
                await asyncio.gather(*(worker.start() for worker in self.workers))
                yield self
            finally:
                for worker in self.workers:
                    await worker.end()
                await self.looking.close()
                await self.balancer.close()

    def _settings_of_all(self) -> dict[str, str]:
        return {
            **self.discord.environment,
            **self.telegram.environment,
            "TISCHRAND_DATABASE_URL": self.url,
            "TISCHRAND_ROBOT_PROCESSES": "0",
            "DISCORD_INTERACTIONS_URL": f"{self.balancer.address}/discord",
            "TELEGRAM_WEBHOOK_URL": f"{self.balancer.address}/telegram",
            "TELEGRAM_WEBHOOK_SECRET": "the-same-for-all",
        }

    def now(self) -> int:
        return int(time.time())

    def tell(self, what: str) -> None:
        self.story.told.append(f"{time.monotonic() % 1000:9.3f} {what}")

    def glance(self, sql: str, *parameters: object) -> list[Any]:
        """What is stored, once the database has been copied."""
        if not (self.folder / STORE_FILE).exists():
            return [(KNOWN,)]
        return super().glance(sql, *parameters)

    def saw(self, platform: str, message: str, payloads: list[str]) -> Shown | None:
        shown = super().saw(platform, message, payloads)
        self.shows[platform, message] = shown
        return shown

    async def version(self, match: str) -> int:
        """The newest that is stored."""
        return int(
            await self.looking.fetchval("SELECT max(version) FROM events WHERE match = $1", match) or 0
        )

    async def phase(self, match: str) -> str:
        """Whether it is running or over."""
        return str(await self.looking.fetchval("SELECT phase FROM matches WHERE match = $1", match))

    async def until(self, found: Callable[[], object], within: float) -> bool:
        """Whether something becomes true in time; who makes it true may be another process."""
        ends = time.monotonic() + within
        while not found():
            if time.monotonic() > ends:
                return False
            await asyncio.sleep(GLANCE)
        return True

    async def copy(self) -> None:
        """Carry the database over into a file, as a host does; all processes have ended."""
        host = Process(self.folder)
        target = f"sqlite:{self.folder / STORE_FILE}"
        code, output, errors = await host.run(
            "migrate", "--from", "postgresql", "--to", target, TISCHRAND_DATABASE_URL=self.url
        )
        if code:
            self.story.broken.append(f"migrate ended with {code}: {output} {errors}")
