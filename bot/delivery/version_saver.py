"""Stores which versions boards show, unless the next change of a match takes that along."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection

from bot.delivery.background import STORE_AWAY
from bot.delivery.board_leases import BoardLeases
from bot.delivery.board_state import BoardStates
from storage.boards import Board, BoardId
from storage.errors import StoreUnavailable
from storage.sql.boards import Boards

log = logging.getLogger(__name__)

SAVE_AFTER = 2.0  # seconds until a shown version is stored
SAVE_SOON = 0.1  # likewise, where other processes wait for the board


class VersionSaver:
    """One task at most, which ends when nothing is unsaved."""

    def __init__(
        self,
        store: Boards,
        states: BoardStates,
        leases: BoardLeases,
        redraw: Callable[[Collection[Board]], None],
        sleep: Callable[[float], Awaitable[None]],
    ) -> None:
        self._store, self._states, self._leases, self._sleep = store, states, leases, sleep
        self._redraw = redraw
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Store soon what has been noted."""
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run())

    def give_back(self, board: BoardId, seen: int) -> None:
        """Let others show a board as soon as it is stored what it shows; this version was the newest."""
        self._leases.done(board, seen)
        if self._leases.pending:
            self.start()

    async def close(self) -> None:
        """Store what is unsaved now."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        await self._save()
        await self._leases.leave()

    async def _run(self) -> None:
        """Go on as long as something has been noted meanwhile; what has failed waits for the next note."""
        failed: dict[BoardId, int] | None = None
        while self._states.unsaved() != (failed or {}) or (failed is None and self._leases.pending):
            await self._sleep(SAVE_SOON if self._leases.shared else SAVE_AFTER)
            failed, unsaved = None, self._states.unsaved()
            try:
                await self._save()
            except StoreUnavailable:
                log.exception("what boards show cannot be stored yet")
                await self._sleep(STORE_AWAY)
            except Exception:  # It is stored with the next change, or shown once more after a restart.
                log.exception("what %s boards show could not be stored", len(unsaved))
                failed = unsaved
                self._leases.forget()

    async def _save(self) -> None:
        self._leases.saving()
        if overtaken := await self._leases.overtaken():
            for board in overtaken:
                self._states.shown_elsewhere(board.id)
            self._redraw(overtaken)
        if unsaved := self._states.unsaved():
            await self._store.mark_shown(unsaved)
            self._states.saved(unsaved)
        await self._leases.give_back()
