"""The table of the notices that players are still to get; see `storage.sql.schema`."""

from __future__ import annotations

from storage.sql.steps import Step

OWED_NOTICES = Step(
    "owed notices",
    (
        # Times in seconds since 1970. Those that were told are counted for five minutes.
        """
        CREATE TABLE notices (
            player TEXT NOT NULL,
            match TEXT NOT NULL REFERENCES matches,
            question INTEGER NOT NULL,
            since INTEGER NOT NULL,
            due INTEGER NOT NULL,
            told INTEGER NOT NULL,
            PRIMARY KEY (player, match)
        ) STRICT, WITHOUT ROWID
        """,
        "CREATE INDEX notices_by_due ON notices (told, due)",
    ),
)
