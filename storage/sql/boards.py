"""Boards in SQLite: how they are asked for and written, and as rows."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from games.events import MatchId
from storage import merged_players
from storage.boards import Board, BoardId, ChatId, Lease, Notice
from storage.sql import statements
from storage.sql.database import Record, Row
from storage.sql.group_commit import Write
from storage.sql.guard_statements import DROP_LATE_BOARD
from storage.sql.part import Part
from storage.sql.remark_statements import MOVE_SILENCES
from storage.sql.tournament_statements import MOVE_TOURNAMENTS


class SqlBoards(Part):
    """The `Boards` of a database."""

    async def boards_of(self, match: MatchId) -> tuple[Board, ...]:
        """The boards that show a match, in the order of their ids."""
        return await self._boards_at_once(match)

    async def boards_behind(self) -> tuple[Board, ...]:
        """The boards that show less than has happened; the others are not even looked at."""
        return await self._boards(statements.BOARDS_BEHIND)

    async def count_boards_behind(self) -> int:
        """How many boards show less than has happened; none of them is read."""
        (row,) = await self._database.rows(statements.COUNT_BOARDS_BEHIND)
        return int(row["count"])

    async def boards_in(self, platform: str, place: str) -> tuple[Board, ...]:
        """The boards in a chat, and in those whose ids begin with it and a `/`, in the order of their ids."""
        return await self._boards(statements.BOARDS_IN_PLACE, platform, place, platform, place, place)

    async def put_boards(self, boards: Sequence[Board], lease: Lease | None = None) -> None:
        """Add boards or new facts about known ones, and take those that are free."""
        theirs = [(board.id,) for board in boards if board.player is not None]
        taken = [(*of_lease(lease), _listed(board.id for board in boards))] if lease else []
        await self._group.write(
            {
                statements.PUT_BOARD: [_from_board(board) for board in boards],
                DROP_LATE_BOARD: theirs,
                statements.LEASE_BOARDS: taken,
            }
        )

    async def mark_shown(self, shown: Mapping[BoardId, int]) -> None:
        """Note for boards, by id, which version they show now; a lower one never replaces a higher one."""
        await self._group.write({statements.MARK_SHOWN: _from_shown(shown)})

    async def take_boards(self, boards: Collection[BoardId], lease: Lease) -> None:
        """Take those of these boards that are free, or prolong what is taken already."""
        await self._group.write({statements.LEASE_BOARDS: [(*of_lease(lease), _listed(boards))]})

    async def taken_boards(self, boards: Collection[BoardId], by: str) -> frozenset[BoardId]:
        """Which of these boards this process took last, and has not given back."""
        rows = await self._database.rows(statements.LEASED_BOARDS, (by, _listed(boards)))
        return frozenset(row["id"] for row in rows)

    async def give_back_boards(self, boards: Mapping[BoardId, int], by: str) -> None:
        """Let others take those of these boards that this process has taken."""
        rows = [(board, by, boards[board]) for board in sorted(boards)]
        await self._group.write({statements.GIVE_BACK_BOARD: rows})

    async def claim_boards(self, platform: str, after: str, lease: Lease, *, left: bool) -> tuple[Board, ...]:
        """Take a few free boards that are behind, and give them in the order of their ids."""
        claim = statements.CLAIM_LEFT if left else statements.CLAIM_BEHIND
        await self._group.write({claim: [(*of_lease(lease), platform, after)]})
        return await self._boards(statements.CLAIMED_BOARDS, platform, after, lease.by, lease.until)

    async def drop_board(self, board: BoardId) -> None:
        """Forget a board: its message is gone or will not change any more."""
        await self._group.write({statements.DROP_BOARD: [(board,)]})

    async def move_board(self, old: Board, fresh: Board) -> None:
        """A board goes on as another one that is posted in another chat; the old one is to lead there."""
        boards = boards_to_put([fresh, replace(old, moved_to=fresh.message)], {})
        seen = (fresh.chat, old.match, old.platform, old.chat)
        await self._group.write({**boards, statements.MOVE_SEEN_OF_MATCH: [seen]})

    async def move_chat(self, platform: str, old: ChatId, new: ChatId, phases: Sequence[str]) -> None:
        """A chat is called by another id, and its messages are out of reach."""
        inside = (platform, old, old)
        await self._group.write(
            {
                statements.MOVE_BOARDS: [(new, old, json.dumps(list(phases)), platform, old, *inside)],
                statements.MOVE_SEEN: [(new, platform, old)],
                statements.MOVE_SEEN_INSIDE: [(new, old, *inside)],
                statements.MOVE_CHAT_SETTINGS: [(new, platform, old)],
                statements.MOVE_DAILY_PUZZLE: [(new, new, platform, old)],
                MOVE_SILENCES: [(new, platform, old)],
                MOVE_TOURNAMENTS: [(new, new, platform, old)],
            }
        )

    async def _boards_at_once(self, match: MatchId) -> tuple[Board, ...]:
        # Asked by each press, and by each board that it changes. The rows of a match that is played lie in
        # memory; round trips to the thread of the reader would make a press 20 % dearer.
        return await self._told(await self._database.glance(statements.BOARDS_OF_MATCH, (match,)))

    async def _boards(self, query: str, *parameters: object) -> tuple[Board, ...]:
        return await self._told(await self._database.rows(query, parameters))

    async def _told(self, boards: Sequence[Record]) -> tuple[Board, ...]:
        known = await self._former_players()
        return tuple(merged_players.board(_to_board(row), known) for row in boards)


def boards_to_put(boards: Sequence[Board], shown: Mapping[BoardId, int]) -> Write:
    """How boards are put, and what they have been seen to show."""
    return {
        statements.PUT_BOARD: [_from_board(board) for board in boards],
        statements.MARK_SHOWN: _from_shown(shown),
    }


def of_lease(lease: Lease) -> Row:
    """The first parameters of whatever takes boards."""
    return (lease.by, lease.until, lease.now)


def _listed(boards: Iterable[BoardId]) -> str:
    return json.dumps(sorted(boards))


def _from_board(board: Board) -> Row:
    place = (board.platform, board.chat, int(board.private), board.message)
    notice = (board.notice.player, board.notice.question) if board.notice else (None, None)
    facts = (board.player, board.shown, board.moved_to, *notice, board.made)
    return (board.id, board.match, *place, *facts, board.match)


def _to_board(row: Record) -> Board:
    known = dict(row)
    player, question = known.pop("notified"), known.pop("question")
    notice = Notice(player, question) if player is not None else None
    return Board(**{**known, "private": bool(row["private"])}, notice=notice)


def _from_shown(shown: Mapping[BoardId, int]) -> list[Row]:
    return [(shown[board], board) for board in sorted(shown)]  # in one order, as others write them, too
