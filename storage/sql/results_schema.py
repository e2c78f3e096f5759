"""The steps of the schema that are about results, ratings and reviews; see `storage.sql.schema`."""

from __future__ import annotations

from storage.sql.steps import Step

RESULTS = Step(
    "results",
    (
        # Numbered as they were stored: in that order ratings follow from them.
        """
        CREATE TABLE results (
            number INTEGER PRIMARY KEY,
            match TEXT NOT NULL UNIQUE REFERENCES matches,
            game TEXT NOT NULL,
            house_rules TEXT NOT NULL,
            first TEXT NOT NULL,
            second TEXT NOT NULL,
            winner INTEGER,
            reason TEXT NOT NULL,
            plies INTEGER NOT NULL,
            ended INTEGER NOT NULL,
            counts TEXT NOT NULL,
            first_value REAL,
            first_deviation REAL,
            first_became REAL,
            first_matches INTEGER,
            second_value REAL,
            second_deviation REAL,
            second_became REAL,
            second_matches INTEGER,
            CHECK ((counts = 'rated') = (second_matches IS NOT NULL))
        ) STRICT
        """,
        "CREATE INDEX results_by_pair ON results (first, second, game)",
        "CREATE INDEX results_by_second ON results (second)",
        """
        CREATE TABLE ratings (
            player TEXT NOT NULL,
            game TEXT NOT NULL,
            value REAL NOT NULL,
            deviation REAL NOT NULL,
            provisional INTEGER NOT NULL,
            won INTEGER NOT NULL,
            drawn INTEGER NOT NULL,
            lost INTEGER NOT NULL,
            last INTEGER NOT NULL,
            PRIMARY KEY (player, game)
        ) STRICT, WITHOUT ROWID
        """,
        "CREATE INDEX ratings_by_value ON ratings (game, provisional, value)",
    ),
)

# Ratings are computed otherwise since: what counts has to be rated anew, in the order of numbers.
GLICKO_2 = Step(
    "glicko-2",
    (
        "DELETE FROM ratings",
        "ALTER TABLE ratings ADD COLUMN volatility REAL NOT NULL DEFAULT 0",
        """
        UPDATE results SET
            first_value = NULL, first_deviation = NULL, first_became = NULL,
            second_value = NULL, second_deviation = NULL, second_became = NULL
        """,
        "CREATE INDEX results_to_rate ON results (number) WHERE counts = 'rated' AND first_value IS NULL",
    ),
)

# What a player is at least worth, all but surely: the `low` of `storage.results.Rating`.
LEADERS = Step(
    "leaders",
    (
        "ALTER TABLE ratings ADD COLUMN low REAL AS (value - 2.0 * deviation) VIRTUAL",
        "DROP INDEX ratings_by_value",
        "CREATE INDEX ratings_by_low ON ratings (game, low, player, last)",
    ),
)

FORGOTTEN_ACCOUNTS = Step(
    "forgotten accounts",
    (
        # Whoever comes back after being forgotten has no more rated matches a day than others. The key keeps
        # digests from being compared between databases.
        "CREATE TABLE digest_key (id INTEGER PRIMARY KEY CHECK (id = 1), key BLOB NOT NULL) STRICT",
        "INSERT INTO digest_key (id, key) VALUES (1, randomblob(32))",
        """
        CREATE TABLE forgotten_accounts (
            digest TEXT NOT NULL,
            player TEXT NOT NULL,
            until INTEGER NOT NULL,
            PRIMARY KEY (digest, player)
        ) STRICT, WITHOUT ROWID
        """,
        "CREATE INDEX forgotten_accounts_by_end ON forgotten_accounts (until)",
    ),
)

REVIEWS = Step(
    "reviews",
    (
        # `player` as known when it was judged: who has become whom is looked up when somebody is forgotten.
        """
        CREATE TABLE reviews (
            match TEXT NOT NULL REFERENCES matches,
            seat INTEGER NOT NULL,
            player TEXT NOT NULL,
            moves TEXT NOT NULL,
            PRIMARY KEY (match, seat)
        ) STRICT, WITHOUT ROWID
        """,
        "CREATE INDEX reviews_by_player ON reviews (player)",
    ),
)

WEIGHTS = Step(
    "weights of results",
    (
        # How much each result was taken for, for either seat; so far half against the provisional.
        "ALTER TABLE results ADD COLUMN first_weight REAL",
        "ALTER TABLE results ADD COLUMN second_weight REAL",
        """
        UPDATE results SET
            first_weight = CASE WHEN second_matches <= 10 THEN 0.5 ELSE 1.0 END,
            second_weight = CASE WHEN first_matches <= 10 THEN 0.5 ELSE 1.0 END
        WHERE counts = 'rated'
        """,
        "ALTER TABLE ratings ADD COLUMN first INTEGER NOT NULL DEFAULT 0",
        """
        UPDATE ratings SET first = coalesce((
            SELECT min(ended) FROM (
                SELECT game, ended, counts FROM results WHERE first IN (
                    SELECT ratings.player UNION ALL
                    SELECT former FROM former_players WHERE former_players.player = ratings.player
                )
                UNION ALL
                SELECT game, ended, counts FROM results WHERE second IN (
                    SELECT ratings.player UNION ALL
                    SELECT former FROM former_players WHERE former_players.player = ratings.player
                )
            ) AS played WHERE played.counts = 'rated' AND played.game = ratings.game
        ), 0)
        """,
    ),
)
