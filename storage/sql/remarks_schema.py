"""The tables of what players say to each other, and of who does not hear whom."""

from __future__ import annotations

from storage.sql.steps import Step

REMARKS = Step(
    "remarks",
    (
        """
        CREATE TABLE remarks (
            number INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            match TEXT NOT NULL REFERENCES matches,
            player TEXT NOT NULL,
            reader TEXT NOT NULL,
            said TEXT NOT NULL,
            phrase INTEGER NOT NULL,
            at INTEGER NOT NULL,
            until INTEGER NOT NULL,
            platform TEXT,
            chat TEXT,
            private INTEGER,
            message TEXT,
            reporter TEXT,
            reported INTEGER,
            waiting INTEGER AS (message IS NULL) VIRTUAL
        ) STRICT
        """,
        "CREATE INDEX remarks_waiting ON remarks (waiting) WHERE waiting = 1",
        "CREATE INDEX remarks_by_until ON remarks (until)",
        "CREATE INDEX remarks_by_player ON remarks (player)",
        "CREATE INDEX remarks_by_reader ON remarks (reader)",
        "CREATE INDEX remarks_by_reporter ON remarks (reporter) WHERE reporter IS NOT NULL",
        "CREATE INDEX remarks_reported ON remarks (reported) WHERE reported IS NOT NULL",
        "CREATE INDEX remarks_reported_of_match ON remarks (match) WHERE reported IS NOT NULL",
        """
        CREATE TABLE mutes (
            player TEXT NOT NULL,
            muted TEXT NOT NULL,
            PRIMARY KEY (player, muted),
            CHECK (player <> muted)
        ) STRICT, WITHOUT ROWID
        """,
        "CREATE INDEX mutes_by_muted ON mutes (muted)",
        """
        CREATE TABLE silences (
            platform TEXT NOT NULL,
            place TEXT NOT NULL,
            player TEXT NOT NULL,
            PRIMARY KEY (platform, place, player)
        ) STRICT, WITHOUT ROWID
        """,
        "CREATE INDEX silences_by_player ON silences (player)",
        # Whether a player wants to read words of opponents, and whether there are any in a chat.
        "ALTER TABLE preferences ADD COLUMN words INTEGER NOT NULL DEFAULT 1",
        "ALTER TABLE chat_settings ADD COLUMN words INTEGER NOT NULL DEFAULT 1",
    ),
)
