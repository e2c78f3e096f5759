"""Interactions as incoming requests, and the ids of chats and messages as the rest of the bot uses them.

| chat | its id |
| --- | --- |
| a channel of a guild that the bot is in | `guild/channel` |
| a thread of it | `guild/channel/thread` |
| the bot and one person | `@user` |
| any other: a guild without the bot, a DM of two people, a group DM | `~guild/channel`, `~/channel` |

In chats of the last kind the bot can only answer interactions. The id of a message is `channel/message`, so
that no request is needed to find its channel.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import discord

from bot.interface import AWAY, Account, Chat, ForManagers, Incoming, Request, Unreachable, place_of
from bot.interface.registry import ModerationRequest
from bot.texts import whole

PLATFORM = "discord"
_PRIVATE = "@"

Interaction = discord.Interaction[Any]


def account_of(user: Mapping[str, Any]) -> Account:
    """The account of a user object from Discord; its language is unknown."""
    return Account(PLATFORM, str(user["id"]), whole(user.get("global_name") or user["username"]), language="")


def asker(interaction: Interaction) -> Account:
    """The person who pressed or typed, under the name that they have in all guilds."""
    user = interaction.user
    return Account(PLATFORM, str(user.id), whole(user.global_name or user.name), interaction.locale.value)


def private_chat(account_id: str) -> Chat:
    return Chat(PLATFORM, f"{_PRIVATE}{account_id}", private=True)


def guild_chat_id(guild: int, *channels: int) -> str:
    """The id of a channel of a guild, or of a thread after its channel; without both, what all begin with."""
    return "/".join(map(str, (guild, *channels)))


def user_of(chat: Chat) -> int | None:
    """The user id of a private chat; None for other chats."""
    return int(chat.id.removeprefix(_PRIVATE)) if chat.private else None


def channel_of(chat: Chat) -> int:
    """The id of a channel or thread that the bot can write to.

    Raises:
        Unreachable: it can only answer there.
    """
    if chat.by_press_only:
        raise Unreachable(chat.id)
    return int(chat.id.rpartition("/")[2])


def message_id(channel: int | None, message: int | None) -> str:
    return f"{channel}/{message}"


def parts_of(message: str) -> tuple[int, int]:
    """The ids of channel and message: the inverse of `message_id`."""
    channel, _, own = message.partition("/")
    return int(channel), int(own)


def jump_url(chat: Chat, message: str) -> str:
    channel, own = parts_of(message)
    guild = "" if chat.private else chat.id.removeprefix(AWAY).partition("/")[0]
    return f"https://discord.com/channels/{guild or '@me'}/{channel}/{own}"


def language_of(locale: discord.Locale | None) -> str:
    """The language that a guild has chosen; "" for American English, every guild's default."""
    return "" if locale in (None, discord.Locale.american_english) else str(locale)


def chat_of(interaction: Interaction) -> Chat:
    if interaction.context.dm_channel:
        return private_chat(str(interaction.user.id))
    thread = interaction.channel if isinstance(interaction.channel, discord.Thread) else None
    channels = (thread.parent_id, thread.id) if thread else (interaction.channel_id,)
    place = "/".join(map(str, (interaction.guild_id or "", *channels)))
    present = interaction.is_guild_integration()
    title = whole(getattr(interaction.channel, "name", None) or "")
    return Chat(PLATFORM, place if present else f"{AWAY}{place}", private=False, title=title)


def pressed_id(interaction: Interaction) -> str | None:
    """The id of the message whose button was pressed; None for a command."""
    message = interaction.message
    return message_id(interaction.channel_id, message.id) if message else None


def incoming(interaction: Interaction, request: Request) -> Incoming:
    """The request with all that the dispatcher needs to know about it."""
    message, chat = interaction.message, chat_of(interaction)
    return Incoming(
        account=asker(interaction),
        chat=chat,
        request=request,
        press=str(interaction.id),
        message=pressed_id(interaction),
        ephemeral=message is not None and message.flags.ephemeral,
        manages=isinstance(request, ForManagers) and _manages(interaction, request),
        manages_chat=isinstance(request, ForManagers) and _manages_channel(interaction),
        # Where the bot can only answer, only a press on the board itself can change the board.
        apart="" if chat.private or chat.by_press_only else "beside",
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


def data_field(interaction: Interaction, key: str) -> str:
    """A field of the interaction's data, such as the `custom_id` of a button; "" if it is missing."""
    data: Mapping[str, Any] = interaction.data or {}
    return str(data.get(key, ""))
