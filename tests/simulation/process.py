"""One bot, started as its host starts it, in the loop; it may die at any callback, and is started again."""

from __future__ import annotations

import asyncio
import contextvars
from collections.abc import Callable, Coroutine, Sequence
from pathlib import Path
from typing import Any, TypeVar

from bot.__main__ import _before
from bot.interface import PlatformAdapter
from bot.platforms.discord.spec import DISCORD
from bot.platforms.telegram.spec import TELEGRAM
from bot.platforms.web.spec import WEB
from bot.runtime.app import BotService, bot_service
from bot.runtime.settings import Settings
from tests.simulation.loop import OWNER, Owner, VirtualLoop

T = TypeVar("T")
Draw = Callable[[int], bytes]
AGAIN = 5.0  # seconds after which a service manager starts a process again that has ended by itself
PLATFORMS = (DISCORD, TELEGRAM, WEB)

FAREWELL = 1.0  # seconds for what is being answered when a process is told to end


class Process:
    """A process from its start to its end, whichever comes to it."""

    def __init__(
        self,
        loop: VirtualLoop,
        settings: Settings,
        clock: Callable[[], int],
        draw: Draw,
        *,
        lent: Sequence[PlatformAdapter] = (),
    ) -> None:
        """It begins at once; with `lent` adapters it is on no platform itself."""
        self.owner = Owner("bot")
        self.service: BotService | None = None
        self.built: Callable[[BotService], object] = lambda _: None
        """Is told when there is a service, before it is on any platform."""
        self._lent = lent
        self._gone: asyncio.Future[None] = loop.create_future()
        self.owner.on_death.append(lambda: self._gone.set_result(None))
        self.since = loop.time()
        self._end = asyncio.Event()
        self._given: set[asyncio.Task[Any]] = set()
        self._loop, self._settings, self._clock, self._draw = loop, settings, clock, draw
        self._context = contextvars.copy_context()
        self._context.run(OWNER.set, self.owner)
        self.task = loop.create_task(self._run(), context=self._context)

    async def _run(self) -> None:
        platforms = [] if self._lent else [one for one in PLATFORMS if one.wanted(self._settings)]
        async with bot_service(
            self._settings, platforms, adapters=self._lent, clock=self._clock, draw=self._draw
        ) as service:
            self.service = service
            self.built(service)
            if await _before(self._end, service.start()):
                await self._end.wait()
            if self._given:  # finished first, as an adapter does with what it has heard itself
                await asyncio.wait(self._given, timeout=FAREWELL)

    @property
    def serves(self) -> bool:
        """Every platform has been reached, and can be heard now."""
        if self.owner.dead or self.owner.stopped or self.service is None or self.task.done():
            return False
        supervisor = self.service.supervisor
        return len(supervisor.reached) == len(supervisor.adapters) and all(
            adapter.connected for adapter in supervisor.adapters
        )

    @property
    def leaving(self) -> bool:
        """It has been told to end: whoever hands on requests passes it over."""
        return self._end.is_set()

    @property
    def ended(self) -> bool:
        """It is gone, for whatever reason."""
        return self.owner.dead or self.task.done()

    async def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Let the process do something.

        Raises:
            ConnectionError: it dies before it has done that.
        """
        task = self._loop.create_task(work, context=self._context)
        self._given.add(task)
        task.add_done_callback(self._given.discard)
        try:
            await asyncio.wait((task, self._gone), return_when=asyncio.FIRST_COMPLETED)
        except asyncio.CancelledError:
            task.cancel()
            raise
        if not task.done():
            raise ConnectionResetError("the process is gone")
        return task.result()

    def call(self, work: Callable[..., object], *args: object) -> None:
        """Likewise, soon and without a word."""
        self._loop.call_soon(work, *args, context=self._context)

    def kill(self, after: int = 0) -> None:
        """End it at once, or in the middle of whatever it does after so many callbacks."""
        if after:
            self.owner.dies_at = self.owner.steps + after
        else:
            self.owner.die()

    async def stop(self, within: float) -> bool:
        """As a service manager does; False where it does not end, and is killed."""
        self._end.set()
        if self.owner.stopped:
            self._loop.resume(self.owner)
        ways = (self.task, self._gone)  # it may also die meanwhile
        await asyncio.wait(ways, timeout=within, return_when=asyncio.FIRST_COMPLETED)
        in_time = self.ended
        self.owner.die()
        return in_time

    def fault(self) -> BaseException | None:
        """Why it ended by itself; None where it did not, or the disk was at fault."""
        if not self.task.done() or self.task.cancelled():
            return None
        error = self.task.exception()
        return None if "simulated" in str(error) else error


def settings_of(folder: Path, port: int, **platforms: Any) -> Settings:
    """What its host has set, with no file of settings."""
    options: dict[str, Any] = {"data": folder, "port": port, "browser": False, **platforms}
    return Settings(_env_file=None, **options)  # type: ignore[call-arg]
