"""What people and chats have chosen, as rows of the database and back."""

from __future__ import annotations

import sqlite3
from typing import Any

from storage.store import ChatSettings, Preferences

Row = tuple[Any, ...]


def from_preferences(chosen: Preferences) -> Row:
    """In the order of the columns of `preferences`."""
    switches = (int(chosen.text_only), int(chosen.reminders))
    quiet = chosen.quiet or (None, None)
    return (chosen.player, chosen.language, chosen.theme, *switches, *quiet, chosen.zone)


def to_preferences(row: sqlite3.Row) -> Preferences:
    """Whether quiet hours are set is told by the first of their two columns."""
    quiet = None if row["quiet_from"] is None else (row["quiet_from"], row["quiet_to"])
    switches = (bool(row["text_only"]), bool(row["reminders"]))
    return Preferences(row["player"], row["language"], row["theme"], *switches, quiet, row["zone"])


def from_chat_settings(chosen: ChatSettings) -> Row:
    """In the order of the columns of `chat_settings`."""
    place, look = (chosen.platform, chosen.place), (chosen.language, chosen.theme, int(chosen.text_only))
    return (*place, *look, chosen.challengers)


def to_chat_settings(row: sqlite3.Row) -> ChatSettings:
    """The columns have the names of the fields."""
    return ChatSettings(**{**dict(row), "text_only": bool(row["text_only"])})
