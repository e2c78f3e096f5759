"""Ids of Discord's chats and messages, as the rest of the bot uses them.

| chat | its id |
| --- | --- |
| a channel or thread of a guild that the bot is in | `guild/channel` |
| the bot and one person | `@user` |
| any other: a guild without the bot, a DM of two people, a group DM | `~guild/channel`, `~/channel` |

In chats of the last kind the bot can only answer interactions. The id of a message is `channel/message`, so
that no request is needed to find its channel.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.interface import Account, Chat, Unreachable
from bot.interface.screens import whole

PLATFORM = "discord"
AWAY = "~"
"""Prefix of the ids of chats where the bot can only answer interactions."""
_PRIVATE = "@"


def account_of(user: Mapping[str, Any]) -> Account:
    """The account of a user object from Discord; its language is unknown."""
    return Account(PLATFORM, str(user["id"]), whole(user.get("global_name") or user["username"]), language="")


def private_chat(account_id: str) -> Chat:
    """The private chat with one person."""
    return Chat(PLATFORM, f"{_PRIVATE}{account_id}", private=True)


def guild_chat_id(guild: int, channel: int | None = None) -> str:
    """The id of a channel of a guild; without a channel, the prefix that all of them share."""
    return f"{guild}" if channel is None else f"{guild}/{channel}"


def user_of(chat: Chat) -> int | None:
    """The user id of a private chat; None for other chats."""
    return int(chat.id.removeprefix(_PRIVATE)) if chat.private else None


def channel_of(chat: Chat) -> int:
    """The id of a channel that the bot can write to.

    Raises:
        Unreachable: it can only answer there.
    """
    if by_press_only(chat):
        raise Unreachable(chat.id)
    return int(chat.id.rpartition("/")[2])


def by_press_only(chat: Chat) -> bool:
    """Whether the bot can only answer presses and commands there."""
    return chat.id.startswith(AWAY)


def message_id(channel: int | None, message: int | None) -> str:
    """The id of a message as the dispatcher knows it."""
    return f"{channel}/{message}"


def parts_of(message: str) -> tuple[int, int]:
    """The ids of channel and message: the inverse of `message_id`."""
    channel, _, own = message.partition("/")
    return int(channel), int(own)


def jump_url(chat: Chat, message: str) -> str:
    """The URL of a message."""
    channel, own = parts_of(message)
    guild = "" if chat.private else chat.id.removeprefix(AWAY).partition("/")[0]
    return f"https://discord.com/channels/{guild or '@me'}/{channel}/{own}"
