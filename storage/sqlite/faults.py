"""What keeps a file from being read or written, where it was so far."""

from __future__ import annotations

import errno
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


_ROOM, _ITS_OWN = "the disk is full; make room", "give it and its folder to the user that the bot runs as"
_COPY = "bring back a copy with “tischrand restore FILE”"
_OF_SQLITE = {
    sqlite3.SQLITE_FULL: _ROOM,
    sqlite3.SQLITE_READONLY: f"it may not be written; {_ITS_OWN}",
    sqlite3.SQLITE_PERM: f"it may not be read; {_ITS_OWN}",
    sqlite3.SQLITE_CANTOPEN: f"it or its folder may not be opened or written; {_ITS_OWN}",
    sqlite3.SQLITE_NOTADB: f"it is no database, or damaged; {_COPY}",
    sqlite3.SQLITE_CORRUPT: f"it is damaged; {_COPY}",
    sqlite3.SQLITE_BUSY: "another program has it open; close that one",
    sqlite3.SQLITE_IOERR: f"its disk has a fault; look after the disk, or {_COPY}",
}
_OF_SYSTEM = {
    errno.ENOSPC: _ROOM,
    errno.EDQUOT: f"{_ROOM}, for this user may fill no more of it",
    errno.EROFS: "its disk can only be read from; name a file elsewhere",
    errno.EACCES: f"this user may not read or write there; {_ITS_OWN}",
    errno.EPERM: f"this user may not read or write there; {_ITS_OWN}",
    errno.EISDIR: "it is a folder; name a file in it",
    errno.ENOTDIR: "what should be its folder is a file; name another one",
    errno.EEXIST: "there is one of that name; name another one",
}


def reason(error: OSError | sqlite3.Error) -> str:
    """Why a file cannot be used and what to do, in words for the host."""
    if isinstance(error, sqlite3.Error):
        return _OF_SQLITE.get(getattr(error, "sqlite_errorcode", 0) & _PRIMARY) or str(error)
    return _OF_SYSTEM.get(error.errno or 0) or error.strerror or str(error)


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

    def size(self) -> int:
        """What they take, in bytes."""
        return sum(file.stat().st_size for file in self._files if file.exists())

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
