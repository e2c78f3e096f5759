"""Messages to one person that show no board, sent as soon as their chat takes them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping

from bot.delivery.board_state import LONGEST_WAIT
from bot.delivery.presence import PresenceTracker
from bot.delivery.turn_notices import DirectMessage
from bot.interface import Adapter, Backoff, RetryLater, Unreachable

log = logging.getLogger(__name__)


class DirectMessenger:
    """Sends, and tries again until it is sent or the chat turns out to be closed."""

    def __init__(
        self,
        adapters: Mapping[str, Adapter],
        presence: PresenceTracker,
        sleep: Callable[[float], Awaitable[None]],
    ) -> None:
        self._adapters, self._presence, self._sleep = adapters, presence, sleep
        self.tasks: set[asyncio.Task[None]] = set()
        """What is being sent at present by `start`."""

    def start(self, message: DirectMessage) -> None:
        """Send a message without waiting for it."""
        task = asyncio.create_task(self._send_alone(message))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def send(self, message: DirectMessage) -> None:
        """Send a message, and wait until that is done, or in vain."""
        backoff, chat = Backoff(0.0, LONGEST_WAIT), message.chat
        while True:
            try:
                await self._adapters[chat.platform].post(chat, message.message, nonce=message.nonce)
            except RetryLater as fault:
                await self._sleep(fault.after if fault.due else backoff.next_wait(fault.after))
                continue
            except Unreachable:
                self._presence.mark_closed(chat.platform, chat.id)
            return

    async def _send_alone(self, message: DirectMessage) -> None:
        try:
            await self.send(message)
        except Exception:
            log.exception("a message could not be sent on %s", message.chat.platform)
