"""Guilds that the bot is in, or has just come to: which language they speak, and the greeting."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable

import discord

from bot.interface import Chat, Front, Message, RetryLater, Unreachable
from bot.platforms.discord.chat_ids import PLATFORM, guild_chat
from bot.platforms.discord.permissions import FOR_THREADS, can_post, lacking

log = logging.getLogger(__name__)

TRIES = 3  # at a greeting that meets passing faults

Post = Callable[[Chat, Message, str], Awaitable[str]]


def language_of(locale: discord.Locale | None) -> str:
    """What a guild has chosen; "" where it has not: American English is what all begin with."""
    return "" if locale in (None, discord.Locale.american_english) else str(locale)


async def greet(
    guild: discord.Guild, front: Front, post: Post, sleep: Callable[[float], Awaitable[None]]
) -> None:
    """Say the first steps once, where the guild has its system messages, else in the first text channel."""
    channel = _to_greet_in(guild)
    if channel is None:
        log.info("the bot came to a guild where it may write nowhere")
        return
    chat = Chat(PLATFORM, guild_chat(guild.id, channel.id), private=False)
    missing = lacking(guild, channel)
    message = await front.greeting(chat, missing, threads=not FOR_THREADS & {*missing})
    if message is None:
        return
    for _ in range(TRIES):
        try:
            await post(chat, message, f"hi{guild.id}")
        except Unreachable:
            log.info("a guild could not be greeted")
        except RetryLater as later:
            await sleep(later.after)
            continue
        return


def _to_greet_in(guild: discord.Guild) -> discord.TextChannel | None:
    first = [guild.system_channel] if guild.system_channel else []
    return next(filter(can_post, (*first, *guild.text_channels)), None)
