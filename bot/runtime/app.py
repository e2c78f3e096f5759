"""Builds everything: the only place that knows which store and which platforms there are."""

from __future__ import annotations

import secrets
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from typing import TYPE_CHECKING

from pydantic import HttpUrl

from bot.handlers.dispatcher import RequestDispatcher
from bot.platforms.web.adapter import WebAdapter
from bot.repositories.results import rate_anew
from bot.runtime.chat_access import (
    ChatAccess,
    guarded,
)
from bot.runtime.settings import Settings
from bot.runtime.supervisor import ForeignAdapter, PlatformSupervisor
from storage.sqlite.chat_log import SqliteChatLog
from storage.sqlite.store import SqliteStore

if TYPE_CHECKING:
    from bot.runtime.health import Service

STORE_FILE = "tischrand.db"
CHAT_FILE = "web-chat.db"  # the web chat plays a foreign platform: it keeps its messages itself


@asynccontextmanager
async def _opened(settings: Settings) -> AsyncIterator[SqliteStore]:
    """The store, with ratings that are up to date."""
    store = await SqliteStore.open(settings.data / STORE_FILE)
    try:
        await rate_anew(store)
        yield store
    finally:
        await store.close()


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
        store = await closing.enter_async_context(_opened(settings))
        chat_log = await SqliteChatLog.open(settings.data / CHAT_FILE, clock=clock, draw=draw)
        closing.push_async_callback(chat_log.close)
        adapter = WebAdapter(chat_log, port=settings.port, clock=clock)
        dispatcher = RequestDispatcher(store, {adapter.platform: adapter}, clock=clock, draw=draw)
        adapter.connect(dispatcher)
        await dispatcher.scheduler.come_back()
        await adapter.start()
        closing.push_async_callback(dispatcher.boards.close)
        closing.push_async_callback(adapter.stop)
        await dispatcher.boards.catch_up()
        await closing.enter_async_context(dispatcher.scheduler.at_work())
        yield adapter


def foreign_adapters(settings: Settings) -> tuple[ForeignAdapter, ...]:
    """The platforms that the bot has a token for. Their libraries load slowly: only those that are needed."""
    adapters: list[ForeignAdapter] = []
    if settings.discord_token is not None:
        from bot.platforms.discord.adapter import DiscordAdapter

        token = settings.discord_token.get_secret_value()
        adapters.append(DiscordAdapter(token, _address(settings.discord_api_url)))
    if settings.telegram_token is not None:
        from bot.platforms.telegram.adapter import TelegramAdapter, Webhook

        token, hook = settings.telegram_token.get_secret_value(), None
        if settings.telegram_webhook_url is not None:
            secret = settings.telegram_webhook_secret
            proof = secret.get_secret_value() if secret else secrets.token_urlsafe()
            hook = Webhook(str(settings.telegram_webhook_url), proof, port=settings.telegram_webhook_port)
        adapters.append(TelegramAdapter(token, _address(settings.telegram_api_url), webhook=hook))
    return tuple(adapters)


def _address(url: HttpUrl | None) -> str | None:
    return str(url).rstrip("/") if url is not None else None


@asynccontextmanager
async def service(
    settings: Settings,
    adapters: Sequence[ForeignAdapter],
    *,
    clock: Callable[[], int] = lambda: int(time.time()),
    draw: Callable[[int], bytes] = secrets.token_bytes,
) -> AsyncIterator[Service]:
    """The bot for foreign platforms, built but not yet on any; stopped cleanly at the end.

    Args:
        settings: the host's.
        adapters: the platforms; at least one, or the web chat beside them.
        clock: the only source of time, in seconds since 1970.
        draw: the only source of chance: so many random bytes.

    Raises:
        UnusableDatabase: the database is from a newer version, or in use by another process.
        OSError: the port of the monitor is taken, or the folder cannot be written.
    """
    from bot.runtime import metrics
    from bot.runtime.health import Service
    from bot.runtime.monitor import Monitor

    settings.data.mkdir(parents=True, exist_ok=True)
    async with AsyncExitStack() as closing:
        store = await closing.enter_async_context(_opened(settings))
        if settings.web:
            chat_log = await SqliteChatLog.open(settings.data / CHAT_FILE, clock=clock, draw=draw)
            closing.push_async_callback(chat_log.close)
            adapters = (*adapters, WebAdapter(chat_log, port=settings.port, clock=clock))
        connections = PlatformSupervisor(adapters)
        chat_access = ChatAccess(settings.allowed_chats, settings.blocked_chats)
        known = guarded(connections.patient, chat_access)
        numbers = metrics.Metrics()
        closing.enter_context(numbers.errors_counted())
        dispatcher = RequestDispatcher(
            store,
            known,
            clock=clock,
            draw=draw,
            serves=connections.serves,
            admits=chat_access.admits,
        )
        dispatcher.wrap(metrics.MetricsMiddleware(numbers))
        closing.push_async_callback(dispatcher.boards.close)
        await dispatcher.scheduler.come_back()
        dispatcher.scheduler.hears = lambda: any(adapter.connected for adapter in connections.serving)
        await closing.enter_async_context(dispatcher.scheduler.at_work())
        for adapter in adapters:
            adapter.connect(dispatcher)
        serving = Service(dispatcher, store, connections, numbers)
        if settings.monitor_port is not None:
            serving.monitor = Monitor(
                settings.monitor_port, serving.health, serving.numbers, metrics.CONTENT_TYPE
            )
            await serving.monitor.start()
            closing.push_async_callback(serving.monitor.stop)
        closing.push_async_callback(serving.connections.stop)
        yield serving
