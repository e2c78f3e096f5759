"""The tables of the bot's database, step by step: the log, and what is read beside it.

A step that has been released is never edited; a new one is added at the end.
"""

from __future__ import annotations

from storage.sql.errands_schema import ERRANDS
from storage.sql.links_schema import FORGETTING, HASHED_WRONG_CODES, LINKS, WRONG_CODES
from storage.sql.lists_schema import BOTS, COUNTS, DAILY_PUZZLES, STANDING
from storage.sql.news_schema import CLAIMS, GONE, HEARTBEATS, LEASES, NEWS, ONE_BY_ONE
from storage.sql.notices_schema import OWED_NOTICES
from storage.sql.remarks_schema import REMARKS
from storage.sql.results_schema import FORGOTTEN_ACCOUNTS, GLICKO_2, LEADERS, RESULTS, REVIEWS, WEIGHTS
from storage.sql.seeks_schema import MEETINGS, SEEKS
from storage.sql.steps import Step
from storage.sql.tournaments_schema import TOURNAMENTS

LOG = Step(
    "log",
    (
        # The key is the concurrency check: of two changes at one version, the second finds it taken.
        """
        CREATE TABLE events (
            match TEXT NOT NULL,
            version INTEGER NOT NULL,
            kind TEXT NOT NULL,
            body TEXT NOT NULL,
            PRIMARY KEY (match, version)
        ) STRICT, WITHOUT ROWID
        """,
        """
        CREATE TRIGGER events_leave_no_gap BEFORE INSERT ON events
        WHEN NEW.version <> 1 + (
            SELECT coalesce(max(version), 0) FROM events WHERE match = NEW.match
        )
        BEGIN SELECT RAISE(ABORT, 'not the next version of the match'); END
        """,
        """
        CREATE TRIGGER events_never_change BEFORE UPDATE ON events
        BEGIN SELECT RAISE(ABORT, 'events are stored for ever'); END
        """,
        """
        CREATE TRIGGER events_never_go BEFORE DELETE ON events
        BEGIN SELECT RAISE(ABORT, 'events are stored for ever'); END
        """,
        """
        CREATE TABLE presses (press TEXT PRIMARY KEY, match TEXT NOT NULL) STRICT, WITHOUT ROWID
        """,
    ),
)

MATCHES = Step(
    "matches",
    (
        """
        CREATE TABLE matches (
            match TEXT PRIMARY KEY,
            version INTEGER NOT NULL,
            game TEXT NOT NULL,
            phase TEXT NOT NULL,
            player TEXT NOT NULL,
            opponent TEXT,
            awaited TEXT,
            also_awaited TEXT,
            since INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID
        """,
        # Without `since`, which changes with every ply: a player's matches are few enough to be sorted.
        "CREATE INDEX matches_by_player ON matches (player, phase)",
        "CREATE INDEX matches_by_opponent ON matches (opponent, phase) WHERE opponent IS NOT NULL",
        """
        CREATE TRIGGER matches_begin_as_logged AFTER INSERT ON matches
        WHEN NEW.version IS NOT (SELECT max(version) FROM events WHERE match = NEW.match)
        BEGIN SELECT RAISE(ABORT, 'not the version of the log'); END
        """,
        """
        CREATE TRIGGER matches_go_on_as_logged AFTER UPDATE ON matches
        WHEN NEW.version IS NOT (SELECT max(version) FROM events WHERE match = NEW.match)
        BEGIN SELECT RAISE(ABORT, 'not the version of the log'); END
        """,
    ),
)

BOARDS = Step(
    "boards",
    (
        # `latest` is the version of the match, kept here so that an index holds just the boards behind.
        """
        CREATE TABLE boards (
            id TEXT PRIMARY KEY,
            match TEXT NOT NULL REFERENCES matches,
            platform TEXT NOT NULL,
            chat TEXT NOT NULL,
            private INTEGER NOT NULL,
            message TEXT,
            player TEXT,
            shown INTEGER NOT NULL,
            moved_to TEXT,
            latest INTEGER NOT NULL,
            behind INTEGER AS (shown < latest OR moved_to IS NOT NULL) VIRTUAL,
            UNIQUE (platform, chat, message)
        ) STRICT, WITHOUT ROWID
        """,
        "CREATE INDEX boards_by_match ON boards (match)",
        "CREATE INDEX boards_behind ON boards (behind) WHERE behind = 1",
        """
        CREATE TRIGGER boards_fall_behind AFTER UPDATE OF version ON matches
        BEGIN UPDATE boards SET latest = NEW.version WHERE match = NEW.match; END
        """,
        # A message shows one board: the one that was put last.
        """
        CREATE TRIGGER boards_give_way BEFORE INSERT ON boards WHEN NEW.message IS NOT NULL
        BEGIN
            DELETE FROM boards
            WHERE platform = NEW.platform AND chat = NEW.chat AND message = NEW.message AND id <> NEW.id;
        END
        """,
    ),
)

