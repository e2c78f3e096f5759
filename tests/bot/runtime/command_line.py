"""`tischrand` as the host has it: a command line in a process of its own."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys
from pathlib import Path
from typing import Any

import aiohttp

from bot.runtime.settings import Settings, variable
from tests import ROOT
from tests.loopback.core.signal import PATIENCE

NO_TOKEN = "not-the-token-of-this-bot"  # noqa: S105 - it opens nothing


class Process:
    """A command line in a process of its own; of the settings it knows only what it is given."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.data = folder, folder / "data"
        self.program: tuple[str, ...] = ("-m", "bot")
        self._all: list[asyncio.subprocess.Process] = []

    async def begin(self, *words: str, **settings: str) -> asyncio.subprocess.Process:
        ours = {variable(name) for name in Settings.model_fields}
        known = {name: value for name, value in os.environ.items() if name not in ours}
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, *self.program, *words, "--data", str(self.data)),
            cwd=self.folder,
            env={**known, "PYTHONPATH": str(ROOT), **settings},
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        self._all.append(process)
        return process

    async def run(self, *words: str, **settings: str) -> tuple[int | None, str, str]:
        """Run to the end; gives exit code, output and errors."""
        process = await self.begin(*words, **settings)
        output, errors = await process.communicate()
        return process.returncode, output.decode(), errors.decode()

    async def end(self) -> None:
        for process in self._all:
            if process.returncode is None:
                process.kill()
                await process.communicate()


async def line_with(stream: asyncio.StreamReader | None, text: str) -> str:
    """Read until a line has this text."""
    assert stream
    async for line in stream:
        if text in line.decode():
            return line.decode()
    raise AssertionError(f"it ended without a line with {text!r}")


async def stopped(process: asyncio.subprocess.Process, name: signal.Signals) -> tuple[int | None, str]:
    """Send a signal, upon which it ends; gives exit code and what was written to standard error since."""
    process.send_signal(name)
    async with asyncio.timeout(PATIENCE):  # an end that waits for something takes minutes, or never comes
        _, errors = await process.communicate()
    return process.returncode, errors.decode()


async def visit(address: str, page: str) -> tuple[int, Any]:
    async with aiohttp.ClientSession() as session, session.get(f"{address}/{page}") as response:
        return response.status, (await response.json())["platforms"]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
