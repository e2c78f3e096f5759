"""Many at a time, or one alone: for what must not happen while anybody acts."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager


class SharedLock:
    """Lets in whoever comes; who wants to be alone waits until all have left, and all others wait for him."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()
        self._inside = 0
        self._empty = asyncio.Event()
        self._empty.set()

    def enter(self, *, ephemeral: bool) -> AbstractAsyncContextManager[None]:
        """Held while somebody acts; not to be entered twice by the same task."""
        return self._alone() if ephemeral else self._among_others()

    @asynccontextmanager
    async def step_out(self) -> AsyncIterator[None]:
        """For long work of somebody inside: meanwhile nobody waits for him, and who is who may change."""
        self._leaves()
        try:
            yield
        finally:
            try:
                async with self._turn:
                    pass
            finally:
                self._comes()  # also where he gives up waiting: he leaves again

    @asynccontextmanager
    async def _among_others(self) -> AsyncIterator[None]:
        async with self._turn:
            self._comes()
        try:
            yield
        finally:
            self._leaves()

    @asynccontextmanager
    async def _alone(self) -> AsyncIterator[None]:
        async with self._turn:
            await self._empty.wait()
            yield

    def _comes(self) -> None:
        self._inside += 1
        self._empty.clear()

    def _leaves(self) -> None:
        self._inside -= 1
        if not self._inside:
            self._empty.set()