PEOPLE = Step(
    "people",
    (
        # `folded` is the name as it is compared, see `sql.accounts.fold_name`.
        """
        CREATE TABLE people (
            platform TEXT NOT NULL,
            account TEXT NOT NULL,
            player TEXT NOT NULL,
            name TEXT NOT NULL,
            folded TEXT NOT NULL,
            language TEXT NOT NULL,
            PRIMARY KEY (platform, account)
        ) STRICT, WITHOUT ROWID
        """,
        "CREATE INDEX people_by_player ON people (player)",
        "CREATE INDEX people_by_name ON people (folded)",  # goes on with the key: platform, account
    ),
)

NOTICES = Step(
    "notices",
    (
        # Whom the posting of a board notifies, and the version of the match that asks them.
        "ALTER TABLE boards ADD COLUMN notified TEXT",
        "ALTER TABLE boards ADD COLUMN question INTEGER",
        "ALTER TABLE boards ADD COLUMN made INTEGER NOT NULL DEFAULT 0",
    ),
)

SEEN = Step(
    "seen",
    (
        # Where the players of a match have acted in it, and when last.
        """
        CREATE TABLE seen (
            match TEXT NOT NULL REFERENCES matches,
            player TEXT NOT NULL,
            platform TEXT NOT NULL,
            chat TEXT NOT NULL,
            private INTEGER NOT NULL,
            at INTEGER NOT NULL,
            PRIMARY KEY (match, player, platform, chat)
        ) STRICT, WITHOUT ROWID
        """,
        "CREATE INDEX seen_by_chat ON seen (platform, chat)",
    ),
)

HANDLES = Step(
    "handles",
    (
        # Handles are of ASCII letters, so that NOCASE compares them as people do.
        "ALTER TABLE people ADD COLUMN handle TEXT NOT NULL DEFAULT '' COLLATE NOCASE",
        "CREATE INDEX people_by_handle ON people (handle) WHERE handle <> ''",
        # A handle is one person's: it belongs to the account that was seen with it last.
        """
        CREATE TRIGGER people_hand_on_their_handle AFTER INSERT ON people WHEN NEW.handle <> ''
        BEGIN
            UPDATE people SET handle = ''
            WHERE platform = NEW.platform AND handle = NEW.handle AND handle <> '' AND account <> NEW.account;
        END
        """,
        """
        CREATE TRIGGER people_take_a_handle AFTER UPDATE OF handle ON people WHEN NEW.handle <> ''
        BEGIN
            UPDATE people SET handle = ''
            WHERE platform = NEW.platform AND handle = NEW.handle AND handle <> '' AND account <> NEW.account;
        END
        """,
    ),
)

SETTINGS = Step(
    "settings",
    (
        """
        CREATE TABLE preferences (
            player TEXT PRIMARY KEY,
            language TEXT NOT NULL,
            theme TEXT NOT NULL,
            text_only INTEGER NOT NULL,
            reminders INTEGER NOT NULL,
            quiet_from INTEGER,
            quiet_to INTEGER,
            zone TEXT NOT NULL
        ) STRICT, WITHOUT ROWID
        """,
        """
        CREATE TABLE blocks (
            player TEXT NOT NULL,
            blocked TEXT NOT NULL,
            since INTEGER NOT NULL,
            PRIMARY KEY (player, blocked),
            CHECK (player <> blocked)
        ) STRICT, WITHOUT ROWID
        """,
        "CREATE INDEX blocks_by_blocked ON blocks (blocked)",
        """
        CREATE TABLE chat_settings (
            platform TEXT NOT NULL,
            place TEXT NOT NULL,
            language TEXT NOT NULL,
            theme TEXT NOT NULL,
            text_only INTEGER NOT NULL,
            challengers TEXT NOT NULL,
            PRIMARY KEY (platform, place)
        ) STRICT, WITHOUT ROWID
        """,
    ),
)

