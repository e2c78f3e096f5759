"""What a server complains about, in words that tell nothing of what is stored."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

import asyncpg

from storage.errors import StoreError, StoreUnavailable, UnusableDatabase

Refusals = Mapping[str, type[StoreError]]
"""By table what it means when the schema does not let a row through."""

LOST = (
    asyncpg.PostgresConnectionError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,  # what was under way on the connection when its server died never ended
    OSError,
    TimeoutError,
)
SHUTTING_DOWN = "57P0"  # how the codes begin of a server that stops, has crashed or starts
NO_ROOM = "53"  # of one whose disk or memory is full, or that has too many connections


class DatabaseFault(Exception):
    """The server could not do what it was asked."""


class OutOfRoom(DatabaseFault, StoreUnavailable):
    """The server has no room left on its disk, in its memory or for connections."""


class ConnectionLost(DatabaseFault, StoreUnavailable):
    """The server is not there, or was not while it was asked; whether it has written is not known."""


class Deadlocked(DatabaseFault, StoreUnavailable):
    """It waited in a circle with other processes, and was ended so that they go on; nothing was written."""


class OwnFault(DatabaseFault):
    """The schema does not let a batch through, which others have no part in."""


@contextmanager
def unbroken(connection: asyncpg.Connection) -> Iterator[None]:
    """Let go of a connection that the library can use no more, though it seems to be open."""
    try:
        yield
    except asyncpg.InternalClientError:
        connection.terminate()
        raise


@contextmanager
def told(refusals: Refusals | None = None) -> Iterator[None]:
    """Whatever the library raises, as an error of the store. What a server says besides may quote a row."""
    try:
        yield
    except UnusableDatabase as error:  # it was usable when it was opened
        raise ConnectionLost(str(error)) from None
    except asyncpg.PostgresError as error:
        raise _fault(error, refusals or {}) from None
    except LOST as error:
        raise ConnectionLost(f"the connection to the database is lost ({type(error).__name__})") from None


def _fault(error: asyncpg.PostgresError, refusals: Refusals) -> Exception:
    kind, code = type(error).__name__, error.sqlstate or ""
    if isinstance(error, asyncpg.IntegrityConstraintViolationError):
        by_trigger = code == "23000"
        if error.table_name in refusals and (by_trigger or (error.constraint_name or "").endswith("_pkey")):
            return refusals[error.table_name](error.args[0])
        return OwnFault(f"{kind} in {error.table_name}: {error.constraint_name or error.column_name}")
    if isinstance(error, asyncpg.DataError):
        return OwnFault(f"{kind} ({code})")
    if isinstance(error, asyncpg.PostgresConnectionError) or code.startswith(SHUTTING_DOWN):
        return ConnectionLost(f"the connection to the database is lost ({kind})")
    if isinstance(error, asyncpg.DeadlockDetectedError):
        return Deadlocked("other processes wrote the same in another order")
    fault = OutOfRoom if code.startswith(NO_ROOM) else DatabaseFault
    return fault(f"{kind} ({code}): {error.args[0]}")
