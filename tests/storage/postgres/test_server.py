"""The server of a run of tests does not outlast it."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest

KILLED = """
import os, signal
from tests.storage.postgres.server import started
print(started(f"killed-{os.getpid()}").pgdata, flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.long
async def test_the_server_of_a_killed_run_goes() -> None:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", KILLED), cwd=Path(__file__).parents[3], stdout=asyncio.subprocess.PIPE
    )
    told, _ = await process.communicate()
    folder = Path(told.decode().strip())
    assert folder.name.startswith("tischrand-postgres-killed-")
    async with asyncio.timeout(60):
        while folder.exists() or folder.with_suffix(".lock").exists():
            await asyncio.sleep(0.05)
