"""Connections to a server, and its errors as errors of the store, which reveal no stored data."""

from __future__ import annotations

import ssl
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any
from urllib.parse import parse_qs, urlsplit

import asyncpg

from storage.errors import StoreError, StoreFull, StoreUnavailable, UnusableDatabase
from storage.sql.schema import UPGRADES

OLDEST = 15
CONNECT_SECONDS, ANSWER_SECONDS = 10, 60
PATIENCE = 3  # seconds to wait for a previous process to exit
LOCK = 0x7469736368  # the key of advisory locks, which are separate in each database
VERSION = f"tischrand, {UPGRADES[-1].name}"[:63]
"""The application name; processes that know the same schema count as the same version."""
AT_WORK = """
    SELECT application_name AS version FROM pg_stat_activity JOIN pg_locks USING (pid)
    WHERE locktype = 'advisory' AND granted AND pg_locks.database = pg_stat_activity.datid
        AND datname = current_database() AND (classid::bigint << 32) + objid::bigint = $1::bigint
"""
"""The processes that have the database open."""
_SESSION = {
    "application_name": VERSION,
    "jit": "off",  # no query runs long enough to be worth compiling
    # Every query uses an index. Where the planner overestimates the rows, as of deadlines at each credit, it
    # would scan a large table instead.
    "enable_seqscan": "off",
    # If this machine dies, its lock is released within a minute.
    "tcp_keepalives_idle": "20",
    "tcp_keepalives_interval": "10",
    "tcp_keepalives_count": "3",
}


def place(url: str) -> str:
    """The database and host that a URL names, without account and password."""
    parts = urlsplit(url)
    host = parts.netloc.rpartition("@")[2] or next(iter(parse_qs(parts.query).get("host", [])), "localhost")
    return f"{parts.path.strip('/') or 'postgres'} at {host}"


async def connected(url: str, **options: Any) -> asyncpg.Connection:
    """Connect to a database and check that it can be used.

    Raises:
        UnusableDatabase: the server cannot be reached, is too old, or does not admit this account; or the
            encoding is not UTF8.
    """
    with explained(url):
        given = {"timeout": CONNECT_SECONDS, "command_timeout": ANSWER_SECONDS, "server_settings": _SESSION}
        connection = await asyncpg.connect(url, **{**options, **given})
        version = connection.get_server_version().major
        (encoding,) = await connection.fetchrow("SHOW server_encoding")
    wrong = None
    if version < OLDEST:
        wrong = f"the server of {place(url)} is PostgreSQL {version}; it takes {OLDEST} or newer"
    elif encoding != "UTF8":
        wrong = f"{place(url)} has the encoding {encoding}; create it with UTF8"
    if wrong:
        connection.terminate()
        raise UnusableDatabase(wrong)
    return connection


async def locked(url: str, *, alone: bool, prepare: str = "") -> asyncpg.Connection:
    """A connection that holds the lock of the database until it is closed: exclusive, or shared.

    Args:
        prepare: a statement for its session.

    Raises:
        UnusableDatabase: likewise, or another process has it open and one of the locks is exclusive.
    """
    connection = await connected(url)
    try:
        with explained(url):
            await connection.execute(f"SET lock_timeout = '{PATIENCE}s'")
            await connection.execute(f"SELECT pg_advisory_lock{'' if alone else '_shared'}($1)", LOCK)
            await connection.execute(f"RESET lock_timeout; {prepare}")
    except BaseException:
        connection.terminate()
        raise
    return connection


LOST = (
    asyncpg.PostgresConnectionError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,  # the server died during an operation, which never ended for the library
    OSError,
    TimeoutError,
)

# Errors while opening a database


@contextmanager
def explained(url: str) -> Iterator[None]:
    """Turn any error into an `UnusableDatabase` with a message for the host."""
    try:
        yield
    except (asyncpg.PostgresError, *LOST, ValueError) as error:
        raise UnusableDatabase(_reason(error, place(url))) from None  # the library may quote the URL


