"""What keeps a file from being read or written, where it was so far."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from storage.errors import CannotStore, StoreFull, StoreUnavailable

FULL = "the disk with the database is full"
_FULL = {sqlite3.SQLITE_FULL}
_CANNOT = {sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM}
_TAKEN = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_INTERRUPT}
_PRIMARY = 0xFF  # of a code, whose higher bits tell more


@contextmanager
def told() -> Iterator[None]:
    """Faults that are nobody's mistake, as errors of the store."""
    try:
        yield
    except sqlite3.OperationalError as error:
        code = getattr(error, "sqlite_errorcode", 0) & _PRIMARY
        if code in _FULL:
            raise StoreFull(FULL) from None
        if code in _CANNOT:
            raise CannotStore(f"the database cannot be read or written: {error}") from None
        if code in _TAKEN:
            raise StoreUnavailable(f"the database is busy: {error}") from None
        raise


class Standing:
    """The files of an open database: what is written to one that was deleted is lost when it is closed."""

    def __init__(self, path: Path) -> None:
        """They are where they belong."""
        path = path.resolve()
        self.folder = path.parent
        known = {file: _identity(file) for file in (path, path.with_name(f"{path.name}-wal"))}
        self._files = {file: identity for file, identity in known.items() if identity}

    def check(self) -> None:
        """See whether they still are.

        Raises:
            CannotStore: one was deleted, moved away or replaced.
        """
        for file, identity in self._files.items():
            if _identity(file) != identity:
                raise CannotStore(
                    f"{file} was deleted or replaced while it was open, and nothing more is stored:"
                    " stop the bot, bring the file or a copy of it back, and start again"
                )


def _identity(file: Path) -> tuple[int, int] | None:
    try:
        status = os.stat(file)
    except FileNotFoundError:
        return None
    return status.st_dev, status.st_ino
