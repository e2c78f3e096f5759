"""Puzzles of the day: the messages that set them, and who tried them."""

from __future__ import annotations

from collections.abc import Sequence

from games.events import PlayerId
from storage.boards import ChatId
from storage.puzzles import POST_EDITED_AFTER, SOLVED, PuzzlePost, PuzzleTry
from storage.sql.database import Lines, Part, Statement, reader
from storage.sql.jobs import put_for_rows
from storage.sql.standing import REFRESH_IN, REFRESH_WHERE_TRIED
from storage.sql.table import NOT_GONE, Table, inside

PUZZLE_POSTS = Table(
    "puzzle_posts",
    """
        *platform text, *chat text, *day integer, puzzle text, message text, shown text, edited integer,
        closed integer
    """,
)
PUZZLE_TRIES = Table(
    "puzzle_tries",
    "*player text, *platform text, *chat text, *day integer, outcome text, at integer",
    indexes="(platform, chat, day)",
)
TABLES = (PUZZLE_POSTS, PUZZLE_TRIES)

KEPT = 2  # posts of a chat: the one of today, and the one before, which is spoken of today

_POSTS = f"{PUZZLE_POSTS.select} WHERE platform = ?1 AND chat = ?2 ORDER BY day DESC"
_OPEN_POST = f"{PUZZLE_POSTS.select} WHERE platform = ?1 AND chat = ?2 AND puzzle = ?3 AND closed = 0"
_OPEN_POSTS_TRIED = f"""
    SELECT {", ".join(f"posts.{name}" for name in PUZZLE_POSTS.names)}
    FROM puzzle_tries AS tries JOIN puzzle_posts AS posts
        ON posts.platform = tries.platform AND posts.chat = tries.chat AND posts.day = tries.day
    WHERE tries.player = ?1 AND posts.puzzle = ?2 AND posts.closed = 0
    ORDER BY posts.platform, posts.chat
"""
_SOLVED = "outcome IN ('first', 'later')"
_SOLVERS = f"""
    {PUZZLE_TRIES.select}
    WHERE platform = ?1 AND chat = ?2 AND day = ?3 AND {_SOLVED} ORDER BY outcome, at, player
"""  # `first` comes before `later`
_TRIES_OF = f"{PUZZLE_TRIES.select} WHERE player = ?1 ORDER BY day, platform, chat"
_DAYS_SOLVED = f"SELECT DISTINCT day FROM puzzle_tries WHERE player = ?1 AND {_SOLVED} ORDER BY day DESC"

_MAKE_ROOM = Statement(
    f"""
    DELETE FROM puzzle_posts WHERE platform = ?1 AND chat = ?2 AND day NOT IN (
        SELECT day FROM puzzle_posts WHERE platform = ?1 AND chat = ?2 ORDER BY day DESC LIMIT {KEPT}
    )
    """
)
_NOTE_SHOWN = Statement(
    """
    UPDATE puzzle_posts SET message = ?4, shown = ?5, edited = ?6
    WHERE platform = ?1 AND chat = ?2 AND day = ?3
    """
)
_CLOSE = Statement(
    f"UPDATE puzzle_posts SET closed = 1 WHERE platform = ?1 AND {inside('?2')} AND closed = 0 AND day < ?3"
)
# What is final stays: an answer counts once, and not after the solution was shown.
_TRY = Statement(
    f"""
    {PUZZLE_TRIES.insert()} ON CONFLICT ({", ".join(PUZZLE_TRIES.key)}) DO UPDATE SET
        outcome = CASE
            WHEN puzzle_tries.outcome = 'wrong' AND excluded.outcome = 'first' THEN 'later'
            ELSE excluded.outcome
        END,
        at = excluded.at
    WHERE puzzle_tries.outcome = 'trying' AND excluded.outcome <> 'trying'
        OR puzzle_tries.outcome = 'wrong' AND excluded.outcome IN ('given_up', 'first')
    """
)


def _show(which: str, due: str) -> Statement:
    rows, key = f"puzzle_posts AS posts {which}", "posts.platform || ':' || posts.chat"
    return put_for_rows(rows, "solvers", key, due, "posts.platform")


