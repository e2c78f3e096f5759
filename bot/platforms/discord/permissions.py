"""What the bot needs to be allowed in a guild."""

from __future__ import annotations

import discord

NEEDED = (
    "view_channel",
    "send_messages",
    "attach_files",
    "create_public_threads",
    "send_messages_in_threads",
)
"""Each is told by the sentence `lacking.` of its name, with what it is needed for."""
FOR_THREADS = frozenset(("create_public_threads", "send_messages_in_threads"))
PERMISSIONS = discord.Permissions(**dict.fromkeys(NEEDED, True))


def lacking(guild: discord.Guild, channel: discord.abc.GuildChannel) -> tuple[str, ...]:
    """Those of them that the bot has not in this guild, or not in this channel of it."""
    there = guild.me.guild_permissions & channel.permissions_for(guild.me)
    return tuple(name for name in NEEDED if not getattr(there, name))


def can_post(channel: discord.abc.GuildChannel) -> bool:
    """Whether the bot may write there."""
    there = channel.permissions_for(channel.guild.me)
    return there.view_channel and there.send_messages
