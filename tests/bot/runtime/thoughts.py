"""Thoughts of robots that go wrong, or take as long as a test wants; called in the processes of a pool."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path


def own_pid() -> int:
    return os.getpid()


def die(marker: Path) -> str:
    """The first time it is thought, its process is killed."""
    if not marker.exists():
        marker.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return "alive"


def think_for_ever(marker: Path) -> None:
    """Busy, as a search is."""
    marker.write_text(str(os.getpid()))
    while True:
        pass


def note(journal: Path, name: str, until: Path) -> None:
    """Write down that it is thought, and end when a file is there."""
    with journal.open("a") as file:
        file.write(f"{name}\n")
    while not until.exists():
        time.sleep(0.001)


def manners() -> tuple[int, bool]:
    """How nice the process is, and whether it ignores Ctrl-C."""
    return os.nice(0), signal.getsignal(signal.SIGINT) is signal.SIG_IGN
