"""The interface between the store and a database, in the SQL that SQLite and PostgreSQL share.

Parameters are numbered (`?1`) and lists are JSON (`IN (SELECT value FROM json_each(?1))`). A statement that
must find something returns a row (`RETURNING 1`, or a `SELECT`); if it returns none, the batch is refused.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from typing import Any, Protocol, TypeVar

from storage.errors import StoreError, StoreFull

FULL_FOR = 30.0  # seconds for which the disk counts as full after a write failed for lack of space
MOST = 256  # batches in one transaction, so that the first does not wait long for the last

T = TypeVar("T")
Row = tuple[Any, ...]
"""The parameters of a statement."""


@dataclass(frozen=True, slots=True, eq=False)
class Statement:
    """A statement that writes or guards a write."""

    sql: str
    refusal: type[StoreError] | None = None
    """Raised if no row is returned; None: it need not return any."""
    alone: bool = False
    """Exclusive, because it changes who is who: other processes write nothing until it is committed."""


Line = tuple[Statement, Row]
Lines = list[Line]
Batch = Sequence[Line]
"""Statements with their parameters, executed in order and stored as a whole or not at all."""


class Record(Protocol):
    """A row of a result: its values by index, by name, and in order."""

    def __getitem__(self, place: str | int, /) -> Any: ...

    def keys(self) -> Iterable[str]:
        """The names of the columns."""

    def __iter__(self) -> Iterator[Any]: ...


Rows = Callable[[str, Sequence[object]], Awaitable[Sequence[Record]]]
"""Runs a query with its parameters."""


class Database(Protocol):
    """An open database with the newest schema."""

    own_faults: tuple[type[Exception], ...]
    """Faults of a single batch, which do not affect others, unlike those of a disk."""

    async def rows(self, sql: str, parameters: Sequence[object] = (), /) -> Sequence[Record]:
        """Return the rows of a query, as of the latest commit."""

    async def glance(self, sql: str, parameters: Sequence[object] = (), /) -> Sequence[Record]:
        """Likewise, avoiding a round trip if possible: for a few rows by key that were just read."""

    async def at_once(
        self, queries: Sequence[str], parameters: Sequence[object], *, near: bool
    ) -> Sequence[Sequence[Record]]:
        """Return the rows of each query, as of one commit and in one round trip.

        Args:
            queries: they share their parameters, each of which is used by at least one of them.
            parameters: those of all queries.
            near: as in `glance`.
        """

    async def store(self, batch: Batch, /) -> None:
        """Write a batch in one transaction.

        Raises:
            StoreError: a statement was refused; nothing was stored.
        """

    async def store_apart(self, batches: Sequence[Batch], /) -> Sequence[Exception | None]:
        """Write batches in one transaction; return None for each stored one, or the fault of the batch."""

    async def check_room(self) -> None:
        """Check that there is room for a press, which a minimal write does not prove.

        Raises:
            StoreFull: there is none.
        """

    async def size(self) -> int:
        """Return the size on disk, in bytes."""

    async def wipe(self) -> bool:
        """Erase deleted data from the files; return False if a reader of an older state prevents it."""

    async def close(self) -> None:
        """Finish pending requests, then close the database."""


class GroupCommit:
    """A queue of writes: waiting batches are committed together, in the order of their requests."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._queue: list[tuple[Batch, asyncio.Future[None]]] = []
        self._task: asyncio.Task[None] | None = None
        self._full: tuple[StoreFull, float] | None = None  # the last failure for lack of space, and its time

    async def write(self, batch: Batch, *, press: bool = False) -> None:
        """Write a batch, and return when it is on the disk.

        If the caller is cancelled before the batch is started, nothing is written; if it is cancelled later,
        the batch is stored or refused all the same. `press`: it takes as much room as a press.

        Raises:
            StoreError: a statement was refused; nothing was stored.
        """
        done = asyncio.get_running_loop().create_future()
        self._queue.append((batch, done))
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._work())
        await done
        if press:
            self._full = None

    async def try_out(self, least: Batch) -> None:
        """Check that the database can be written, by a minimal write.

        Raises:
            StoreUnavailable: it cannot, or a larger write found no room a moment ago.
        """
        await self.write(least)
        if self._full is not None and asyncio.get_running_loop().time() - self._full[1] < FULL_FOR:
            raise self._full[0]

    async def finish(self) -> None:
        """Wait for all queued writes."""
        if self._task is not None:
            await asyncio.wait([self._task])

    async def _work(self) -> None:
        group: list[tuple[Batch, asyncio.Future[None]]] = []
        try:
            while group := self._next():
                outcomes = await self._outcomes([batch for batch, _ in group])
                for (_, done), fault in zip(group, outcomes, strict=True):
                    if fault is not None and not done.cancelled():
                        done.set_exception(fault)
                    elif not done.cancelled():
                        done.set_result(None)
        finally:  # Callers are still waiting only if this task was cancelled.
            for _, done in (*group, *self._queue):
                done.cancel()

    def _next(self) -> list[tuple[Batch, asyncio.Future[None]]]:
        waiting = [(batch, done) for batch, done in self._queue if not done.cancelled()]
        group, self._queue = waiting[:MOST], waiting[MOST:]
        return group

    async def _outcomes(self, batches: Sequence[Batch]) -> Sequence[Exception | None]:
        """Commit a group; for each batch None, or the reason why it was not stored."""
        try:
            try:  # the usual case
                await self._database.store([line for batch in batches for line in batch])
                return [None] * len(batches)
            except self._database.own_faults as error:  # one of them is at fault
                return [error] if len(batches) == 1 else await self._database.store_apart(batches)
        except Exception as error:  # a disk's or a server's
            if isinstance(error, StoreFull):
                self._full = error, asyncio.get_running_loop().time()
            return [error] * len(batches)


def reader(kind: type[T], *given: str) -> Callable[..., T]:
    """A function that builds a dataclass from a row by column names, with the `given` fields as keywords."""
    flags = {field.name: field.type == "bool" for field in fields(kind) if field.name not in given}  # type: ignore[arg-type]

    def read(row: Record, /, **values: object) -> T:
        # Both databases store a bool as a number.
        known = {name: bool(row[name]) if flag else row[name] for name, flag in flags.items()}
        return kind(**known, **values)

    return read


def listed(values: Iterable[str]) -> str:
    """A list parameter, sorted so that processes lock rows in the same order and do not deadlock."""
    return json.dumps(sorted(values))
