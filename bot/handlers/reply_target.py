"""Where an answer about a match goes: which message was pressed, and what it is to the match."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.delivery.routing import PresenceTracker
from bot.handlers.context import MatchContext
from bot.interface.registry import OnBoards
from storage.boards import Board
from storage.sql.boards import Boards


@dataclass(frozen=True, slots=True)
class ReplyTarget:
    """The board of the match in this chat, and whether the answer updates it, replaces it or is a note."""

    board: Board
    """The pressed one, else the newest; one that does not stand yet if there is none."""
    pressed: bool = False
    """This board was pressed: the answer updates it."""
    adopted: bool = False
    """The pressed message was not known as a board: it becomes one if the request is granted."""
    known: bool = True
    """The board is not new."""
    stuck: bool = False
    """Something was typed where the old board cannot be changed: a fresh one is the answer."""
    own: bool = False
    """What was pressed is the person's own, and about this match: the answer can take its place."""

    def shows_all(self, context: MatchContext, *, accepts: bool) -> bool:
        """Everybody in the chat sees by the answer what has happened."""
        unseen = context.incoming.message is None or context.incoming.ephemeral
        return self.pressed or self.stuck or (unseen and accepts and not self.known)


class ReplyTargets:
    """Finds out what was pressed."""

    def __init__(self, store: Boards, presence: PresenceTracker) -> None:
        self._store, self._presence = store, presence

    async def find(self, context: MatchContext, boards: Sequence[Board]) -> ReplyTarget:
        """Where the answer to a request about a match with these boards goes."""
        place = (context.chat.platform, context.chat.id)
        here = [board for board in boards if (board.platform, board.chat) == place]
        pressed, own = context.incoming.message, context.incoming.ephemeral
        if pressed is not None and not own:
            for board in here:
                if board.message == pressed:
                    return ReplyTarget(board, pressed=True)
            taken = any(board.message == pressed for board in await self._store.boards_in(*place))
            if context.named and not taken and isinstance(context.incoming.request, OnBoards):
                return ReplyTarget(_adopted(context, here, pressed), pressed=True, adopted=True)
            own = context.chat.private and not taken
        lasting = [board for board in here if board.moved_to is None]
        newest = max(lasting, key=lambda board: (board.made, board.id), default=None)
        if newest is None:
            return ReplyTarget(context.new_board(context.match_id), known=False, own=own and context.named)
        stuck = pressed is None and self._presence.is_closed(*place)
        return ReplyTarget(newest, stuck=stuck, own=own and context.named)


def _adopted(context: MatchContext, here: Sequence[Board], pressed: str) -> Board:
    """A message with the buttons of a board is one, though nothing is known of it (any more)."""
    # Posted, but its id got lost; one with a notice may still be on its way.
    nameless = [
        board for board in here if (board.message, board.notice, board.moved_to) == (None, None, None)
    ]
    return replace(nameless[0] if nameless else context.new_board(context.match_id), message=pressed)