DEADLINES = Step(
    "deadlines",
    (
        """
        CREATE TABLE deadlines (
            match TEXT NOT NULL REFERENCES matches,
            kind TEXT NOT NULL,
            seat INTEGER NOT NULL,
            began INTEGER NOT NULL,
            due INTEGER NOT NULL,
            PRIMARY KEY (match, kind, seat)
        ) STRICT, WITHOUT ROWID
        """,
        "CREATE INDEX deadlines_by_due ON deadlines (due)",
        # When the bot was last known to be at work: what passes while it is away is nobody's fault.
        """
        CREATE TABLE heartbeat (id INTEGER PRIMARY KEY CHECK (id = 1), at INTEGER NOT NULL) STRICT
        """,
        # Challenges and matches from before there were deadlines: a day, and 27 days until the warning.
        """
        INSERT INTO deadlines (match, kind, seat, began, due)
        SELECT match, 'expiry', -1, since, since + 86400 FROM matches WHERE phase = 'challenge'
        """,
        """
        INSERT INTO deadlines (match, kind, seat, began, due)
        SELECT match, 'forewarning', -1, touched, touched + 27 * 86400 FROM (
            SELECT match, (
                SELECT max(json_extract(body, '$.at')) FROM events WHERE events.match = matches.match
            ) AS touched
            FROM matches WHERE phase = 'running'
        )
        """,
    ),
)

RECORDS = Step(
    "records",
    (
        # Matches that people have brought along. Only the newest of each are kept.
        """
        CREATE TABLE records (
            id TEXT PRIMARY KEY,
            player TEXT NOT NULL,
            at INTEGER NOT NULL,
            text TEXT NOT NULL
        ) STRICT
        """,
        "CREATE INDEX records_by_player ON records (player)",
        """
        CREATE TRIGGER records_make_room AFTER INSERT ON records
        BEGIN
            DELETE FROM records WHERE player = NEW.player AND rowid NOT IN (
                SELECT rowid FROM records WHERE player = NEW.player ORDER BY rowid DESC LIMIT 20
            );
        END
        """,
    ),
)

# They held the ids of platforms, some of which name a person; those of now are made otherwise.
UNNAMED_PRESSES = Step("unnamed presses", ("DELETE FROM presses",))

# What no platform repeats any more goes. Those of before count as counted when the bot was last at work.
AGEING_PRESSES = Step(
    "ageing presses",
    (
        "ALTER TABLE presses ADD COLUMN counted INTEGER NOT NULL DEFAULT 0",
        "UPDATE presses SET counted = coalesce((SELECT at FROM heartbeat WHERE id = 1), 0)",
        "CREATE INDEX presses_by_age ON presses (counted)",
    ),
)

CREDITS = Step(
    "credits",
    (
        # Kept once for all who can be reached on the same platforms; `due` is without it.
        "CREATE TABLE credits (heard TEXT PRIMARY KEY, seconds INTEGER NOT NULL) STRICT, WITHOUT ROWID",
        "INSERT INTO credits (heard, seconds) VALUES ('', 0)",
        # Whose time it is can be heard there, in order, with blanks between; '' where it is about the match.
        "ALTER TABLE deadlines ADD COLUMN heard TEXT NOT NULL DEFAULT ''",
        "DROP INDEX deadlines_by_due",
        "CREATE INDEX deadlines_by_due ON deadlines (heard, due)",
        "CREATE INDEX deadlines_by_began ON deadlines (heard, began)",
        """
        CREATE TRIGGER deadlines_have_credits AFTER INSERT ON deadlines
        BEGIN
            INSERT OR IGNORE INTO credits (heard, seconds) VALUES (NEW.heard, 0);
        END
        """,
    ),
)

ABSENCES = Step(
    "absences",
    # From when to when people are away, as pairs of seconds since 1970.
    ("ALTER TABLE preferences ADD COLUMN away TEXT NOT NULL DEFAULT '[]'",),
)

AWAITED_PEOPLE = Step(
    "awaited people",
    # Accounts of which nothing is known but the handle, see `storage.accounts.awaited_id`.
    ("CREATE INDEX people_awaited ON people (account) WHERE account >= '@' AND account < 'A'",),
)

STEPS = (
    *(LOG, MATCHES, BOARDS, PEOPLE, NOTICES, SEEN, HANDLES, LINKS, FORGETTING, WRONG_CODES, SETTINGS),
    DEADLINES,
    RESULTS,
    RECORDS,
    UNNAMED_PRESSES,
    GLICKO_2,
    FORGOTTEN_ACCOUNTS,
    AGEING_PRESSES,
    CREDITS,
    STANDING,
    REVIEWS,
    DAILY_PUZZLES,
    LEADERS,
    REMARKS,
    SEEKS,
    TOURNAMENTS,
    ABSENCES,
    *(COUNTS, ERRANDS, NEWS, BOTS, ONE_BY_ONE, LEASES, GONE, CLAIMS, HEARTBEATS),
    HASHED_WRONG_CODES,
    WEIGHTS,
    MEETINGS,
    OWED_NOTICES,
    AWAITED_PEOPLE,
)
