"""A match proposed to two others: its buttons hold everything, so the people and the terms are kept short."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from bot.texts import words
from games.events import MATCH_ID_LENGTH
from games.words import Words

ROOM = 64 - len("pr::::") - MATCH_ID_LENGTH
"""Bytes in a button for the game, the two people and the terms."""
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_SHORT = re.compile(r"~[0-9a-z]+")


def short(account: str) -> str:
    """The id of an account for a button: a number in base 36, anything else as it is."""
    if not account.isascii() or not account.isdecimal() or account[0] == "0":
        return account
    number, letters = int(account), ""
    while number:
        number, digit = divmod(number, len(_DIGITS))
        letters = _DIGITS[digit] + letters
    return f"~{letters}"


def unshortened(word: str) -> str:
    return str(int(word[1:], len(_DIGITS))) if _SHORT.fullmatch(word) else word


def room_for_terms(game: str, people: Words) -> int:
    return ROOM - len(f"{game}{' '.join(people)}".encode())


@cache
def _between() -> re.Pattern[str]:
    """What stands between two names, with the blanks around it."""
    said = "|".join(map(re.escape, words("called.between")))
    return re.compile(rf"\s*[,&]\s*|\s+(?:{said})\s+", re.IGNORECASE)


def names_in(typed: Sequence[str]) -> tuple[str, str]:
    """Two names as typed: two words, or with a comma or an “and” between them; ("", "") if unclear."""
    names = [name.strip().removeprefix("@") for name in _between().split(" ".join(typed))]
    if len(names) == 1:
        names = [word.removeprefix("@") for word in typed]
    return (names[0], names[1]) if len(names) == 2 and all(names) else ("", "")
