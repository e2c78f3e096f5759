"""The messages that show matches: what the bot remembers of them."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from games.events import MatchId
from storage.boards import Board, BoardId, ChatId, Lease, Notice
from storage.sql.database import Record, Row, Statement, listed
from storage.sql.part import Part
from storage.sql.schema import present

Line = tuple[Statement, Row]

_READ = """
    id, match, platform, chat, private, message, player, shown, moved_to, notified, question, made,
    answer, leased_by, leased_until
"""
# Behind are few: where a platform is asked for, too, they are found by the index that holds just them.
_BEHIND = "(shown < latest OR moved_to IS NOT NULL)"
_INSIDE = "chat >= {place} AND chat < {place} || '0' AND (chat = {place} OR chat >= {place} || '/')"
"""A chat, or one whose id begins with its id and a `/`, right after which comes '0': a range of the index."""

BOARDS_OF_MATCH = f"SELECT {_READ} FROM boards WHERE match = ?1 ORDER BY id"
_ALL_BEHIND = f"SELECT {_READ} FROM boards WHERE {_BEHIND} AND platform >= '' ORDER BY platform, id"
_COUNT_BEHIND = f"SELECT count(*) FROM boards WHERE {_BEHIND} AND platform >= ''"
_IN_PLACE = f"SELECT {_READ} FROM boards WHERE platform = ?1 AND {_INSIDE.format(place='?2')} ORDER BY id"
_TAKEN = "SELECT id FROM boards WHERE leased_by = ?1 AND id IN (SELECT value FROM json_each(?2))"
_CLAIMED = f"""
    SELECT {_READ} FROM boards
    WHERE {_BEHIND} AND platform = ?1 AND id > ?2 AND leased_by = ?3 AND leased_until >= ?4
    ORDER BY id LIMIT 32
