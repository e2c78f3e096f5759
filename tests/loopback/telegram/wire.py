"""People, chats and messages in the form of the Bot API's JSON."""

from __future__ import annotations

import json
import mimetypes

from tests.loopback.telegram.content import Document, Entity, Json, Keyboard, Picture
from tests.loopback.telegram.world import Message, World


def entity_json(world: World, entity: Entity) -> Json:
    fields: Json = {"type": entity.type, "offset": entity.offset, "length": entity.length}
    if entity.url is not None:
        fields["url"] = entity.url
    if entity.user_id is not None:
        fields["user"] = world.users[entity.user_id].to_json()
    if entity.language is not None:
        fields["language"] = entity.language
    if entity.unix_time is not None:
        fields["unix_time"] = entity.unix_time
    if entity.date_time_format is not None:
        fields["date_time_format"] = entity.date_time_format
    return fields


def keyboard_json(keyboard: Keyboard) -> Json:
    return {"inline_keyboard": [[key.to_json() for key in row] for row in keyboard]}


def photo_json(picture: Picture) -> list[Json]:
    """Two sizes; the last is the largest, as everywhere in the Bot API."""
    scale = min(1.0, 320 / max(picture.width, picture.height))
    small = max(1, round(picture.width * scale)), max(1, round(picture.height * scale))
    sizes = (picture.small_id, *small, "s"), (picture.file_id, picture.width, picture.height, "x")
    return [
        {
            "file_id": file_id,
            "file_unique_id": f"unique-{picture.number:06}-{size}",
            "width": width,
            "height": height,
            "file_size": len(picture.data),
        }
        for file_id, width, height, size in sizes
    ]


def document_json(document: Document) -> Json:
    """An animation comes as a document too, for clients that do not know animations."""
    file: Json = {
        "file_id": document.file_id,
        "file_unique_id": f"unique-{document.number:06}",
        "file_name": document.name,
        "file_size": len(document.data),
        "mime_type": mimetypes.guess_type(document.name)[0] or "application/octet-stream",
    }
    if not document.animated:
        return {"document": file}
    return {"document": file, "animation": {**file, "width": 600, "height": 400, "duration": 1}}


def message_json(world: World, message: Message, *, with_reply: bool = True) -> Json:
    """A message as the bot sees it."""
    fields: Json = {
        "message_id": message.id,
        "from": message.sender.to_json(),
        "chat": message.chat.to_json(),
        "date": message.date,
    }
    fields |= _content_json(world, message) | (message.service or {})
    if message.thread is not None:
        fields |= {"message_thread_id": message.thread, "is_topic_message": True}
    if message.reply_to is not None and with_reply:
        fields["reply_to_message"] = message_json(world, message.reply_to, with_reply=False)
    if message.edited is not None:
        fields["edit_date"] = message.edited
    if message.via_bot:
        fields["via_bot"] = world.bot.to_json()
    if message.ephemeral is not None:
        fields["ephemeral_message_id"] = message.ephemeral
    if message.receiver is not None and message.sender is world.bot:
        fields["receiver_user"] = message.receiver.to_json()
    return fields


def _content_json(world: World, message: Message) -> Json:
    content = message.content
    fields: Json = {}
    entities = [entity_json(world, entity) for entity in content.entities]
    if content.picture is not None:
        fields["photo"] = photo_json(content.picture)
    if content.document is not None:
        fields |= document_json(content.document)
    if content.widget is not None:
        fields |= {"widget": content.widget.to_json(), "has_protected_content": True}
    shown = content.picture or content.document or content.widget
    name, marks = ("caption", "caption_entities") if shown else ("text", "entities")
    if content.text:
        fields[name] = content.text
    if entities:
        fields[marks] = entities
    if content.above:
        fields["show_caption_above_media"] = True
    if content.preview != "{}":
        fields["link_preview_options"] = json.loads(content.preview)
    if content.keyboard:
        fields["reply_markup"] = keyboard_json(content.keyboard)
    return fields
