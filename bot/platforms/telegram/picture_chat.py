"""Pictures for messages that people send by way of the bot: such a message takes no upload.

A picture is sent silently to a chat of the host and taken away again: what Telegram calls it stays good.
"""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any, Protocol

import telegram
from telegram.error import TelegramError

from bot.interface import Image, RetryLater, Unreachable
from bot.platforms.telegram.flood_control import FloodControl
from bot.platforms.telegram.layout import Shape

SOON = 2.0  # seconds that a board may wait for its picture

log = logging.getLogger(__name__)


class Carrier(Protocol):
    """What sends to chats (`Sender`)."""

    pace: FloodControl

    def file(self, image: Image) -> str | None:
        """What Telegram calls a picture that it has already."""

    def wait(self, chat: int, key: str) -> float:
        """Seconds until something may be written in a chat."""

    async def send_where_it_is(self, group: int, shape: Shape, more: dict[str, Any]) -> telegram.Message:
        """Send; what Telegram calls a picture is known from then on."""


class PictureChat:
    """Where pictures are brought to Telegram."""

    def __init__(self, bot: telegram.Bot, writer: Carrier, chat: int | None) -> None:
        """Nothing was brought yet.

        Args:
            bot: started.
            writer: of the same bot.
            chat: of the host; None: there is none, so that pictures cannot be brought.
        """
        self._bot, self._writer, self._chat = bot, writer, chat

    @asynccontextmanager
    async def lent(self, image: Image | None, key: str) -> AsyncIterator[bool]:
        """Telegram has a picture meanwhile, and as a rule for good; False where it cannot be brought.

        Args:
            image: None: there is nothing to bring.
            key: for what; it waits for one turn at a time.

        Raises:
            RetryLater: there were too many of late. A newer one may be brought then.
        """
        if image is None or self._writer.file(image) is not None:
            yield True
            return
        sent = await self._send(image, key)
        try:
            yield sent is not None
        finally:
            if sent is not None:
                with suppress(TelegramError):
                    await self._bot.delete_message(sent.chat.id, sent.message_id)

    async def _send(self, image: Image, key: str) -> telegram.Message | None:
        if self._chat is None:
            return None
        key = f"picture of {key}"
        if wait := self._writer.wait(self._chat, key):
            if wait <= SOON:
                raise RetryLater(wait)
            self._writer.pace.give_up(self._chat, key)  # in words now, rather than long after the move
            return None
        shape, silently = Shape("", None, image), {"disable_notification": True}
        try:
            return await self._writer.send_where_it_is(self._chat, shape, silently)
        except Unreachable as refused:
            log.warning("pictures cannot be sent to TELEGRAM_PICTURE_CHAT (%s): boards are in words", refused)
            return None
