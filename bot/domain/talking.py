"""Messages between players: set phrases and free text. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from bot.interface.screens import units
from bot.texts import LANGUAGES, Texts
from games.words import Words

PHRASES = (
    *("hello", "luck", "well_played", "good_game", "thanks"),
    *("moment", "little_time", "oops", "again", "bye"),
)
"""The set phrases; each is the end of a text key."""

MOST_CHARACTERS = 200
"""Most characters of a message, counted in UTF-16 units."""
DAY = 86_400  # seconds
HEARD_FOR = DAY
"""Seconds after the end of a match during which its players can still send messages."""
KEPT_FOR = 7 * DAY
"""Seconds after which a message is deleted."""
REPORTED_FOR = 30 * DAY
"""Seconds after which a reported message is deleted."""
IN_BUTTON = 40  # most bytes of a message that a button can hold

_LIVE = re.compile(r"(?<=[@#$/])(?=\w)|(?<=:)(?=//)|(?<=\w\.)(?=[^\W\d_])")
_JOINER = "\u2060"  # invisible word joiner


def phrase(key: str, texts: Texts) -> str:
    """A set phrase in the reader's language."""
    return texts(f"phrase.{key}")


def phrase_of(words: Words) -> str | None:
    """The key of the set phrase typed in any language; None for free text."""
    return _phrases().get(_folded(" ".join(words)))


def tidied(words: Words) -> str:
    """A message on one line, without unprintable characters."""
    return " ".join("".join(sign for sign in " ".join(words) if _is_kept(sign)).split())


def is_too_long(said: str) -> bool:
    """Whether a message exceeds the limit."""
    return units(said) > MOST_CHARACTERS


def fit_button(words: Words) -> bool:
    """Whether a button can hold this message."""
    return len(" ".join(words).encode()) <= IN_BUTTON and not any(":" in word for word in words)


def harmless(said: str) -> str:
    """The text with invisible joiners, so that no platform turns parts into mentions, commands or links."""
    return _LIVE.sub(_JOINER, said)


@cache
def _phrases() -> Mapping[str, str]:
    spoken = {_folded(phrase(key, texts)): key for texts in LANGUAGES.values() for key in PHRASES}
    return spoken | {_folded(key): key for key in PHRASES}


def _folded(said: str) -> str:
    return "".join(sign for sign in said.casefold() if sign.isalnum())


def _is_kept(sign: str) -> bool:
    """Keep the joiners in composed emoji, which are not printable by themselves."""
    return sign.isprintable() or sign in " \u200c\u200d"
