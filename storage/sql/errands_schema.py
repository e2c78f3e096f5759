"""The table of what chats have asked for, and the settings that ask for it; see `storage.sql.schema`."""

from __future__ import annotations

from storage.sql.steps import Step

ERRANDS = Step(
    "errands",
    (
        # Where a place wants results to be told: the id of a chat, or ''; and whether matches get threads.
        "ALTER TABLE chat_settings ADD COLUMN results TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE chat_settings ADD COLUMN threads INTEGER NOT NULL DEFAULT 0",
        "CREATE INDEX chat_settings_with_threads ON chat_settings (threads) WHERE threads = 1",
        """
        CREATE TABLE errands (
            kind TEXT NOT NULL,
            match TEXT NOT NULL,
            platform TEXT NOT NULL,
            place TEXT NOT NULL,
            chat TEXT NOT NULL,
            PRIMARY KEY (kind, match, platform, place)
        ) STRICT, WITHOUT ROWID
        """,
        # Whoever kills the bot when a match ends keeps no chat from hearing of it.
        # A board that stands in the chosen chat itself shows the result already.
        """
        CREATE TRIGGER results_are_told AFTER INSERT ON results
        BEGIN
            INSERT OR IGNORE INTO errands (kind, match, platform, place, chat)
            SELECT 'result', NEW.match, chosen.platform, chosen.place, chosen.results
            FROM boards JOIN chat_settings AS chosen
                ON chosen.platform = boards.platform
                AND chosen.place = substr(boards.chat, 1, instr(boards.chat || '/', '/') - 1)
            WHERE boards.match = NEW.match AND boards.private = 0 AND chosen.results <> ''
                AND NOT EXISTS (
                    SELECT 1 FROM boards AS there
                    WHERE there.match = NEW.match AND there.platform = chosen.platform
                        AND there.chat = chosen.results
                );
        END
        """,
        """
        CREATE TRIGGER matches_get_threads AFTER INSERT ON events
        WHEN NEW.kind = 'Accepted' AND EXISTS (SELECT 1 FROM chat_settings WHERE threads = 1)
        BEGIN
            INSERT OR IGNORE INTO errands (kind, match, platform, place, chat)
            VALUES ('thread', NEW.match, '', '', '');
        END
        """,
    ),
)
