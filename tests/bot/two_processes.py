"""Two bots with nothing in common but their store and the platforms, as in two processes."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from bot.interface import Robots
from storage.sql.store import Store
from tests.bot.memory_platform import NO_ROBOTS, House
from tests.bot.two_platforms import Houses

Two = tuple[House, House]


class SecondHouse(House):
    """A bot beside another one."""

    def __init__(self, first: House) -> None:
        super().__init__(first.folder, first.platform, robots=first.robots)
        self.first = first
        # What one has answered while the other had the board is shown again, as that may have come last.
        self.platform.takes_repeats = True
        self.presses, self.seeds, self.notes = first.presses, first.seeds, first.notes

    async def opened_store(self) -> Store:
        self.first.store.shared = True
        return self.first.store

    async def close_store(self) -> None:
        """The other one does."""


class SecondHouses(SecondHouse, Houses):
    """A bot beside another one, on two platforms."""

    def __init__(self, first: Houses) -> None:
        super().__init__(first)
        self.other = first.other
        self.other.takes_repeats = True


@asynccontextmanager
async def two_processes(folder: Path, robots: Robots = NO_ROBOTS) -> AsyncIterator[Two]:
    """Both are at work."""
    async with House(folder, robots=robots) as one, SecondHouse(one) as other:
        yield one, other
