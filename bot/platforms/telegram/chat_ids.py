"""How chats and messages of Telegram are named towards the dispatcher.

| chat | its id |
| --- | --- |
| a group, a supergroup (and the general topic of a forum) | `-4000001`, `-1001234567890` |
| a topic of a forum | `-1001234567890/THREAD` |
| the bot and one person | `USER` |
| a message that somebody sent by way of the bot, wherever | `inline:ID` |

The id of a message is `CHAT/MESSAGE`: it names the chat that it is in, so that it can be found also after
a group has become a supergroup and is called by another id. A note that only one person sees is
`~CHAT/USER/NOTE`. A message that was sent by way of the bot is called like its chat: nothing else is in it.
"""

from __future__ import annotations

import hashlib

import telegram

from bot.interface import FIXED, NAMELESS, Account, Chat

PLATFORM = "telegram"

_SUPERGROUP = "-100"  # what the ids of supergroups begin with; links leave it out
_EPHEMERAL = "~"
_ID_BITS = 53  # more than the ids of people and groups have


def account_of(user: telegram.User) -> Account:
    """Of a person who pressed or typed."""
    return Account(
        PLATFORM, str(user.id), user.full_name or NAMELESS, user.language_code or "", user.username or ""
    )


def private_chat(account_id: str) -> Chat:
    """The bot and one person."""
    return Chat(PLATFORM, account_id, private=True)


def chat_of(message: telegram.MaybeInaccessibleMessage) -> Chat:
    """Where a message stands; of a very old one Telegram tells no topic."""
    if message.chat.type == telegram.Chat.PRIVATE:
        return private_chat(str(message.chat.id))
    if isinstance(message, telegram.Message):
        in_topic, thread = message.is_topic_message, message.message_thread_id
    else:  # a pressed one: `updates.read` has had no more of it read
        in_topic, thread = map(message.api_kwargs.get, ("is_topic_message", "message_thread_id"))
    return Chat(PLATFORM, f"{message.chat.id}/{thread}" if in_topic else str(message.chat.id), private=False)


def inline_chat(inline: str) -> Chat:
    """A message that somebody sent by way of the bot: in which chat, nobody knows."""
    return Chat(PLATFORM, f"{FIXED}{inline}", private=False)


def inline_of(message: str) -> str | None:
    """What Telegram calls such a message; None for any other."""
    return message.removeprefix(FIXED) if message.startswith(FIXED) else None


def address(chat: Chat) -> tuple[int, int | None]:
    """What Telegram calls a chat, and the topic in it."""
    if chat.fixed:
        return _counted_as(chat.id), None
    group, _, thread = chat.id.partition("/")
    return int(group), int(thread) if thread else None


def message_id(chat: int, message: int) -> str:
    """The id of a message as the dispatcher knows it."""
    return f"{chat}/{message}"


def parts_of(message: str) -> tuple[int, int]:
    """Chat and message of an id."""
    if message.startswith(FIXED):
        return _counted_as(message), 0
    chat, _, own = message.partition("/")
    return int(chat), int(own)


def _counted_as(inline: str) -> int:
    """By which number the calls for a message without a chat are counted: no chat has it."""
    return (1 << _ID_BITS) + int.from_bytes(hashlib.sha256(inline.encode()).digest()[:6])


def ephemeral_id(chat: int, user: int, note: int) -> str:
    """The id of a note that only one person sees."""
    return f"{_EPHEMERAL}{chat}/{user}/{note}"


def parts_of_ephemeral(message: str | None) -> tuple[int, int, int] | None:
    """Chat, person and note of such an id; None for any other."""
    if message is None or not message.startswith(_EPHEMERAL):
        return None
    chat, user, note = message.removeprefix(_EPHEMERAL).split("/")
    return int(chat), int(user), int(note)


def jump_url(chat: Chat, message: str) -> str | None:
    """The address that brings a person to a message; only supergroups have such addresses."""
    group, own = parts_of(message)
    if not str(group).startswith(_SUPERGROUP):
        return None
    _, thread = address(chat)
    place = str(group).removeprefix(_SUPERGROUP) + (f"/{thread}" if thread else "")
    return f"https://t.me/c/{place}/{own}"
