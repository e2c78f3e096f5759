"""The tables of the store as they are copied from one database to another."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from typing import Protocol

from games.frozen import frozen
from storage.sql.database import Row

PAGE = 1000
"""So many rows are in memory at a time."""


@frozen
class Table:
    """A table with what is stored in it; what the database computes by itself is left out."""

    name: str
    columns: tuple[str, ...]
    key: tuple[str, ...]

    @property
    def query(self) -> str:
        """All rows in the order of their keys, which is the same in every database."""
        columns, key = ", ".join(self.columns), ", ".join(self.key)
        return f"SELECT {columns} FROM {self.name} ORDER BY {key}"  # noqa: S608 - names of the schema


class Source(Protocol):
    """A database that is read while nobody writes to it."""

    def pages(self, table: Table) -> AsyncIterator[Sequence[Row]]:
        """All rows of a table in the order of `Table.query`, page by page."""


class Target(Source, Protocol):
    """A database that has the newest schema, no rows, and triggers that keep still."""

    async def put(self, table: Table, rows: Sequence[Row]) -> None:
        """Add rows."""
