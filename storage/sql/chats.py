"""What becomes of a chat whose id changes: its rows move, but its messages can no longer be reached.

In statements that move rows, ?1 is the new id, ?2 the platform and ?3 the old id. Chats whose ids begin with
the old id and a `/` move along.
"""

from __future__ import annotations

from collections.abc import Sequence

from storage.boards import ChatId
from storage.jobs import UNCLAIMED
from storage.sql.boards import BOARD_JOB, SHOW_PLACE, copy_seen, to_show
from storage.sql.database import Part, Statement, listed
from storage.sql.puzzles import PUZZLE_POSTS, PUZZLE_TRIES
from storage.sql.standing import REFRESH_IN
from storage.sql.table import Table, inside

_NEW_CHAT = "?1 || substr(chat, length(?3) + 1)"
_THERE = f"platform = ?2 AND {inside('?3')}"

_OLD_CHAT = f"platform = ?1 AND {inside('?2')}"
_DROP_BOARD_JOBS = Statement(
    f"DELETE FROM jobs WHERE kind = 'board' AND key IN (SELECT {BOARD_JOB} FROM boards WHERE {_OLD_CHAT})"
)
_DROP_SEEN = Statement(f"DELETE FROM seen WHERE {_OLD_CHAT}")
_COPY_SEEN = copy_seen(_NEW_CHAT, _THERE)
_MOVE_BOARDS = Statement(
    f"""
    UPDATE boards SET
        id = CASE WHEN message IS NULL THEN id ELSE id || '+' END,
        chat = {_NEW_CHAT},
        message = NULL,
        shown = CASE
            WHEN (SELECT phase FROM matches WHERE matches.match = boards.match)
                IN (SELECT value FROM json_each(?4))
            THEN 0 ELSE (SELECT version FROM matches WHERE matches.match = boards.match)
        END
    WHERE {_THERE}
    """
)


def _place(table: str, *chats: str) -> tuple[Statement, Statement]:
    """Settings of the old place, with the chats that they name, replace those of the new one."""
    moved = "".join(
        f", {chat} = CASE {chat} WHEN '' THEN '' ELSE ?1 || substr({chat}, length(place) + 1) END"
        for chat in chats
    )
    there = f"FROM {table} WHERE platform = ?2 AND place ="
    return (
        Statement(f"DELETE {there} ?1 AND EXISTS (SELECT 1 {there} ?3)"),
        Statement(f"UPDATE {table} SET place = ?1{moved} WHERE platform = ?2 AND place = ?3"),
    )


def _unless_taken(table: Table, more: str = "") -> tuple[Statement, Statement]:
    """Rows move, except those that the new chat has already."""
    name = table.name
    others = [
        f"there.{column} = {name}.{column}" for column in table.key if column not in ("platform", "chat")
    ]
    taken = f"""
        SELECT 1 FROM {name} AS there
        WHERE there.platform = ?2 AND there.chat = ?1 || substr({name}.chat, length(?3) + 1)
            AND {" AND ".join(others)}
    """
    return (
        Statement(f"UPDATE {name} SET chat = {_NEW_CHAT}{more} WHERE {_THERE} AND NOT EXISTS ({taken})"),
        Statement(f"DELETE FROM {name} WHERE {_THERE} AND chat <> ?1"),
    )


_PUZZLE_OF = "kind = 'puzzle' AND key = ?2 || ':' || "
_PUZZLE_JOB = (
    Statement(
        f"DELETE FROM jobs WHERE {_PUZZLE_OF} ?1 AND EXISTS (SELECT 1 FROM jobs WHERE {_PUZZLE_OF} ?3)"
    ),
    Statement(f"UPDATE jobs SET key = ?2 || ':' || ?1 WHERE {_PUZZLE_OF} ?3"),
)
_STANDING_MESSAGES = (  # posted anew
    Statement(f"DELETE FROM standing_messages WHERE platform = ?2 AND {inside('?1')} AND chat <> ?3"),
    Statement(f"UPDATE standing_messages SET chat = {_NEW_CHAT}, message = '', shown = '' WHERE {_THERE}"),
)
# A channel that plays as one is the player of an account with the id of the chat, see `bot.domain.teams`.
_NEW_TEAM = "'#' || ?1 || substr(people.account, length(?3) + 2)"
_TEAM = Statement(
    f"""
    UPDATE people SET account = {_NEW_TEAM}
    WHERE platform = ?2
        AND (account = '#' || ?3 OR account >= '#' || ?3 || '/' AND account < '#' || ?3 || '0')
        AND NOT EXISTS (
            SELECT 1 FROM people AS there WHERE there.platform = ?2 AND there.account = {_NEW_TEAM}
        )
    """
)
_MOVE = (
    *(*_place("chat_settings", "results", "puzzles"), *_place("silences"), _place("tournaments", "chat")[1]),
    *_PUZZLE_JOB,
    *(*_unless_taken(PUZZLE_POSTS, ", message = ''"), *_unless_taken(PUZZLE_TRIES)),
    *_STANDING_MESSAGES,
    _TEAM,
)


class Chats(Part):
    """Chats, whose ids may change."""

    async def move(self, platform: str, old: ChatId, new: ChatId, phases: Sequence[str]) -> None:
        """Move everything stored for a chat to its new id.

        Boards that had a message get a new id, because messages posted under the former id no longer count.
        Boards of matches in these phases are shown again; others count as up to date.
        """
        moved = (new, platform, old)
        await self._write(
            (_DROP_BOARD_JOBS, (platform, old)),
            (_MOVE_BOARDS, (*moved, listed(phases))),
            (SHOW_PLACE, (*to_show(platform, UNCLAIMED), new)),
            (_COPY_SEEN, moved),
            (_DROP_SEEN, (platform, old)),
            *((statement, moved) for statement in _MOVE),
            (REFRESH_IN, (platform, new)),
        )
