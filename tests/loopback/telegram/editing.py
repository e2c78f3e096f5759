"""Methods that change messages: those in chats, inline ones, and ephemeral ones."""

from __future__ import annotations

from dataclasses import replace

from tests.loopback.telegram.access import open_chat
from tests.loopback.telegram.calls import Call
from tests.loopback.telegram.content import Content, Json, units
from tests.loopback.telegram.reading import CAPTION, read_keyboard, read_media, read_photo, read_text
from tests.loopback.telegram.refusals import NOT_MODIFIED, bad
from tests.loopback.telegram.service import Service
from tests.loopback.telegram.wire import message_json
from tests.loopback.telegram.world import Message


def edit_text(service: Service, call: Call) -> Json | bool:
    message = _target(service, call)
    content = read_text(service.world, call.fields)
    if message.content.picture is not None or message.content.widget is not None:
        raise bad("there is no text in the message to edit")
    return _edited(service, call, message, content)


def edit_caption(service: Service, call: Call) -> Json | bool:
    message = _target(service, call)
    content = read_photo(service.world, call.fields, message.content.picture)
    content = replace(content, widget=message.content.widget)
    if message.content.picture is None and message.content.widget is None:
        raise bad("there is no caption in the message to edit")
    return _edited(service, call, message, content)


def edit_media(service: Service, call: Call) -> Json | bool:
    """Photos by upload or file id; in inline messages by file id only. A text may become a photo."""
    message = _target(service, call)
    if message.content.widget is not None:
        raise bad("MEDIA_TYPE_INVALID")
    media = call.value("media", "input media")
    content = read_media(service.world, call, media, uploads=not call.has("inline_message_id"))
    return _edited(service, call, message, content)


def _target(service: Service, call: Call) -> Message:
    """The message that the call wants to change, if the bot may."""
    if call.has("inline_message_id"):
        inline = service.world.find_inline(call.text("inline_message_id"))
        if inline is None:
            raise bad("MESSAGE_ID_INVALID")
        return inline
    chat = open_chat(service.world, call, write=False)
    if not call.has("message_id"):
        raise bad("message identifier is not specified")
    message = service.world.find(chat, call.integer("message_id"))
    if message is None:
        raise bad("message to edit not found")
    own = message.sender is service.world.bot and message.service is None and message.asks is None
    if not own or not chat.alive:
        raise bad("message can't be edited")
    return message


def _edited(service: Service, call: Call, message: Message, content: Content) -> Json | bool:
    content = replace(content, keyboard=read_keyboard(service.world, call))
    if content == message.content:
        raise bad(NOT_MODIFIED)
    service.limits.count(message.chat)
    service.world.change(message, content)
    return True if call.has("inline_message_id") else message_json(service.world, message)


def edit_ephemeral(service: Service, call: Call) -> bool:
    """The three methods for ephemeral messages. Texts may be as long as captions only."""
    message, world = _ephemeral(service, call), service.world
    what = call.method.removeprefix("editEphemeralMessage")
    if what == "Text":
        content = read_text(world, call.fields)
        if units(content.text) > CAPTION:
            raise bad("MEDIA_CAPTION_TOO_LONG")
    elif what == "Caption":
        content = read_photo(world, call.fields, message.content.picture)
    else:
        media = call.value("media", "input media")
        content = read_media(world, call, media)
    if what in ("Text", "Caption") and (message.content.picture is None) != (what == "Text"):
        raise bad(f"there is no {what.lower()} in the message to edit")
    _edited(service, call, message, content)
    return True


def delete_ephemeral(service: Service, call: Call) -> bool:
    service.world.remove(_ephemeral(service, call))
    return True


def _ephemeral(service: Service, call: Call) -> Message:
    """The ephemeral message that is named by the chat, the receiver and the number that the bot was told."""
    chat = call.integer("chat_id")
    receiver, number = call.integer("receiver_user_id"), call.integer("ephemeral_message_id")
    message = service.world.find_ephemeral(chat, receiver, number)
    inside = message is None or message.chat.bot not in ("left", "kicked")
    if inside or not service.settings.ephemeral_edits_elsewhere:
        open_chat(service.world, call)
    if message is None or message.sender is not service.world.bot:
        raise bad("MESSAGE_ID_INVALID")
    return message
