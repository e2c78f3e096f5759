"""Builds the bot from the host's settings, and stops it cleanly: read `bot_service` from top to bottom."""

from __future__ import annotations

import gc
import logging
import secrets
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from bot.handlers.access import Access
from bot.handlers.context import press_of
from bot.handlers.dispatcher import Dispatcher, Handle
from bot.interface import GUEST, Adapter, Answer, Chat, Incoming, PlatformAdapter, WebLink
from bot.platforms.discord.spec import activity
from bot.platforms.settings import plain
from bot.platforms.spec import AnyPlatform, Host
from bot.platforms.web.guests import Guests
from bot.platforms.web.match_pages import MatchPages
from bot.platforms.web.passes import Sessions, key_of
from bot.platforms.web.public_pages import WaysIn
from bot.runtime import databases, logs
from bot.runtime.backups import Backups
from bot.runtime.chat_access import ChatAccess
from bot.runtime.composition import build_bot
from bot.runtime.databases import STORE_FILE
from bot.runtime.health import Monitor
from bot.runtime.platforms import WEB
from bot.runtime.robot_pool import RobotPool
from bot.runtime.settings import Settings
from bot.runtime.supervisor import PlatformSupervisor
from storage.sqlite.chat_log import SqliteChatLog

if TYPE_CHECKING:
    from bot.runtime.metrics import Metrics

TABLE_KEY_FILE = "table-page.key"
CHAT_FILE = "web-chat.db"  # separate, since the web chat takes the place of a foreign platform

log = logging.getLogger(__name__)

Clock = Callable[[], int]
Draw = Callable[[int], bytes]


@dataclass(frozen=True, slots=True)
class BotService:
    """A bot that has been built; `start` takes it onto its platforms."""

    dispatcher: Dispatcher
    supervisor: PlatformSupervisor
    monitor: Monitor | None
    pages: MatchPages | None
    bots: Mapping[str, str]
    """The bots' ids by platform, as the tokens say them."""

    async def start(self) -> None:
        """Connect to all platforms, and wait until the first one serves, however long that takes.

        Raises:
            CannotStart: a platform refuses the bot.
        """
        await self.supervisor.start(self._arrived)

    async def _arrived(self, adapter: PlatformAdapter) -> None:
        """Update boards that fell behind on a platform, as soon as it serves."""
        platform, services = adapter.platform, self.dispatcher.services
        # Not earlier: a mistyped token must not take the database.
        await databases.note_owner(services.store, self.bots, platform)
        log.info("the bot is on %s as %s", platform, adapter.name, extra={"platform": platform})
        services.intake.wake()
        await services.boards.catch_up(platform)
        gc.collect()
        gc.freeze()  # modules and guilds stay: the garbage collector need not scan them with each press

    @property
    def names(self) -> str:
        """The platforms that are served, each with the name of the bot there."""
        return ", ".join(f"{adapter.platform} as {adapter.name}" for adapter in self.supervisor.reached)


@asynccontextmanager
async def bot_service(
    settings: Settings,
    platforms: Sequence[AnyPlatform] = (),
    *,
    adapters: Sequence[PlatformAdapter] = (),
    clock: Clock = lambda: int(time.time()),
    draw: Draw = secrets.token_bytes,
) -> AsyncIterator[BotService]:
    """Build the bot, not yet on any platform, and stop it at the end: what was opened last is closed first.

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
        store = await databases.open_store(settings)
        closing.push_async_callback(store.close)
        bots = await databases.check_owner(store, platforms, settings)

        host = Host(clock, settings.data, partial(_chat_log, settings.data / CHAT_FILE, clock, draw, closing))
        chats = ChatAccess(settings.allowed_chats, settings.blocked_chats)
        built = [await platform.build(settings, host) for platform in platforms]
        supervisor = PlatformSupervisor([*adapters, *built], chats)
        guests = Guests()

        robots = RobotPool(settings.robot_processes)
        access = _access(settings, platforms, supervisor, chats, robots)
        metrics = _metrics(settings, closing)
        middleware = [with_facts, metrics.measured] if metrics else [with_facts]
        written: dict[str, Adapter] = {**supervisor.guarded, GUEST: guests}
        dispatcher = build_bot(store, written, clock=clock, draw=draw, access=access, middleware=middleware)
        closing.push_async_callback(dispatcher.close)
        for adapter in supervisor.adapters:
            adapter.connect(dispatcher)
        if WEB.key not in supervisor.guarded and (settings.data / CHAT_FILE).exists():
            closed = await WEB.build(settings, host)  # so that people of earlier runs can be forgotten
            closed.connect(dispatcher)
        await dispatcher.start()

        backups = await _backups(settings, clock, closing)
        monitor = None
        if metrics is not None:
            heartbeat = dispatcher.services.heartbeat
            monitor = Monitor(settings.monitor_port or 0, store, heartbeat, supervisor, metrics, backups)
            await monitor.start()
            closing.push_async_callback(monitor.stop)
        closing.push_async_callback(supervisor.stop)
        closing.push_async_callback(dispatcher.worker.close)  # first, so that no new job is started
        dispatcher.worker.look()
        ways_in = partial(_ways_in, platforms, supervisor)
        pages = await _pages(settings, dispatcher, guests, clock, closing, ways_in)
        yield BotService(dispatcher, supervisor, monitor, pages, bots)


def _make_private(folder: Path) -> None:
    """Create the data folder, for the bot's user only: it contains hidden hands. Keep one without a store."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    folder.mkdir(mode=0o700, exist_ok=True)
    if (folder / STORE_FILE).exists():  # created by an earlier version, which left it open
        with suppress(PermissionError):
            folder.chmod(0o700)


