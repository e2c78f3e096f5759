"""Threads of their own for matches."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Literal

import discord

from bot.interface import Account, Chat
from bot.platforms.discord.chat_ids import PLATFORM, by_press_only, guild_chat, parts_of
from bot.platforms.discord.errors import Code
from bot.platforms.discord.layout import cut

log = logging.getLogger(__name__)

NAME_MAX = 100  # characters
QUIET_FOR: Literal[10080] = 10080  # minutes until a thread is archived: a week; a new message opens it again


async def open_thread(
    client: discord.Client, chat: Chat, message: str, name: str, people: Sequence[Account]
) -> Chat | None:
    """A public thread that begins with a message; the one that does already, if there is one.

    Args:
        client: asks Discord.
        chat: where the message stands.
        message: its id.
        name: of the thread.
        people: who is in it from the beginning.

    Returns:
        The chat; None in places without threads, as in a thread.

    Raises:
        discord.HTTPException
    """
    if chat.private or by_press_only(chat):
        return None
    channel, thread = parts_of(message)  # a thread has the id of the message that it begins with
    try:
        await client.http.start_thread_with_message(
            channel, thread, name=cut(name, NAME_MAX), auto_archive_duration=QUIET_FOR
        )
    except discord.HTTPException as error:
        if error.code == Code.NOT_IN_SUCH_A_CHANNEL:
            return None
        if error.code != Code.THREAD_IS_THERE:
            raise
    for person in people:
        await _add(client, thread, person)
    return Chat(PLATFORM, guild_chat(int(chat.place), thread), private=False)


async def _add(client: discord.Client, thread: int, person: Account) -> None:
    try:
        await client.http.add_user_to_thread(thread, int(person.id))
    except discord.HTTPException as error:
        log.info("somebody could not be taken into a thread: code %s", error.code)
