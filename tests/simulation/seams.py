"""Where the simulation takes the place of the machine: threads, sockets, processes, clocks; nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

import aiohappyeyeballs
import discord.gateway
import discord.shard
from discord.backoff import ExponentialBackoff
from filelock import FileLock

import storage.sqlite.database as database
from bot.delivery.background import Timing
from bot.domain.plans import left_of
from bot.handlers.access import Access
from bot.handlers.dispatcher import Dispatcher, Middleware
from bot.platforms.telegram.adapter import TelegramAdapter
from bot.repositories import matches
from bot.runtime import app
from bot.runtime.composition import build_bot
from games.match import Decision
from storage.matches import Plan
from storage.sql.store import Store
from tests.bot.platforms.discord.setup import library_as_it_was
from tests.simulation.disk import Disk, NoThread
from tests.simulation.loop import OWNER, VirtualLoop
from tests.simulation.network import connect_socket
from tests.simulation.robots import Thinkers


@contextmanager
def simulated(loop: VirtualLoop, disk: Disk, watching: Middleware, *, shared: bool) -> Iterator[None]:
    """Meanwhile libraries and bot find the loop where they look for a machine.

    Args:
        loop: of this life.
        disk: where the store lies.
        watching: stands around all requests.
        shared: several processes may have it open.
    """

    def built(*args: Any, access: Access, middleware: Sequence[Middleware], **named: Any) -> Dispatcher:
        access = replace(access, rates=replace(access.rates, clock=loop.time))
        timing = Timing(elapsed=loop.time)
        return build_bot(*args, access=access, timing=timing, middleware=(*middleware, watching), **named)

    def backoff() -> ExponentialBackoff[Any]:
        made: ExponentialBackoff[Any] = ExponentialBackoff()
        made._randfunc = loop.chance.uniform  # it draws by a seed of its own
        return made

    def followed(plan: Plan, decision: Decision) -> Plan:
        loop.followed.append((plan, decision))
        return left_of(plan, decision)

    with ExitStack() as stack:
        stack.enter_context(library_as_it_was())
        for where, name, instead in (
            (aiohappyeyeballs, "start_connection", connect_socket),
            (discord.shard, "ExponentialBackoff", backoff),
            (discord.gateway.KeepAliveHandler, "start", _without_heartbeats),
            (discord.gateway.KeepAliveHandler, "stop", lambda _: None),
            (database, "FileLock", _NoLock if shared else _lock),
            (database, "connected", disk.connected),
            (database, "ThreadPoolExecutor", NoThread),
            (database, "Store", partial(_store, shared)),
            (matches, "left_of", followed),
            (app, "gc", _NoCollector),
            (app, "RobotPool", lambda _: Thinkers(loop.chance)),
            (app, "build_bot", built),
        ):
            stack.enter_context(patch.object(where, name, instead))
        stack.enter_context(patch.dict(TelegramAdapter.__init__.__kwdefaults__, {"clock": loop.time}))
        yield


def _without_heartbeats(keeper: Any) -> None:
    """There is no thread that sends them: without answers to them the library would leave every minute."""
    keeper.ws._max_heartbeat_timeout = None


class _NoCollector:
    """A life is too short for it."""

    @staticmethod
    def collect() -> None:
        """Nothing is collected."""

    @staticmethod
    def freeze() -> None:
        """What is frozen would stay for all later lives."""


class _NoLock:
    """In place of the lock of a store that several processes share."""

    def __init__(self, path: str | Path, **options: Any) -> None:
        """Nothing is locked."""

    def acquire(self, timeout: float) -> AbstractContextManager[None]:
        return nullcontext()


def _store(several: bool, opened: database.Database, *, shared: bool) -> Store:
    """A store that several processes share, or one, whatever such a file allows."""
    return Store(opened, shared=several or shared)


def _lock(path: str | Path, **options: Any) -> FileLock:
    """A lock that the operating system lifts when its process dies."""
    lock = FileLock(path, **options)
    owner = OWNER.get()
    if owner is not None:
        owner.on_death.append(lambda: lock.release(force=True))
    return lock