async def _chat_log(file: Path, clock: Clock, draw: Draw, closing: AsyncExitStack) -> SqliteChatLog:
    """Open a store for messages that is closed with the bot.

    Raises:
        UnusableDatabase: it is from a newer version, or in use.
    """
    chat_log = await SqliteChatLog.open(file, clock=clock, draw=draw)
    closing.push_async_callback(chat_log.close)
    return chat_log


def _access(
    settings: Settings,
    platforms: Sequence[AnyPlatform],
    supervisor: PlatformSupervisor,
    chats: ChatAccess,
    robots: RobotPool,
) -> Access:
    by_key = {platform.key: platform for platform in platforms}

    def in_words(chat: Chat) -> bool:
        return chat.platform in by_key and by_key[chat.platform].in_words(settings, chat)

    return Access(
        serves=lambda platform: platform == GUEST or supervisor.serves(platform),
        heard=supervisor.connected,
        silent=supervisor.unconnected,
        admits=chats.admits,
        robots=robots,
        in_words=in_words,
        contact=settings.contact,
        odd_sentences=settings.odd_sentences,
    )


def _metrics(settings: Settings, closing: AsyncExitStack) -> Metrics | None:
    """The metrics, if there is a monitor to show them: loading the library takes long."""
    if settings.monitor_port is None:
        return None
    from bot.runtime.metrics import Metrics

    metrics = Metrics()
    closing.enter_context(metrics.errors_counted())
    return metrics


def with_facts(handle: Handle) -> Handle:
    """Add facts about the request to everything that is logged while it is handled."""

    async def answer(incoming: Incoming) -> Answer:
        platform, kind = incoming.account.platform, type(incoming.request).__name__
        with logs.facts(platform=platform, request=kind, press=press_of(incoming), match=incoming.match):
            return await handle(incoming)

    return answer


async def _backups(settings: Settings, clock: Clock, closing: AsyncExitStack) -> Backups | None:
    """Start automatic backups, if the host wants them."""
    if settings.backup_folder is None:
        return None
    seconds, keep = settings.backup_hours * 3600, settings.backup_keep
    file = settings.data / STORE_FILE
    backups = Backups(file, settings.backup_folder, every=seconds, keep=keep, clock=clock)
    await closing.enter_async_context(backups.at_work())
    return backups


def _ways_in(
    platforms: Sequence[AnyPlatform], supervisor: PlatformSupervisor, payload: str
) -> tuple[WebLink, ...]:
    """Links into private chats with the bot that hand it a payload, on the platforms that have such links."""
    known = {platform.key: platform for platform in platforms}
    links = (
        (known[adapter.platform].title, known[adapter.platform].deep_link(adapter.name, payload))
        for adapter in supervisor.reached
        if adapter.platform in known
    )
    return tuple(WebLink(title, url) for title, url in links if url)


async def _pages(
    settings: Settings,
    dispatcher: Dispatcher,
    guests: Guests,
    clock: Clock,
    closing: AsyncExitStack,
    ways_in: WaysIn,
) -> MatchPages | None:
    """Open the pages of matches, if the host has given their public URL."""
    if settings.public_url is None:
        return None
    pages = MatchPages(
        dispatcher,
        str(settings.public_url),
        settings.table_port,
        Sessions(key_of(settings.data / TABLE_KEY_FILE), clock),
        token=plain(settings.telegram_token),
        embedding=activity(settings),
        guests=guests,
        ways_in=ways_in,
    )
    await pages.start()
    closing.push_async_callback(pages.stop)
    log.info("pages of matches wait at port %s for what comes to %s", pages.port, settings.public_url)
    return pages
