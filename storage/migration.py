"""Copies a whole store from one database to another, and compares what has arrived with what was there."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

from storage.errors import UnusableDatabase
from storage.sql.database import Row
from storage.sql.tables import Source, Table, Target


async def migrate(tables: Sequence[Table], source: Source, target: Target) -> Mapping[str, int]:
    """Copy all rows of all tables.

    Returns:
        How many rows each table has.

    Raises:
        UnusableDatabase: what was written is not what was read; the target is to keep nothing.
    """
    counts: dict[str, int] = {}
    for table in tables:
        read = hashlib.sha256()
        counts[table.name] = 0
        async for page in source.pages(table):
            rows = [tuple(map(_storable, row)) for row in page]
            await target.put(table, rows)
            counts[table.name] += len(rows)
            _add(read, rows)
        written = hashlib.sha256()
        async for page in target.pages(table):
            _add(written, page)
        if read.digest() != written.digest():
            raise UnusableDatabase(f"the rows of {table.name} did not arrive as they were; nothing is kept")
    return counts


def _add(digest: hashlib._Hash, rows: Sequence[Row]) -> None:
    for row in rows:
        digest.update(repr(row).encode())


def _storable(value: Any) -> Any:
    """As every database can keep it, see `storage.postgres.database`."""
    return value.replace("\0", "\ufffd") if isinstance(value, str) else value
