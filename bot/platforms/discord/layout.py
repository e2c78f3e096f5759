"""Screens as Discord messages: text, picture with alt text, rows of buttons (Components V2).

The library checks few lengths, and Discord refuses a whole message for one excess character: texts are cut
to Discord's limits here. Components are written as Discord gets them: the library would take an object for
each apart again, which costs a press 2 to 4 % of its CPU.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from typing import Any

import discord
from discord import ButtonStyle, ui
from discord import ComponentType as Type

from bot.interface import Account, Button, File, Image, Screen
from bot.platforms import callback_data
from bot.platforms.discord.interactions import PLATFORM, jump_url
from bot.platforms.discord.settings import CAPABILITIES

TEXT_MAX = 4000  # characters in all text displays of a message
ALT_MAX = CAPABILITIES.alt_text  # characters of an attachment's and a gallery item's description
LABEL_MAX = 80
PLACEHOLDER_MAX = 150
ROW_MAX = CAPABILITIES.row_buttons
COMPONENTS_MAX = CAPABILITIES.components + 1  # with the container of a board

_STYLES = {"plain": ButtonStyle.secondary, "main": ButtonStyle.primary, "danger": ButtonStyle.danger}
_LIST = re.compile(r"^(\s*\d+)([.)])", re.MULTILINE)

Component = dict[str, Any]
"""As the interface of Discord describes it."""


def new(screen: Screen) -> dict[str, Any]:
    """Keyword arguments of the library's `send` methods for a new message; usable for one attempt only."""
    users = [discord.Object(int(account.id)) for account in _notified(screen)]
    mentions = discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=users or False)
    files = _files(screen)
    return {"view": _view(screen), "allowed_mentions": mentions, **({"files": files} if files else {})}


def changed(screen: Screen) -> dict[str, Any]:
    """Keyword arguments of the library's `edit` methods to replace a message. Edits notify nobody."""
    silent = discord.AllowedMentions.none()
    return {"view": _view(screen), "allowed_mentions": silent, "attachments": _files(screen)}


def is_shown(view: ui.LayoutView, message: discord.Message) -> bool:
    """Whether a message has the texts and the buttons of a view."""
    there = [component.to_dict() for component in message.components]
    return [*_identities(view.to_components())] == [*_identities(there)]  # type: ignore[no-untyped-call]


def _identities(components: Any) -> Iterator[str]:
    """The texts, whatever parts their words, and what the buttons carry."""
    for shape in components:
        yield from (" ".join(str(shape[key]).split()) for key in ("content", "custom_id") if key in shape)
        yield from _identities(shape.get("components", ()))


def plain(text: str) -> str:
    """Escape a text: nothing in it becomes formatting, a mention or a link."""
    escaped = discord.utils.escape_markdown(text, ignore_links=False)
    escaped = escaped.replace("<", "\\<").replace("://", "\\://")
    return _LIST.sub(r"\1\\\2", escaped)


def cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"


class _Written(ui.LayoutView):
    """Components for the library's methods that take a view."""

    def __init__(self, components: list[Component]) -> None:
        super().__init__(timeout=None)
        self._components = components
        self.stop()  # the library need not store it: presses are read from custom ids

    def to_components(self) -> list[Component]:
        return self._components

    def has_components_v2(self) -> bool:
        return True


def _view(screen: Screen) -> _Written:
    """The components.

    Raises:
        ValueError: they exceed Discord's limits; no screen has so many.
    """
    components = list(_parts(screen))
    if screen.colour is not None:
        container = {"type": Type.container.value, "accent_color": screen.colour, "components": components}
        components = [container]
    found = list(components)
    for one in found:
        found += one.get("components", ())
    if len(found) > COMPONENTS_MAX:
        raise ValueError(f"{len(found)} components")
    return _Written(components)


def _parts(screen: Screen) -> Iterator[Component]:
    if text := _text(screen):
        yield {"type": Type.text_display.value, "content": text}
    for attached in _attached(screen):
        media = {"url": f"attachment://{attached.name}"}
        if isinstance(attached, Image) or attached.media_type == "image/gif":
            shown = {"media": media, "description": cut(attached.alt, ALT_MAX) or None}
            yield {"type": Type.media_gallery.value, "items": [shown]}
        else:
            yield {"type": Type.file.value, "file": media}
    for row in _rows(screen):
        for start in range(0, len(row), ROW_MAX):
            yield {"type": Type.action_row.value, "components": row[start : start + ROW_MAX]}


def _rows(screen: Screen) -> Iterator[list[Component]]:
    for row in screen.rows:
        yield list(map(_button, row))
    if screen.menu:
        custom_id, label = callback_data.encode(screen.menu.request), cut(screen.menu.label, PLACEHOLDER_MAX)
        yield [{"type": Type.user_select.value, "custom_id": custom_id, "placeholder": label}]
    if screen.links:
        yield [_leading(link.label, jump_url(link.chat, link.message)) for link in screen.links]
    if screen.page:
        yield [_leading(screen.page.label, screen.page.url)]


def _button(button: Button) -> Component:
    return {
        "type": Type.button.value,
        "style": _STYLES[button.style].value,
        "label": cut(button.label, LABEL_MAX),
        "custom_id": callback_data.encode(button.request),
        "disabled": button.disabled,
    }


def _leading(label: str, url: str) -> Component:
    style, shown = ButtonStyle.link.value, cut(label, LABEL_MAX)
    return {"type": Type.button.value, "style": style, "label": shown, "url": url}


def _text(screen: Screen) -> str:
    """Title, text and mentions of notified players; mentions are never cut."""
    mentions = " ".join(map("<@{0.id}>".format, _notified(screen)))
    title = f"### {plain(screen.title)}\n" if screen.title else ""
    text = cut(f"{title}{counting_down(screen)}".strip(), TEXT_MAX - len(mentions) - 1)
    return f"{text}\n{mentions}" if mentions else text


def counting_down(screen: Screen) -> str:
    """The escaped text with its times as Discord timestamps, in the reader's local and in relative time."""
    text = plain(screen.text)
    for said, at in screen.moments:
        text = text.replace(plain(said), f"<t:{at}:f> (<t:{at}:R>)")
    return text


def _notified(screen: Screen) -> tuple[Account, ...]:
    """The accounts to mention: only those on this platform can be."""
    if not screen.pings:
        return ()
    return tuple(account for account in screen.awaits if account.platform == PLATFORM)


def _attached(screen: Screen) -> tuple[Image | File, ...]:
    return tuple(filter(None, (screen.image, screen.file)))


def _files(screen: Screen) -> list[discord.File]:
    return [
        discord.File(io.BytesIO(one.data), filename=one.name, description=cut(one.alt, ALT_MAX))
        for one in _attached(screen)
    ]
