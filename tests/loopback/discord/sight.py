"""A message as a person sees it: texts, buttons, pictures, and nothing of how it was made."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from tests.loopback.discord.components import BUTTON, FILE, GALLERY, ROW, SELECTS, THUMBNAIL, walk
from tests.loopback.discord.limits import texts
from tests.loopback.discord.refusals import Body
from tests.loopback.discord.world import LOADING, Attachment, Channel, Message

STYLES = {1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link", 6: "premium"}


@dataclass(frozen=True, slots=True)
class Button:
    """Something to press; a link has a `url` and no `custom_id`."""

    label: str
    custom_id: str | None
    style: str
    disabled: bool
    url: str | None


@dataclass(frozen=True, slots=True)
class Menu:
    """Something to choose from: labels and values."""

    custom_id: str
    kind: int
    options: tuple[tuple[str, str], ...]
    disabled: bool


@dataclass(frozen=True, slots=True)
class Picture:
    """A file of a message, as it is shown."""

    name: str
    data: bytes
    alt: str

    @property
    def digest(self) -> str:
        """Tells whether two pictures are the same."""
        return hashlib.sha256(self.data).hexdigest()


@dataclass(frozen=True, slots=True)
class Shown:
    """A message at one moment."""

    id: int
    chat: Channel
    text: str
    buttons: tuple[Button, ...]
    rows: tuple[tuple[Button, ...], ...]
    menus: tuple[Menu, ...]
    pictures: tuple[Picture, ...]
    ephemeral: bool
    thinking: bool
    pings: frozenset[int]
    """Ids of the people who were told of it when it came."""

    def button(self, label: str) -> Button:
        """The button with this label or, where none is, this custom id (`LookupError`)."""
        for button in self.buttons:
            if button.label == label:
                return button
        for button in self.buttons:
            if button.custom_id == label:
                return button
        raise LookupError(f"{label!r} is not among {[button.label for button in self.buttons]}")

    @property
    def labels(self) -> list[str]:
        """What can be pressed."""
        return [button.label for button in self.buttons if not button.disabled]


def look(message: Message) -> Shown:
    """What there is to see of a message now."""
    parts = list(walk(message.components))
    return Shown(
        id=message.id,
        chat=message.channel,
        text="\n".join([*filter(None, [message.content]), *texts(message.components)]),
        buttons=tuple(_button(part) for part in parts if part["type"] == BUTTON),
        rows=tuple(_row(part) for part in parts if part["type"] == ROW),
        menus=tuple(_menu(part) for part in parts if part["type"] in SELECTS),
        pictures=tuple(_pictures(message, parts)),
        ephemeral=message.reader is not None,
        thinking=bool(message.flags & LOADING),
        pings=message.pings,
    )


def _row(part: Body) -> tuple[Button, ...]:
    return tuple(_button(child) for child in part["components"] if child["type"] == BUTTON)


def _button(part: Body) -> Button:
    emoji = (part.get("emoji") or {}).get("name") or ""
    style = STYLES[part["style"]]
    label = part.get("label") or emoji
    return Button(label, part.get("custom_id"), style, bool(part.get("disabled")), part.get("url"))


def _menu(part: Body) -> Menu:
    options = tuple((option["label"], option["value"]) for option in part.get("options") or [])
    return Menu(part["custom_id"], part["type"], options, bool(part.get("disabled")))


def _pictures(message: Message, parts: list[Body]) -> list[Picture]:
    """Attachments of a plain message; of one made of components only those that it shows."""
    files = {file.name: file for file in message.attachments}
    if not message.flags & 1 << 15:
        return [_picture(file, file.description) for file in files.values()]
    shown = []
    for part in parts:
        for item in _items(part):
            address = item["file" if part["type"] == FILE else "media"]["url"]
            file = files.get(address.removeprefix("attachment://"))
            if file:
                shown.append(_picture(file, item.get("description") or file.description))
    return shown


def _items(part: Body) -> list[Body]:
    """What a component shows of the attached files."""
    if part["type"] == GALLERY:
        return list(part["items"])
    return [part] if part["type"] in (THUMBNAIL, FILE) else []


def _picture(file: Attachment, alt: str | None) -> Picture:
    return Picture(file.name, file.data, alt or "")
