"""The gateway: of several processes that would hear the same there one does, and the others stand by."""

from __future__ import annotations

import asyncio
import logging

from bot.interface import Alone, Front
from bot.platforms.discord.client import Client
from bot.platforms.discord.errors import shut_out, why_it_ended
from bot.platforms.discord.hearing import Shards
from bot.platforms.errors import CannotStart

log = logging.getLogger(__name__)

SOON = 2.0  # seconds that a process before this one may take to go
STANDS_BY = (
    "another process of this bot hears the same of Discord's gateway, or has just died: this one does when"
    " that one is gone; where TISCHRAND_SHARDS gives each its own shards, all are heard at once"
)


class Gateway:
    """One connection to it."""

    def __init__(self, client: Client, front: Front, shards: Shards | None) -> None:
        """Closed."""
        self._client, self._front = client, front
        self._name = f"Discord's gateway {f'{shards.numbers} of {shards.of}' if shards else ''}"
        self._mine = asyncio.Event()
        self._alone: Alone | None = None
        self._task: asyncio.Task[None] | None = None

    @property
    def heard(self) -> bool:
        """What comes over it is for this process, as far as is known."""
        return self._alone is not None and self._alone.known

    async def is_mine(self) -> bool:
        """Whether what has come over it is for this process: was it suspended, another one may hear it."""
        return self._alone is not None and await self._alone.is_mine()

    async def open(self) -> None:
        """Connect, and wait until presses can be heard; or stand by.

        Raises:
            CannotStart: Discord does not let the bot in.
        """
        self._task = asyncio.create_task(self._hear())
        mine = asyncio.create_task(self._mine.wait())
        ready = asyncio.create_task(self._client.wait_until_ready())
        await asyncio.wait({self._task, mine}, timeout=SOON, return_when=asyncio.FIRST_COMPLETED)
        if mine.done() or self._task.done():
            await asyncio.wait({self._task, ready}, return_when=asyncio.FIRST_COMPLETED)
        else:
            log.warning(STANDS_BY)
        mine.cancel()
        ready.cancel()
        if self._task.done():
            fault = self._task.exception()
            raise CannotStart(why_it_ended(fault), for_good=shut_out(fault) is not None)

    async def ended(self) -> str:
        """Why the connection has ended for good, when it has.

        Raises:
            Exception: nobody foresaw it.
        """
        if self._task is None:
            raise RuntimeError("not open")
        await asyncio.wait({self._task})
        return why_it_ended(self._task.exception())

    async def close(self) -> None:
        """Let go of it; the client is closed, which ends the connection."""
        if self._task is None:
            return
        if not self._mine.is_set():
            self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    async def _hear(self) -> None:
        async with self._front.alone(self._name) as self._alone:
            self._mine.set()
            await self._client.connect()
