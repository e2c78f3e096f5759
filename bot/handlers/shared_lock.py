"""A lock that many share or one holds alone: for what must not happen while anybody acts."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager


class SharedLock:
    """A shared/exclusive lock: who holds it exclusively waits for all others, and holds back new ones."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()
        self._inside = 0
        self._empty = asyncio.Event()
        self._empty.set()

    def enter(self, *, exclusive: bool) -> AbstractAsyncContextManager[None]:
        """Held while somebody acts; not to be entered twice by the same task."""
        return self._exclusive() if exclusive else self._shared()

    @asynccontextmanager
    async def step_out(self) -> AsyncIterator[None]:
        """Release the lock for long work inside: meanwhile nobody waits for it, and who is who may change."""
        self._release()
        try:
            yield
        finally:
            try:
                async with self._turn:
                    pass
            finally:
                self._acquire()  # also when cancelled here: `enter` releases once more

    @asynccontextmanager
    async def _shared(self) -> AsyncIterator[None]:
        async with self._turn:
            self._acquire()
        try:
            yield
        finally:
            self._release()

    @asynccontextmanager
    async def _exclusive(self) -> AsyncIterator[None]:
        async with self._turn:
            await self._empty.wait()
            yield

    def _acquire(self) -> None:
        self._inside += 1
        self._empty.clear()

    def _release(self) -> None:
        self._inside -= 1
        if not self._inside:
            self._empty.set()
