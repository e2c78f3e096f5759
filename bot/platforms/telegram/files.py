"""Files that people send with a command, or to which they reply with one."""

from __future__ import annotations

import telegram
from telegram.error import TelegramError

from bot.domain.commands import RECORD_MAX_BYTES
from bot.interface import ImportRecord, InvalidCommand, Request


async def imported(message: telegram.Message, bot: telegram.Bot) -> Request | None:
    """The record that comes with `/import`; None where no file does. One that is too large is not fetched."""
    document = _document(message, bot.username)
    if document is None:
        return None
    if (document.file_size or 0) > RECORD_MAX_BYTES:
        return InvalidCommand("file_too_large", "import", "")
    try:
        file = await bot.get_file(document.file_id)
        return ImportRecord(bytes(await file.download_as_bytearray()))
    except TelegramError:
        return InvalidCommand("file_lost", "import", "")


def _document(message: telegram.Message, username: str) -> telegram.Document | None:
    """The file of a message with this command below it, or of the message that the command answers."""
    command, *pasted = (message.text or message.caption or "-").split(maxsplit=1)
    name, _, addressee = command.partition("@")
    if name.lower() != "/import" or addressee.lower() not in ("", username.lower()):
        return None
    if message.document is not None:
        return message.document
    answered = message.reply_to_message
    return answered.document if answered is not None and not pasted else None
