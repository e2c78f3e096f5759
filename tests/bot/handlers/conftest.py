"""What several tests of handlers are given."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.bot.memory_platform import House
from tests.bot.simple_robots import FirstMoves


@pytest.fixture
def robots() -> FirstMoves:
    return FirstMoves()


@pytest.fixture
async def house_with_robots(tmp_path: Path, robots: FirstMoves) -> AsyncIterator[House]:
    """A bot on a platform in memory, whose robots play the first move they may."""
    async with House(tmp_path, robots=robots) as house:
        yield house
