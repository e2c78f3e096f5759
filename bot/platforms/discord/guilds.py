"""Guilds: the permissions that the bot needs there, and the greeting after joining."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable

import discord

from bot.interface import Chat, Front, RetryLater, Screen, Sleep, Unreachable
from bot.platforms.discord.interactions import PLATFORM, guild_chat_id

log = logging.getLogger(__name__)

TRIES = 3  # attempts at a greeting while faults are passing
FOR_THREADS = frozenset(("create_public_threads", "send_messages_in_threads"))
NEEDED = ("view_channel", "send_messages", "attach_files", *sorted(FOR_THREADS))
"""Permissions that the bot needs. The text `lacking.<name>` explains each."""
PERMISSIONS = discord.Permissions(**dict.fromkeys(NEEDED, True))

Post = Callable[[Chat, Screen, str], Awaitable[str]]


async def greet(guild: discord.Guild, front: Front, post: Post, sleep: Sleep) -> None:
    """Post the greeting once, in the system channel or else in the first text channel open to the bot."""
    channel = _to_greet_in(guild)
    if channel is None:
        log.info("the bot came to a guild where it may write nowhere")
        return
    chat = Chat(PLATFORM, guild_chat_id(guild.id, channel.id), private=False)
    there = guild.me.guild_permissions & channel.permissions_for(guild.me)
    missing = tuple(name for name in NEEDED if not getattr(there, name))
    message = await front.greeting(chat, missing, threads=FOR_THREADS.isdisjoint(missing))
    if message is None:
        return
    for _ in range(TRIES):
        try:
            await post(chat, message, f"hi{guild.id}")
            return
        except Unreachable:
            log.info("a guild could not be greeted")
            return
        except RetryLater as later:
            await sleep(later.after)


def _to_greet_in(guild: discord.Guild) -> discord.TextChannel | None:
    first = [guild.system_channel] if guild.system_channel else []
    return next(filter(_can_post, (*first, *guild.text_channels)), None)


def _can_post(channel: discord.abc.GuildChannel) -> bool:
    there = channel.permissions_for(channel.guild.me)
    return there.view_channel and there.send_messages
