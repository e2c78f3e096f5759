"""Settings that are none but those of the test, and logs that no command has set up for the next one."""

from __future__ import annotations

import logging
import sys
import threading
from collections.abc import AsyncIterator, Iterator

import pytest
import pytest_asyncio

from bot.runtime import logs
from bot.runtime.settings import Settings, variable
from tests.loopback.discord.server import DiscordServer
from tests.loopback.telegram.server import TelegramServer


@pytest.fixture(autouse=True)
def bare(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Environment and `.env` of the person who runs the tests do not count."""
    for name in Settings.model_fields:
        monkeypatch.delenv(variable(name), raising=False)
    monkeypatch.chdir(tmp_path_factory.mktemp("elsewhere"))


@pytest.fixture(autouse=True)
def logs_as_they_were(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A command that a test runs in this process decides what is written only as long as the test lasts."""
    levels = {name: logging.getLogger(name).level for name in ("", *logs.PACKAGES, "httpx", "httpcore")}
    for owner, hook in ((sys, "excepthook"), (sys, "unraisablehook"), (threading, "excepthook")):
        monkeypatch.setattr(owner, hook, getattr(owner, hook))
    yield
    logging.captureWarnings(False)
    for name, level in levels.items():
        logging.getLogger(name).setLevel(level)


@pytest_asyncio.fixture
async def telegram() -> AsyncIterator[TelegramServer]:
    async with TelegramServer() as server:
        yield server
        assert server.unknown == []


@pytest_asyncio.fixture
async def discord() -> AsyncIterator[DiscordServer]:
    async with DiscordServer() as server:
        yield server
        assert server.complaints == []
