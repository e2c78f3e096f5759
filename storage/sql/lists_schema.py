"""Later steps: what lists show of a match, daily puzzles, what is counted; see `storage.sql.schema`."""

from __future__ import annotations

from storage.sql.steps import Step

# By seat: who has offered a draw, who has asked for a ply back, and whose time is up, with a blank between.
# For running matches of before they are told from the log, but for an offer older than a ply taken back.
STANDING = Step(
    "standing",
    (
        "ALTER TABLE matches ADD COLUMN offer INTEGER",
        "ALTER TABLE matches ADD COLUMN take_back INTEGER",
        "ALTER TABLE matches ADD COLUMN late TEXT NOT NULL DEFAULT ''",
        """
        UPDATE matches SET offer = (
            SELECT json_extract(asked.body, '$.seat') FROM events AS asked
            WHERE asked.match = matches.match AND asked.kind = 'DrawOffered' AND NOT EXISTS (
                SELECT 1 FROM events AS later
                WHERE later.match = asked.match AND later.version > asked.version AND (
                    later.kind IN ('DrawDeclined', 'TakenBack')
                    OR later.kind = 'MovePlayed'
                        AND json_extract(later.body, '$.seat') = json_extract(asked.body, '$.seat')
                )
            )
        ) WHERE phase = 'running'
        """,
        """
        UPDATE matches SET take_back = (
            SELECT json_extract(asked.body, '$.seat') FROM events AS asked
            WHERE asked.match = matches.match AND asked.kind = 'TakeBackAsked' AND NOT EXISTS (
                SELECT 1 FROM events AS later
                WHERE later.match = asked.match AND later.version > asked.version
                    AND later.kind IN ('MovePlayed', 'TakeBackRefused', 'TakenBack')
            )
        ) WHERE phase = 'running'
        """,
        """
        UPDATE matches SET late = (
            SELECT coalesce(group_concat(seat, ' '), '') FROM (
                SELECT json_extract(up.body, '$.seat') AS seat FROM events AS up
                WHERE up.match = matches.match AND up.kind = 'TimeRanOut' AND NOT EXISTS (
                    SELECT 1 FROM events AS later
                    WHERE later.match = up.match AND later.version > up.version AND (
                        later.kind = 'TakenBack'
                        OR later.kind = 'MovePlayed'
                            AND json_extract(later.body, '$.seat') = json_extract(up.body, '$.seat')
                    )
                )
                ORDER BY up.version
            )
        ) WHERE phase = 'running'
        """,
    ),
)

DAILY_PUZZLES = Step(
    "daily puzzles",
    (
        """
        CREATE TABLE daily_puzzles (
            platform TEXT NOT NULL,
            place TEXT NOT NULL,
            chat TEXT NOT NULL,
            zone TEXT NOT NULL,
            due INTEGER NOT NULL,
            PRIMARY KEY (platform, place)
        ) STRICT, WITHOUT ROWID
        """,
        "CREATE INDEX daily_puzzles_by_due ON daily_puzzles (due)",
    ),
)

# Counting people would take the longer the more there are: who comes and goes is counted instead.
COUNTS = Step(
    "counts",
    (
        "CREATE INDEX matches_running ON matches (phase) WHERE phase = 'running'",
        "CREATE TABLE people_count (id INTEGER PRIMARY KEY CHECK (id = 1), number INTEGER NOT NULL) STRICT",
        "INSERT INTO people_count (id, number) SELECT 1, count(DISTINCT player) FROM people",
        """
        CREATE TRIGGER people_come AFTER INSERT ON people
        WHEN (SELECT count(*) FROM people WHERE player = NEW.player) = 1
        BEGIN UPDATE people_count SET number = number + 1; END
        """,
        """
        CREATE TRIGGER people_go AFTER DELETE ON people
        WHEN NOT EXISTS (SELECT 1 FROM people WHERE player = OLD.player)
        BEGIN UPDATE people_count SET number = number - 1; END
        """,
        """
        CREATE TRIGGER people_join_and_part AFTER UPDATE OF player ON people WHEN NEW.player <> OLD.player
        BEGIN
            UPDATE people_count SET number = number
                + ((SELECT count(*) FROM people WHERE player = NEW.player) = 1)
                - (NOT EXISTS (SELECT 1 FROM people WHERE player = OLD.player));
        END
        """,
    ),
)

# As which bot this database is used on each platform: what one has sent, another cannot edit.
BOTS = Step(
    "bots",
    ("CREATE TABLE bots (platform TEXT PRIMARY KEY, bot TEXT NOT NULL) STRICT, WITHOUT ROWID",),
)
