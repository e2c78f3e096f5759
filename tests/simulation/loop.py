"""An event loop on which time passes only when nothing else is left to do.

Callbacks run in the order in which asyncio promises; what varies by seed is how long everything takes that
leaves the process: the network, the disk, other threads. Each process of the bot is an `Owner`: whatever
its tasks set going belongs to it by a context variable, and once it is dead, none of that runs again.
"""

from __future__ import annotations

import asyncio
import contextvars
import heapq
import random
from collections.abc import Callable
from typing import Any

from games.match import Decision
from storage.matches import Plan

MOST_STEPS = 2_000_000  # callbacks in one life: more is a loop without end
BEGINNING = 1_000.0  # seconds; a clock that stands at 0 looks like none


class Owner:
    """A process of the bot, as far as the loop knows it."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.dead = False
        self.steps = 0
        """How many of its callbacks have run."""
        self.dies_at: int | None = None
        """After so many callbacks it dies; None: it lives."""
        self.on_death: list[Callable[[], None]] = []
        """What the operating system does then."""
        self.stopped = False
        """It is suspended: what it would do waits."""
        self.waiting: list[asyncio.Handle] = []

    def die(self) -> None:
        """At once, without a word of warning."""
        if not self.dead:
            self.dead = True
            for clean_up in self.on_death:
                clean_up()


OWNER: contextvars.ContextVar[Owner | None] = contextvars.ContextVar("OWNER", default=None)
"""Whose code runs: a process of the bot, or, if none, the rest of the world."""


class NothingLeft(Exception):
    """Everybody waits for somebody else, for ever."""


class _Step(asyncio.Handle):
    """A callback that runs only while its process does."""

    __slots__ = ("what", "where")

    def __init__(self, callback: Any, args: Any, loop: VirtualLoop, context: contextvars.Context) -> None:
        super().__init__(callback, args, loop, context)
        self.what, self.where = callback, context

    def _run(self) -> None:
        if _may_run(self):
            super()._run()


class _Timer(asyncio.TimerHandle):
    """Likewise, later."""

    __slots__ = ("what", "where")

    def __init__(
        self, when: float, callback: Any, args: Any, loop: VirtualLoop, context: contextvars.Context
    ) -> None:
        super().__init__(when, callback, args, loop, context)
        self.what, self.where = callback, context

    def _run(self) -> None:
        if _may_run(self):
            super()._run()


def _may_run(handle: Any) -> bool:
    owner: Owner | None = handle.where.get(OWNER)
    if owner is None:
        return True
    if owner.dead:
        _let_go(handle)
        return False
    if owner.stopped:
        owner.waiting.append(handle)
        return False
    owner.steps += 1
    if owner.steps == owner.dies_at:
        owner.die()
        _let_go(handle)
        return False
    return True


def _let_go(handle: Any) -> None:
    """Nobody waits for a task of a dead process: that it never ends is no fault."""
    task = getattr(handle.what, "__self__", None)
    if isinstance(task, asyncio.Task):
        task._log_destroy_pending = False  # type: ignore[attr-defined]


def _here(context: contextvars.Context | None) -> contextvars.Context:
    """An empty context is false: only None stands for the present one."""
    return contextvars.copy_context() if context is None else context


class _NoSelector:
    """Where a loop waits for sockets: here the time passes that it would wait."""

    def __init__(self, loop: VirtualLoop) -> None:
        self._loop = loop

    def select(self, timeout: float | None) -> list[Any]:
        self._loop.let_pass(timeout)
        return []


class VirtualLoop(asyncio.BaseEventLoop):
    """The loop of one life."""

    def __init__(self, chance: random.Random) -> None:
        super().__init__()
        self.chance = chance
        self.steps = 0
        self._passed = BEGINNING
        self._free_from: dict[Any, float] = {}
        self._selector = _NoSelector(self)
        self._clock_resolution = 1e-6
        self.set_exception_handler(lambda _, context: self.mishaps.append(context))
        self.followed: list[tuple[Plan | None, Decision]] = []
        """What was planned in a match before each decision about it."""
        self.mishaps: list[dict[str, Any]] = []
        """Whatever went wrong in a callback, or in a task that nobody waits for."""

    def time(self) -> float:
        """Seconds that have passed, also while everything else was suspended."""
        return self._passed

    def let_pass(self, seconds: float | None) -> None:
        """Nothing can be done before so many seconds have passed (None: nothing will ever be)."""
        self.steps += 1
        if self.steps > MOST_STEPS:
            raise NothingLeft("this life does not end")
        if seconds is None:
            raise NothingLeft
        self._passed += max(seconds, 0.0)

    def soon(self, least: float, most: float) -> float:
        """A moment between so many seconds from now, by chance."""
        return self._passed + self.chance.uniform(least, most)

    def resume(self, owner: Owner) -> None:
        """A suspended process runs on."""
        owner.stopped = False
        waiting, owner.waiting = owner.waiting, []
        self._ready.extend(waiting)  # type: ignore[attr-defined]

    def run_in_executor(self, executor: Any, func: Callable[..., Any], *args: Any) -> asyncio.Future[Any]:  # type: ignore[override]
        """What a thread would do, done in the loop a little later."""
        future = self.create_future()

        def work() -> None:
            if future.done():
                return
            try:
                future.set_result(func(*args))
            except Exception as error:
                future.set_exception(error)

        if executor is None:
            self.call_at(self.soon(0.0, 0.02), work)
        else:  # the thread of a connection: one thing after the other
            free = self._free_from.get(executor, 0.0)
            self._free_from[executor] = max(self.soon(0.0, 0.004), free + 1e-6)
            self.call_at(self._free_from[executor], work)
        return future

    # Within asyncio

    def _call_soon(self, callback: Any, args: Any, context: Any) -> asyncio.Handle:
        handle = _Step(callback, args, self, _here(context))
        self._ready.append(handle)  # type: ignore[attr-defined]
        return handle

    def call_at(  # type: ignore[override]
        self, when: float, callback: Any, *args: Any, context: Any = None
    ) -> asyncio.TimerHandle:
        """As in asyncio."""
        timer = _Timer(when, callback, args, self, _here(context))
        heapq.heappush(self._scheduled, timer)  # type: ignore[attr-defined]
        timer._scheduled = True  # type: ignore[attr-defined]
        return timer

    def call_soon_threadsafe(  # type: ignore[override]
        self, callback: Any, *args: Any, context: Any = None
    ) -> asyncio.Handle:
        """As in asyncio; there are no threads."""
        return self.call_soon(callback, *args, context=context)

    def _process_events(self, event_list: Any) -> None:
        pass

    def _write_to_self(self) -> None:
        pass

    def close(self) -> None:
        """As in asyncio."""
        if not self.is_closed():
            super().close()
