"""One of several processes: `tischrand run`, started, killed and started again."""

from __future__ import annotations

import asyncio
import json
import signal
import time
from dataclasses import dataclass
from pathlib import Path

from tests.bot.runtime.command_line import Process, free_port, line_with

PATHS = {"discord": "/discord", "telegram": "/telegram"}
LISTEN = "127.0.0.2"  # another one than that of the balancer
READY_WITHIN = 120.0  # seconds


@dataclass(eq=False)
class Life:
    """A process from its start to its end."""

    process: asyncio.subprocess.Process
    ended: float | None = None
    """When it was killed."""


class Worker:
    """What the host keeps alive, with a data folder and ports of its own."""

    def __init__(self, folder: Path, settings: dict[str, str]) -> None:
        """Not started."""
        folder.mkdir()
        self.ports = {platform: free_port() for platform in PATHS}
        self._settings = settings | {
            "DISCORD_INTERACTIONS_PORT": str(self.ports["discord"]),
            "TELEGRAM_WEBHOOK_PORT": str(self.ports["telegram"]),
            "TISCHRAND_LISTEN": LISTEN,
            "TISCHRAND_LOG_FORMAT": "json",
            "TISCHRAND_LOG_LEVEL": "WARNING",
        }
        self._host = Process(folder)
        self._reading: set[asyncio.Task[None]] = set()
        self.life: Life | None = None
        self.log: list[dict[str, str]] = []
        """What all its lives have written to standard error."""

    async def start(self) -> None:
        """Begin a life, and wait until it serves."""
        process = await self._host.begin("run", **self._settings)
        self.life = Life(process)
        reading = asyncio.create_task(self._read(process))
        self._reading.add(reading)
        reading.add_done_callback(self._reading.discard)
        async with asyncio.timeout(READY_WITHIN):
            await line_with(process.stdout, "is ready")

    async def kill(self) -> None:
        """End it with -9."""
        life, self.life = self.life, None
        assert life
        life.ended = time.monotonic()
        life.process.kill()
        await life.process.wait()

    async def stop(self) -> int | None:
        """End it as a host does; gives the exit code."""
        life, self.life = self.life, None
        assert life
        life.ended = time.monotonic()
        life.process.send_signal(signal.SIGTERM)
        async with asyncio.timeout(30):
            return await life.process.wait()

    async def end(self) -> None:
        """Whatever state it is in."""
        await self._host.end()

    async def run(self, *words: str) -> tuple[int | None, str, str]:
        """Another command with the same settings."""
        return await self._host.run(*words, **self._settings)

    async def _read(self, process: asyncio.subprocess.Process) -> None:
        assert process.stderr
        async for line in process.stderr:
            text = line.decode()
            try:
                self.log.append(json.loads(text))
            except ValueError:
                self.log.append({"level": "ERROR", "message": text})
