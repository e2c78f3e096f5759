"""How chats and messages of Discord are named towards the dispatcher.

| chat | its id |
| --- | --- |
| a channel or thread of a guild that the bot is in | `guild/channel` |
| the bot and one person | `@user` |
| any other: a guild without the bot, a DM of two people, a group DM | `~guild/channel`, `~/channel` |

The bot cannot write to the last kind by itself: it only answers what people ask there. The id of a message is
`channel/message`, so that a message can be found again without asking Discord for its channel.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import discord

from bot.interface import Account, Chat, ForManagers, Incoming, Request, Unreachable, place_of
from bot.interface.capabilities import whole
from bot.interface.registry import ModerationRequest

PLATFORM = "discord"
Interaction = discord.Interaction[Any]

_PRIVATE, _AWAY = "@", "~"


def account_of(user: Mapping[str, Any]) -> Account:
    """A person as Discord describes them; their language is not known."""
    return Account(PLATFORM, str(user["id"]), whole(user.get("global_name") or user["username"]), language="")


def asker(interaction: Interaction) -> Account:
    """The person who pressed or typed; under one name in all guilds."""
    user = interaction.user
    shown = user.global_name or user.name
    return Account(PLATFORM, str(user.id), whole(shown), interaction.locale.value)


def chat_of(interaction: Interaction) -> Chat:
    """Where it was asked."""
    if interaction.context.dm_channel:
        return private_chat(str(interaction.user.id))
    place = f"{interaction.guild_id or ''}/{interaction.channel_id}"
    present = interaction.is_guild_integration()
    return Chat(PLATFORM, place if present else f"{_AWAY}{place}", private=False)


def incoming(interaction: Interaction, request: Request) -> Incoming:
    """What somebody asked, as it is handed in."""
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
        # Where the bot answers presses alone, only a press on the board itself can change it.
        apart="" if chat.private or by_press_only(chat) else "beside",
        answer=f"{interaction.token} {message.id if message else ''}",
    )


def _manages(interaction: Interaction, request: ForManagers) -> bool:
    """Of another guild than that where it was asked nothing is known.

    The rights that come along are those in the channel, with what is allowed there alone. *Manage Server* and
    *Administrator* cannot be given for a channel: they always hold for the guild.
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
    """A field of what the interaction carries, such as the `custom_id` of a button; "" where it has none."""
    data: Mapping[str, Any] = interaction.data or {}
    return str(data.get(key, ""))


def private_chat(account_id: str) -> Chat:
    """The bot and one person."""
    return Chat(PLATFORM, f"{_PRIVATE}{account_id}", private=True)


def guild_chat(guild: int, channel: int | None = None) -> str:
    """The id of a chat of a guild, or what the ids of all its chats begin with."""
    return f"{guild}" if channel is None else f"{guild}/{channel}"


def user_of(chat: Chat) -> int | None:
    """The person of a private chat; None for other chats."""
    return int(chat.id.removeprefix(_PRIVATE)) if chat.private else None


def channel_of(chat: Chat) -> int:
    """The channel that the bot may write to.

    Raises:
        Unreachable: it may not.
    """
    if by_press_only(chat):
        raise Unreachable(chat.id)
    return int(chat.id.rpartition("/")[2])


def by_press_only(chat: Chat) -> bool:
    """Whether the bot can write there in answer to presses and commands only."""
    return chat.id.startswith(_AWAY)


def message_id(channel: int | None, message: int | None) -> str:
    """The id of a message as the dispatcher knows it."""
    return f"{channel}/{message}"


def parts_of(message: str) -> tuple[int, int]:
    """Channel and message of an id."""
    channel, _, own = message.partition("/")
    return int(channel), int(own)


def jump_url(chat: Chat, message: str) -> str:
    """The address that brings a person to a message."""
    channel, own = parts_of(message)
    guild = "" if chat.private else chat.id.removeprefix(_AWAY).partition("/")[0]
    return f"https://discord.com/channels/{guild or '@me'}/{channel}/{own}"
