"""Runs what brings boards up to date: one task a board, a few at a time, again after a failure."""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from bot.delivery.background import STORE_AWAY
from bot.delivery.board_leases import TAKEN_FOR, TakenElsewhere
from bot.delivery.board_state import BoardState, BoardStates
from bot.interface import RetryLater
from games.events import MatchId
from storage.boards import Board, BoardId
from storage.errors import StoreUnavailable

log = logging.getLogger(__name__)

AT_ONCE = 8  # boards that are behind and brought up to date at a time on one platform
SHORT_WAIT = 5.0  # seconds that a board waits for its next try without letting another one go first
RETRY_AFTER = 1.0  # seconds to wait at least after an unforeseen error
MOST_FAILURES = 5  # unforeseen errors until a board is left alone until something happens again

Step = Callable[[BoardId, MatchId, BoardState], Awaitable[bool]]
"""Brings a board of a match nearer to its newest version; False when nothing is left to do."""


class BoardTasks:
    """Urgent boards, to which something has just happened, go at once; others when it is their turn.

    Boards fall behind by the thousand when a platform is away. Painting them all at the same time would hold
    up every press, and most pictures would be old before the platform takes them.
    """

    def __init__(self, states: BoardStates, step: Step, sleep: Callable[[float], Awaitable[None]]) -> None:
        self._states, self._step, self._sleep = states, step, sleep
        self._slots = defaultdict[str, Slots](lambda: Slots(AT_ONCE))  # by platform

    def start(self, board: Board, *, urgent: bool) -> None:
        """Bring a board up to date; where that is going on, it is looked at once more."""
        state = self._states[board.id]
        if state.task is None:
            state.task = asyncio.create_task(self._bring_up(board, state, urgent=urgent))
            return
        state.news = True
        if urgent:
            self._slots[board.platform].hurry(board.id)

    async def _bring_up(self, board: Board, state: BoardState, *, urgent: bool) -> None:
        state.failures = 0
        try:
            while (wait := await self._work(board, state, urgent=urgent)) is not None:
                await self._sleep(wait)
                urgent = state.news
        finally:
            # There is no await since `news` was read: none can be missed.
            state.task = None
        state.backoff.reset()
        waiting, state.waiting = state.waiting, {}
        self._states.tidy(board.id)
        for other in waiting.values():
            self.start(other, urgent=True)

    async def _work(self, board: Board, state: BoardState, *, urgent: bool) -> float | None:
        """Take steps until nothing is left to do, or others can go first.

        Returns:
            The seconds to wait before the next step; None: nothing is left to do.
        """
        try:
            async with self._slots[board.platform].hold(board.id, urgent=urgent):
                while True:
                    wait = await self._attempt(board, state)
                    if wait is None or wait > SHORT_WAIT:
                        return wait
                    if wait:
                        await self._sleep(wait)
        except TakenElsewhere:
            state.news = state.news or urgent  # it is as urgent as before
            return TAKEN_FOR

    async def _attempt(self, board: Board, state: BoardState) -> float | None:
        """Take one step; see `_work` for what is returned."""
        try:
            return 0.0 if await self._step(board.id, board.match, state) else None
        except RetryLater as fault:
            if fault.due:
                state.news = True  # it has waited already: at its time it does not stand in line once more
                return fault.after
            return state.backoff.next_wait(fault.after)
        except TakenElsewhere:
            raise
        except StoreUnavailable:
            log.exception("boards cannot be brought up to date")
            return STORE_AWAY
        except Exception:
            state.failures += 1
            if state.failures == 1:
                log.exception("board %s of match %s could not be brought up to date", board.id, board.match)
            if state.failures >= MOST_FAILURES and not state.news:
                return None
            return state.backoff.next_wait(RETRY_AFTER)


class Slots:
    """Admits so many at a time in the order in which they came; urgent ones at once, beyond the limit."""

    def __init__(self, limit: int) -> None:
        self._free = limit  # below zero while urgent ones exceed the limit
        self._queue: dict[str, asyncio.Future[None]] = {}

    @asynccontextmanager
    async def hold(self, key: str, *, urgent: bool) -> AsyncIterator[None]:
        """Hold a slot for the body.

        Args:
            key: who comes; nobody comes twice at the same time.
            urgent: do not wait for a free slot.
        """
        if urgent or self._free > 0:
            self._free -= 1
        else:
            await self._wait(key)
        try:
            yield
        finally:
            self._leave()

    def hurry(self, key: str) -> None:
        """Whoever waits under this key has become urgent."""
        if key in self._queue:
            self._admit(key)

    async def _wait(self, key: str) -> None:
        self._queue[key] = admitted = asyncio.get_running_loop().create_future()
        try:
            await admitted
        except asyncio.CancelledError:
            if self._queue.pop(key, None) is None:  # admitted at the same moment
                self._leave()
            raise

    def _admit(self, key: str) -> None:
        self._free -= 1
        admitted = self._queue.pop(key)
        if not admitted.done():
            admitted.set_result(None)

    def _leave(self) -> None:
        self._free += 1
        if self._free > 0 and self._queue:
            self._admit(next(iter(self._queue)))
