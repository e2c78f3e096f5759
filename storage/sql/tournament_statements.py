"""What is asked of the tables of tournaments, and written to them."""

# ruff: noqa: S608 - only constants of this file are put together

from __future__ import annotations

from storage.sql.statement import Statement

_TOURNAMENT = """
    id, platform, place, chat, game, style, rounds, terms, organiser, made, due, stage, round, ends, told
"""

TOURNAMENT = f"SELECT {_TOURNAMENT} FROM tournaments WHERE id = ?"
TOURNAMENT_IN = f"""
    SELECT {_TOURNAMENT} FROM tournaments WHERE platform = ? AND place = ? ORDER BY made DESC LIMIT 1
"""
TOURNAMENTS_UNDER_WAY = f"""
    SELECT {_TOURNAMENT} FROM tournaments
    WHERE platform = ? AND place = ? AND stage IN ('open', 'running') ORDER BY made DESC, id
"""
TOURNAMENT_OF = f"""
    SELECT {_TOURNAMENT} FROM tournaments
    WHERE id = (SELECT tournament FROM tournament_pairings WHERE match = ?)
"""
TOURNAMENTS_DUE = "SELECT id FROM tournaments WHERE due <= ? ORDER BY due"
TOURNAMENTS_OF = """
    SELECT DISTINCT tournament FROM tournament_entrants
    WHERE player IN (SELECT value FROM json_each(?)) ORDER BY tournament
"""
ENTRANTS = "SELECT player, gone FROM tournament_entrants WHERE tournament = ? ORDER BY number"
PAIRINGS = """
    SELECT round, number, first, second, match, outcome, in_time FROM tournament_pairings
    WHERE tournament = ? ORDER BY round, number
"""

PUT_TOURNAMENT = Statement(
    f"""
    INSERT INTO tournaments ({_TOURNAMENT}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET
        rounds = excluded.rounds,
        due = excluded.due,
        stage = excluded.stage,
        round = excluded.round,
        ends = excluded.ends,
        told = excluded.told
    """
)
DROP_ENTRANTS = Statement("DELETE FROM tournament_entrants WHERE tournament = ?")
PUT_ENTRANT = Statement(
    "INSERT INTO tournament_entrants (tournament, player, number, gone) VALUES (?, ?, ?, ?)"
)
PUT_PAIRING = Statement(
    """
    INSERT INTO tournament_pairings (tournament, round, number, first, second, match, outcome, in_time)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (tournament, round, number) DO UPDATE SET
        outcome = excluded.outcome,
        in_time = excluded.in_time
    """
)
# A match may have ended since its tournament was read.
CALL_TOURNAMENT = Statement(
    """
    UPDATE tournaments SET due = 0 WHERE id = ? AND stage = 'running' AND EXISTS (
        SELECT 1 FROM tournament_pairings AS pairing JOIN results ON results.match = pairing.match
        WHERE pairing.tournament = tournaments.id
            AND pairing.round = tournaments.round
            AND pairing.outcome IS NULL
    )
    """
)
DELAY_TOURNAMENTS = Statement(
    """
    UPDATE tournaments SET ends = ends + ?, due = CASE WHEN due = ends THEN due + ? ELSE due END
    WHERE stage = 'running'
    """
)
MOVE_TOURNAMENTS = Statement(
    """
    UPDATE tournaments SET place = ?, chat = ? || substr(chat, length(place) + 1)
    WHERE platform = ? AND place = ?
    """
)
TAKE_TOURNAMENT = Statement("UPDATE tournaments SET organiser = ? WHERE id = ? AND organiser = ''")
FORGET_ENTRANTS = Statement(
    """
    UPDATE tournament_entrants SET gone = 1
    WHERE player IN (SELECT ? UNION ALL SELECT former FROM former_players WHERE player = ?)
    """
)
# Its chat is to be told of it.
FORGET_ORGANISERS = Statement(
    """
    UPDATE tournaments SET organiser = '', told = -1, due = 0
    WHERE stage IN ('open', 'running')
        AND organiser IN (SELECT ? UNION ALL SELECT former FROM former_players WHERE player = ?)
    """
)

OF_TOURNAMENTS = (
    *(PUT_TOURNAMENT, DROP_ENTRANTS, PUT_ENTRANT, PUT_PAIRING, CALL_TOURNAMENT),
    *(DELAY_TOURNAMENTS, MOVE_TOURNAMENTS, TAKE_TOURNAMENT),
)
OF_FORGETTING = (FORGET_ENTRANTS, FORGET_ORGANISERS)
