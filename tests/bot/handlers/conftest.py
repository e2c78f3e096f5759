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
async def unpainted(
    tmp_path: Path, robots: FirstMoves, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[House]:
    """A house where no picture is painted, which takes long."""
    monkeypatch.setattr("bot.delivery.image_cache.picture.paint", lambda *_, **__: b"")
    async with House(tmp_path, robots=robots) as house:
        yield house
