"""What players may say to each other: set phrases, and messages of their own; pure."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from bot.interface.capabilities import units
from bot.texts import LANGUAGES, Texts
from games.words import Words

PHRASES = (
    *("hello", "luck", "well_played", "good_game", "thanks"),
    *("moment", "little_time", "oops", "again", "bye"),
)
"""The set phrases, each the end of a key of the texts."""

MOST_CHARACTERS = 200
"""Of one message; as platforms count them, see `units`."""
DAY = 86_400  # seconds
HEARD_FOR = DAY
"""Seconds after the end of a match in which its players can still say something."""
KEPT_FOR = 7 * DAY
"""Seconds after which what was said is deleted."""
REPORTED_FOR = 30 * DAY
"""Seconds after which what was reported is deleted."""
IN_BUTTON = 40  # bytes of a message that a button can hold

_LIVE = re.compile(r"(?<=[@#$/])(?=\w)|(?<=:)(?=//)|(?<=\w\.)(?=[^\W\d_])")
_JOINER = "\u2060"  # joins words and shows nothing


def phrase(key: str, texts: Texts) -> str:
    """A set phrase in the reader's language."""
    return texts(f"phrase.{key}")


def phrase_of(words: Words) -> str | None:
    """The key of the set phrase that somebody has typed, in any language; None for a message of their own."""
    return _phrases().get(_folded(" ".join(words)))


def tidied(words: Words) -> str:
    """A message on one line, without what shows nothing and what no text can hold."""
    return " ".join("".join(sign for sign in " ".join(words) if _is_kept(sign)).split())


def is_too_long(said: str) -> bool:
    """So much cannot be said at once."""
    return units(said) > MOST_CHARACTERS


def fit_button(words: Words) -> bool:
    """A button can hold this message."""
    return len(" ".join(words).encode()) <= IN_BUTTON and not any(":" in word for word in words)


def harmless(said: str) -> str:
    """The same text with nothing in it that a platform would make a mention, a command or a link of."""
    return _LIVE.sub(_JOINER, said)


@cache
def _phrases() -> Mapping[str, str]:
    spoken = {_folded(phrase(key, texts)): key for texts in LANGUAGES.values() for key in PHRASES}
    return spoken | {_folded(key): key for key in PHRASES}


def _folded(said: str) -> str:
    return "".join(sign for sign in said.casefold() if sign.isalnum())


def _is_kept(sign: str) -> bool:
    """Signs that join or colour others, as in composed emoji, show nothing by themselves."""
    return sign.isprintable() or sign in " \u200c\u200d"
