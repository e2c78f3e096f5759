"""The ids by which the dispatcher knows Telegram's people, chats and messages.

| chat | id |
| --- | --- |
| a group, a supergroup (and the general topic of a forum) | `-4000001`, `-1001234567890` |
| a topic of a forum | `-1001234567890/THREAD` |
| the private chat with one person | `USER` |
| an inline message, in any chat | `inline:ID` |
| the same, if all that is known is a note that one person got there | `inline:~CHAT/USER/NOTE` |

The id of a message is `CHAT/MESSAGE`. It includes the chat so that the message can still be found after a
group has become a supergroup with another id. The id of an ephemeral message, which only one person sees, is
`~CHAT/USER/NOTE`, that of a widget `=CHAT/MESSAGE`. An inline message has the same id as its chat, which
contains nothing else.
"""

from __future__ import annotations

import telegram

from bot.interface import FIXED, NAMELESS, Account, Chat
from bot.platforms.telegram.calls import Fields

PLATFORM = "telegram"

_SUPERGROUP = "-100"  # prefix of the ids of supergroups; omitted in links
_EPHEMERAL = "~"
_WIDGET = "="
_MARKS = _EPHEMERAL + _WIDGET


def account_of(user: telegram.User) -> Account:
    return Account(
        PLATFORM, str(user.id), user.full_name or NAMELESS, user.language_code or "", user.username or ""
    )


def private_chat(account_id: str) -> Chat:
    return Chat(PLATFORM, account_id, private=True)


def inline_chat(inline_message_id: str) -> Chat:
    """The chat that consists of one inline message, by Telegram's id."""
    return Chat(PLATFORM, f"{FIXED}{inline_message_id}", private=False)


def chat_of(message: telegram.MaybeInaccessibleMessage) -> Chat:
    """The chat of a message, with its topic unless Telegram omits it, as for very old messages."""
    if message.chat.type == telegram.Chat.PRIVATE:
        return private_chat(str(message.chat.id))
    if isinstance(message, telegram.Message):
        in_topic, thread = message.is_topic_message, message.message_thread_id
    else:  # a pressed message, which `updates.read` does not parse further
        in_topic, thread = map(message.api_kwargs.get, ("is_topic_message", "message_thread_id"))
    chat_id = f"{message.chat.id}/{thread}" if in_topic else str(message.chat.id)
    return Chat(PLATFORM, chat_id, private=False, title=message.chat.title or "")


def message_id(chat: int, message: int) -> str:
    return f"{chat}/{message}"


def id_of(sent: Fields) -> str:
    """The id of a message as Telegram describes it."""
    named = widget_id if "widget" in sent else message_id
    return named(sent["chat"]["id"], sent["message_id"])


def widget_id(chat: int, message: int) -> str:
    return f"{_WIDGET}{message_id(chat, message)}"


def is_widget(message: str) -> bool:
    return message.startswith(_WIDGET)


def ephemeral_id(chat: int, user: int, note: int) -> str:
    return f"{_EPHEMERAL}{chat}/{user}/{note}"


def is_ephemeral(message: str) -> bool:
    return message.startswith(_EPHEMERAL)


def address(chat: Chat) -> tuple[int, int | None]:
    """Telegram's ids of a chat and of its topic; an inline message has none."""
    group, _, thread = chat.id.partition("/")
    return int(group), int(thread) if thread else None


def place_of(known: str) -> str:
    """The chat without its topic of a chat or message; an inline message is a place of its own."""
    return known if known.startswith(FIXED) else known.lstrip(_MARKS).partition("/")[0]


def is_group(place: str) -> bool:
    return place.startswith("-")


def group_of(message: str) -> int:
    """Telegram's id of the chat of a message that is not inline."""
    return int(place_of(message))


def number_of(message: str) -> int:
    """Telegram's id of a message within its chat."""
    return int(message.rpartition("/")[2])


def target(message: str) -> Fields:
    """The fields by which a call names a message of any kind."""
    if message.startswith(FIXED):
        return {"inline_message_id": message.removeprefix(FIXED)}
    if not is_ephemeral(message):
        return {"chat_id": group_of(message), "message_id": number_of(message)}
    chat, user, note = map(int, message.removeprefix(_EPHEMERAL).split("/"))
    return {"chat_id": chat, "receiver_user_id": user, "ephemeral_message_id": note}


def place_in(fields: Fields) -> str:
    """The place in which a call with these fields sends or changes something, as in `place_of`."""
    return str(fields.get("chat_id") or f"{FIXED}{fields.get('inline_message_id', '')}")


def jump_url(chat: Chat, message: str) -> str | None:
    """The link to a message; None outside supergroups, where messages have no links."""
    group = place_of(message)
    if not group.startswith(_SUPERGROUP):
        return None
    _, thread = address(chat)
    place = group.removeprefix(_SUPERGROUP) + (f"/{thread}" if thread else "")
    return f"https://t.me/c/{place}/{number_of(message)}"
