"""Answers that are about to change a board: until they have arrived, nobody else touches it."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable

from cachetools import LRUCache

from storage.store import Board

log = logging.getLogger(__name__)

KEPT = 50_000  # newest boards
LONGEST_ANSWER = 120.0  # seconds until an answer that never came back counts as failed


class Leases:
    """By board, the answers that are under way to it."""

    def __init__(self, longest: float, overdue: Callable[[Board], None]) -> None:
        """No answer is under way.

        Args:
            longest: seconds until an answer that never came back counts as failed.
            overdue: is told of the board of such an answer.
        """
        self._longest, self._overdue = longest, overdue
        self._answers: Counter[str] = Counter()
        self._boards: LRUCache[str, Board] = LRUCache(KEPT)
        self._timers: dict[str, asyncio.TimerHandle] = {}

    def begin(self, board: Board) -> bool:
        """An answer is about to change this board; whether it is the only one."""
        self._stop_timer(board.id)
        loop = asyncio.get_running_loop()
        self._timers[board.id] = loop.call_later(self._longest, self._give_up, board)
        self._answers[board.id] += 1
        self._boards[board.id] = board
        return self._answers[board.id] == 1

    def holds(self, board: str) -> bool:
        """An answer is about to change this board."""
        return self._answers[board] > 0

    def board(self, board: str) -> Board | None:
        """The board of an answer that is under way, or that nobody waits for any more."""
        return self._boards.get(board)

    def end(self, board: str) -> None:
        """One answer has come back."""
        self._answers[board] -= 1
        if self._answers[board] <= 0:
            self.call_in(board)

    def call_in(self, board: str) -> None:
        """No answer is about to change this board any more."""
        self._stop_timer(board)
        del self._answers[board]
        self._boards.pop(board, None)

    def close(self) -> None:
        """Wait for no answer any more."""
        for board in tuple(self._timers):
            self._stop_timer(board)

    def _give_up(self, board: Board) -> None:
        log.warning("nobody said what became of an answer on board %s of match %s", board.id, board.match)
        del self._timers[board.id], self._answers[board.id]  # the board stays, for an answer that comes late
        self._overdue(board)

    def _stop_timer(self, board: str) -> None:
        if timer := self._timers.pop(board, None):
            timer.cancel()
