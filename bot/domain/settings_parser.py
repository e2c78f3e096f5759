"""Settings of people and of chats, and how they are written: `theme=dark`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, TypeVar, get_args

from bot.domain.time_zones import zone_called
from bot.interface import THEMES
from bot.texts import DEFAULT, LANGUAGES, folded, language_names, texts_for, translations
from games.words import Words
from storage.people import Challengers, ChatSettings, InWords, Preferences, Reminders

AUTOMATIC = "auto"
ON, OFF = "on", "off"
CHALLENGERS: tuple[Challengers, ...] = ("everyone", "managers", "nobody")

PERSONAL = ("language", "theme", "text", "touch", "words", "named", "pages", "reminders", "quiet", "zone")
OF_CHATS = ("language", "theme", "text", "words", "challengers", "seeks", "threads")
DAILY = "daily"
RESULTS = "results"
BLOCKING = ("block", "unblock")

SWITCH = (ON, OFF)
CHOICES: Mapping[str, tuple[str, ...]] = {
    "language": (AUTOMATIC, *LANGUAGES),
    "theme": (AUTOMATIC, *THEMES),
    "text": get_args(InWords),
    "touch": SWITCH,
    "reminders": get_args(Reminders),
    "words": SWITCH,
    "named": SWITCH,
    "pages": SWITCH,
    "challengers": CHALLENGERS,
    "seeks": SWITCH,
    "threads": SWITCH,
}
"""The values of each setting that has only a few."""

_HOURS = re.compile(r"(\d{1,2})-(\d{1,2})")

Stored = TypeVar("Stored", Preferences, ChatSettings)
Pairs = tuple[tuple[str, str], ...]


class NotAllowed(Exception):
    """The setting does not exist, or does not accept the value.

    Attributes:
        setting: its name; "" if it does not exist.
        said: the word or the value in question.
    """

    def __init__(self, setting: str, said: str) -> None:
        self.setting, self.said = setting, said
        super().__init__(setting)


def pairs(words: Words, known: Iterable[str]) -> Pairs:
    """Split words such as `theme=dark`; a word without `=` continues the previous value, as in a name.

    Raises:
        NotAllowed: a setting is not in `known`, or the first word has no `=`.
    """
    found: list[tuple[str, str]] = []
    for word in words:
        name, sign, value = word.partition("=")
        if sign and name.lower() in known:
            found.append((name.lower(), value))
        elif found and not sign:
            found[-1] = (found[-1][0], f"{found[-1][1]} {word}".strip())
        else:
            raise NotAllowed("", word)
    return tuple(found)


def adjusted(chosen: Stored, changes: Pairs) -> Stored:
    """Apply changes to the settings of a player or a chat.

    Raises:
        NotAllowed: nothing is changed then.
    """
    values = {setting: _parse(setting, word) for setting, word in changes}
    return replace(chosen, **values)


def as_words(chosen: Preferences | ChatSettings) -> dict[str, str]:
    """The value of each setting as a word that `adjusted` accepts."""
    names = OF_CHATS if isinstance(chosen, ChatSettings) else PERSONAL
    return {name: _word(name, getattr(chosen, name)) for name in names}


def _word(setting: str, value: Any) -> str:
    if setting == "quiet":
        return "-".join(str(minute // 60) for minute in value) if value else OFF
    if CHOICES.get(setting) == SWITCH:
        return ON if value else OFF
    return str(value or AUTOMATIC)


def _parse(setting: str, word: str) -> Any:
    """A word as the value in the store.

    Raises:
        NotAllowed: the setting does not accept it.
    """
    value = "quarter" if (setting, word.lower()) == ("reminders", ON) else _called(setting, folded(word))
    match setting:
        case "quiet":
            return _hours(word)
        case "zone" if zone := zone_called(word):
            return zone
        case _ if value not in CHOICES.get(setting, ()):
            raise NotAllowed(setting, word)
    if CHOICES[setting] == SWITCH:
        return value == ON
    return "" if value == AUTOMATIC else value


def _called(setting: str, word: str) -> str:
    """The value that a button calls by this word, in any language; the word itself if none does."""
    values = CHOICES.get(setting, ())
    if word in values:
        return word
    for value in values:
        labels = map(folded, _labels(setting, value))
        if any(word in (label, label.partition(",")[0]) for label in labels):
            return value
    return word


def _labels(setting: str, value: str) -> Iterable[str]:
    """How buttons call a value, in all languages."""
    if setting == "language" and value in language_names():
        return (language_names()[value],)
    key = f"setting.{setting}.{value}"
    return translations(key).values() if key in texts_for(DEFAULT).messages else ()


def _hours(word: str) -> tuple[int, int] | None:
    """Quiet hours such as `22-7`, in minutes of the day; None if they are off."""
    if word.lower() == OFF:
        return None
    found = _HOURS.fullmatch(word)
    hours = tuple(map(int, found.groups())) if found else ()
    if len(set(hours)) != 2 or max(hours) > 23:
        raise NotAllowed("quiet", word)
    return 60 * hours[0], 60 * hours[1]
