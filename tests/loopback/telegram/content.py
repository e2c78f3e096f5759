"""What a message holds: text with entities, a picture, a keyboard; equal values mean "not modified"."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import Any

Json = dict[str, Any]

KEY_KINDS = (
    *("callback_data", "url", "switch_inline_query", "switch_inline_query_current_chat"),
    "switch_inline_query_chosen_chat",
)
"""The kinds of buttons that a presser here can use; others are passed on as they are."""
CHOSEN_CHAT = KEY_KINDS[-1]
"""Its value is an object, kept as canonical JSON."""


@dataclass(frozen=True, slots=True)
class Entity:
    """A stretch of a text that means something; offset and length in UTF-16 units."""

    type: str
    offset: int
    length: int
    url: str | None = None
    user_id: int | None = None
    language: str | None = None
    unix_time: int | None = None
    date_time_format: str | None = None


@dataclass(frozen=True, slots=True)
class Picture:
    """A photo that the service keeps; each upload makes a new one, also of the same bytes."""

    file_id: str
    small_id: str
    number: int
    data: bytes
    width: int
    height: int

    @property
    def sha256(self) -> str:
        return hashlib.sha256(self.data).hexdigest()

    @property
    def path(self) -> str:
        """Where it can be downloaded, below the address for files."""
        return f"photos/file_{self.number}.png"


@dataclass(frozen=True, slots=True)
class Document:
    """A file that the service keeps; an animation plays."""

    file_id: str
    number: int
    name: str
    data: bytes
    animated: bool = False

    @property
    def path(self) -> str:
        """Where it can be downloaded, below the address for files."""
        return f"{'animations' if self.animated else 'documents'}/file_{self.number}"


@dataclass(frozen=True, slots=True)
class Key:
    """A button of an inline keyboard."""

    label: str
    kind: str
    value: str
    more: str = "{}"
    """The other fields of the button, as canonical JSON: style, icon, kinds that are not played here."""

    def to_json(self) -> Json:
        fields: Json = {"text": self.label}
        if self.kind in KEY_KINDS:
            fields[self.kind] = json.loads(self.value) if self.kind == CHOSEN_CHAT else self.value
        return {**fields, **json.loads(self.more)}

    @property
    def query(self) -> str:
        """What it has its presser type after the bot's name in some chat."""
        if self.kind == CHOSEN_CHAT:
            return str(json.loads(self.value).get("query", ""))
        assert self.kind.startswith("switch_inline_query"), f"{self.label!r} shares nothing"
        return self.value


Keyboard = tuple[tuple[Key, ...], ...]


@dataclass(frozen=True, slots=True)
class Widget:
    """A document that draws a state, and can send queries if it was allowed to."""

    html: str
    data: str
    queries: bool

    def to_json(self) -> Json:
        return {"html": self.html} | ({"chat_data": self.data} if self.data else {})


@dataclass(frozen=True, slots=True)
class Content:
    """Text or caption, picture and keyboard of a message."""

    text: str
    entities: tuple[Entity, ...] = ()
    picture: Picture | None = None
    keyboard: Keyboard = ()
    above: bool = False
    """The caption stands above its picture."""
    preview: str = "{}"
    """The options of link previews, as canonical JSON."""
    document: Document | None = None
    widget: Widget | None = None


def canonical(value: Any) -> str:
    """JSON in one form."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def units(text: str) -> int:
    """The length of a text as Telegram counts it: in UTF-16 units."""
    return len(text.encode("utf-16-le")) // 2


def stretch(text: str, offset: int, length: int) -> str:
    """The part of a text at an offset, both counted in UTF-16 units."""
    return text.encode("utf-16-le")[2 * offset : 2 * (offset + length)].decode("utf-16-le", "replace")
