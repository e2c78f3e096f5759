"""How updates come: they are fetched by one process of the bot, or brought to as many as listen."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress

import telegram
from telegram.error import TelegramError

from bot.interface import Front
from bot.platforms.telegram.update_queue import Poll, UpdateQueue
from bot.platforms.telegram.webhook import Webhook, WebhookServer

log = logging.getLogger(__name__)

FAREWELL = 1.2  # seconds for presses that are being answered when the bot stops
LAST_WORD = 0.5  # seconds to let Telegram know what has been dealt with
SOON = 2.0  # seconds that a process before this one may take to go
FETCHING = "the updates of Telegram"  # what one process does alone, or all that have a webhook
STANDS_BY = (
    "another process of this bot hears Telegram: this one fetches updates only when that one is gone;"
    " where TELEGRAM_WEBHOOK_URL is set for all of them, each gets its share"
)


class Hearing:
    """Hears Telegram from `begin` to `end`."""

    def __init__(
        self, inbox: UpdateQueue, webhook: Webhook | None, sleep: Callable[[float], Awaitable[None]]
    ) -> None:
        """Nothing is heard yet.

        Args:
            inbox: takes what comes.
            webhook: where Telegram brings updates to; None: they are fetched.
            sleep: how to wait after a fault.
        """
        self.webhook = webhook
        self.server: WebhookServer | None = None
        self._inbox, self._sleep = inbox, sleep
        self._poll: Poll | None = None
        self._task: asyncio.Task[None] | None = None

    @property
    def connected(self) -> bool:
        """Whether Telegram can be heard at present, by this process."""
        if self.server is not None:
            return self.server.connected
        if self._task is None or self._task.done():
            return False
        return self._poll is not None and self._poll.connected

    async def begin(self, bot: telegram.Bot, front: Front) -> None:
        """Listen, or begin to fetch.

        Raises:
            TelegramError, OSError: a port is taken.
        """
        if self.webhook is not None:
            self.server = WebhookServer(bot, self._inbox, self.webhook)
            await self.server.open()
            await self.server.announce()
            self._task = asyncio.create_task(self._listen(front))
        else:
            self._poll, poll = None, Poll(bot, self._inbox, sleep=self._sleep)
            self._task = asyncio.create_task(self._fetch(poll, front))
            await asyncio.sleep(0)  # where nobody is beside it, it begins at once

    async def running(self) -> None:
        """Return when Telegram will not be heard again."""
        if self._task is not None:
            await asyncio.wait({self._task})
            self._task.result()

    async def end(self) -> None:
        """Finish what is being answered, then hear no more."""
        await self.close()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def close(self) -> None:
        """Listen no more."""
        if self.server is not None:
            await self.server.close()

    async def _listen(self, front: Front) -> None:
        """What is set up as long as somebody is in here, nobody who fetches takes away."""
        try:
            async with front.alone(FETCHING, among="webhook"):
                await asyncio.Event().wait()
        finally:
            await self._inbox.rest(FAREWELL)

    async def _fetch(self, poll: Poll, front: Front) -> None:
        told = asyncio.get_running_loop().call_later(SOON, log.warning, STANDS_BY)
        try:
            async with front.alone(FETCHING) as alone:
                told.cancel()
                self._poll, poll.is_mine = poll, alone.is_mine
                try:
                    await poll.run()
                finally:  # before another process fetches the same once more
                    await self._inbox.rest(FAREWELL)
                    with suppress(TelegramError, TimeoutError):
                        async with asyncio.timeout(LAST_WORD):
                            await poll.confirm()
        finally:
            told.cancel()
