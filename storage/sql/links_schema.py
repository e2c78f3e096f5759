"""The steps of the schema that are about the accounts of one person, and about forgetting them."""

from __future__ import annotations

from storage.sql.steps import Step

LINKS = Step(
    "links",
    (
        # Only the hash of a code: who reads the file cannot type it. One code an account, the newest.
        """
        CREATE TABLE link_codes (
            platform TEXT NOT NULL,
            account TEXT NOT NULL,
            digest TEXT NOT NULL UNIQUE,
            expires INTEGER NOT NULL,
            used INTEGER NOT NULL DEFAULT 0,
            PRIMARY KEY (platform, account)
        ) STRICT, WITHOUT ROWID
        """,
        # The log keeps the ids it was written with; who has become whom is looked up when it is read.
        """
        CREATE TABLE former_players (
            former TEXT PRIMARY KEY,
            player TEXT NOT NULL,
            CHECK (former <> player)
        ) STRICT, WITHOUT ROWID
        """,
        "CREATE INDEX former_players_by_player ON former_players (player)",
    ),
)

FORGETTING = Step(
    "forgetting",
    (
        "CREATE INDEX boards_by_player ON boards (player) WHERE player IS NOT NULL",
        "CREATE INDEX seen_by_player ON seen (player)",
    ),
)

WRONG_CODES = Step(
    "wrong codes",
    (
        # Guessing has to wait, also when the bot has been restarted meanwhile.
        """
        CREATE TABLE wrong_codes (
            platform TEXT NOT NULL,
            account TEXT NOT NULL,
            count INTEGER NOT NULL,
            since INTEGER NOT NULL,
            PRIMARY KEY (platform, account)
        ) STRICT, WITHOUT ROWID
        """,
    ),
)

HASHED_WRONG_CODES = Step(
    "hashed wrong codes",
    (
        # By the keyed hash of an account: who has themselves forgotten meanwhile does not guess on.
        "DELETE FROM wrong_codes",
        "CREATE INDEX wrong_codes_by_age ON wrong_codes (since)",
    ),
)
