"""A message as Discord shows it: text, picture with alt text, rows of buttons (Components V2).

The library checks hardly any length and Discord refuses a whole message for one letter too many: everything
is held against the limits here, in one table. The components are written as Discord gets them: an object of
the library for each would be made only to be taken apart again.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import discord
from discord import ComponentType as Type
from discord import ui

from bot.interface import Account, Button, File, Image, Link, PersonMenu, Screen
from bot.platforms import callback_data
from bot.platforms.discord.chat_ids import PLATFORM, jump_url
from bot.platforms.discord.settings import CAPABILITIES

TEXT_MAX = 4000  # characters in all text displays of a message
ALT_MAX = CAPABILITIES.alt_text  # of an attachment's and a gallery item's description
LABEL_MAX = 80
PLACEHOLDER_MAX = 150
ROW_MAX = CAPABILITIES.row_buttons
COMPONENTS_MAX = 40

_STYLES = {
    "plain": discord.ButtonStyle.secondary.value,
    "main": discord.ButtonStyle.primary.value,
    "danger": discord.ButtonStyle.danger.value,
}
_LIST = re.compile(r"^(\s*\d+)([.)])", re.MULTILINE)

Component = dict[str, Any]


class TooMuch(ValueError):
    """A message has more components than Discord takes; nothing of the kind is ever shown."""


def new(message: Screen) -> dict[str, Any]:
    """What sends a message: to be spread into the library's `send` methods. Made anew for each try."""
    shown, files = {"view": _view(message), "allowed_mentions": _mentioned(message)}, _files(message)
    return {**shown, "files": files} if files else shown


def changed(message: Screen) -> dict[str, Any]:
    """What replaces a message: to be spread into the library's `edit` methods. An edit notifies nobody."""
    return {
        "view": _view(message),
        "attachments": _files(message),
        "allowed_mentions": discord.AllowedMentions.none(),
    }


def plain(text: str) -> str:
    """Text as it stands: nothing in it makes a format, a mention or a link."""
    escaped = discord.utils.escape_markdown(text, ignore_links=False)
    escaped = escaped.replace("<", "\\<").replace("://", "\\://")
    return _LIST.sub(r"\1\\\2", escaped)


class _Prepared(ui.LayoutView):
    """Components as they are sent, for the library's methods that take a view."""

    def __init__(self, components: list[Component]) -> None:
        super().__init__(timeout=None)
        self._components = components
        self.stop()  # the library keeps no trace of it: presses are read from what the buttons carry

    def to_components(self) -> list[Component]:
        return self._components

    def has_components_v2(self) -> bool:
        return True


def _view(message: Screen) -> ui.LayoutView:
    components = list(_items(message))
    if message.colour is not None:
        components = [
            {"type": Type.container.value, "accent_color": message.colour, "components": components}
        ]
    if (count := _counted(components)) > COMPONENTS_MAX:
        raise TooMuch(f"{count} components")
    return _Prepared(components)


def _counted(components: Sequence[Component]) -> int:
    within = (_counted(component["components"]) for component in components if "components" in component)
    return len(components) + sum(within)


def _items(message: Screen) -> Iterator[Component]:
    if text := _text(message):
        yield {"type": Type.text_display.value, "content": text}
    for attached in _attached(message):
        media = {"url": f"attachment://{attached.name}"}
        if isinstance(attached, Image) or attached.media_type == "image/gif":
            shown = {"media": media, "description": cut(attached.alt, ALT_MAX) or None}
            yield {"type": Type.media_gallery.value, "items": [shown]}
        else:
            yield {"type": Type.file.value, "file": media}
    for row in message.rows:
        yield from _rows(_button(button) for button in row)
    if message.menu:
        yield from _rows([_menu(message.menu)])
    yield from _rows(_link(link) for link in message.links)
    if message.page:
        yield from _rows([_leading(message.page.label, message.page.url)])


def _text(message: Screen) -> str:
    """Title, text, and a mention of the notified player: that part is never cut."""
    mentions = " ".join(f"<@{account.id}>" for account in _notified(message))
    room = TEXT_MAX - len(mentions) - 1
    title = f"### {plain(message.title)}\n" if message.title else ""
    told = cut(f"{title}{counting_down(message)}".strip(), room)
    return f"{told}\n{mentions}" if mentions else told


def counting_down(message: Screen) -> str:
    """The text with days and times as each reader's own device tells them, and how far away they are."""
    text = plain(message.text)
    for said, at in message.moments:
        text = text.replace(plain(said), f"<t:{at}:f> (<t:{at}:R>)")
    return text


def _notified(message: Screen) -> tuple[Account, ...]:
    """Only the accounts of this platform can be mentioned."""
    return tuple(who for who in message.awaits if who.platform == PLATFORM) if message.pings else ()


def _mentioned(message: Screen) -> discord.AllowedMentions:
    """Only the mentioned player is ever notified."""
    users = [discord.Object(int(account.id)) for account in _notified(message)]
    return discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=users or False)


def _rows(parts: Iterable[Component]) -> Iterator[Component]:
    waiting = list(parts)
    for start in range(0, len(waiting), ROW_MAX):
        yield {"type": Type.action_row.value, "components": waiting[start : start + ROW_MAX]}


def _button(button: Button) -> Component:
    return {
        "type": Type.button.value,
        "style": _STYLES[button.style],
        "label": cut(button.label, LABEL_MAX),
        "custom_id": callback_data.encode(button.request),
        "disabled": button.disabled,
    }


def _menu(menu: PersonMenu) -> Component:
    return {
        "type": Type.user_select.value,
        "custom_id": callback_data.encode(menu.request),
        "placeholder": cut(menu.label, PLACEHOLDER_MAX),
    }


def _link(link: Link) -> Component:
    return _leading(link.label, jump_url(link.chat, link.message))


def _leading(label: str, url: str) -> Component:
    """A button that leads to an address."""
    return {
        "type": Type.button.value,
        "style": discord.ButtonStyle.link.value,
        "label": cut(label, LABEL_MAX),
        "url": url,
    }


def _attached(message: Screen) -> tuple[Image | File, ...]:
    return tuple(one for one in (message.image, message.file) if one is not None)


def _files(message: Screen) -> list[discord.File]:
    return [
        discord.File(io.BytesIO(one.data), filename=one.name, description=cut(one.alt, ALT_MAX))
        for one in _attached(message)
    ]


def cut(text: str, most: int) -> str:
    """The text, shortened where the platform would refuse it."""
    return text if len(text) <= most else f"{text[: most - 1]}…"
