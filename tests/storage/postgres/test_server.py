"""The server of a run of tests does not outlast it."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest

KILLED = """
import os, signal
from tests.storage.postgres.server import started
print(started(f"killed-{os.getpid()}").pgdata, flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.long
def test_the_server_of_a_killed_run_goes() -> None:
    command = (sys.executable, "-c", KILLED)
    process = subprocess.run(
        command, cwd=Path(__file__).parents[3], stdout=subprocess.PIPE, text=True, check=False
    )
    folder = Path(process.stdout.strip())
    assert folder.name.startswith("tischrand-postgres-killed-")
    until = time.monotonic() + 60
    while folder.exists() or folder.with_suffix(".lock").exists():
        assert time.monotonic() < until
        time.sleep(0.05)  # another process removes them
