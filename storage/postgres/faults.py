"""What a server complains about, in words that tell nothing of what is stored."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import asyncpg

from storage.errors import StoreError, StoreFull, StoreUnavailable, UnusableDatabase

Refusals = dict[str, type[StoreError]]
"""By the name of a statement what it means when it finds nothing."""

REFUSED = "TR001"
"""The code of a statement that found nothing."""

LOST = (
    asyncpg.PostgresConnectionError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,  # what was under way on the connection when its server died never ended
    OSError,
    TimeoutError,
)
SHUTTING_DOWN = "57P0"  # how the codes begin of a server that stops, has crashed or starts
NOT_WRITTEN_TO = "25"  # of one that is only read from, as after a failover, or that gave the transaction up
NO_ROOM = "53"  # of one whose memory is full, or that has too many connections
FULL = ("53100", "58030")  # the disk is full, or faulty
TOO_SLOW = ("57014", "55P03")  # the server has a limit for how long this takes, or for how long it waits


class DatabaseFault(Exception):
    """The server could not do what it was asked."""


class Overburdened(DatabaseFault, StoreUnavailable):
    """The server has no memory or no connections left, or takes longer than it may; nothing was written."""


class DiskFull(DatabaseFault, StoreFull):
    """The server has no room left on its disk."""


class ConnectionLost(DatabaseFault, StoreUnavailable):
    """The server is not there, or was not while it was asked; whether it has written is not known."""


class Deadlocked(DatabaseFault, StoreUnavailable):
    """It waited in a circle with other processes, and was ended so that they go on; nothing was written."""


class OwnFault(DatabaseFault):
    """The schema does not let a batch through, which others have no part in."""


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


@contextmanager
def used(connection: asyncpg.Connection, refusals: Refusals | None = None) -> Iterator[None]:
    """Likewise; a connection that is lost is let go of, though it may seem to be open: a new one may be well.

    It may lead to another server by now, or have broken off amid what it was asked.
    """
    try:
        with told(refusals):
            yield
    except ConnectionLost:
        connection.terminate()
        raise


def _fault(error: asyncpg.PostgresError, refusals: Refusals) -> Exception:
    kind, code = type(error).__name__, error.sqlstate or ""
    if code == REFUSED:
        return refusals[error.args[0]]()
    if isinstance(error, asyncpg.IntegrityConstraintViolationError):
        return OwnFault(f"{kind} in {error.table_name}: {error.constraint_name or error.column_name}")
    if isinstance(error, asyncpg.DataError):
        return OwnFault(f"{kind} ({code})")
    if isinstance(error, asyncpg.PostgresConnectionError) or code.startswith(SHUTTING_DOWN):
        return ConnectionLost(f"the connection to the database is lost ({kind})")
    if code.startswith(NOT_WRITTEN_TO):
        return ConnectionLost(f"the database cannot be written at present ({kind})")
    if isinstance(error, asyncpg.DeadlockDetectedError | asyncpg.SerializationError):
        return Deadlocked("other processes wrote the same in another order")
    if code in FULL:
        return DiskFull(f"the disk of the database's server is full ({kind})")
    if code in TOO_SLOW or code.startswith(NO_ROOM):
        return Overburdened(f"the database's server has too much to do ({kind})")
    return DatabaseFault(f"{kind} ({code}): {error.args[0]}")
