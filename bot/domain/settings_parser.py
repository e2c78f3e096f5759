"""Parse settings such as `theme=dark`, of people and of chats. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, get_args

from bot.domain.time_zones import zone_called
from bot.interface.screens import THEMES
from bot.texts import LANGUAGES
from games.words import Words
from storage.people import Challengers, ChatSettings, Preferences, Reminders

AUTOMATIC = "auto"
ON, OFF = "on", "off"
CHALLENGERS: tuple[Challengers, ...] = ("everyone", "managers", "nobody")

PERSONAL = ("language", "theme", "text", "reminders", "words", "quiet", "zone")
OF_CHATS = ("language", "theme", "text", "words", "challengers", "seeks", "threads")
DAILY = "daily"
RESULTS = "results"
BLOCKING = ("block", "unblock")

_HOURS = re.compile(r"(\d{1,2})-(\d{1,2})")
_FIELDS = {"text": "text_only"}
"""Settings whose field in the store has another name."""

Pairs = tuple[tuple[str, str], ...]
"""Pairs of setting and value."""


class NotAllowed(Exception):
    """The setting does not exist, or does not accept the value.

    Attributes:
        setting: its name; "" if it does not exist.
        said: the word or the value in question.
    """

    def __init__(self, setting: str, said: str) -> None:
        self.setting, self.said = setting, said
        super().__init__(setting)


def choices() -> Mapping[str, tuple[str, ...]]:
    """The values of each setting that has only a few."""
    switch = (ON, OFF)
    return {
        "language": (AUTOMATIC, *LANGUAGES),
        "theme": THEMES,
        "text": switch,
        "reminders": get_args(Reminders),
        "words": switch,
        "challengers": CHALLENGERS,
        "seeks": switch,
        "threads": switch,
    }


def pairs(words: Words, known: Iterable[str]) -> Pairs:
    """Split words such as `theme=dark`; a word without `=` continues the previous value, as in a name.

    Raises:
        NotAllowed: a setting is not in `known`, or the first word has no `=`.
    """
    found: list[tuple[str, str]] = []
    for word in words:
        name, parted, value = word.partition("=")
        if parted and name.lower() in known:
            found.append((name.lower(), value))
        elif found and not parted:
            found[-1] = (found[-1][0], f"{found[-1][1]} {word}".strip())
        else:
            raise NotAllowed("", word)
    return tuple(found)


def adjusted(chosen: Preferences, said: Pairs) -> Preferences:
    """Apply changes to a player's preferences.

    Raises:
        NotAllowed: nothing is changed then.
    """
    return replace(chosen, **_changes(said))


def adjusted_chat(chosen: ChatSettings, said: Pairs) -> ChatSettings:
    """Apply changes to the settings of a chat.

    Raises:
        NotAllowed: nothing is changed then.
    """
    return replace(chosen, **_changes(said))


def as_words(chosen: Preferences | ChatSettings) -> dict[str, str]:
    """The value of each setting as a word that `adjusted` or `adjusted_chat` accepts."""
    words = {
        "language": chosen.language or AUTOMATIC,
        "theme": chosen.theme,
        "text": ON if chosen.text_only else OFF,
        "words": ON if chosen.words else OFF,
    }
    if isinstance(chosen, ChatSettings):
        switches = {name: ON if getattr(chosen, name) else OFF for name in ("seeks", "threads")}
        return {**words, "challengers": chosen.challengers, **switches}
    quiet = "-".join(str(minute // 60) for minute in chosen.quiet) if chosen.quiet else OFF
    return {**words, "reminders": chosen.reminders, "quiet": quiet, "zone": chosen.zone}


def _changes(said: Pairs) -> dict[str, Any]:
    return {_FIELDS.get(setting, setting): _value(setting, value) for setting, value in said}


def _value(setting: str, said: str) -> object:
    """Parse a value into the type of the store.

    Raises:
        NotAllowed: the setting does not accept the value.
    """
    value = "quarter" if (setting, said.lower()) == ("reminders", ON) else said.lower()
    match setting:
        case "quiet":
            return _quiet(said)
        case "zone" if zone := zone_called(said):
            return zone
        case "zone":
            raise NotAllowed(setting, said)
    if value not in choices()[setting]:
        raise NotAllowed(setting, said)
    if setting in ("text", "words", "seeks", "threads"):
        return value == ON
    return "" if value == AUTOMATIC else value


def _quiet(said: str) -> tuple[int, int] | None:
    if said.lower() == OFF:
        return None
    found = _HOURS.fullmatch(said)
    hours = tuple(map(int, found.groups())) if found else ()
    if len(set(hours)) != 2 or max(hours) > 23:
        raise NotAllowed("quiet", said)
    return 60 * hours[0], 60 * hours[1]
