"""The ids by which the dispatcher knows Telegram's chats and messages.

| chat | id |
| --- | --- |
| a group, a supergroup (and the general topic of a forum) | `-4000001`, `-1001234567890` |
| a topic of a forum | `-1001234567890/THREAD` |
| the private chat with one person | `USER` |
| an inline message, in any chat | `inline:ID` |

The id of a message is `CHAT/MESSAGE`. It includes the chat so that the message can still be found after a
group has become a supergroup with another id. The id of an ephemeral message, which only one person sees, is
`~CHAT/USER/NOTE`. An inline message has the same id as its chat, which contains nothing else.
"""

from __future__ import annotations

import hashlib

import telegram

from bot.interface import FIXED, NAMELESS, Account, Chat

PLATFORM = "telegram"

_SUPERGROUP = "-100"  # prefix of the ids of supergroups; omitted in links
_EPHEMERAL = "~"
_ID_BITS = 53  # the ids of users and groups have fewer


def account_of(user: telegram.User) -> Account:
    """The account of a Telegram user."""
    return Account(
        PLATFORM, str(user.id), user.full_name or NAMELESS, user.language_code or "", user.username or ""
    )


def private_chat(account_id: str) -> Chat:
    """The chat between the bot and one person."""
    return Chat(PLATFORM, account_id, private=True)


def chat_of(message: telegram.MaybeInaccessibleMessage) -> Chat:
    """The chat of a message, with its topic unless Telegram omits it, as for very old messages."""
    if message.chat.type == telegram.Chat.PRIVATE:
        return private_chat(str(message.chat.id))
    if isinstance(message, telegram.Message):
        in_topic, thread = message.is_topic_message, message.message_thread_id
    else:  # a pressed message, which `updates.read` does not parse further
        in_topic, thread = map(message.api_kwargs.get, ("is_topic_message", "message_thread_id"))
    return Chat(PLATFORM, f"{message.chat.id}/{thread}" if in_topic else str(message.chat.id), private=False)


def inline_chat(inline: str) -> Chat:
    """The chat of an inline message; Telegram does not say where the message is."""
    return Chat(PLATFORM, f"{FIXED}{inline}", private=False)


def inline_of(message: str) -> str | None:
    """Telegram's id of an inline message; None for any other message."""
    return message.removeprefix(FIXED) if message.startswith(FIXED) else None


def address(chat: Chat) -> tuple[int, int | None]:
    """Telegram's ids of a chat and of its topic; for an inline message, a made-up number and None."""
    if chat.fixed:
        return _counted_as(chat.id), None
    group, _, thread = chat.id.partition("/")
    return int(group), int(thread) if thread else None


def message_id(chat: int, message: int) -> str:
    """The id under which the dispatcher knows a message."""
    return f"{chat}/{message}"


def parts_of(message: str) -> tuple[int, int]:
    """Split the id of a message into those of its chat and of the message there."""
    if message.startswith(FIXED):
        return _counted_as(message), 0
    chat, _, own = message.partition("/")
    return int(chat), int(own)


def _counted_as(inline: str) -> int:
    """The number under which calls for an inline message are counted; no chat has such an id."""
    return (1 << _ID_BITS) + int.from_bytes(hashlib.sha256(inline.encode()).digest()[:6])


def ephemeral_id(chat: int, user: int, note: int) -> str:
    """The id of an ephemeral message."""
    return f"{_EPHEMERAL}{chat}/{user}/{note}"


def parts_of_ephemeral(message: str | None) -> tuple[int, int, int] | None:
    """Split the id of an ephemeral message into chat, user and note; None for any other id."""
    if message is None or not message.startswith(_EPHEMERAL):
        return None
    chat, user, note = message.removeprefix(_EPHEMERAL).split("/")
    return int(chat), int(user), int(note)


def jump_url(chat: Chat, message: str) -> str | None:
    """The link to a message; None outside supergroups, where messages have no links."""
    group, own = parts_of(message)
    if not str(group).startswith(_SUPERGROUP):
        return None
    _, thread = address(chat)
    place = str(group).removeprefix(_SUPERGROUP) + (f"/{thread}" if thread else "")
    return f"https://t.me/c/{place}/{own}"
