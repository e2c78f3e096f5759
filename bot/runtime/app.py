"""Builds the bot: the only place that knows which store there is, and how the parts fit together."""

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
CHAT_FILE = "web-chat.db"  # the web chat stands for a foreign platform: its messages are kept apart

log = logging.getLogger(__name__)

Clock = Callable[[], int]
Draw = Callable[[int], bytes]
NoteOwner = Callable[[str], Awaitable[None]]
"""Notes the bot on a platform as the one whose database it is: the platform has accepted it."""


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
        """Go to all platforms, however long it takes, until the first one serves; others may follow later.

        Raises:
            CannotStart: a platform refuses the bot.
        """
        await self.supervisor.start(self._arrived)

    async def _arrived(self, adapter: PlatformAdapter) -> None:
        """Bring up to date what fell behind on a platform that serves from now on."""
        await self._note_owner(adapter.platform)
        log.info(
            "the bot is on %s as %s", adapter.platform, adapter.name, extra={"platform": adapter.platform}
        )
        self.dispatcher.services.intake.wake()
        await self.dispatcher.services.boards.catch_up(adapter.platform)
        gc.collect()
        gc.freeze()  # modules and guilds stay: the collector need not look at them again with the presses

    @property
    def names(self) -> str:
        """As whom the bot is where, as far as it has come."""
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
    """The bot, built but not yet on any platform; stopped cleanly at the end.

    Args:
        settings: the host's.
        platforms: those to build adapters for.
        adapters: those that are built already.
        clock: the only source of time, in seconds since 1970.
        draw: the only source of chance: so many random bytes.

    Raises:
        UnusableDatabase: a database is from a newer version, or in use as it may not be.
        OSError: the port of the monitor is taken, or the folder cannot be written.
    """
    _make_private(settings.data)
    async with AsyncExitStack() as closing:
        store, note_owner = await _store(settings, platforms, closing)
        host = _Host(settings, closing, clock, draw)
        access = ChatAccess(settings.allowed_chats, settings.blocked_chats)
        built = [await one.build(settings, host) for one in platforms]
        supervisor = PlatformSupervisor([*adapters, *built], access)
        in_words = _in_words(settings, platforms)
        robots = RobotPool(settings.robot_processes)
        metrics = _metrics(settings, closing)
        dispatcher = build_bot(
            store,
            supervisor.guarded,
            clock=clock,
            draw=draw,
            access=Access(
                *(supervisor.serves, supervisor.heard, supervisor.silent, access.admits),
                *(robots, in_words, settings.contact),
            ),
            middleware=_middleware(metrics),
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
        # Before the platforms are left, so that nothing new is begun.
        closing.push_async_callback(dispatcher.worker.close)
        dispatcher.worker.look()
        pages = await _pages(settings, dispatcher, clock, closing)
        yield BotService(dispatcher, supervisor, monitor, pages, note_owner)


def _named(handle: Handle) -> Handle:
    """Whatever is logged while a request is answered says which one it is."""

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
    """What the monitor tells in numbers, where there is one: the library takes long to load."""
    if settings.monitor_port is None:
        return None
    from bot.runtime.metrics import Metrics

    metrics = Metrics()
    closing.enter_context(metrics.errors_counted())
    return metrics


async def _store(
    settings: Settings, platforms: Iterable[AnyPlatform], closing: AsyncExitStack
) -> tuple[Store, NoteOwner]:
    """The store of these bots, closed at the end."""
    store = await databases.open_store(settings)
    closing.push_async_callback(store.close)
    bots = await databases.check_owner(store, platforms, settings)
    return store, partial(databases.note_owner, store, bots)


def _in_words(settings: Settings, platforms: Iterable[AnyPlatform]) -> Callable[[Chat], bool]:
    """Whether a chat of many can be shown no pictures."""
    by_key = {platform.key: platform for platform in platforms}
    return lambda chat: chat.platform in by_key and by_key[chat.platform].in_words(settings, chat)


async def _closed(settings: Settings, host: _Host, supervisor: PlatformSupervisor) -> list[PlatformAdapter]:
    """A web chat that is not open now: what people wrote there before can be forgotten all the same."""
    if WEB.key in supervisor.guarded or not (settings.data / CHAT_FILE).exists():
        return []
    return [await WEB.build(settings, host)]


def _make_private(folder: Path) -> None:
    """For the bot's user alone: hidden hands are in there. A folder of somebody else's stays as it is."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    folder.mkdir(mode=0o700, exist_ok=True)
    if (folder / STORE_FILE).exists():  # made by an earlier version, that left it open
        with suppress(PermissionError):
            folder.chmod(0o700)


@dataclass(frozen=True, slots=True)
class _Host:
    """What adapters are lent (`bot.platforms.spec.Host`)."""

    settings: Settings
    closing: AsyncExitStack
    clock: Clock
    draw: Draw

    @property
    def folder(self) -> Path:
        """Where the bot keeps its data."""
        return self.settings.data

    async def open_chat_log(self) -> SqliteChatLog:
        """A store for messages, closed with the bot.

        Raises:
            UnusableDatabase: it is from a newer version, or in use as it may not be.
        """
        path = self.settings.data / CHAT_FILE
        chat_log = await SqliteChatLog.open(path, clock=self.clock, draw=self.draw)
        self.closing.push_async_callback(chat_log.close)
        return chat_log


async def _backups(settings: Settings, clock: Clock, closing: AsyncExitStack) -> Backups | None:
    """Whoever makes copies of the database meanwhile, where the host wants them."""
    if settings.backup_folder is None:
        return None
    hours, keep = settings.backup_hours, settings.backup_keep
    file = settings.data / STORE_FILE
    backups = Backups(file, settings.backup_folder, every=hours * 3600, keep=keep, clock=clock)
    await closing.enter_async_context(backups.at_work())
    return backups


async def _monitor(settings: Settings, reporter: HealthReporter, closing: AsyncExitStack) -> Monitor | None:
    """The pages for whoever watches over the bot, opened where the host wants them."""
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
    """The pages of matches, opened where the host has told their address."""
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
