"""What becomes of the message of a board that goes on in another one: it is deleted where that can be.

The fresh one stands already, so that no chat is ever without a board. What cannot be deleted becomes a line
with a link, as does a message that begins a thread.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence

from bot.delivery.match_screens import MatchScreens
from bot.delivery.routing import chat_of, same_place
from bot.interface import Adapter, InteractionRequired, Link, MessageGone, MessageKindFixed, Unreachable
from storage.boards import Board

log = logging.getLogger(__name__)


def stands_beside(board: Board, rows: Sequence[Board]) -> bool:
    """Another board of the match stands at the same place, and lasts."""
    return any(
        row.id != board.id and row.message is not None and row.moved_to is None and same_place(row, board)
        for row in rows
    )


class FormerBoards:
    """Clears messages away."""

    def __init__(self, adapters: Mapping[str, Adapter], screens: MatchScreens) -> None:
        self._adapters, self._screens = adapters, screens

    async def clear(self, board: Board, message: str, rows: Sequence[Board]) -> None:
        """Delete the message of a board, or leave a line with a link there.

        Args:
            board: that goes on elsewhere.
            message: its own.
            rows: all boards of the match.

        Raises:
            RetryLater
        """
        try:
            if not (stands_beside(board, rows) and await self._deleted(board, message)):
                await self._shrink(board, message, rows)
        except (MessageGone, Unreachable, InteractionRequired, MessageKindFixed):
            log.info("the old board %s cannot be changed any more", board.id)

    async def _deleted(self, board: Board, message: str) -> bool:
        try:
            await self._adapters[board.platform].delete(chat_of(board), message)
        except Unreachable:  # It may be too old.
            return False
        return True

    async def _shrink(self, board: Board, message: str, rows: Sequence[Board]) -> None:
        chat, moved_to = chat_of(board), board.moved_to or ""
        away = any(row.message == moved_to and row.chat != board.chat for row in rows)
        link = Link(board.match, chat, moved_to, board.match)
        line = await self._screens.moved_down(board, link, away=away)
        await self._adapters[board.platform].edit(chat, message, line)
