"""Two bots with nothing in common but their store and the platforms, as in two processes."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from storage.sqlite.store import SqliteStore
from tests.bot.memory_platform import House


class SecondHouse(House):
    """A bot beside another one."""

    def __init__(self, first: House) -> None:
        super().__init__(first.folder, first.platform, robots=first.robots)
        self.first = first
        self.presses, self.seeds, self.notes = first.presses, first.seeds, first.notes

    async def opened_store(self) -> SqliteStore:
        self.first.store.shared = True
        return self.first.store

    async def close_store(self) -> None:
        """The other one does."""


@asynccontextmanager
async def two_processes(folder: Path) -> AsyncIterator[tuple[House, House]]:
    """Both are at work."""
    async with House(folder) as one, SecondHouse(one) as other:
        yield one, other