"""

# A message shows one board: the one that was put last.
_GIVE_WAY = Statement("DELETE FROM boards WHERE platform = ?1 AND chat = ?2 AND message = ?3 AND id <> ?4")
# A fact that comes late does not lower `shown`, unless it is about another message.
_PUT = Statement(
    f"""
    INSERT INTO boards (
        id, match, platform, chat, private, message, player, shown, moved_to, notified, question, made,
        answer, latest, leased_until
    )
    VALUES (
        ?1, ?2, ?3, ?4, ?5, ?6, {present("?7")}, ?8, ?9, {present("?10")}, ?11, ?12, ?13,
        (SELECT version FROM matches WHERE match = ?2), 0
    )
    ON CONFLICT (id) DO UPDATE SET
        match = excluded.match,
        platform = excluded.platform,
        chat = excluded.chat,
        private = excluded.private,
        shown = CASE
            WHEN boards.shown > excluded.shown
                AND coalesce(boards.message, '') = coalesce(excluded.message, '')
            THEN boards.shown ELSE excluded.shown
        END,
        message = excluded.message,
        player = excluded.player,
        moved_to = excluded.moved_to,
        notified = excluded.notified,
        question = excluded.question,
        made = excluded.made,
        answer = excluded.answer,
        latest = excluded.latest
    """
)
# What was on its way to somebody who is forgotten meanwhile.
_DROP_LATE = Statement("DELETE FROM boards WHERE id = ?1 AND player IN (SELECT player FROM gone_players)")
FALL_BEHIND = Statement("UPDATE boards SET latest = ?2 WHERE match = ?1")
"""With each change of a match."""
_MARK_SHOWN = Statement("UPDATE boards SET shown = ?2 WHERE id = ?1 AND shown < ?2")
_DROP = Statement("DELETE FROM boards WHERE id = ?1")

# Who has locked a row is changing it: nobody waits for what they may well have taken.
_LEASE = "UPDATE boards SET leased_by = ?1, leased_until = ?2 WHERE id IN (SELECT id FROM boards WHERE"
_IS_FREE = "(leased_by IS NULL OR leased_by = ?1 OR leased_until <= ?3)"
_LEASE_MATCH = Statement(f"{_LEASE} match = ?4 AND {_IS_FREE} /* SKIP LOCKED */)")
_LEASE_THESE = Statement(
    f"{_LEASE} id IN (SELECT value FROM json_each(?4)) AND {_IS_FREE} /* SKIP LOCKED */)"
)
_FEW_BEHIND = f"{_LEASE} {_BEHIND} AND platform = ?4 AND id > ?5"
_CLAIM_FREE = Statement(f"{_FEW_BEHIND} AND {_IS_FREE} ORDER BY id LIMIT 32 /* SKIP LOCKED */)")
_CLAIM_LEFT = Statement(
    f"{_FEW_BEHIND} AND leased_by IS NOT NULL AND leased_until <= ?3 ORDER BY id LIMIT 32 /* SKIP LOCKED */)"
)
# Where somebody could not take it to show what they have stored, it is left as by a process that died.
_GIVE_BACK = Statement(
    f"""
    UPDATE boards SET leased_until = 0, leased_by = CASE WHEN {_BEHIND} AND latest > ?3 THEN leased_by END
    WHERE id = ?1 AND leased_by = ?2
    """
)

# A chat has another id: ?1 is the new one, ?2 the platform, ?3 the one before.
_NEW_CHAT = "?1 || substr(chat, length(?3) + 1)"
_MOVED_CHATS = _INSIDE.format(place="?3")
_MOVE_BOARDS = Statement(
    f"""
    UPDATE boards SET
        id = CASE WHEN message IS NULL THEN id ELSE id || '+' END,
        chat = {_NEW_CHAT},
        message = NULL,
        shown = CASE
            WHEN (SELECT phase FROM matches WHERE matches.match = boards.match)
                IN (SELECT value FROM json_each(?4))
            THEN 0 ELSE latest
        END
    WHERE platform = ?2 AND {_MOVED_CHATS}
    """
)
_COPY_SEEN = Statement(
    f"""
    INSERT INTO seen (match, player, platform, chat, private, at)
    SELECT match, player, platform, {_NEW_CHAT}, private, at FROM seen WHERE platform = ?2 AND {_MOVED_CHATS}
    ON CONFLICT (match, player, platform, chat) DO UPDATE SET at = excluded.at
    """
)
_DROP_SEEN = Statement(f"DELETE FROM seen WHERE platform = ?1 AND {_INSIDE.format(place='?2')}")
_COPY_SEEN_OF_MATCH = Statement(
    """
    INSERT INTO seen (match, player, platform, chat, private, at)
    SELECT match, player, platform, ?1, private, at FROM seen WHERE match = ?2 AND platform = ?3 AND chat = ?4
    ON CONFLICT (match, player, platform, chat) DO UPDATE SET at = excluded.at
    """
)
_DROP_SEEN_OF_MATCH = Statement("DELETE FROM seen WHERE match = ?1 AND platform = ?2 AND chat = ?3")


def _moved_place(table: str, chat: str = "") -> tuple[Statement, Statement]:
    """What is chosen for the new id gives way, then what was chosen for the old one holds for it."""
    moved = f", {chat} = ?1 || substr({chat}, length(place) + 1)" if chat else ""
    return (
        Statement(
            f"""
            DELETE FROM {table} WHERE platform = ?2 AND place = ?1
                AND EXISTS (SELECT 1 FROM {table} WHERE platform = ?2 AND place = ?3)
            """
        ),
        Statement(f"UPDATE {table} SET place = ?1{moved} WHERE platform = ?2 AND place = ?3"),
    )


_MOVE_PLACES = (
    *_moved_place("chat_settings"),
    *_moved_place("daily_puzzles", "chat"),
    *_moved_place("silences"),
    _moved_place("tournaments", "chat")[1],
)


_PUZZLE_OF = "kind = 'puzzle' AND key = ?2 || ':' || "
_MOVE_PUZZLE = (
    Statement(
        f"DELETE FROM jobs WHERE {_PUZZLE_OF} ?1 AND EXISTS (SELECT 1 FROM jobs WHERE {_PUZZLE_OF} ?3)"
    ),
    Statement(f"UPDATE jobs SET key = ?2 || ':' || ?1 WHERE {_PUZZLE_OF} ?3"),
)


class Boards(Part):
    """The part of the store that knows the boards."""

    async def boards_of(self, match: MatchId) -> tuple[Board, ...]:
        """The boards that show a match, in the order of their ids."""
        # Asked by each press, and by each board that it changes. The rows of a match that is played lie in
        # memory; round trips to the thread of the reader would make a press 20 % dearer.
        return tuple(map(to_board, await self._database.glance(BOARDS_OF_MATCH, (match,))))

    async def boards_behind(self) -> tuple[Board, ...]:
        """The boards that show less than has happened: after a restart these are brought up to date."""
        return await self._boards(_ALL_BEHIND)

    async def count_boards_behind(self) -> int:
        """How many `boards_behind` are."""
        return await self._number(_COUNT_BEHIND)

    async def boards_in(self, platform: str, place: str) -> tuple[Board, ...]:
        """The boards in the chat with this id, and in those whose ids begin with it and a `/`."""
        return await self._boards(_IN_PLACE, platform, place)

    async def put_boards(self, boards: Sequence[Board], lease: Lease | None = None) -> None:
        """Add boards or new facts about known ones, and take those that are free; their matches are known.

        Of one message a lower `shown` never replaces a higher one; and a message shows one board only,
        the one that was put last: another that it showed before is forgotten.
        """
        ids = listed(board.id for board in boards)
        taken = [(_LEASE_THESE, (*_of(lease), ids))] if lease else []
        late: list[Line] = [(_DROP_LATE, (board.id,)) for board in boards if board.player is not None]
        await self._write(*put(boards), *late, *taken)

    async def mark_shown(self, shown: Mapping[BoardId, int]) -> None:
        """Note for boards, by id, which version they show now; a lower one never replaces a higher one."""
        await self._write(*mark(shown))

    async def take_boards(self, boards: Collection[BoardId], lease: Lease) -> None:
        """Take those of these boards that are free, or prolong what is taken already."""
        await self._write((_LEASE_THESE, (*_of(lease), listed(boards))))

    async def taken_boards(self, boards: Collection[BoardId], by: str) -> frozenset[BoardId]:
        """Which of these boards this process took last, and has not given back."""
        return frozenset(row["id"] for row in await self._rows(_TAKEN, by, listed(boards)))

    async def give_back_boards(self, boards: Mapping[BoardId, int], by: str) -> None:
        """Let others take those of these boards that this process has taken.

        Args:
            boards: by id, the newest version that it knew; what is behind that others have stored since
                is left to whoever comes first, as if the process had died.
            by: the process.
        """
        await self._write(*((_GIVE_BACK, (board, by, boards[board])) for board in sorted(boards)))

    async def claim_boards(self, platform: str, after: str, lease: Lease, *, left: bool) -> tuple[Board, ...]:
        """Take a few free boards that are behind, and give them in the order of their ids.

        Args:
            platform: where they are.
            after: only those whose ids come later.
            lease: takes them.
            left: only those that a process has taken and not given back in time.
        """
        await self._write((_CLAIM_LEFT if left else _CLAIM_FREE, (*_of(lease), platform, after)))
        return await self._boards(_CLAIMED, platform, after, lease.by, lease.until)

    async def drop_board(self, board: BoardId) -> None:
        """Forget a board: its message is gone or will not change any more."""
        await self._write((_DROP, (board,)))

    async def move_board(self, old: Board, fresh: Board) -> None:
        """A board goes on as another one that is posted in another chat; the old one is to lead there.

        Who has acted in the match in the old chat counts as having acted in the other one.
        """
        was_in = (old.match, old.platform, old.chat)
        seen = [(_COPY_SEEN_OF_MATCH, (fresh.chat, *was_in)), (_DROP_SEEN_OF_MATCH, was_in)]
        await self._write(*put([fresh, replace(old, moved_to=fresh.message)]), *seen)

    async def move_chat(self, platform: str, old: ChatId, new: ChatId, phases: Sequence[str]) -> None:
        """A chat has a new id, and its messages are out of reach.

        Its boards, and those in chats whose ids begin with it and a `/`, are in the new one, without a
        message; those that had one have an id of their own from now on, for nothing posted under the
        former one counts. Those of matches in these phases show nothing there yet; others are done with.
        What is chosen for the old id holds for the new one.
        """
        moved = (new, platform, old)
        await self._write(
            (_MOVE_BOARDS, (*moved, json.dumps(list(phases)))),
            (_COPY_SEEN, moved),
            (_DROP_SEEN, (platform, old)),
            *((statement, moved) for statement in (*_MOVE_PLACES, *_MOVE_PUZZLE)),
        )

    async def _boards(self, query: str, *parameters: object) -> tuple[Board, ...]:
        return tuple(map(to_board, await self._rows(query, *parameters)))


def put(boards: Sequence[Board]) -> list[Line]:
    """How boards are put."""
    return [line for board in boards for line in _put(board)]


def mark(shown: Mapping[BoardId, int]) -> list[Line]:
    """How is noted what boards have been seen to show; in one order, as others write them, too."""
    return [(_MARK_SHOWN, (board, shown[board])) for board in sorted(shown)]


def lease_match(lease: Lease, match: MatchId) -> Line:
    """Takes all boards of a match that are free."""
    return _LEASE_MATCH, (*_of(lease), match)


def _of(lease: Lease) -> Row:
    return (lease.by, lease.until, lease.now)


def _put(board: Board) -> list[Line]:
    where = (board.platform, board.chat)
    notice = (board.notice.player, board.notice.question) if board.notice else (None, None)
    facts = (board.player, board.shown, board.moved_to, *notice, board.made)
    answer = board.answer if board.message is None else None
    line = (_PUT, (board.id, board.match, *where, board.private, board.message, *facts, answer))
    return [line] if board.message is None else [(_GIVE_WAY, (*where, board.message, board.id)), line]


def to_board(row: Record) -> Board:
    """A row as a board."""
    known = dict(row)
    player, question = known.pop("notified"), known.pop("question")
    notice = Notice(player, question) if player is not None else None
    return Board(**{**known, "private": bool(row["private"])}, notice=notice)
