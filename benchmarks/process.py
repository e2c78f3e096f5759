"""One bot under test, in a process of its own: started, watched from outside, and ended."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Protocol

import psutil  # type: ignore[import-untyped]

SETTLING = 0.05  # seconds until what an answer leaves to be done is done
STILL = 0.3  # seconds without work after which a bot that started counts as ready

WHOLE = ("-m", "benchmarks.discord_bots", "whole")
"""How the whole bot is started; `("-m", "bot", "run")` would do as well."""


class Server(Protocol):
    """A loopback server for bots in processes of their own."""

    @property
    def environment(self) -> Mapping[str, str]:
        """The variables by which a bot finds it."""

    async def connected(self, *commands: str) -> None:
        """Wait until a bot is there, and the commands of these names."""


class BotProcess:
    """What a process has used up so far; all its threads counted."""

    def __init__(self, pid: int) -> None:
        self.pid, self._process = pid, psutil.Process(pid)

    @property
    def cpu(self) -> float:
        """Seconds of CPU, in user and system mode."""
        times = self._process.cpu_times()
        return float(times.user + times.system)

    @property
    def megabytes(self) -> float:
        """Memory in use (resident set)."""
        return float(self._process.memory_info().rss) / 2**20

    async def still(self) -> None:
        """Wait until it has nothing more to do."""
        before = -1.0
        while (now := self.cpu) > before:
            before = now
            await asyncio.sleep(STILL)


def bare(kind: str, sample: Path) -> tuple[str, ...]:
    """How one of the bots of `benchmarks.discord_bots` is started that show a fixed board."""
    return ("-m", "benchmarks.discord_bots", kind, str(sample))


@asynccontextmanager
async def started(
    server: Server, command: tuple[str, ...], folder: Path, log: Path
) -> AsyncIterator[BotProcess]:
    """A bot that is connected to this server.

    Args:
        server: where it logs in.
        command: arguments for Python.
        folder: of its databases.
        log: where it writes what it has to say.
    """
    environment: Mapping[str, str] = {
        **os.environ,
        **server.environment,
        "TISCHRAND_DATA": str(folder),
        "TISCHRAND_LOG_LEVEL": "WARNING",
    }
    with log.open("wb") as written:
        process = await asyncio.create_subprocess_exec(
            sys.executable, *command, env=environment, stdout=written, stderr=written
        )
    try:
        await server.connected("play")
        bot = BotProcess(process.pid)
        await bot.still()
        yield bot
    except AssertionError:
        print(f"what the bot said: {_said(log)}", file=sys.stderr)
        raise
    finally:
        if process.returncode is None:
            process.terminate()
        await process.wait()


def _said(log: Path) -> str:
    return log.read_text()[-5000:]
