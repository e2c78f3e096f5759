"""Where a method may act: the chat it names, what the bot may do there, topics, messages replied to."""

from __future__ import annotations

from typing import Any

from tests.loopback.telegram.calls import Call
from tests.loopback.telegram.refusals import bad, forbidden
from tests.loopback.telegram.world import Chat, Message, World

GENERAL = 1
"""The id of the topic that is named by leaving it out."""


def named_chat(world: World, call: Call) -> Chat:
    """The chat of `chat_id`, whatever the bot may do there."""
    if not call.has("chat_id"):
        raise bad("chat_id is empty")
    chat = world.chats.get(call.integer("chat_id"))
    if chat is None or chat.kind == "people":
        raise bad("chat not found")
    return chat


def open_chat(world: World, call: Call, *, write: bool = True) -> Chat:
    """The chat, where the bot may write, or else edit; `Refusal` says why it may not."""
    chat = named_chat(world, call)
    if chat.kind == "private":
        _check_private(chat)
    elif chat.alive:
        _check_membership(chat)
    elif write and chat.migrated_to is not None:
        raise bad("group chat was upgraded to a supergroup chat", migrate_to_chat_id=chat.migrated_to)
    elif write:
        raise forbidden("the group chat was deleted")
    return chat


def _check_private(chat: Chat) -> None:
    if chat.deleted:
        raise forbidden("user is deactivated")
    if chat.blocked:
        raise forbidden("bot was blocked by the user")
    if chat.bot == "left":
        raise forbidden("bot can't initiate conversation with a user")


def _check_membership(chat: Chat) -> None:
    if chat.bot == "kicked":
        raise forbidden(f"bot was kicked from the {chat.kind} chat")
    if chat.bot == "left":
        raise forbidden(f"bot is not a member of the {chat.kind} chat")


def check_right(chat: Chat, what: str) -> None:
    """`what`: "photos" or "text messages"."""
    if what in chat.forbids:
        raise bad(f"not enough rights to send {what} to the chat")


def thread_of(chat: Chat, call: Call, reply_to: Message | None) -> int | None:
    """The topic that a message goes to: the named one, or that of the message replied to."""
    number = call.integer("message_thread_id")
    if not number:
        return reply_to.thread if reply_to else None
    if chat.is_group and not chat.topics:
        return None
    topic = chat.topics.get(number)
    if topic is None or number == GENERAL:
        raise bad("message thread not found")
    if topic.closed:
        raise bad("TOPIC_CLOSED")
    return number


def replied_to(world: World, chat: Chat, parameters: Any) -> Message | None:
    """The message that `reply_parameters` name."""
    if parameters is None:
        return None
    if not isinstance(parameters, dict):
        raise bad("object expected as reply parameters")
    message = world.find(chat, int(parameters.get("message_id") or 0))
    if message is None and parameters.get("allow_sending_without_reply") is not True:
        raise bad("message to be replied not found")
    return message
