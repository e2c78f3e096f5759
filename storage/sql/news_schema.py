"""What tells of changes to whoever has read before; see `storage.sql.schema`."""

from __future__ import annotations

from storage.sql.steps import Step

_COUNT = "UPDATE people_epoch SET number = number + 1;"
_NOTE, _FROM = "INSERT INTO people_news (number, subject)", "FROM people_epoch"


def _told(name: str, when: str, *subjects: str) -> str:
    """A trigger that notes news of some subjects."""
    notes = " UNION ".join(f"SELECT number, {subject} {_FROM}" for subject in subjects)
    return f"CREATE TRIGGER {name} AFTER {when} BEGIN {_COUNT} {_NOTE} {notes}; END"


_CHAT, _OLD_CHAT = "NEW.platform || ' ' || NEW.place", "OLD.platform || ' ' || OLD.place"

NEWS = Step(
    "news",
    (
        # The row is the lock of its match: whoever changes it says how often it had been changed before.
        "ALTER TABLE matches ADD COLUMN changes INTEGER NOT NULL DEFAULT 1",
        """
        CREATE TRIGGER matches_change_one_by_one BEFORE UPDATE ON matches WHEN NEW.changes <> OLD.changes + 1
        BEGIN SELECT RAISE(ABORT, 'it was changed meanwhile'); END
        """,
        # One row, which whoever changes who is who or what people have chosen has to lock.
        "CREATE TABLE people_epoch (id INTEGER PRIMARY KEY CHECK (id = 1), number INTEGER NOT NULL) STRICT",
        "INSERT INTO people_epoch (id, number) VALUES (1, 0)",
        # Of whom there was news then: a player, a place with its platform before it, or '' for everybody.
        """
        CREATE TABLE people_news (
            number INTEGER NOT NULL,
            subject TEXT NOT NULL,
            PRIMARY KEY (number, subject)
        ) STRICT, WITHOUT ROWID
        """,
        _told("news_of_names", "UPDATE OF name, language, handle ON people", "NEW.player"),
        _told("news_of_forgotten_people", "DELETE ON people", "''"),
        _told("news_of_moved_accounts", "UPDATE OF player ON people WHEN NEW.player <> OLD.player", "''"),
        _told("news_of_joined_players", "INSERT ON former_players", "''"),
        _told("news_of_new_preferences", "INSERT ON preferences", "NEW.player"),
        _told("news_of_other_preferences", "UPDATE ON preferences", "NEW.player", "OLD.player"),
        _told("news_of_dropped_preferences", "DELETE ON preferences", "OLD.player"),
        _told("news_of_new_blocks", "INSERT ON blocks", "NEW.player"),
        _told("news_of_moved_blocks", "UPDATE ON blocks", "NEW.player", "OLD.player"),
        _told("news_of_dropped_blocks", "DELETE ON blocks", "OLD.player"),
        _told("news_of_new_chat_settings", "INSERT ON chat_settings", _CHAT),
        _told("news_of_other_chat_settings", "UPDATE ON chat_settings", _CHAT, _OLD_CHAT),
        _told("news_of_dropped_chat_settings", "DELETE ON chat_settings", _OLD_CHAT),
        _told("news_of_credits", "UPDATE OF seconds ON credits WHEN NEW.seconds <> OLD.seconds", "''"),
    ),
)


def _one_by_one(table: str, columns: str, refused: str) -> str:
    """A trigger that refuses what was made of a row which is another one by now."""
    when = f"BEFORE UPDATE OF {columns} ON {table} WHEN {refused}"
    return f"CREATE TRIGGER {table}_one_by_one {when} BEGIN SELECT RAISE(ABORT, 'changed meanwhile'); END"


_NEXT_REVISION = "NEW.revision <> OLD.revision + 1"

ONE_BY_ONE = Step(
    "one by one",
    (
        "ALTER TABLE preferences ADD COLUMN revision INTEGER NOT NULL DEFAULT 1",
        "ALTER TABLE chat_settings ADD COLUMN revision INTEGER NOT NULL DEFAULT 1",
        _one_by_one("preferences", "revision", _NEXT_REVISION),
        _one_by_one("chat_settings", "revision", _NEXT_REVISION),
        _one_by_one("people_epoch", "number", "NEW.number <> OLD.number + 1"),
        # The end of a match adds one to these.
        _one_by_one(
            "ratings",
            "won, drawn, lost",
            "NEW.won + NEW.drawn + NEW.lost <> OLD.won + OLD.drawn + OLD.lost + 1",
        ),
    ),
)

LEASES = Step(
    "leases",
    (
        # Which process alone shows a board, and until when in seconds since 1970.
        "ALTER TABLE boards ADD COLUMN leased_by TEXT",
        "ALTER TABLE boards ADD COLUMN leased_until INTEGER NOT NULL DEFAULT 0",
    ),
)

GONE = Step(
    "gone",
    (
        # Who has become another one or was forgotten: ids that nothing is written under any more.
        "CREATE TABLE gone_players (player TEXT PRIMARY KEY) STRICT, WITHOUT ROWID",
        "INSERT INTO gone_players (player) SELECT former FROM former_players",
        # Nothing is ever in it: a statement that finds a reason against its batch puts that here.
        "CREATE TABLE refusals (reason TEXT PRIMARY KEY) STRICT, WITHOUT ROWID",
        """
        CREATE TRIGGER refusals_are_never_kept BEFORE INSERT ON refusals
        BEGIN SELECT RAISE(ABORT, 'people are others by now'); END
        """,
    ),
)

CLAIMS = Step(
    "claims",
    (
        # What a process does alone that is due, until when in seconds since 1970.
        """
        CREATE TABLE claims (
            name TEXT PRIMARY KEY,
            claimed_by TEXT NOT NULL,
            claimed_until INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID
        """,
        "CREATE INDEX claims_by_age ON claims (claimed_until)",
    ),
)

HEARTBEATS = Step(
    "heartbeats",
    (
        # When any process heard a platform last, in seconds since 1970.
        """
        CREATE TABLE heartbeats (platform TEXT PRIMARY KEY, at INTEGER NOT NULL) STRICT, WITHOUT ROWID
        """,
    ),
)
