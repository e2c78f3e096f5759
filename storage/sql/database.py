"""What the parts of the store ask of a database."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from typing import Any, Protocol

from storage.sql.statement import Statement

Row = tuple[Any, ...]
"""The parameters of a statement."""
Batch = Sequence[tuple[Statement, Sequence[Row]]]
"""Statements with their rows, in the order in which they are written."""


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
        """Likewise, for a query by key of a few rows that were written or read just now."""

    async def store(self, batch: Batch, /) -> None:
        """Write a batch in one transaction.

        Raises:
            StoreError: what the statement says that the schema did not let through; nothing was kept.
        """

    async def store_apart(self, batches: Sequence[Batch], /) -> Sequence[Exception | None]:
        """Write batches in one transaction; for each None, or which of its own faults kept it from being."""

    async def wipe(self) -> bool:
        """Leave nothing in the files of what has been deleted; False while somebody reads what was before."""

    async def close(self) -> None:
        """Finish what has been asked for, then let go of the database."""
