"""What is half chosen on boards: it stays there when a board is shown again for another reason.

Where the platform can do that, what somebody chooses on a board of many is shown to them alone.

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
    """By board and the account that alone is shown it (none: all are), who chose what last."""

    def __init__(self) -> None:
        self._last: LRUCache[BoardId, dict[str, tuple[PlayerId, Choose]]] = LRUCache(KEPT)

    def note(self, board: BoardId, player: PlayerId, chosen: Choose, alone: str = "") -> None:
        """Something was chosen on a board; a whole move leaves nothing there."""
        if not chosen.final:
            self._last.setdefault(board, {})[alone] = player, chosen
        elif board in self._last:
            self._last[board].pop(alone, None)

    def choosers_alone(self, board: BoardId) -> tuple[str, ...]:
        """The accounts that may see more on a board of many than the others."""
        return tuple(filter(None, self._last.get(board, ())))

    def on(self, board: BoardId, match: Match, alone: str = "") -> tuple[Words | None, int]:
        """The words on a board and the page of the choices after them; None: the question has changed."""
        noted = self._last.get(board, {})
        if alone not in noted:
            return None, 0
        player, chosen = noted[alone]
        try:
            match.chooser(player, chosen.version)
        except Refused:
            del noted[alone]
            return None, 0
        return chosen.words, chosen.page
