"""Requests that wait until a test lets them go."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

from tests.loopback.core.signal import PATIENCE


@dataclass(slots=True)
class Hold:
    """A place where requests wait; a test sees how many, and lets them go."""

    released: asyncio.Event = field(default_factory=asyncio.Event)
    arrived: asyncio.Event = field(default_factory=asyncio.Event)
    waiting: int = 0

    def release(self) -> None:
        """Let them go on, and all later ones pass."""
        self.released.set()

    async def arrival(self) -> None:
        """Wait until a request stands here."""
        async with asyncio.timeout(PATIENCE):
            await self.arrived.wait()

    async def wait(self) -> None:
        """Stand in line until released."""
        self.waiting += 1
        self.arrived.set()
        await self.released.wait()
        self.waiting -= 1
