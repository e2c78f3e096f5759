"""What boards look like, as far as those want to know who bring them up to date."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Protocol

from bot.screen import Link, Message
from games.events import MatchId
from storage.store import Board


class Looks(Protocol):
    """What boards look like."""

    async def render(self, board: Board) -> tuple[Message, int]:
        """The message that a board has to show now, and the version of the match in it."""

    async def first(self, board: Board, message: Message) -> Message:
        """The message as the board is posted with it: it may have to notify somebody."""

    async def retired(self, board: Board, link: Link) -> Message:
        """What is left of a board when a fresh one stands elsewhere."""


Version = Callable[[MatchId], Awaitable[int]]
"""The version that a match has reached."""
