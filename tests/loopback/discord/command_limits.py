"""What the service refuses in application commands beyond what its description says."""

from __future__ import annotations

import re
import unicodedata
from typing import Any

from tests.loopback.discord.refusals import Body, Form, Path, Refusal

SLASH, USER_MENU, MESSAGE_MENU, ENTRY_POINT = 1, 2, 3, 4
HANDLERS = (1, 2)  # the bot, Discord
CHOOSABLE = (3, 4, 10)  # texts, integers, numbers
MOST = {SLASH: 100, USER_MENU: 15, MESSAGE_MENU: 15, ENTRY_POINT: 1}
LOCALES = frozenset(
    re.findall(
        r"\S+",
        "ar bg cs da de el en-GB en-US es-419 es-ES fi fr he hi hr hu id it ja ko lt nl no pl pt-BR ro ru"
        " sv-SE th tr uk vi zh-CN zh-TW",
    )
)


def check_commands(commands: list[Body]) -> None:
    """A whole set of commands (`Refusal` 50035 or 30032)."""
    form = Form()
    for kind, most in MOST.items():
        if sum(command.get("type", SLASH) == kind for command in commands) > most:
            raise Refusal(30032)
    named = set()
    for at, command in enumerate(commands):
        _command(form, (at,), command)
        key = (command.get("type", SLASH), command.get("name"))
        if key in named:
            form.add((at, "name"), "APPLICATION_COMMANDS_DUPLICATE_NAME", "Names must be unique")
        named.add(key)
    form.close()


def _command(form: Form, path: Path, command: Body) -> None:
    kind = command.get("type", SLASH)
    _names(form, path, command, strict=kind == SLASH)
    if kind == SLASH:
        if not command.get("description"):
            form.add((*path, "description"), "BASE_TYPE_REQUIRED", "This field is required")
        _options(form, path, command)
    elif kind == ENTRY_POINT:
        form.choice((*path, "handler"), command.get("handler"), HANDLERS)
        if command.get("options"):
            form.add(path, "APPLICATION_COMMAND_OPTIONS", "Only slash commands have options")
    elif command.get("description") or command.get("options"):
        form.add(path, "APPLICATION_COMMAND_CONTEXT_MENU_DESCRIPTION", "Menus have no description or options")
    installs = command.get("integration_types")
    if 2 in (command.get("contexts") or ()) and installs is not None and 1 not in installs:
        form.add((*path, "contexts"), "APPLICATION_COMMAND_INVALID_CONTEXT", "Only where users install it")
    if _size(command) > 8000:
        form.add(path, "APPLICATION_COMMAND_TOO_LARGE", "Command exceeds maximum size (8000)")


def _names(form: Form, path: Path, thing: Body, strict: bool) -> None:
    localized = thing.get("name_localizations") or {}
    for locale in {*localized, *(thing.get("description_localizations") or {})} - LOCALES:
        form.add((*path, locale), "APPLICATION_COMMAND_INVALID_LOCALE", "There is no such locale")
    for name in (thing["name"], *localized.values()) if strict else ():
        if not is_name(name):
            form.add((*path, "name"), "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")


def _options(form: Form, path: Path, command: Body) -> None:
    optional = False
    names = set[tuple[str, Any]]()
    for at, option in enumerate(command.get("options") or []):
        place = (*path, "options", at)
        _option(form, place, option)
        if option.get("required") and optional:
            form.add(place, "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", "Required options come first")
        called = {("", option.get("name")), *(option.get("name_localizations") or {}).items()}
        if called & names:
            form.add(place, "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS", "Option names must be unique")
        names |= called
        optional = optional or not option.get("required")


def _option(form: Form, path: Path, option: Body) -> None:
    _names(form, path, option, strict=True)
    choices = option.get("choices") or []
    if choices and option.get("autocomplete"):
        form.add(path, "APPLICATION_COMMAND_AUTOCOMPLETE_CHOICES", "Not with choices")
    if (choices or option.get("autocomplete")) and option.get("type") not in CHOOSABLE:
        form.add(path, "APPLICATION_COMMAND_OPTION_TYPE", "Only texts and numbers have choices")
    for at, choice in enumerate(choices):
        _names(form, (*path, "choices", at), choice, strict=False)


def is_name(name: str) -> bool:
    """Lower case letters and digits of any script, `-`, `_`, `'`."""
    return name == name.lower() and all(_is_name_letter(letter) for letter in name)


def _is_name_letter(letter: str) -> bool:
    marks = unicodedata.name(letter, "").startswith(("DEVANAGARI", "THAI"))
    return letter in "-_'" or unicodedata.category(letter)[0] in "LN" or marks


def _size(thing: Body) -> int:
    """Characters of names, descriptions and values, each in its longest language."""
    size = 0
    for name in ("name", "description"):
        texts = [thing.get(name) or "", *(thing.get(f"{name}_localizations") or {}).values()]
        size += max(len(str(text)) for text in texts)
    size += len(str(thing.get("value", "")))
    return size + sum(_size(part) for name in ("options", "choices") for part in thing.get(name) or [])
