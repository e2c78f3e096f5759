"""What the store asks of a database, in the SQL that SQLite and PostgreSQL share, and how it is written.

Parameters are numbered (`?1`), lists are JSON (`IN (SELECT value FROM json_each(?1))`), and a statement that
has to find something returns a row (`RETURNING 1`, or a `SELECT`): where it returns none, it is refused.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from typing import Any, Protocol, TypeVar

from storage.errors import StoreError, StoreFull

FULL_FOR = 30.0  # seconds for which the disk counts as full after a write that found no room
MOST = 256  # writes in one transaction, so that the first does not wait long for the last

T = TypeVar("T")
Row = tuple[Any, ...]
"""The parameters of a statement."""


@dataclass(frozen=True, slots=True, eq=False)
class Statement:
    """Something that is written."""

    sql: str
    refusal: type[StoreError] | None = None
    """What it means when no row is returned; None: it need not return any."""
    alone: bool = False
    """It is about who is who: other processes write nothing until it is committed."""


Line = tuple[Statement, Row]
Lines = list[Line]
Batch = Sequence[Line]
"""What is kept whole or not at all: statements with their parameters, in their order."""


class Record(Protocol):
    """A row that was asked for: its values by place, by name, and one after the other."""

    def __getitem__(self, place: str | int, /) -> Any: ...

    def keys(self) -> Iterable[str]:
        """The names of the columns."""

    def __iter__(self) -> Iterator[Any]: ...


Rows = Callable[[str, Sequence[object]], Awaitable[Sequence[Record]]]
"""Asks a query with its parameters."""


class Database(Protocol):
    """An open database that has the newest schema."""

    own_faults: tuple[type[Exception], ...]
    """Faults of one batch, which those beside it have no part in. A disk's are everybody's."""

    async def rows(self, sql: str, parameters: Sequence[object] = (), /) -> Sequence[Record]:
        """The rows of a query, as of the latest commit."""

    async def glance(self, sql: str, parameters: Sequence[object] = (), /) -> Sequence[Record]:
        """Likewise without a round trip where there is none to make: for a few rows by key, read just now."""

    async def at_once(
        self, queries: Sequence[str], parameters: Sequence[object], *, near: bool
    ) -> Sequence[Sequence[Record]]:
        """The rows of each query, of one commit and in one round trip.

        Args:
            queries: they have their parameters in common, and all of these are used.
            parameters: of all of them.
            near: as in `glance`.
        """

    async def store(self, batch: Batch, /) -> None:
        """Write a batch in one transaction.

        Raises:
            StoreError: a statement was refused; nothing was kept.
        """

    async def store_apart(self, batches: Sequence[Batch], /) -> Sequence[Exception | None]:
        """Write batches in one transaction; for each None, or which of its own faults kept it from being."""

    async def check_room(self) -> None:
        """See whether there is room for a press; next to nothing may find some where that does not.

        Raises:
            StoreFull: no.
        """

    async def size(self) -> int:
        """What it takes on its disk, in bytes."""

    async def wipe(self) -> bool:
        """Leave nothing in the files of what has been deleted; False while somebody reads what was before."""

    async def close(self) -> None:
        """Finish what has been asked for, then let go of the database."""


class GroupCommit:
    """A queue of writes: those that wait together are committed together, in the order of asking."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._queue: list[tuple[Batch, asyncio.Future[None]]] = []
        self._task: asyncio.Task[None] | None = None
        self._full: tuple[StoreFull, float] | None = None  # since when no press has found room

    async def write(self, batch: Batch, *, press: bool = False) -> None:
        """Write, and return when it is on the disk.

        A caller that is cancelled before its turn has changed nothing; one that is cancelled later finds
        its batch kept whole, or refused, as if it had stayed. `press`: it takes as much room as one.

        Raises:
            StoreError: a statement was refused; nothing was kept.
        """
        done = asyncio.get_running_loop().create_future()
        self._queue.append((batch, done))
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._work())
        await done
        if press:
            self._full = None

    async def try_out(self, least: Batch) -> None:
        """See whether anything can be written, by writing next to nothing.

        Raises:
            StoreUnavailable: no; or what takes more room found none a moment ago.
        """
        await self.write(least)
        if self._full is not None and asyncio.get_running_loop().time() - self._full[1] < FULL_FOR:
            raise self._full[0]

    async def finish(self) -> None:
        """Wait until all that has been asked for is done."""
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
        finally:  # Only when this task is cancelled is somebody still waiting here.
            for _, done in (*group, *self._queue):
                done.cancel()

    def _next(self) -> list[tuple[Batch, asyncio.Future[None]]]:
        waiting = [(batch, done) for batch, done in self._queue if not done.cancelled()]
        group, self._queue = waiting[:MOST], waiting[MOST:]
        return group

    async def _outcomes(self, batches: Sequence[Batch]) -> Sequence[Exception | None]:
        """Commit a group; for each write None, or why nothing of it was kept."""
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
    """Makes a dataclass of a row whose columns have the names of its fields, but for those that are given."""
    flags = {field.name: field.type == "bool" for field in fields(kind) if field.name not in given}  # type: ignore[arg-type]

    def read(row: Record, /, **values: object) -> T:
        # A truth is a number in both databases.
        known = {name: bool(row[name]) if flag else row[name] for name, flag in flags.items()}
        return kind(**known, **values)

    return read


def listed(values: Iterable[str]) -> str:
    """A list as a parameter, in one order everywhere: processes do not wait for each other in a circle."""
    return json.dumps(sorted(values))
