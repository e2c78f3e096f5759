"""Of which kinds the options of commands are; the library takes for granted that they come as registered."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from discord import AppCommandOptionType, AppCommandType, InteractionType

from bot.platforms.discord.chat_ids import Interaction

_KINDS = {
    "opponent": AppCommandOptionType.user,
    "person": AppCommandOptionType.user,
    "record": AppCommandOptionType.attachment,
}
_RESOLVED = {AppCommandOptionType.user: "users", AppCommandOptionType.attachment: "attachments"}
"""Where what an id stands for is found."""
_TARGETS: Mapping[Any, str] = {AppCommandType.user.value: "users", AppCommandType.message.value: "messages"}
"""Where that is found at which a menu was opened, by the kind of the menu."""

Object = Mapping[str, Any]


def of(name: str) -> AppCommandOptionType:
    """The kind of all options of this name."""
    return _KINDS.get(name, AppCommandOptionType.string)


def options(interaction: Interaction) -> list[Object]:
    """The options of a command, whatever stands in them."""
    found = _data(interaction).get("options")
    return [one if isinstance(one, Mapping) else {} for one in found] if isinstance(found, list) else []


def as_ours(interaction: Interaction) -> bool:
    """Whether every option is of the kind that is registered under its name."""
    data = _data(interaction)
    if kind := _TARGETS.get(data.get("type")):
        return _resolved(data, kind, data.get("target_id"))
    typing = interaction.type is InteractionType.autocomplete  # then ids are not resolved
    return all(_is_ours(data, option, typing) for option in options(interaction))


def _is_ours(data: Object, option: Object, typing: bool) -> bool:
    kind, value = of(str(option.get("name"))), option.get("value")
    if option.get("type") != kind.value or not isinstance(value, str):
        return False
    if kind not in _RESOLVED:
        return True
    return value.isdecimal() if typing else _resolved(data, _RESOLVED[kind], value)


def _resolved(data: Object, kind: str, key: object) -> bool:
    resolved = data.get("resolved")
    found = resolved.get(kind) if isinstance(resolved, Mapping) else None
    return isinstance(found, Mapping) and isinstance(key, str) and key in found


def _data(interaction: Interaction) -> Object:
    return interaction.data or {}
