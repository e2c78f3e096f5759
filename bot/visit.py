"""Somebody at the desk: who, where, what, and when."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from bot.screen import Chat, Incoming
from bot.texts import Texts
from games.events import MatchId, PlayerId
from storage.store import Board


@dataclass(frozen=True, slots=True)
class Visit:
    """Somebody at the desk: who, where, what, and when."""

    incoming: Incoming
    player: PlayerId
    texts: Texts
    at: int
    """In seconds since 1970."""

    @property
    def press(self) -> str:
        """The id of the press, unique over all platforms."""
        return f"{self.incoming.account.platform}:{self.incoming.press}"

    @property
    def entropy(self) -> str:
        """What the press brings to the dice: nobody chose it, and it names nobody."""
        return hashlib.sha256(self.press.encode()).hexdigest()

    @property
    def chat(self) -> Chat:
        """Where it was asked."""
        return self.incoming.chat

    @property
    def reader(self) -> PlayerId | None:
        """Whose view may be shown in this chat: his own where he is alone, else the spectator's."""
        return self.player if self.chat.private else None

    def new_board(self, match: MatchId) -> Board:
        """A board in this chat; the same press always makes the same one there."""
        named = f"board of {match} in {self.chat.id} after {self.press}"
        drawn = hashlib.sha256(named.encode()).hexdigest()[:20]
        return Board(
            drawn, match, self.chat.platform, self.chat.id, self.chat.private, None, self.reader, shown=0
        )
