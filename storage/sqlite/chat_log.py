"""The messages of the web chat, in their own database, as an external platform would keep them."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from storage.sql.schema import creation
from storage.sql.table import Table
from storage.sqlite.database import Database

# `place` is the order and never shown; ids are random, so that they do not reveal it.
_MESSAGES = Table(
    "messages",
    "place number, id text, chat text, author text, at integer, body text, image bytes?, nonce text",
    constraints="UNIQUE (id); UNIQUE (chat, nonce)",
    indexes="(chat, place)",
)
_UPGRADES = (creation([_MESSAGES], name="messages"),)
_MESSAGE = "id, chat, author, at, body, image"
_ADD = f"""
    INSERT INTO messages (id, chat, author, at, body, image, nonce)
    VALUES (?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (chat, nonce) DO UPDATE SET body = excluded.body, image = excluded.image
    RETURNING {_MESSAGE}
"""
_REPLACE = f"""
    UPDATE messages SET body = ?, image = ? WHERE id = ? AND chat = ? AND author = ?
    RETURNING {_MESSAGE}
"""
_REMOVE = f"DELETE FROM messages WHERE id = ? AND chat = ? AND author = ? RETURNING {_MESSAGE}"
_FORGET = "DELETE FROM messages WHERE author = ?1 OR chat = '@' || ?1"
_FIND = f"SELECT {_MESSAGE} FROM messages WHERE id = ?"
_NEWEST = f"""
    SELECT {_MESSAGE} FROM messages
    WHERE chat = ?1
    AND (?3 IS NULL OR place < (SELECT place FROM messages WHERE chat = ?1 AND id = ?3))
    ORDER BY place DESC LIMIT ?2
"""
_RUNNING = f"""
    SELECT {_MESSAGE} FROM messages
    WHERE chat = ?1 AND place < (SELECT place FROM messages WHERE chat = ?1 AND id = ?2)
    AND author = '' AND json_extract(body, '$.board') IN ('yours', 'waiting')
    ORDER BY place DESC LIMIT ?3
"""
_BOT = ""
TIDYING = 600
"""Seconds after a person was forgotten, in which every write erases old contents: boards lose the name."""


@dataclass(frozen=True, slots=True)
class LoggedMessage:
    """One message of one chat."""

    id: str
    chat: str
    author: str
    """An account id; "" for the bot."""
    at: int
    """When it was first written, in seconds since 1970."""
    body: str
    """JSON, the adapter's own; `board` says of the bot's messages whether they show a running match."""
    image: bytes | None


Clock = Callable[[], int]
Draw = Callable[[int], bytes]


class SqliteChatLog:
    """All messages of the web chat."""

    def __init__(self, database: Database, clock: Clock, draw: Draw) -> None:
        self._database, self._clock, self._draw = database, clock, draw
        self._tidy_until = 0

    @classmethod
    async def open(
        cls, path: Path, *, clock: Clock = lambda: int(time.time()), draw: Draw = secrets.token_bytes
    ) -> SqliteChatLog:
        """Open the file, creating it if needed; `draw(n)` returns n random bytes, for message ids."""
        return cls(await Database.open(path, _UPGRADES), clock, draw)

    async def close(self) -> None:
        await self._database.close()

    async def add(
        self, chat: str, author: str, body: str, *, image: bytes | None = None, nonce: str
    ) -> tuple[LoggedMessage, bool]:
        """Store a message; if the chat has one with this nonce, replace its contents instead.

        Returns:
            The message, and whether it is new.
        """
        fresh = self._draw(8).hex()
        (message,) = await self._write(_ADD, (fresh, chat, author, self._clock(), body, image, nonce))
        return message, message.id == fresh

    async def replace(
        self, chat: str, message: str, body: str, *, image: bytes | None
    ) -> LoggedMessage | None:
        """Replace the contents of a message by the bot; None if it has no such message in this chat."""
        replaced = await self._write(_REPLACE, (body, image, message, chat, _BOT))
        return replaced[0] if replaced else None

    async def remove(self, chat: str, message: str, author: str = _BOT) -> bool:
        """Delete a message of its author; False if they have no such message in this chat."""
        return bool(await self._write(_REMOVE, (message, chat, author)))

    async def find(self, message: str) -> LoggedMessage | None:
        rows = await self._database.rows(_FIND, (message,))
        return LoggedMessage(*rows[0]) if rows else None

    async def forget(self, account: str) -> bool:
        """Delete a person's messages and private chat; False if a reader keeps them in the files for now."""
        await self._write(_FORGET, (account,))
        self._tidy_until = self._clock() + TIDYING
        return await self._database.wipe()

    async def newest(self, chat: str, *, most: int, before: str | None = None) -> Sequence[LoggedMessage]:
        """The newest messages of a chat, or those just before message `before`, in chronological order."""
        rows = await self._database.rows(_NEWEST, (chat, most, before))
        return [LoggedMessage(*row) for row in reversed(rows)]

    async def running(self, chat: str, *, most: int, before: str) -> Sequence[LoggedMessage]:
        """The newest boards of running matches before message `before`, in chronological order."""
        rows = await self._database.rows(_RUNNING, (chat, before, most))
        return [LoggedMessage(*row) for row in reversed(rows)]

    async def _write(self, sql: str, parameters: tuple[Any, ...]) -> list[LoggedMessage]:
        rows = await self._database.write(lambda connection: connection.execute(sql, parameters).fetchall())
        if self._clock() < self._tidy_until:
            await self._database.wipe()
        return [LoggedMessage(*row) for row in rows]
