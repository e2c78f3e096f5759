"""Batches of statements, written by a connection in its transaction."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from storage.errors import StoreError
from storage.sql.database import Batch

OWN_FAULTS: tuple[type[Exception], ...] = (
    StoreError,
    sqlite3.IntegrityError,
    sqlite3.ProgrammingError,
    ValueError,
    OverflowError,
)
CONFLICTS = {sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY, sqlite3.SQLITE_CONSTRAINT_TRIGGER}


def as_one(batch: Batch, connection: sqlite3.Connection) -> None:
    """Write a batch, or raise what its statement means where the schema does not let it through."""
    for statement, rows in batch:
        try:
            connection.executemany(statement.sql, rows)
        except sqlite3.IntegrityError as error:
            if statement.refusal is None or error.sqlite_errorcode not in CONFLICTS:
                raise
            raise statement.refusal(str(error)) from None


def apart(batches: Sequence[Batch], connection: sqlite3.Connection) -> Sequence[Exception | None]:
    """Write each batch in a savepoint of its own."""
    return [_attempt(batch, connection) for batch in batches]


def _attempt(batch: Batch, connection: sqlite3.Connection) -> Exception | None:
    connection.execute("SAVEPOINT attempt")
    try:
        as_one(batch, connection)
    except OWN_FAULTS as fault:
        connection.execute("ROLLBACK TO attempt")
        return fault
    finally:
        connection.execute("RELEASE attempt")
    return None
