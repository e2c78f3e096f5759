"""English."""

from __future__ import annotations

from bot.texts.english.games import GAMES
from bot.texts.english.house import HOUSE
from bot.texts.english.in_words import IN_WORDS

MESSAGES = {**HOUSE, **IN_WORDS, **GAMES}


def plural(count: int) -> str:
    """The plural form of a number."""
    return "one" if count == 1 else "other"
