"""Methods that bring new messages, also ephemeral ones, and those that take messages away."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tests.loopback.telegram.access import check_right, open_chat, replied_to, thread_of
from tests.loopback.telegram.calls import Call
from tests.loopback.telegram.content import Content, Json
from tests.loopback.telegram.queries import EPHEMERAL_LIFE
from tests.loopback.telegram.reading import markup_of, read_photo, read_picture, read_text
from tests.loopback.telegram.refusals import bad
from tests.loopback.telegram.service import Service
from tests.loopback.telegram.wire import message_json
from tests.loopback.telegram.world import Chat, Message, User

TWO_DAYS = 48 * 3600


def send_message(service: Service, call: Call) -> Json:
    chat = _destination(service, call, "text messages")
    return _send(service, call, chat, read_text(service.world, call.fields))


def send_photo(service: Service, call: Call) -> Json:
    chat = _destination(service, call, "photos")
    reference = "photo" if "photo" in call.files else call.text("photo")
    if not reference:
        raise bad("there is no photo in the request")
    content = read_photo(service.world, call.fields, None)
    picture = read_picture(service.world, call, reference)
    return _send(service, call, chat, replace(content, picture=picture))


def send_document(service: Service, call: Call) -> Json:
    return _send_file(service, call, "document", "documents")


def send_animation(service: Service, call: Call) -> Json:
    return _send_file(service, call, "animation", "GIFs")


def _send_file(service: Service, call: Call, kind: str, right: str) -> Json:
    """An upload with its caption; files that are known or elsewhere are not sent here."""
    chat = _destination(service, call, right)
    if kind not in call.files:
        raise bad(f"there is no {kind} in the request")
    content = read_photo(service.world, call.fields, None)
    name, data = call.names[kind], call.files[kind]
    if not data:
        raise bad("file must be non-empty")
    document = service.world.keep_document(name, data, animated=kind == "animation")
    return _send(service, call, chat, replace(content, document=document))


def _destination(service: Service, call: Call, right: str) -> Chat:
    """The chat that is named, or that of the press which an ephemeral message replies to.

    Such a reply needs no chat and no right: since Bot API 10.4 the press tells whom it is for and where.
    """
    whisper = _whisper_parameters(call)
    if whisper and _is_reply(whisper) and not call.has("chat_id") and service.settings.ephemeral_replies:
        return service.queries.may_whisper(str(whisper["callback_query_id"])).message.chat
    chat = open_chat(service.world, call)
    check_right(chat, right)
    return chat


def _send(service: Service, call: Call, chat: Chat, content: Content) -> Json:
    world = service.world
    keyboard, asks = markup_of(world, call)
    content = replace(content, keyboard=keyboard)
    whisper = _whisper_parameters(call)
    if whisper is not None:
        message = _whispered(service, call, chat, content, whisper)
    else:
        reply_to = replied_to(world, chat, call.value("reply_parameters", "reply parameters"))
        thread = thread_of(chat, call, reply_to)
        message = Message(0, chat, world.bot, world.time(), content, thread, reply_to, asks=asks)
        message.silent = call.flag("disable_notification")
    service.limits.count(chat)
    if message.ephemeral is None:
        message.id = world.next_id(chat)
    else:
        message.ephemeral = world.next_ephemeral()
    world.post(message)
    return message_json(world, message)


def _whisper_parameters(call: Call) -> Json | None:
    whisper: Json | None = call.value("ephemeral_message_parameters", "ephemeral message parameters")
    return whisper


def _is_reply(whisper: Json) -> bool:
    """Whether a press alone says whom the message is for (Bot API 10.4)."""
    return bool(whisper.get("callback_query_id")) and not whisper.get("receiver_user_id")


def _whispered(service: Service, call: Call, chat: Chat, content: Content, whisper: Json) -> Message:
    receiver, replaces = _receiver(service, call, chat, whisper), None
    if whisper.get("callback_query_id"):
        press = service.queries.may_whisper(str(whisper["callback_query_id"]), receiver, chat)
        thread = press.message.thread
        replaces = press.message.id if whisper.get("replace_callback_query_message") is True else None
        if replaces is not None and press.message.ephemeral is not None:
            raise bad("EPHEMERAL_MESSAGE_CANT_BE_REPLACED")  # published is that it must not, not the wording
    else:
        thread = thread_of(chat, call, None)
    sender, now = service.world.bot, service.world.time()
    return Message(0, chat, sender, now, content, thread, receiver=receiver, ephemeral=-1, replaces=replaces)


def _receiver(service: Service, call: Call, chat: Chat, whisper: Json) -> User:
    """Who an ephemeral message is for. An administrator needs no press; others need one, or a command.

    The wordings of these refusals are not published; they are the nearest that have been seen.
    """
    if _is_reply(whisper):
        return service.queries.may_whisper(str(whisper["callback_query_id"])).user
    if not chat.is_group:
        raise bad("BOT_NOT_ADMIN")
    receiver = service.world.users.get(int(whisper.get("receiver_user_id") or 0))
    if receiver is None or receiver not in chat.members:
        raise bad("USER_NOT_PARTICIPANT")
    if not whisper.get("callback_query_id") and chat.bot != "administrator":
        reply: Any = call.value("reply_parameters", "reply parameters") or {}
        number = int(reply.get("ephemeral_message_id") or 0)
        command = service.world.find_ephemeral(chat.id, receiver.id, number)
        if command is None or service.world.time() > command.date + EPHEMERAL_LIFE:
            raise bad("BOT_NOT_ADMIN")
    return receiver


def pin_message(service: Service, call: Call) -> bool:
    """Administrators may pin; the server's are given that right."""
    world, chat = service.world, open_chat(service.world, call)
    message = world.find(chat, call.integer("message_id"))
    if message is None:
        raise bad("message to pin not found")
    if chat.is_group and chat.bot != "administrator":
        raise bad("not enough rights to manage pinned messages in the chat")
    message.pinned = True
    return True


def delete_message(service: Service, call: Call) -> bool:
    world, chat = service.world, open_chat(service.world, call)
    message = world.find(chat, call.integer("message_id"))
    if message is None:
        raise bad("message to delete not found")
    foreign = message.sender is not world.bot and chat.is_group and chat.bot != "administrator"
    if foreign or world.time() > message.date + TWO_DAYS:
        raise bad("message can't be deleted" + ("" if foreign else " for everyone"))
    world.remove(message)
    return True
