"""How tests and servers wait for something to come true, without sleeping."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

PATIENCE = 60.0
"""Seconds after which a wait counts as disappointed; a guard for tests, not a measure."""


class Signal:
    """Given whenever something may have come true that somebody waits for."""

    def __init__(self) -> None:
        self._given = asyncio.Event()

    def give(self) -> None:
        """Let everybody who waits look again."""
        self._given.set()
        self._given = asyncio.Event()

    async def until(
        self, look: Callable[[], T | None], missed: str | Callable[[], str], patience: float = PATIENCE
    ) -> T:
        """What `look` gives as soon as that is true of it.

        Raises:
            AssertionError: it was not within `patience` seconds; `missed` says what for.
        """
        try:
            async with asyncio.timeout(patience):
                while not (found := look()):
                    await self._given.wait()
                return found
        except TimeoutError:
            raise AssertionError(missed if isinstance(missed, str) else missed()) from None
