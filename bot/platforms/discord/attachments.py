"""Files that people attach to a command."""

from __future__ import annotations

import asyncio

import discord

from bot.domain.commands import RECORD_MAX_BYTES
from bot.interface import ImportRecord, InvalidCommand, Request
from bot.platforms.discord.errors import DROPPED

FETCHED_WITHIN = 2.0  # seconds; Discord gives three for an answer


async def imported(attachment: discord.Attachment | None) -> Request:
    """The record that is attached; one that is too large is not even fetched."""
    if attachment is None:
        return InvalidCommand("no_file", "import", "")
    if attachment.size > RECORD_MAX_BYTES:
        return InvalidCommand("file_too_large", "import", "")
    try:
        async with asyncio.timeout(FETCHED_WITHIN):
            return ImportRecord(await attachment.read())
    except (discord.HTTPException, *DROPPED, TimeoutError):
        return InvalidCommand("file_lost", "import", "")
