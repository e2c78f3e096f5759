"""Commits together what waits together: the price of one commit is shared by all who wait for it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from storage.errors import StoreFull
from storage.sql.database import Batch, Database

FULL_FOR = 30.0  # seconds for which the disk counts as full after a write that found no room
MOST = 256  # writes in one transaction, so that the first does not wait long for the last


@dataclass(frozen=True, slots=True, eq=False)
class _Waiting:
    batch: Batch
    done: asyncio.Future[None]


class GroupCommit:
    """A queue of writes, and a task that commits them in the order in which they were asked for."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._queue: list[_Waiting] = []
        self._task: asyncio.Task[None] | None = None
        self._full: tuple[StoreFull, float] | None = None  # since when no press has found room

    async def try_out(self, least: Batch) -> None:
        """See whether anything can be written, by writing next to nothing.

        Raises:
            StoreUnavailable: no; or what takes more room found none a moment ago.
        """
        await self.write(least)
        if self._full is not None and asyncio.get_running_loop().time() - self._full[1] < FULL_FOR:
            raise self._full[0]

    async def write(self, batch: Batch, *, press: bool = False) -> None:
        """Write, and return when it is on the disk.

        A caller that is cancelled before its turn has changed nothing; one that is cancelled later finds
        its batch kept whole, or refused, as if it had stayed. `press`: it takes as much room as one.

        Raises:
            StoreError: a statement was refused; nothing was kept.
        """
        done = asyncio.get_running_loop().create_future()
        self._queue.append(_Waiting(batch, done))
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._work())
        await done
        if press:
            self._full = None

    async def finish(self) -> None:
        """Wait until all that has been asked for is done."""
        if self._task is not None:
            await asyncio.wait([self._task])

    async def _work(self) -> None:
        group: list[_Waiting] = []
        try:
            while group := self._take():
                for waiting, fault in zip(group, await self._outcomes(group), strict=True):
                    _answer(waiting.done, fault)
        finally:  # Only when this task is cancelled is somebody still waiting here.
            for waiting in (*group, *self._queue):
                waiting.done.cancel()

    def _take(self) -> list[_Waiting]:
        waiting = [each for each in self._queue if not each.done.cancelled()]
        group, self._queue = waiting[:MOST], waiting[MOST:]
        return group

    async def _outcomes(self, group: Sequence[_Waiting]) -> Sequence[Exception | None]:
        """Commit a group; for each write None, or why nothing of it was kept."""
        batches = [waiting.batch for waiting in group]
        try:  # the usual case
            await self._database.store([line for batch in batches for line in batch])
            return [None] * len(batches)
        except self._database.own_faults as error:
            if len(batches) == 1:
                return [error]
        except Exception as error:
            return self._failed(error, len(batches))
        try:  # one of them is at fault
            return await self._database.store_apart(batches)
        except Exception as error:
            return self._failed(error, len(batches))

    def _failed(self, error: Exception, writes: int) -> Sequence[Exception]:
        if isinstance(error, StoreFull):
            self._full = error, asyncio.get_running_loop().time()
        return [error] * writes


def _answer(done: asyncio.Future[None], fault: Exception | None) -> None:
    if done.cancelled():
        return
    if fault is None:
        done.set_result(None)
    else:
        done.set_exception(fault)
