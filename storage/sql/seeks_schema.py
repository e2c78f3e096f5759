"""The table of those who look for an opponent, and where such are listed."""

from __future__ import annotations

from storage.sql.steps import Step

SEEKS = Step(
    "seeks",
    (
        """
        CREATE TABLE seeks (
            id TEXT NOT NULL UNIQUE,
            player TEXT NOT NULL,
            game TEXT NOT NULL,
            terms TEXT NOT NULL,
            lowest INTEGER NOT NULL,
            highest INTEGER NOT NULL,
            platform TEXT NOT NULL,
            press TEXT NOT NULL,
            at INTEGER NOT NULL,
            until INTEGER NOT NULL,
            PRIMARY KEY (player, game)
        ) STRICT, WITHOUT ROWID
        """,
        "CREATE INDEX seeks_by_age ON seeks (at, id)",
        "CREATE INDEX seeks_by_game ON seeks (game, at, id)",
        "CREATE INDEX seeks_by_until ON seeks (until)",
        # Whether in a chat those are listed who look for an opponent elsewhere: it is asked for.
        "ALTER TABLE chat_settings ADD COLUMN seeks INTEGER NOT NULL DEFAULT 0",
    ),
)

MEETINGS = Step(
    "meetings",
    (
        # Which matches are with somebody who was met by looking: of these there are few at a time.
        "CREATE TABLE meetings (match TEXT PRIMARY KEY) STRICT, WITHOUT ROWID",
    ),
)
