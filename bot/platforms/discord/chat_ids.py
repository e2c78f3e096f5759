"""How the rest of the bot names Discord's chats and messages.

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

from bot.interface import Account, Chat, Unreachable
from bot.interface.capabilities import whole

PLATFORM = "discord"
AWAY = "~"
"""Begins the ids of chats where the bot only answers."""
_PRIVATE = "@"


def account_of(user: Mapping[str, Any]) -> Account:
    """A person as Discord describes them; their language is not known."""
    return Account(PLATFORM, str(user["id"]), whole(user.get("global_name") or user["username"]), language="")


def private_chat(account_id: str) -> Chat:
    """The bot and one person."""
    return Chat(PLATFORM, f"{_PRIVATE}{account_id}", private=True)


def guild_chat_id(guild: int, channel: int | None = None) -> str:
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
    return chat.id.startswith(AWAY)


def message_id(channel: int | None, message: int | None) -> str:
    """The id of a message as the dispatcher knows it."""
    return f"{channel}/{message}"


def parts_of(message: str) -> tuple[int, int]:
    """The channel and the message that an id names."""
    channel, _, own = message.partition("/")
    return int(channel), int(own)


def jump_url(chat: Chat, message: str) -> str:
    """The address that brings a person to a message."""
    channel, own = parts_of(message)
    guild = "" if chat.private else chat.id.removeprefix(AWAY).partition("/")[0]
    return f"https://discord.com/channels/{guild or '@me'}/{channel}/{own}"
