"""A table on Discord, and a log in which no fault of Discord's may look like an error."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio

from tests.bot.platforms.discord.setup import Table, table

OURS = ("bot", "discord", "asyncio")
SECRETS = ("aW50ZXJhY3Rpb24", "tests.of-the-table", "custom_id", "c:", "hollow")


@pytest_asyncio.fixture
async def there(tmp_path: Path) -> AsyncIterator[Table]:
    """Ada, Ben and Cleo in the channel of a guild, and the bot."""
    async with table(tmp_path) as there:
        yield there


@pytest.fixture(autouse=True)
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """The library waits for nothing in earnest: not before it identifies itself, and not after a fault."""
    sleep = asyncio.sleep

    async def hurry(delay: float, result: object = None) -> object:
        return await sleep(min(delay, 0.001), result)

    monkeypatch.setattr(asyncio, "sleep", hurry)


@pytest.fixture
def log(caplog: pytest.LogCaptureFixture) -> Iterator[pytest.LogCaptureFixture]:
    """No fault of Discord's is an error of ours, and no record tells a token or what a button carries."""
    caplog.set_level(logging.INFO)
    logging.getLogger("bot").setLevel(logging.DEBUG)
    yield caplog
    logging.getLogger("bot").setLevel(logging.NOTSET)
    records = [record for record in caplog.records if record.name.split(".")[0] in OURS]
    assert [record.getMessage() for record in records if record.levelno >= logging.ERROR] == []
    assert not [record.getMessage() for record in records if record.exc_info]
    told = "\n".join(f"{record.getMessage()} {record.exc_text or ''}" for record in records)
    for secret in SECRETS:
        assert secret not in told
