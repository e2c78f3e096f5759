"""Builds the service: the store, the platforms and the monitoring around the bot (see `composition.py`)."""

from __future__ import annotations

import gc
import logging
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from bot.handlers.access import Access
from bot.handlers.context import press_of
from bot.handlers.dispatcher import Dispatcher, Handle, Middleware
from bot.interface import Answer, Chat, Incoming, PlatformAdapter, match_of
from bot.platforms.spec import AnyPlatform
from bot.platforms.web.match_pages import MatchPages
from bot.platforms.web.passes import key_of
from bot.runtime import databases, logs
from bot.runtime.backups import Backups
from bot.runtime.chat_access import ChatAccess
from bot.runtime.composition import build_bot
from bot.runtime.databases import STORE_FILE
from bot.runtime.health import HealthReporter, Monitor
from bot.runtime.platforms import WEB
from bot.runtime.robot_pool import RobotPool
from bot.runtime.settings import Settings
from bot.runtime.supervisor import PlatformSupervisor
from storage.sql.store import Store
from storage.sqlite.chat_log import SqliteChatLog

if TYPE_CHECKING:
    from bot.runtime.metrics import Metrics

TABLE_KEY_FILE = "table-page.key"
CHAT_FILE = "web-chat.db"  # separate, since the web chat takes the place of a foreign platform

log = logging.getLogger(__name__)

Clock = Callable[[], int]
Draw = Callable[[int], bytes]
NoteOwner = Callable[[str], Awaitable[None]]
"""Records the bot as the owner of the database on a platform, once the platform has accepted it."""


class BotService:
    """A bot that has been built."""

    def __init__(
        self,
        dispatcher: Dispatcher,
        supervisor: PlatformSupervisor,
        monitor: Monitor | None,
        pages: MatchPages | None,
        note_owner: NoteOwner,
    ) -> None:
        self.dispatcher, self.supervisor, self.monitor = dispatcher, supervisor, monitor
        self.pages, self._note_owner = pages, note_owner

    async def start(self) -> None:
        """Connect to all platforms, and wait until the first one serves, however long that takes.

        Raises:
            CannotStart: a platform refuses the bot.
        """
        await self.supervisor.start(self._arrived)

    async def _arrived(self, adapter: PlatformAdapter) -> None:
        """Update boards that fell behind on a platform, as soon as it serves."""
        await self._note_owner(adapter.platform)
        log.info(
            "the bot is on %s as %s", adapter.platform, adapter.name, extra={"platform": adapter.platform}
        )
        self.dispatcher.services.intake.wake()
        await self.dispatcher.services.boards.catch_up(adapter.platform)
        gc.collect()
        gc.freeze()  # modules and guilds stay: the garbage collector need not scan them with each press

    @property
    def names(self) -> str:
        """The platforms that are served, each with the name of the bot there."""
        return ", ".join(f"{adapter.platform} as {adapter.name}" for adapter in self.supervisor.serving)


@asynccontextmanager
async def bot_service(
    settings: Settings,
    platforms: Sequence[AnyPlatform] = (),
    *,
    adapters: Sequence[PlatformAdapter] = (),
    clock: Clock = lambda: int(time.time()),
    draw: Draw = secrets.token_bytes,
) -> AsyncIterator[BotService]:
    """Build the bot, not yet on any platform, and stop it cleanly at the end.

    Args:
        settings: the host's settings.
        platforms: platforms to build adapters for.
        adapters: adapters that exist already.
        clock: the only source of time, in seconds since 1970.
        draw: returns a number of random bytes, for the seeds and keys of deals and for ids.

    Raises:
        UnusableDatabase: a database is from a newer version, or in use.
        OSError: the port of the monitor is taken, or the folder cannot be written.
    """
    _make_private(settings.data)
    async with AsyncExitStack() as closing:
        store, note_owner = await _store(settings, platforms, closing)
        host = _Host(settings, closing, clock, draw)
        chats = ChatAccess(settings.allowed_chats, settings.blocked_chats)
        built = [await one.build(settings, host) for one in platforms]
        supervisor = PlatformSupervisor([*adapters, *built], chats)
        robots = RobotPool(settings.robot_processes)
        metrics = _metrics(settings, closing)
        access = Access(
            serves=supervisor.serves,
            heard=supervisor.heard,
            silent=supervisor.silent,
            admits=chats.admits,
            robots=robots,
            in_words=_in_words(settings, platforms),
            contact=settings.contact,
        )
        dispatcher = build_bot(
            store, supervisor.guarded, clock=clock, draw=draw, access=access, middleware=_middleware(metrics)
        )
        for part in (robots, dispatcher):
            closing.push_async_callback(part.close)
        for adapter in [*supervisor.adapters, *await _closed(settings, host, supervisor)]:
            adapter.connect(dispatcher)
        await dispatcher.start()
        backups = await _backups(settings, clock, closing)
        reporter = HealthReporter(
            store, dispatcher.services.heartbeat, supervisor, metrics, store.size, backups
        )
        monitor = await _monitor(settings, reporter, closing)
        closing.push_async_callback(supervisor.stop)
        # Before the platforms are left, so that no new job is started.
        closing.push_async_callback(dispatcher.worker.close)
        dispatcher.worker.look()
        pages = await _pages(settings, dispatcher, clock, closing)
        yield BotService(dispatcher, supervisor, monitor, pages, note_owner)


