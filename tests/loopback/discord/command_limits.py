"""What the service refuses in application commands and in the choices of an autocomplete."""

from __future__ import annotations

import re
import unicodedata
from typing import Any

from tests.loopback.discord.refusals import Body, Form, Path, Refusal

SLASH, USER_MENU, MESSAGE_MENU = 1, 2, 3
STRING, INTEGER, NUMBER = 3, 4, 10
CHOOSABLE = (STRING, INTEGER, NUMBER)
MOST = {SLASH: 100, USER_MENU: 15, MESSAGE_MENU: 15}
LOCALES = frozenset(
    re.findall(
        r"\S+",
        "ar bg cs da de el en-GB en-US es-419 es-ES fi fr he hi hr hu id it ja ko lt nl no pl pt-BR ro ru"
        " sv-SE th tr uk vi zh-CN zh-TW",
    )
)
TEXTS = {"name", "name_localizations", "description", "description_localizations"}
COMMAND = frozenset(
    TEXTS | {"id", "type", "options", "default_member_permissions", "dm_permission", "nsfw"}
    | {"contexts", "integration_types", "handler"}
)  # fmt: skip
OPTION = frozenset(
    TEXTS | {"type", "required", "choices", "options", "channel_types", "autocomplete"}
    | {"min_value", "max_value", "min_length", "max_length"}
)  # fmt: skip
CHOICE = frozenset({"name", "name_localizations", "value"})


def check_commands(commands: Any) -> None:
    """A whole set of commands (`Refusal` 50035 or 30032)."""
    form = Form()
    if form.length((), commands, 0, sum(MOST.values())):
        for at, command in enumerate(commands):
            form.mapping((at,), command)
    form.close()
    for kind, most in MOST.items():
        if sum(command.get("type", SLASH) == kind for command in commands) > most:
            raise Refusal(30032)
    named = set()
    for at, command in enumerate(commands):
        _command(form, (at,), command)
        key = (command.get("type", SLASH), command.get("name"))
        if key in named:
            form.add(
                (at, "name"),
                "APPLICATION_COMMANDS_DUPLICATE_NAME",
                "Application command names must be unique",
            )
        named.add(key)
    form.close()


def check_choices(choices: Any) -> None:
    """The answer to an autocomplete: at most 25 (`Refusal` 50035)."""
    form = Form()
    path = ("data", "choices")
    if form.length(path, choices, 0, 25):
        for at, choice in enumerate(choices):
            _choice(form, (*path, at), choice, STRING)
    form.close()


def _command(form: Form, path: Path, command: Body) -> None:
    if not form.fields(path, command, COMMAND):
        return
    kind = command.get("type", SLASH)
    if not form.choice((*path, "type"), kind, (SLASH, USER_MENU, MESSAGE_MENU)):
        return
    _names(form, path, command, strict=kind == SLASH)
    if kind == SLASH:
        _descriptions(form, path, command)
        _options(form, path, command)
    elif command.get("description") or command.get("options"):
        form.add(
            (*path, "description"),
            "APPLICATION_COMMAND_CONTEXT_MENU_DESCRIPTION",
            "Context menu commands cannot have a description or options",
        )
    _places(form, path, command)
    if _size(command) > 8000:
        form.add(path, "APPLICATION_COMMAND_TOO_LARGE", "Command exceeds maximum size (8000)")


def _places(form: Form, path: Path, command: Body) -> None:
    installs = command.get("integration_types")
    for name, allowed in (("contexts", (0, 1, 2)), ("integration_types", (0, 1))):
        values = command.get(name)
        if values is None:
            continue
        for at, value in enumerate(values):
            form.choice((*path, name, at), value, allowed)
        if not values or len(set(values)) != len(values):
            form.add((*path, name), "SET_TYPE_ALREADY_CONTAINS_VALUE", "One to three different values")
    if 2 in (command.get("contexts") or ()) and installs is not None and 1 not in installs:
        form.add((*path, "contexts"), "APPLICATION_COMMAND_INVALID_CONTEXT", "Only where users install it")


def _names(form: Form, path: Path, thing: Body, strict: bool) -> None:
    _localized(form, path, thing, "name", 32)
    for where, name in [("name", thing.get("name")), *(thing.get("name_localizations") or {}).items()]:
        place = (*path, where) if where == "name" else (*path, "name_localizations", where)
        if strict and isinstance(name, str) and not is_name(name):
            form.add(place, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")


def _descriptions(form: Form, path: Path, thing: Body) -> None:
    _localized(form, path, thing, "description", 100)


def _localized(form: Form, path: Path, thing: Body, name: str, most: int) -> None:
    form.text((*path, name), thing.get(name), 1, most)
    for locale, text in (thing.get(f"{name}_localizations") or {}).items():
        place = (*path, f"{name}_localizations", locale)
        form.text(place, text, 1, most)
        if locale not in LOCALES:
            form.add(place, "APPLICATION_COMMAND_INVALID_LOCALE", "There is no such locale")


def _options(form: Form, path: Path, command: Body) -> None:
    options = command.get("options") or []
    if not form.length((*path, "options"), options, 0, 25):
        return
    optional = False
    names = set[tuple[str, Any]]()
    for at, option in enumerate(options):
        place = (*path, "options", at)
        _option(form, place, option)
        if option.get("required") and optional:
            form.add(
                place,
                "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
                "Required options must be placed before non-required options",
            )
        called = {("", option.get("name")), *(option.get("name_localizations") or {}).items()}
        if called & names:
            form.add(place, "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS", "Option names must be unique")
        names |= called
        optional = optional or not option.get("required")


def _option(form: Form, path: Path, option: Body) -> None:
    if not form.fields(path, option, OPTION):
        return
    form.choice((*path, "type"), option.get("type"), tuple(range(1, 12)))
    _names(form, path, option, strict=True)
    _descriptions(form, path, option)
    choices = option.get("choices") or []
    if choices and option.get("autocomplete"):
        form.add(path, "APPLICATION_COMMAND_AUTOCOMPLETE_CHOICES", "Not with choices")
    if (choices or option.get("autocomplete")) and option.get("type") not in CHOOSABLE:
        form.add(path, "APPLICATION_COMMAND_OPTION_TYPE", "Only texts and numbers have choices")
    if form.length((*path, "choices"), choices, 0, 25):
        for at, choice in enumerate(choices):
            _choice(form, (*path, "choices", at), choice, int(option.get("type", STRING)))
    if option.get("options"):
        _options(form, path, option)


def _choice(form: Form, path: Path, choice: Body, kind: int) -> None:
    if not form.fields(path, choice, CHOICE):
        return
    _localized(form, path, choice, "name", 100)
    if kind == STRING:
        form.text((*path, "value"), choice.get("value"), 1, 100)
    elif not isinstance(choice.get("value"), int | float):
        form.add((*path, "value"), "NUMBER_TYPE_COERCE", "Value is not a number")


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
