"""Upgrade "2": from the first layout with numbered upgrades to one with what friends do together.

New are plans, votes, standing messages, puzzles that are shared, and sentences that readers find odd.
"""

from __future__ import annotations

from collections.abc import Iterator

from storage.sql import puzzles, sentences, standing, votes
from storage.sql.matches import PLANS
from storage.sql.settings import CHAT_SETTINGS, PREFERENCES
from storage.sql.table import SqlTypes, Table

NEW = (PLANS, *standing.TABLES, *puzzles.TABLES, *votes.TABLES, *sentences.TABLES)
ADDED = ("message", "shown")
"""Columns of tournaments: the message of a round, and a digest of what it shows."""
GONE = ("daily_puzzles", "wrong_codes")

IN_WORDS = "CASE text_only WHEN 1 THEN 'on' ELSE 'off' END"
"""`text` of preferences and chats, which was yes or no before."""

_PREFERENCES = f"""
    SELECT player, language, theme, {IN_WORDS}, 0, reminders, quiet_from, quiet_to, zone, words, 0, away, 1,
        revision
    FROM kept
"""


def chat_settings_in(table: str) -> str:
    """The query for `chat_settings` of today, from a table of that layout and `daily_puzzles`."""
    return f"""
        SELECT chosen.platform, chosen.place, language, theme, {IN_WORDS}, challengers, words, seeks, results,
            coalesce(daily.chat, ''), coalesce(daily.zone, 'UTC'), threads, revision
        FROM {table} AS chosen LEFT JOIN daily_puzzles AS daily
            ON daily.platform = chosen.platform AND daily.place = chosen.place
        UNION ALL
        SELECT platform, place, '', '', 'off', 'everyone', 1, 0, '', chat, zone, 0, 1
        FROM daily_puzzles AS daily
        WHERE NOT EXISTS (
            SELECT 1 FROM {table} AS chosen
            WHERE chosen.platform = daily.platform AND chosen.place = daily.place
        )
    """


def statements(types: SqlTypes) -> Iterator[str]:
    """What leads there from the first layout."""
    for table in NEW:
        yield from table.creation(types)
    yield from _made_anew(PREFERENCES, _PREFERENCES, types)
    yield from _made_anew(CHAT_SETTINGS, chat_settings_in("kept"), types)
    for column in ADDED:
        yield f"ALTER TABLE tournaments ADD COLUMN {column} {types['text']} NOT NULL DEFAULT ''"
    for name in GONE:
        yield f"DROP TABLE {name}"


def _made_anew(table: Table, rows: str, types: SqlTypes) -> Iterator[str]:
    """Make a table anew, with rows from the one that was there, which is called `kept` meanwhile."""
    yield f"CREATE TABLE kept AS SELECT * FROM {table.name}"
    yield f"DROP TABLE {table.name}"
    yield from table.creation(types)
    yield f"INSERT INTO {table.name} ({table.all}) {rows}"
    yield "DROP TABLE kept"
