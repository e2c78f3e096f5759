"""What has to hold after every case, whatever was sent."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path

Rows = frozenset[tuple[str, tuple[object, ...]]]
"""All that is stored: tables and rows."""

SHOWN = ("boards",)
"""Tables about what is shown where: anybody may look at a match in a chat."""


def _is_shown(table: str, row: tuple[object, ...]) -> bool:
    """Whether a row is about what is shown where: a board, or the job that brings one up to date."""
    return table in SHOWN or (table == "jobs" and "board" in row)


class Broken(AssertionError):
    """A law does not hold; the message says which."""


class Watch(logging.Handler):
    """Remembers what is logged of mistakes: nobody may be able to cause any."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.seen: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if record.levelno >= logging.ERROR or record.exc_info:
            fault = logging.Formatter().formatException(record.exc_info) if record.exc_info else ""
            self.seen.append(f"{record.name}: {record.getMessage()}\n{fault}")

    def check(self) -> None:
        """Nothing was logged since the last time.

        Raises:
            Broken
        """
        seen, self.seen = self.seen, []
        if seen:
            raise Broken("logged: " + "\n".join(seen))


@contextmanager
def watched() -> Iterator[Watch]:
    """A watch over the logs of this process; they are written nowhere meanwhile."""
    watch, root = Watch(), logging.getLogger()
    handlers, level = root.handlers, root.level
    root.handlers = [watch]
    root.setLevel(logging.WARNING)
    try:
        yield watch
    finally:
        root.handlers = handlers
        root.setLevel(level)


class Ledger:
    """Looks into the store of a bot from outside, and tells what became of what belongs to others."""

    def __init__(self, file: Path) -> None:
        self._line = sqlite3.connect(f"file:{file}?mode=ro", uri=True)
        names = self._line.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        self._tables = [name for (name,) in names]
        self._version, self._rows = self._written(), self._read()

    def close(self) -> None:
        self._line.close()

    def check(self, stranger: str, others: Collection[str]) -> None:
        """Somebody who does not play has done something: what belongs to the others is as it was.

        Args:
            stranger: what stands in all rows that are about them.
            others: what stands in those about the others: the codes of their matches, and their names.

        Raises:
            Broken
        """
        before = self._rows
        if not self.look():
            return
        theirs = [
            row
            for row in before ^ self._rows
            if stranger not in (told := repr(row).lower()) and any(word in told for word in others)
        ]
        changed = [row for row in theirs if not _is_shown(*row)]
        if changed:
            raise Broken(f"a stranger changed what is stored of others: {changed}")

    def look(self) -> bool:
        """Take what is stored for granted; whether something was stored since the last time."""
        if (version := self._written()) == self._version:
            return False
        self._version, self._rows = version, self._read()
        return True

    def _written(self) -> int:
        return int(self._line.execute("PRAGMA data_version").fetchone()[0])

    def _read(self) -> Rows:
        return frozenset(
            (table, row)
            for table in self._tables
            for row in self._line.execute(f"SELECT * FROM {table}")  # noqa: S608  # our own tables
        )
