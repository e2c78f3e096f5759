"""Deletes messages of the bot, which Telegram allows for two days.

No pace is kept: deletions are no writing, and the maintainers say of their limits that they are high enough
for all reasonable uses (tdlib/telegram-bot-api#572).
"""

from __future__ import annotations

import telegram

from bot.interface import Chat, MessageGone, Unreachable
from bot.platforms.telegram import chat_ids
from bot.platforms.telegram.calls import call
from bot.platforms.telegram.errors import Moved
from bot.platforms.telegram.sender import Sender


async def delete(bot: telegram.Bot, writer: Sender, chat: Chat, message_id: str) -> None:
    """Delete a message.

    Raises:
        MessageGone, Unreachable, RetryLater
    """
    if chat.fixed:  # whoever sent it by way of the bot has it
        raise Unreachable(chat.id)
    group, own = chat_ids.parts_of(message_id)
    try:
        with writer.heeding(group):
            await call(bot, "deleteMessage", {"chat_id": group, "message_id": own})
    except Moved as moved:
        await writer.moved(group, moved.new)
        raise MessageGone(message_id) from moved
