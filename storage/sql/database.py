"""What the store asks of a database, in the SQL that SQLite and PostgreSQL share.

Parameters are numbered (`?1`), lists are JSON (`IN (SELECT value FROM json_each(?1))`), and a statement that
has to find something returns a row (`RETURNING 1`, or a `SELECT`): where it returns none, it is refused.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from typing import Any, Protocol, TypeVar

from storage.errors import StoreError

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


Batch = Sequence[tuple[Statement, Row]]
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

    async def count_processes(self) -> int:
        """How many have it open, this one among them."""

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


def reader(kind: type[T]) -> Callable[[Record], T]:
    """Makes a dataclass of a row whose columns have the names of its fields; a truth is a number there."""
    flags = [field.name for field in fields(kind) if field.type == "bool"]  # type: ignore[arg-type]

    def read(row: Record) -> T:
        known = dict(row)
        for name in flags:
            known[name] = bool(known[name])
        return kind(**known)

    return read


def listed(values: Iterable[str]) -> str:
    """A list as a parameter, in one order everywhere: processes do not wait for each other in a circle."""
    return json.dumps(sorted(values))
