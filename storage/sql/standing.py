"""The standing messages of group chats, and the jobs that bring them up to date."""

from __future__ import annotations

from storage.boards import ChatId
from storage.errors import VersionConflict
from storage.jobs import Job
from storage.sql import jobs
from storage.sql.database import Part, Statement, reader
from storage.sql.table import Table, inside
from storage.standing import STANDING_EDITED_AFTER, StandingMessage

STANDING_MESSAGES = Table(
    "standing_messages", "*platform text, *chat text, message text, shown text, edited integer"
)
TABLES = (STANDING_MESSAGES,)


def _refresh(where: str) -> Statement:
    """Queue the messages, each not before its last edit is a minute old."""
    key, due = "stands.platform || ':' || stands.chat", f"stands.edited + {STANDING_EDITED_AFTER}"
    return jobs.put_for_rows(where, "standing", key, due, "stands.platform")


REFRESH_IN = _refresh(f"standing_messages AS stands WHERE stands.platform = ?1 AND {inside('?2')}")
REFRESH_WHERE_TRIED = _refresh(
    """
    standing_messages AS stands JOIN puzzle_tries AS tries
        ON tries.platform = stands.platform AND tries.chat = stands.chat
    WHERE tries.player = ?1
    """
)
"""Of the chats in which a player tried a puzzle of the day."""
_AROUND = "rtrim(rtrim(boards.chat, replace(boards.chat, '/', '')), '/')"
"""The chat of which a chat is a thread: its id without the last `/` and what follows."""
_WHERE_SHOWN = f"""
    boards JOIN standing_messages AS stands
        ON stands.platform = boards.platform AND stands.chat IN (boards.chat, {_AROUND})
    WHERE boards.private = 0 AND
"""
REFRESH_OF_MATCH = _refresh(f"{_WHERE_SHOWN} boards.match = ?1")
REFRESH_BESIDE = _refresh(f"{_WHERE_SHOWN} boards.id IN (SELECT value FROM json_each(?1))")
"""Of the chats in which, or in a thread of which, one of these boards is."""

# Of two processes that put one at the same time, the second finds another one there than it has read.
_ADD = Statement(f"{STANDING_MESSAGES.insert()} ON CONFLICT DO NOTHING RETURNING 1", VersionConflict)
_REPLACE = Statement(
    """
    UPDATE standing_messages SET message = ?3, shown = ?4, edited = ?5
    WHERE platform = ?1 AND chat = ?2 AND message = ?6 RETURNING 1
    """,
    VersionConflict,
)
_DROP = Statement(
    "DELETE FROM standing_messages WHERE platform = ?1 AND chat = ?2 AND message = ?3 RETURNING 1",
    VersionConflict,
)

_TO_MESSAGE = reader(StandingMessage)


class StandingMessages(Part):
    """The standing messages of the store."""

    async def of(self, platform: str, chat: ChatId) -> StandingMessage | None:
        return await self._first(_TO_MESSAGE, STANDING_MESSAGES.by_key, platform, chat)

    async def put(
        self,
        standing: StandingMessage,
        before: StandingMessage | None,
        *more: Job,
        done: Job | None = None,
    ) -> None:
        """Store the standing message of a chat in place of the one that was read before.

        Args:
            standing: the new state.
            before: the row as it was read.
            more: jobs to put.
            done: a job to delete.

        Raises:
            VersionConflict: another one is there by now; nothing was stored.
        """
        row = STANDING_MESSAGES.row(standing)
        put = (_REPLACE, (*row, before.message)) if before else (_ADD, row)
        await self._write(put, *jobs.to_put(more), *(jobs.to_drop(done) if done else ()))

    async def drop(self, standing: StandingMessage, *more: Job) -> None:
        """Delete the standing message of a chat, and store more jobs.

        Raises:
            VersionConflict: another one is there by now; nothing was stored.
        """
        key = (standing.platform, standing.chat, standing.message)
        await self._write((_DROP, key), *jobs.to_put(more))
