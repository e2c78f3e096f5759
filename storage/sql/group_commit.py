"""Commits together what waits together: the price of one commit is shared by all who wait for it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, groupby
from operator import itemgetter

from storage.errors import StoreFull
from storage.sql import guard_statements, remark_statements, seek_statements, tournament_statements
from storage.sql.bot_statements import PUT_BOT
from storage.sql.database import Batch, Database, Row
from storage.sql.deadline_statements import DROP_DEADLINES, LOCK_BEAT, OF_TIME, PUT_DEADLINE
from storage.sql.errand_statements import ADD_ERRAND, DROP_ERRAND
from storage.sql.news_statements import DROP_OLD_NEWS
from storage.sql.notice_statements import FORGET_NOTICES, OF_NOTICES, PUT_NOTICE
from storage.sql.statement import Statement
from storage.sql.statements import ADD_EVENT, OF_BOARDS, OF_FORGETTING, OF_LINKS, OF_MATCHES, OF_SETTINGS

FULL_FOR = 30.0  # seconds after a write that found no room, though another one may
MOST = 256  # writes in one transaction, so that the first does not wait long for the last

Write = Mapping[Statement, Sequence[Row]]
"""What is kept whole or not at all: for each statement its rows of parameters."""


def _places(*parts: Sequence[Statement]) -> Mapping[Statement, int]:
    return {statement: place for place, statement in enumerate(chain(*parts))}


ONE_BY_ONE = _places(
    *(guard_statements.OF_WHO, OF_LINKS, OF_SETTINGS, OF_TIME),
    *(remark_statements.OF_REMARKS, seek_statements.OF_SEEKS, OF_NOTICES),
    *(tournament_statements.OF_TOURNAMENTS, (ADD_ERRAND, DROP_ERRAND, DROP_OLD_NEWS, PUT_BOT)),
)
FORGETTING = _places(
    *(remark_statements.OF_FORGETTING, seek_statements.OF_FORGETTING),
    *(tournament_statements.OF_FORGETTING, (FORGET_NOTICES,), OF_FORGETTING),
)


@dataclass(frozen=True, slots=True, eq=False)
class _Waiting:
    write: Write
    done: asyncio.Future[None]


class GroupCommit:
    """A queue of writes, and a task that commits them in the order in which they were asked for."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._queue: list[_Waiting] = []
        self._task: asyncio.Task[None] | None = None
        self._full: tuple[StoreFull, float] | None = None  # and when: since then no press found room

    async def try_out(self) -> None:
        """See whether anything can be written, by writing next to nothing.

        Raises:
            StoreUnavailable: no; or what takes more room found none a moment ago.
        """
        await self.write({LOCK_BEAT: [(1,)]})
        if self._full is not None and asyncio.get_running_loop().time() - self._full[1] < FULL_FOR:
            raise self._full[0]

    async def write(self, write: Write) -> None:
        """Write, and return when it is on the disk.

        A caller that is cancelled before its turn has changed nothing; one that is cancelled later finds
        its write kept whole, or refused, as if it had stayed.

        Raises:
            StoreError: what the statement says that the schema did not let through; nothing was kept.
        """
        done = asyncio.get_running_loop().create_future()
        self._queue.append(_Waiting(write, done))
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._work())
        await done

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
        writes = [waiting.write for waiting in group]
        try:  # the usual case: as few statements as if it were a single write
            await self._database.store(_merged(writes))
            if any(ADD_EVENT in write for write in writes):
                self._full = None
            return [None] * len(writes)
        except self._database.own_faults:
            pass
        except StoreFull as error:
            self._full = error, asyncio.get_running_loop().time()
            return [error] * len(writes)
        except Exception as error:
            return [error] * len(writes)
        try:  # one of them is at fault
            return await self._database.store_apart([_merged([write]) for write in writes])
        except Exception as error:
            return [error] * len(writes)


def _answer(done: asyncio.Future[None], fault: Exception | None) -> None:
    if done.cancelled():
        return
    if fault is None:
        done.set_result(None)
    else:
        done.set_exception(fault)


def _merged(writes: Sequence[Write]) -> Batch:
    """Few statements with many rows each, that have the same effect as one write after the other."""
    return list(_in_turn(writes))


def _in_turn(writes: Sequence[Write]) -> Iterator[tuple[Statement, list[Row]]]:
    for statement in (*OF_MATCHES, PUT_NOTICE):
        if rows := [row for write in writes for row in write.get(statement, ())]:
            yield statement, rows
    # The deadlines of a match are those of its last change.
    last = {match: write for write in writes for (match,) in write.get(DROP_DEADLINES, ())}
    if last:
        yield DROP_DEADLINES, [(match,) for match in last]
    if deadlines := [row for write in last.values() for row in write.get(PUT_DEADLINE, ())]:
        yield PUT_DEADLINE, deadlines
    for write in writes:  # rare, and each depends on those before it
        yield from _in_order(write, ONE_BY_ONE)
    # Putting, marking and dropping one board are not to be exchanged: only neighbours are merged.
    of_boards = (
        (statement, row) for write in writes for statement in OF_BOARDS for row in write.get(statement, ())
    )
    for statement, pairs in groupby(of_boards, key=itemgetter(0)):
        yield statement, [row for _, row in pairs]
    for write in writes:  # last: what was put before is forgotten, too
        yield from _in_order(write, FORGETTING)


def _in_order(write: Write, places: Mapping[Statement, int]) -> Iterator[tuple[Statement, list[Row]]]:
    """Of the statements that have a place those of a write: it has few, and every feature adds places."""
    statements = [statement for statement, rows in write.items() if rows and statement in places]
    statements.sort(key=places.__getitem__)
    return ((statement, list(write[statement])) for statement in statements)
