"""The step of the schema that is about tournaments; see `storage.sql.schema`."""

from __future__ import annotations

from storage.sql.steps import Step

TOURNAMENTS = Step(
    "tournaments",
    (
        """
        CREATE TABLE tournaments (
            id TEXT PRIMARY KEY,
            platform TEXT NOT NULL,
            place TEXT NOT NULL,
            chat TEXT NOT NULL,
            game TEXT NOT NULL,
            style TEXT NOT NULL,
            rounds INTEGER NOT NULL,
            terms TEXT NOT NULL,
            organiser TEXT NOT NULL,
            made INTEGER NOT NULL,
            due INTEGER NOT NULL,
            stage TEXT NOT NULL,
            round INTEGER NOT NULL,
            ends INTEGER NOT NULL,
            told INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID
        """,
        "CREATE INDEX tournaments_by_place ON tournaments (platform, place, made)",
        "CREATE INDEX tournaments_by_due ON tournaments (due)",
        "CREATE INDEX tournaments_by_stage ON tournaments (stage)",
        # Players as they were known when they signed up: who has become whom is looked up.
        """
        CREATE TABLE tournament_entrants (
            tournament TEXT NOT NULL REFERENCES tournaments,
            player TEXT NOT NULL,
            number INTEGER NOT NULL,
            gone INTEGER NOT NULL,
            PRIMARY KEY (tournament, player)
        ) STRICT, WITHOUT ROWID
        """,
        "CREATE INDEX tournament_entrants_by_player ON tournament_entrants (player)",
        """
        CREATE TABLE tournament_pairings (
            tournament TEXT NOT NULL REFERENCES tournaments,
            round INTEGER NOT NULL,
            number INTEGER NOT NULL,
            first TEXT NOT NULL,
            second TEXT,
            match TEXT UNIQUE,
            outcome TEXT,
            in_time INTEGER NOT NULL,
            PRIMARY KEY (tournament, round, number)
        ) STRICT, WITHOUT ROWID
        """,
        # Whoever kills the bot when a match ends keeps no tournament from going on.
        """
        CREATE TRIGGER results_call_their_tournament AFTER INSERT ON results
        BEGIN
            UPDATE tournaments SET due = 0
            WHERE stage = 'running'
                AND id = (SELECT tournament FROM tournament_pairings WHERE match = NEW.match);
        END
        """,
    ),
)
