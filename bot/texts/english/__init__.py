"""English."""

from __future__ import annotations

from bot.texts.english.games import GAMES
from bot.texts.english.house import HOUSE
from bot.texts.english.people import PEOPLE

MESSAGES = {**HOUSE, **GAMES, **PEOPLE}


def plural(count: int) -> str:
    """The plural form of a number."""
    return "one" if count == 1 else "other"