_REASONS: Sequence[tuple[type[Exception] | tuple[type[Exception], ...], str]] = (
    (asyncpg.LockNotAvailableError, "{} is open in another process; stop that one first"),
    (
        asyncpg.InvalidAuthorizationSpecificationError,
        "{} does not let this account in: look at its name and its password",
    ),
    (asyncpg.InvalidCatalogNameError, "{} does not exist; create it first"),
    (asyncpg.ReadOnlySQLTransactionError, "{} can only be read from at present, as one that copies another"),
    (asyncpg.DiskFullError, "the disk of {} is full; make room on its server"),
    (asyncpg.TooManyConnectionsError, "the server of {} has no free connection: raise its max_connections"),
    (asyncpg.InsufficientPrivilegeError, "the account may not create tables in {}; make it the owner"),
    (
        (asyncpg.PostgresConnectionError, asyncpg.AdminShutdownError, asyncpg.CrashShutdownError),
        "the connection to {} was lost; see that its server runs, then try again",
    ),
    (OSError, "{} cannot be reached ({kind}); is the server running?"),
    (Exception, "{} cannot be used ({kind})"),
)
_SIGNER = "such as with &sslrootcert=/etc/ssl/certs/ca-certificates.crt in the address"


def _reason(error: Exception, place: str) -> str:
    match error:
        case ssl.SSLCertVerificationError(verify_message=why):
            return f"the certificate of {place} is not trusted ({why}): name who signed it, {_SIGNER}"
        case asyncpg.ClientConfigurationError() if "certificate" in str(error):
            return f"{place} is to show a certificate: name who signs it, {_SIGNER}"
        case ConnectionError() if "SSL" in str(error):
            return f"{place} has no encrypted connections, which sslmode asks for"
    sentence = next(sentence for kind, sentence in _REASONS if isinstance(error, kind))
    return sentence.format(place, kind=type(error).__name__)


# Errors of an open connection

Refusals = dict[str, type[StoreError]]
"""The error for a statement that finds nothing, by the name of the statement."""
REFUSED = "TR001"
"""The code of a statement that found nothing."""


class DatabaseFault(Exception):
    """The server could not execute a request."""


class ConnectionLost(DatabaseFault, StoreUnavailable):
    """The connection is lost or was lost during a request; a write may or may not have been stored."""


class Deadlocked(DatabaseFault, StoreUnavailable):
    """The transaction was aborted to resolve a deadlock or a serialization conflict; nothing was written."""


class OwnFault(DatabaseFault):
    """The schema rejects a batch; other batches are not affected."""


_FAULTS: Sequence[tuple[tuple[str, ...], type[Exception], str]] = (
    (("22",), OwnFault, "a value does not fit its column"),
    (("40",), Deadlocked, "other processes wrote the same in another order"),
    (("08", "57P"), ConnectionLost, "the connection to the database is lost"),
    (("25",), ConnectionLost, "the database cannot be written at present"),  # as after a failover
    (("53100", "58030"), StoreFull, "the disk of the database's server is full"),
    (("53", "57014", "55P03"), StoreUnavailable, "the database's server has too much to do"),
)
"""What the codes that begin like this mean."""


def _fault(error: asyncpg.PostgresError, refusals: Refusals) -> Exception:
    kind, code = type(error).__name__, error.sqlstate or ""
    if code == REFUSED:
        return refusals[error.args[0]]()
    if isinstance(error, asyncpg.IntegrityConstraintViolationError):
        return OwnFault(f"{kind} in {error.table_name}: {error.constraint_name or error.column_name}")
    for codes, fault, sentence in _FAULTS:
        if code.startswith(codes):
            return fault(f"{sentence} ({kind})")
    return DatabaseFault(f"{kind} ({code}): {error.args[0]}")


@contextmanager
def translated_errors(
    connection: asyncpg.Connection | None = None, refusals: Refusals | None = None
) -> Iterator[None]:
    """Turn errors of the library into errors of the store, without details, which may quote a row.

    A connection that was lost is terminated even if it still seems open, so that a new one is made: after a
    failover it may lead to the wrong server, or it may have broken during a request.
    """
    try:
        yield
    except asyncpg.PostgresError as error:
        fault = _fault(error, refusals or {})
    except LOST as error:
        fault = ConnectionLost(f"the connection to the database is lost ({type(error).__name__})")
    except UnusableDatabase as error:  # it was usable when it was opened
        fault = ConnectionLost(str(error))
    else:
        return
    if connection is not None and isinstance(fault, ConnectionLost):
        connection.terminate()
    raise fault from None
