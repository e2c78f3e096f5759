"""Every query of the lists of somebody's matches, by name."""

# ruff: noqa: S608 - only constants of this file are put together

from __future__ import annotations

_THEIRS = """
    (
        SELECT * FROM matches
        WHERE player IN (SELECT value FROM json_each(?1)) AND phase IN (SELECT value FROM json_each(?2))
        UNION
        SELECT * FROM matches
        WHERE opponent IN (SELECT value FROM json_each(?1)) AND phase IN (SELECT value FROM json_each(?2))
    ) AS theirs
"""
_DUE = """
    (
        SELECT min(due + seconds) FROM deadlines JOIN credits USING (heard)
        WHERE deadlines.match = theirs.match AND kind IN ('time', 'expiry')
    )
"""
OPEN_MATCHES_OF_PLAYER = f"SELECT *, {_DUE} AS due FROM {_THEIRS}"
_THEIR_TURN = """
    (
        awaited IN (SELECT value FROM json_each(?1)) OR also_awaited IN (SELECT value FROM json_each(?1))
    )
"""
NEXT_TURN_OF_PLAYER = f"""
    SELECT * FROM (
        SELECT *, {_DUE} AS due FROM {_THEIRS} WHERE match <> ?3 AND {_THEIR_TURN}
    ) AS turns
    ORDER BY CASE WHEN late <> '' THEN 0 ELSE coalesce(due, 1e18) END, since, match LIMIT 1
"""
FINISHED_OF_PLAYER = f"""
    SELECT theirs.*, results.winner, results.counts
    FROM (
        SELECT *, count(*) OVER () AS total FROM {_THEIRS}
        ORDER BY since DESC, match DESC LIMIT ?3 OFFSET ?4
    ) AS theirs LEFT JOIN results ON results.match = theirs.match
    ORDER BY since DESC, theirs.match DESC
"""

# Of everybody's

COUNT_RUNNING = "SELECT count(*) AS counted FROM matches WHERE phase = 'running'"
# An account of somebody who is still there may have become a player of its own.
CHALLENGED_BEFORE = """
    SELECT count(*) AS counted FROM matches
    WHERE player IN (SELECT value FROM json_each(?)) AND phase = 'cancelled' AND since >= ?
        AND EXISTS (SELECT 1 FROM gone_players WHERE gone_players.player = matches.player)
"""
COUNT_PEOPLE = "SELECT number AS counted FROM people_count WHERE id = 1"
