"""The files of the store without threads: what theirs would do, the loop does a little later."""

from __future__ import annotations

import asyncio
import sqlite3
from collections import deque
from collections.abc import Callable
from typing import Any, TypeVar

from storage.sqlite import database
from tests.simulation.loop import OWNER, VirtualLoop
from tests.storage.sqlite.prepared import done

T = TypeVar("T")
TRANSACT = database._transact


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

    def transact(self, connection: sqlite3.Connection, work: Callable[[sqlite3.Connection], T]) -> T:
        """In place of the store's own."""
        if not self._fails:
            return TRANSACT(connection, work)
        self._fails -= 1
        if self._after:
            TRANSACT(connection, work)
        fault = sqlite3.OperationalError("disk I/O error (simulated)")
        fault.sqlite_errorcode = sqlite3.SQLITE_IOERR
        raise fault


class Queue:
    """The queue of one connection: its work is done one after the other, each at a moment by chance."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        assert isinstance(self._loop, VirtualLoop)
        self._work: deque[tuple[asyncio.Future[Any] | None, Callable[[], Any]]] = deque()
        self._made: list[sqlite3.Connection] = []
        owner = OWNER.get()
        if owner is not None:
            owner.on_death.append(self._let_go)

    def put_nowait(self, work: tuple[asyncio.Future[Any] | None, Callable[[], Any]]) -> None:
        """Ask for something to be done."""
        self._work.append(work)
        if len(self._work) == 1:
            self._later()

    def _later(self) -> None:
        loop: VirtualLoop = self._loop  # type: ignore[assignment]
        loop.call_at(loop.soon(0.0, 0.004), self._do)

    def _do(self) -> None:
        result = done(*self._work[0])
        if isinstance(result, sqlite3.Connection):
            self._made.append(result)
        self._work.popleft()
        if self._work:
            self._later()

    def _let_go(self) -> None:
        """The process is dead: what it had not committed is undone."""
        for connection in self._made:
            connection.close()


class NoThread:
    """In place of the library's threads."""

    def __init__(self, target: object, args: object) -> None:
        """Nothing is started."""

    def start(self) -> None:
        """The loop does the work."""