def _named(handle: Handle) -> Handle:
    """Add facts about the request to everything that is logged while it is handled."""

    async def answer(incoming: Incoming) -> Answer:
        platform, kind = incoming.account.platform, type(incoming.request).__name__
        match = match_of(incoming.request)
        with logs.facts(platform=platform, request=kind, press=press_of(incoming), match=match):
            return await handle(incoming)

    return answer


def _middleware(metrics: Metrics | None) -> list[Middleware]:
    if metrics is None:
        return [_named]
    from bot.runtime.metrics import MetricsMiddleware

    return [_named, MetricsMiddleware(metrics)]


def _metrics(settings: Settings, closing: AsyncExitStack) -> Metrics | None:
    """The metrics, if there is a monitor: loading the library takes long."""
    if settings.monitor_port is None:
        return None
    from bot.runtime.metrics import Metrics

    metrics = Metrics()
    closing.enter_context(metrics.errors_counted())
    return metrics


async def _store(
    settings: Settings, platforms: Iterable[AnyPlatform], closing: AsyncExitStack
) -> tuple[Store, NoteOwner]:
    """The store, closed at the end, and the function that records its owners."""
    store = await databases.open_store(settings)
    closing.push_async_callback(store.close)
    bots = await databases.check_owner(store, platforms, settings)
    return store, partial(databases.note_owner, store, bots)


def _in_words(settings: Settings, platforms: Iterable[AnyPlatform]) -> Callable[[Chat], bool]:
    """A test whether a chat with several people shows text instead of pictures."""
    by_key = {platform.key: platform for platform in platforms}
    return lambda chat: chat.platform in by_key and by_key[chat.platform].in_words(settings, chat)


async def _closed(settings: Settings, host: _Host, supervisor: PlatformSupervisor) -> list[PlatformAdapter]:
    """The adapter of a web chat that is not open, so that data from earlier runs can be forgotten."""
    if WEB.key in supervisor.guarded or not (settings.data / CHAT_FILE).exists():
        return []
    return [await WEB.build(settings, host)]


def _make_private(folder: Path) -> None:
    """Create the data folder, for the bot's user only: it contains hidden hands. Keep one without a store."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    folder.mkdir(mode=0o700, exist_ok=True)
    if (folder / STORE_FILE).exists():  # created by an earlier version, which left it open
        with suppress(PermissionError):
            folder.chmod(0o700)


@dataclass(frozen=True, slots=True)
class _Host:
    """What adapters can use of the service (`bot.platforms.spec.Host`)."""

    settings: Settings
    closing: AsyncExitStack
    clock: Clock
    draw: Draw

    @property
    def folder(self) -> Path:
        """The data folder of the bot."""
        return self.settings.data

    async def open_chat_log(self) -> SqliteChatLog:
        """Open a store for messages that is closed with the bot.

        Raises:
            UnusableDatabase: it is from a newer version, or in use.
        """
        path = self.settings.data / CHAT_FILE
        chat_log = await SqliteChatLog.open(path, clock=self.clock, draw=self.draw)
        self.closing.push_async_callback(chat_log.close)
        return chat_log


async def _backups(settings: Settings, clock: Clock, closing: AsyncExitStack) -> Backups | None:
    """Start automatic backups, if the host has configured them; they stop at the end."""
    if settings.backup_folder is None:
        return None
    hours, keep = settings.backup_hours, settings.backup_keep
    file = settings.data / STORE_FILE
    backups = Backups(file, settings.backup_folder, every=hours * 3600, keep=keep, clock=clock)
    await closing.enter_async_context(backups.at_work())
    return backups


async def _monitor(settings: Settings, reporter: HealthReporter, closing: AsyncExitStack) -> Monitor | None:
    """Open the monitor, if the host has configured one."""
    if settings.monitor_port is None:
        return None
    from bot.runtime.metrics import CONTENT_TYPE

    monitor = Monitor(
        settings.monitor_port, reporter.health, reporter.ready, reporter.metrics_text, CONTENT_TYPE
    )
    await monitor.start()
    closing.push_async_callback(monitor.stop)
    log.info("the monitor is at %s", monitor.address)
    return monitor


async def _pages(
    settings: Settings, dispatcher: Dispatcher, clock: Clock, closing: AsyncExitStack
) -> MatchPages | None:
    """Open the pages of matches, if the host has configured their public URL."""
    if settings.public_url is None:
        return None
    token = settings.telegram_token.get_secret_value() if settings.telegram_token else ""
    pages = MatchPages(
        dispatcher,
        str(settings.public_url),
        settings.table_port,
        key=key_of(settings.data / TABLE_KEY_FILE),
        clock=clock,
        token=token,
    )
    await pages.start()
    closing.push_async_callback(pages.stop)
    log.info("pages of matches wait at port %s for what comes to %s", pages.port, settings.public_url)
    return pages
