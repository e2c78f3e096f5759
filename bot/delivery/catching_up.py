"""Finds the boards that have fallen behind while nobody brought them up to date.

Where several processes have one store, each takes a few at a time of one platform, and leaves alone what
others have taken.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Sequence

from bot.delivery.board_leases import BoardLeases
from storage.boards import Board
from storage.sql.store import Store

log = logging.getLogger(__name__)

WAITS_FOR = 30.0  # seconds for the boards of a few that take longest, until others are looked for


class CatchingUp:
    """One task for each platform, where several processes have the store open."""

    def __init__(
        self,
        store: Store,
        platforms: Collection[str],
        leases: BoardLeases,
        bring_up: Callable[[Sequence[Board]], Collection[asyncio.Task[None]]],
    ) -> None:
        """Nothing is looked for yet; `bring_up` gives the tasks that bring boards up to date."""
        self._store, self._platforms, self._leases, self._bring_up = store, platforms, leases, bring_up
        self._tasks: dict[tuple[str, bool], asyncio.Task[None]] = {}
        self._unfinished: set[str] = set()  # platforms

    @property
    def tasks(self) -> tuple[asyncio.Task[None], ...]:
        """All that look."""
        return tuple(task for task in self._tasks.values() if not task.done())

    async def all(self, platform: str | None) -> None:
        """Bring up whatever is behind on a platform, or on all."""
        if not self._leases.shared:
            behind = await self._store.boards.boards_behind()
            self._bring_up([board for board in behind if platform in (None, board.platform)])
            return
        for each in self._platforms:
            if platform in (None, each):
                self._unfinished.add(each)
                self._begin(each, left=False)

    def left(self) -> None:
        """Likewise what processes had taken that died, and all where that could not be done before."""
        for each in self._platforms if self._leases.shared else ():
            self._begin(each, left=True)
            if each in self._unfinished:
                self._begin(each, left=False)

    def _begin(self, platform: str, *, left: bool) -> None:
        task = self._tasks.get((platform, left))
        if task is None or task.done():
            self._tasks[platform, left] = asyncio.create_task(self._work(platform, left=left))

    async def _work(self, platform: str, *, left: bool) -> None:
        try:
            await self._go_through(platform, left=left)
            if not left:
                self._unfinished.discard(platform)
        except Exception:
            log.exception("boards on %s that are behind could not be looked for", platform)

    async def _go_through(self, platform: str, *, left: bool) -> None:
        after = ""
        while few := await self._leases.claim(platform, after, left=left):
            after = few[-1].id
            if tasks := self._bring_up(few):
                await asyncio.wait(tasks, timeout=WAITS_FOR)
