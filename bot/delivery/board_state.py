"""What boards look like, and what they are known to show: noted at once, stored with the next change.

Kept in memory, the newest ones only: what is forgotten here, the store knows.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from cachetools import LRUCache

from bot.interface import Link, Message
from storage.store import Board

KEPT = 50_000  # newest boards


class Looks(Protocol):
    """What boards look like."""

    async def render(self, board: Board) -> tuple[Message, int]:
        """The message that a board has to show now, and the version of the match in it."""

    async def first(self, board: Board, message: Message) -> Message:
        """The message as the board is posted with it: it may have to notify somebody."""

    async def retired(self, board: Board, link: Link) -> Message:
        """What is left of a board when a fresh one stands elsewhere."""


class BoardState:
    """By board, what has been seen on the screen."""

    def __init__(self) -> None:
        self._versions: LRUCache[str, int] = LRUCache(KEPT)
        self._unsaved: dict[str, int] = {}  # of these, what the store does not know yet
        self._looks: LRUCache[str, int] = LRUCache(KEPT)  # the hash of what a board certainly shows

    def version(self, board: Board) -> int:
        """The version of the match that a board shows."""
        return self._versions.get(board.id, board.shown)

    def note(self, board: str, version: int) -> None:
        """A board shows this version now."""
        self._versions[board] = version
        self._unsaved[board] = version

    def forget(self, board: str) -> None:
        """A board shows nothing any more."""
        self._versions.pop(board, None)
        self._unsaved.pop(board, None)
        self._looks.pop(board, None)

    # What the store has still to be told

    def unsaved(self) -> dict[str, int]:
        """By board, the versions that the store does not know yet."""
        return dict(self._unsaved)

    def saved(self, shown: Mapping[str, int]) -> None:
        """The store knows these now."""
        for board, version in shown.items():
            if self._unsaved.get(board) == version:
                del self._unsaved[board]

    # What a board looks like

    def looks_like(self, board: str, message: Message) -> bool:
        """The board certainly shows just this message."""
        return self._looks.get(board) == hash(message)

    def appears(self, board: str, message: Message | None) -> None:
        """The board shows this message now; None: nobody knows."""
        self._looks.pop(board, None)
        if message is not None:
            self._looks[board] = hash(message)
