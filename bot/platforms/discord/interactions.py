"""Interactions as incoming requests: who asks, where, and with which permissions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import discord

from bot.interface import Account, Chat, ForManagers, Incoming, Request, place_of
from bot.interface.registry import ModerationRequest
from bot.interface.screens import whole
from bot.platforms.discord.chat_ids import AWAY, PLATFORM, by_press_only, message_id, private_chat

Interaction = discord.Interaction[Any]


def asker(interaction: Interaction) -> Account:
    """The person who pressed or typed, under the name that they have in all guilds."""
    user = interaction.user
    shown = user.global_name or user.name
    return Account(PLATFORM, str(user.id), whole(shown), interaction.locale.value)


def chat_of(interaction: Interaction) -> Chat:
    """The chat of an interaction."""
    if interaction.context.dm_channel:
        return private_chat(str(interaction.user.id))
    place = f"{interaction.guild_id or ''}/{interaction.channel_id}"
    present = interaction.is_guild_integration()
    return Chat(PLATFORM, place if present else f"{AWAY}{place}", private=False)


def incoming(interaction: Interaction, request: Request) -> Incoming:
    """The request with all that the dispatcher needs to know about it."""
    message, chat = interaction.message, chat_of(interaction)
    return Incoming(
        account=asker(interaction),
        chat=chat,
        request=request,
        press=str(interaction.id),
        message=message_id(interaction.channel_id, message.id) if message else None,
        ephemeral=message is not None and message.flags.ephemeral,
        manages=isinstance(request, ForManagers) and _manages(interaction, request),
        manages_chat=isinstance(request, ForManagers) and _manages_channel(interaction),
        # Where the bot can only answer, only a press on the board itself can change the board.
        apart="" if chat.private or by_press_only(chat) else "beside",
        answer=f"{interaction.token} {message.id if message else ''}",
    )


def _manages(interaction: Interaction, request: ForManagers) -> bool:
    """Whether the person manages the place that the request names.

    Nothing is known about guilds other than the one of the interaction. Discord sends the person's
    permissions in the channel, including those granted only there. *Manage Server* and *Administrator* cannot
    be granted for a channel: they always apply to the guild.
    """
    place, chat = place_of(request), chat_of(interaction)
    if isinstance(request, ModerationRequest) and place == chat.id:
        return _manages_channel(interaction)
    here = interaction.guild_id is not None and place in (None, chat.place)
    return here and _manages_guild(interaction.permissions)


def _manages_guild(rights: discord.Permissions) -> bool:
    return rights.manage_guild or rights.administrator


def _manages_channel(interaction: Interaction) -> bool:
    rights = interaction.permissions
    return interaction.guild_id is not None and (rights.manage_channels or _manages_guild(rights))


def said(interaction: Interaction, key: str) -> str:
    """A field of the interaction's data, such as the `custom_id` of a button; "" if it is missing."""
    data: Mapping[str, Any] = interaction.data or {}
    return str(data.get(key, ""))