_SHOW_ONE = _show(
    "WHERE posts.platform = ?1 AND posts.chat = ?2 AND posts.day = ?3", f"posts.edited + {POST_EDITED_AFTER}"
)
_SHOW_CLOSED = _show(
    f"WHERE posts.platform = ?1 AND {inside('?2')} AND posts.closed = 1", "CAST(?3 AS BIGINT)"
)
_SHOW_OF_PLAYER = _show(
    """
    JOIN puzzle_tries AS tries
        ON tries.platform = posts.platform AND tries.chat = posts.chat AND tries.day = posts.day
    WHERE tries.player = ?1
    """,
    "CAST(?2 AS BIGINT)",
)

_TO_POST, _TO_TRY = reader(PuzzlePost), reader(PuzzleTry)


class Puzzles(Part):
    """The puzzles of the day of chats."""

    async def posts(self, platform: str, chat: ChatId) -> tuple[PuzzlePost, ...]:
        """The newest posts of a chat, the newest first."""
        return await self._all(_TO_POST, _POSTS, platform, chat)

    async def open_post(self, platform: str, chat: ChatId, puzzle: str) -> PuzzlePost | None:
        """The post of a chat that sets this puzzle today; None if another one, or none, does."""
        return await self._first(_TO_POST, _OPEN_POST, platform, chat, puzzle)

    async def open_posts_tried(self, player: PlayerId, puzzle: str) -> tuple[PuzzlePost, ...]:
        """The posts of chats that set this puzzle today, and where the player has begun to answer it."""
        return await self._all(_TO_POST, _OPEN_POSTS_TRIED, player, puzzle)

    async def put_post(self, post: PuzzlePost) -> None:
        """Store a post; of older ones of the chat the newest is kept."""
        there = (post.platform, post.chat)
        await self._write(PUZZLE_POSTS.put(post), (_MAKE_ROOM, there), (REFRESH_IN, there))

    async def note_shown(self, post: PuzzlePost) -> None:
        """Store what a post shows, and its message; "" if that is gone."""
        await self._write(
            (_NOTE_SHOWN, (post.platform, post.chat, post.day, post.message, post.shown, post.edited))
        )

    async def close_posts(self, platform: str, place: str, before: int, at: int) -> None:
        """Close a place's posts of days before this one, and queue the edits that show their solutions."""
        there = (platform, place)
        closed, shown = (_CLOSE, (*there, before)), (_SHOW_CLOSED, (*there, at))
        await self._write(closed, shown, (REFRESH_IN, there))

    async def put_try(self, tried: PuzzleTry) -> None:
        """Store how far a player got, unless what is stored is final; queue the edits that count them.

        Raises:
            PeopleChanged: the player was joined to another one, or forgotten.
        """
        there = (tried.platform, tried.chat)
        edits: Lines = [(_SHOW_ONE, (*there, tried.day)), (REFRESH_IN, there)]
        counted = edits if tried.outcome in SOLVED else []
        await self._write((NOT_GONE, (tried.player,)), (_TRY, PUZZLE_TRIES.row(tried)), *counted)

    async def solvers(self, post: PuzzlePost) -> tuple[PuzzleTry, ...]:
        """Who has solved it: those at the first try first, then by time."""
        return await self._all(_TO_TRY, _SOLVERS, post.platform, post.chat, post.day)

    async def tries_of(self, player: PlayerId) -> tuple[PuzzleTry, ...]:
        return await self._all(_TO_TRY, _TRIES_OF, player)

    async def days_solved(self, player: PlayerId) -> Sequence[int]:
        """The days on which a player has solved a puzzle, the newest first."""
        return [row["day"] for row in await self._rows(_DAYS_SOLVED, player)]

    async def refresh_names(self, player: PlayerId, at: int) -> None:
        """Queue the edits of messages that name a player for a solved puzzle, or might."""
        await self._write(*refresh_names(player, at))


def refresh_names(player: PlayerId, at: int) -> Lines:
    return [(_SHOW_OF_PLAYER, (player, at)), (REFRESH_WHERE_TRIED, (player,))]
