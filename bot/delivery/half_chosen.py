"""What is half chosen on boards: it stays there when a board is shown again for another reason.

Kept in memory only: after a restart, or where another process shows the board, whoever chooses begins anew.
"""

from __future__ import annotations

from cachetools import LRUCache

from bot.interface import Choose
from games.events import PlayerId
from games.game import Refused
from games.match import Match
from games.words import Words
from storage.boards import BoardId

KEPT = 10_000  # boards on which somebody chose last


class HalfChosen:
    """By board, who chose what last."""

    def __init__(self) -> None:
        self._last: LRUCache[BoardId, tuple[PlayerId, Choose]] = LRUCache(KEPT)

    def note(self, board: BoardId, player: PlayerId, chosen: Choose) -> None:
        """Something was chosen on a board; a whole move leaves nothing there."""
        if chosen.final:
            self._last.pop(board, None)
        else:
            self._last[board] = player, chosen

    def on(self, board: BoardId, match: Match) -> tuple[Words | None, int]:
        """The words on a board and the page of the choices after them; None: the question has changed."""
        player, chosen = self._last.get(board, (None, None))
        if player is None or chosen is None:
            return None, 0
        try:
            match.chooser(player, chosen.version)
        except Refused:
            del self._last[board]
            return None, 0
        return chosen.words, chosen.page
