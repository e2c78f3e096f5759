"""Tokens by which answers are found again.

They expire after 15 minutes: they are apart from all that is kept, and in no backup.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from storage.sql.schema import Table
from storage.sql.upgrades import Upgrade, creation
from storage.sqlite.database import Database

GOOD_FOR = 900  # seconds, as Discord has it
_TABLE = Table("tokens", "board text, token text, at integer, pressed text", key="board")
_UPGRADES = (creation([_TABLE], name="tokens"), Upgrade("pressed", (), ()))
_REMOVE_OLD = "DELETE FROM tokens WHERE at <= ?"
_KEEP = "INSERT OR REPLACE INTO tokens (board, token, at, pressed) VALUES (?, ?, ?, ?)"
_FIND = "SELECT token, pressed FROM tokens WHERE board = ? AND at > ?"


class SqliteAnswerTokens:
    """Tokens by the boards that their answers show; those that are good no more are removed."""

    def __init__(self, database: Database, clock: Callable[[], int]) -> None:
        self._database, self._clock = database, clock

    @classmethod
    async def open(cls, path: Path, clock: Callable[[], int]) -> SqliteAnswerTokens:
        """Open the file, or make it.

        Args:
            path: the file.
            clock: the time in seconds since 1970.

        Raises:
            UnusableDatabase: it is from a newer version, or in use.
        """
        database = await Database.open(path, _UPGRADES)
        await database.write(lambda connection: connection.execute(_REMOVE_OLD, (clock() - GOOD_FOR,)))
        await database.wipe()
        return cls(database, clock)

    async def close(self) -> None:
        """Finish what is under way and let go of the file."""
        await self._database.close()

    async def keep(self, board: str, token: str, pressed: str) -> None:
        """Keep the token of the answer that is about to show a board, and which message was pressed."""
        now = self._clock()
        await self._database.write(
            lambda connection: (
                connection.execute(_REMOVE_OLD, (now - GOOD_FOR,)),
                connection.execute(_KEEP, (board, token, now, pressed)),
            )
        )

    async def of(self, board: str) -> tuple[str, str] | None:
        """Token and pressed message of the answer that shows a board; None where none is good any more."""
        rows = await self._database.rows(_FIND, (board, self._clock() - GOOD_FOR))
        return (rows[0][0], rows[0][1]) if rows else None
