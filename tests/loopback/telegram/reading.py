"""From the parameters of a call to the content of a message, with the refusals on the way."""

from __future__ import annotations

import json
from typing import Any

from tests.loopback.telegram.calls import Call
from tests.loopback.telegram.content import Content, Entity, Json, Keyboard, Picture, canonical, units
from tests.loopback.telegram.entities import parse_html, trimmed, with_found
from tests.loopback.telegram.keyboards import read_markup
from tests.loopback.telegram.pictures import measured
from tests.loopback.telegram.refusals import bad
from tests.loopback.telegram.world import World

TEXT, CAPTION = 4096, 1024
"""How long texts and captions may be, in UTF-16 units, after parsing."""


def read_text(world: World, source: Json, name: str = "text") -> Content:
    """The content that is a text."""
    text, entities = _formatted(world, source, name, "entities")
    if not text:
        raise bad("message text is empty")
    if units(text) > TEXT:
        raise bad("message is too long")
    preview = _decoded(source.get("link_preview_options")) or {}
    return Content(text, entities, preview=canonical(preview))


def read_photo(world: World, source: Json, picture: Picture | None) -> Content:
    """The content that is a picture with its caption."""
    text, entities = _formatted(world, source, "caption", "caption_entities")
    if units(text) > CAPTION:
        raise bad("message caption is too long")
    above = str(source.get("show_caption_above_media", "")).lower() == "true"
    return Content(text, entities, picture, above=above)


def read_media(world: World, call: Call, media: Any, *, uploads: bool = True) -> Content:
    """The content of an `InputMedia`; only photos are known here."""
    return read_photo(world, media, read_picture(world, call, str(media["media"]), uploads=uploads))


def read_picture(world: World, call: Call, reference: str, *, uploads: bool = True) -> Picture:
    """The picture behind a file id, or the uploaded one. This service fetches nothing from addresses."""
    if reference.startswith("attach://") or reference in call.files:
        data = call.files.get(reference.removeprefix("attach://"))
        if data is None:
            raise bad("there is no photo in the request")
        if not uploads:
            raise bad("wrong file identifier/HTTP URL specified")
        return world.keep(data, *measured(data))
    if reference.startswith(("http://", "https://")):
        raise bad("failed to get HTTP URL content")
    picture = world.pictures.get(reference)
    if picture is None:
        raise bad("wrong file identifier/HTTP URL specified")
    return picture


def read_keyboard(world: World, call: Call) -> Keyboard:
    """The inline keyboard of an edited message; nothing else may stand there."""
    keyboard, other = markup_of(world, call)
    if other is not None:
        raise bad("inline keyboard expected")
    return keyboard


def markup_of(world: World, call: Call) -> tuple[Keyboard, Json | None]:
    markup = call.value("reply_markup", "reply keyboard markup")
    keyboard, other = (
        ((), None) if markup is None else read_markup(world, markup, private=call.integer("chat_id") > 0)
    )
    opens_pages = any(key.kind == "web_app" for row in keyboard for key in row)
    if opens_pages and call.integer("chat_id") <= 0:  # in a group, or wherever an inline message stands
        raise bad("BUTTON_TYPE_INVALID")
    return keyboard, other


def _formatted(world: World, source: Json, name: str, marks: str) -> tuple[str, tuple[Entity, ...]]:
    text, mode = source.get(name) or "", str(source.get("parse_mode") or "").lower()
    if mode not in ("", "html"):  # others are not spoken here
        raise bad("unsupported parse_mode")
    if mode:
        text, entities = parse_html(text)
    else:
        entities = tuple(_entity(one) for one in _decoded(source.get(marks)) or ())
    known = tuple(one for one in entities if one.user_id is None or one.user_id in world.users)
    text, entities = trimmed(text, known)
    return text, with_found(text, entities)


def _entity(fields: Any) -> Entity:
    user = fields.get("user") or {}
    marks = fields.get("url"), user.get("id"), fields.get("language")
    return Entity(fields["type"], int(fields["offset"]), int(fields["length"]), *marks)


def _decoded(value: Any) -> Any:
    if not isinstance(value, str) or not value:
        return value
    try:
        return json.loads(value)
    except ValueError:
        raise bad("can't parse JSON object") from None
