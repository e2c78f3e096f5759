"""A table on Telegram, and the adapter alone."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio

from tests.bot.conftest import Scripted
from tests.bot.platforms.telegram.setup import Stage, Table, stage, table


@pytest_asyncio.fixture
async def there(tmp_path: Path) -> AsyncIterator[Table]:
    """Ada, Ben and Cleo in a group, and the bot."""
    async with table(tmp_path) as there:
        yield there


@pytest_asyncio.fixture
async def scene(front: Scripted) -> AsyncIterator[Stage]:
    """Ada and Ben in a group, the adapter, and a front that answers by a script."""
    async with stage(front) as scene:
        yield scene
