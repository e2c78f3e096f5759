"""The bot behind the local web chat, in this process."""

from __future__ import annotations

import secrets
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from bot.handlers.dispatcher import Dispatcher
from bot.platforms.web.adapter import WebAdapter
from bot.platforms.web.spec import WEB
from bot.runtime.app import bot_service
from bot.runtime.settings import Settings


@asynccontextmanager
async def web_bot(
    data: Path,
    *,
    clock: Callable[[], int] = lambda: int(time.time()),
    draw: Callable[[int], bytes] = secrets.token_bytes,
) -> AsyncIterator[tuple[WebAdapter, Dispatcher]]:
    """As `tischrand play` runs it; stopped cleanly at the end."""
    settings = Settings(_env_file=None, data=data, port=0, browser=False)  # type: ignore[call-arg]
    async with bot_service(settings, [WEB], clock=clock, draw=draw) as service:
        await service.start()
        (adapter,) = service.supervisor.adapters
        assert isinstance(adapter, WebAdapter)
        yield adapter, service.dispatcher


@asynccontextmanager
async def web_chat(
    data: Path, *, draw: Callable[[int], bytes] = secrets.token_bytes
) -> AsyncIterator[WebAdapter]:
    """The same, for those who only look at it."""
    async with web_bot(data, draw=draw) as (adapter, _):
        yield adapter
