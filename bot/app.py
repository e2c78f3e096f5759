"""Builds everything: the only place that knows which store and which platforms there are."""

from __future__ import annotations

import secrets
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager

from bot.desk import Desk
from bot.platforms.web_adapter import WebAdapter
from bot.settings import Settings
from storage.chat_log import SqlChatLog
from storage.sql_store import SqlStore

STORE_FILE = "tischrand.db"
CHAT_FILE = "web-chat.db"  # the web chat plays a foreign platform: it keeps its messages itself


@asynccontextmanager
async def web_chat(
    settings: Settings,
    *,
    clock: Callable[[], int] = lambda: int(time.time()),
    draw: Callable[[int], bytes] = secrets.token_bytes,
) -> AsyncIterator[WebAdapter]:
    """The local web chat, running; stopped cleanly at the end.

    Args:
        settings: the host's.
        clock: the only source of time, in seconds since 1970.
        draw: the only source of chance: so many random bytes.

    Raises:
        UnusableDatabase: a database is from a newer version, or in use by another process.
        OSError: the port is taken, or the folder cannot be written.
    """
    settings.data.mkdir(parents=True, exist_ok=True)
    async with AsyncExitStack() as closing:
        store = await SqlStore.open(settings.data / STORE_FILE)
        closing.push_async_callback(store.close)
        chat_log = await SqlChatLog.open(settings.data / CHAT_FILE, clock=clock, draw=draw)
        closing.push_async_callback(chat_log.close)
        adapter = WebAdapter(chat_log, port=settings.port, clock=clock)
        desk = Desk(store, {adapter.platform: adapter}, clock=clock, draw=draw)
        adapter.connect(desk)
        await adapter.start()
        closing.push_async_callback(desk.boards.close)
        closing.push_async_callback(adapter.stop)
        await desk.boards.catch_up()
        yield adapter
