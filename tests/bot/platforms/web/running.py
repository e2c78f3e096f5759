"""The bot behind the local web chat, in this process."""

from __future__ import annotations

import secrets
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from bot.platforms.web.adapter import WebAdapter
from bot.platforms.web.spec import WEB
from bot.runtime.app import bot_service
from bot.runtime.settings import Settings


@asynccontextmanager
async def web_chat(
    settings: Settings,
    *,
    clock: Callable[[], int] = lambda: int(time.time()),
    draw: Callable[[int], bytes] = secrets.token_bytes,
) -> AsyncIterator[WebAdapter]:
    """As `tischrand play` runs it; stopped cleanly at the end."""
    async with bot_service(settings, [WEB], clock=clock, draw=draw) as service:
        await service.start()
        (adapter,) = service.supervisor.adapters
        assert isinstance(adapter, WebAdapter)
        yield adapter
