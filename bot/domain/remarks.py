"""Remarks, which players send each other: set phrases and free text."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from bot.domain.terms import DAY
from bot.texts import Texts, folded, translations, units
from games.words import Words
from storage.remarks import Remark as Remark  # for those who may not import the store

PHRASES = (
    *("hello", "luck", "well_played", "good_game", "thanks"),
    *("moment", "little_time", "oops", "again", "bye"),
)
"""The set phrases; each is the end of a text key."""

MOST_CHARACTERS = 200  # UTF-16 units of a remark
HEARD_FOR = DAY  # after the end of a match
KEPT_FOR = 7 * DAY
REPORTED_FOR = 30 * DAY  # instead of `KEPT_FOR`
IN_BUTTON = 40  # most bytes of a remark that a button can hold

_LIVE = re.compile(r"(?<=[@#$/])(?=\w)|(?<=:)(?=//)|(?<=\w\.)(?=[^\W\d_])")
"""Places after which a platform could see a mention, a command, or a link with or without `://`."""
_JOINER = "\u2060"  # invisible word joiner
_IN_EMOJI = " \u200c\u200d"  # unprintable by themselves, but composed emoji need them


def phrase(key: str, texts: Texts) -> str:
    return texts(f"phrase.{key}")


def phrase_of(words: Words) -> str | None:
    """The key of the set phrase typed in any language; None for free text."""
    return _phrases().get(_folded(" ".join(words)))


def tidied(words: Words) -> str:
    """Free text on one line, without unprintable characters."""
    kept = (sign for sign in " ".join(words) if sign.isprintable() or sign in _IN_EMOJI)
    return " ".join("".join(kept).split())


def is_too_long(text: str) -> bool:
    return units(text) > MOST_CHARACTERS


def fit_button(words: Words) -> bool:
    return len(" ".join(words).encode()) <= IN_BUTTON and not any(":" in word for word in words)


def harmless(text: str) -> str:
    """The text with invisible joiners, so that no platform turns parts into mentions, commands or links."""
    return _LIVE.sub(_JOINER, text)


@cache
def _phrases() -> Mapping[str, str]:
    spoken = {_folded(said): key for key in PHRASES for said in translations(f"phrase.{key}").values()}
    return spoken | {_folded(key): key for key in PHRASES}


def _folded(text: str) -> str:
    return "".join(sign for sign in folded(text) if sign.isalnum())
