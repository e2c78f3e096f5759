"""The files of the store with commits that fail when told to; what its threads would do, the loop does."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from concurrent.futures import Executor, Future
from pathlib import Path
from typing import Any

from tests.simulation.loop import OWNER


class Disk:
    """Which of the commits to come fail."""

    def __init__(self) -> None:
        self._fails = 0
        self._after = False

    def fail(self, times: int, *, after: bool) -> None:
        """So many of the next commits fail, though `after` says that what they wrote is kept."""
        self._fails, self._after = times, after

    def heal(self) -> None:
        """From now on all is well."""
        self._fails = 0

    def connected(self, file: Path | str, *, uri: bool = False) -> sqlite3.Connection:
        """In place of the store's own: it ends with its process, and what that left open is undone."""
        connection = sqlite3.connect(
            file, uri=uri, isolation_level=None, check_same_thread=False, factory=_Connection
        )
        connection.disk = self
        owner = OWNER.get()
        if owner is not None:
            owner.on_death.append(connection.close)
        return connection

    def commit(self, connection: sqlite3.Connection) -> None:
        """As SQLite, unless it is to fail."""
        if not self._fails:
            sqlite3.Connection.commit(connection)
            return
        self._fails -= 1
        if self._after:
            sqlite3.Connection.commit(connection)
        fault = sqlite3.OperationalError("disk I/O error (simulated)")
        fault.sqlite_errorcode = sqlite3.SQLITE_IOERR
        raise fault


class _Connection(sqlite3.Connection):
    """To a file on a disk that may fail."""

    disk: Disk

    def commit(self) -> None:
        self.disk.commit(self)


class NoThread(Executor):
    """In place of the thread of a connection: the loop does what it would, at a moment by chance."""

    def __init__(self, max_workers: int) -> None:
        """Nothing is started."""

    def submit(self, work: Callable[..., Any], /, *arguments: Any, **_: Any) -> Future[Any]:
        """One thing is done after the other."""
        asyncio.get_running_loop().run_in_executor(self, work, *arguments)
        return Future()
