"""Queries and statements about who looks for an opponent, by name."""

# ruff: noqa: S608 - only constants of this file are put together

from __future__ import annotations

from storage.sql.statement import Statement, upsert

_SEEK = "id, player, game, terms, lowest, highest, platform, press, at, until"

# Asked

SEEKS = (
    f"SELECT {_SEEK} FROM seeks INDEXED BY seeks_by_age WHERE at > 0 AND until > ? ORDER BY at, id LIMIT ?"
)
SEEKS_OF_GAME = f"SELECT {_SEEK} FROM seeks WHERE game = ? AND until > ? ORDER BY at, id LIMIT ?"
SEEKS_OF_PLAYER = f"SELECT {_SEEK} FROM seeks WHERE player = ? AND until > ? ORDER BY at, id"
MET_UNDER_WAY = """
    SELECT count(*) AS counted FROM (
        SELECT match FROM matches
        WHERE player IN (SELECT value FROM json_each(?)) AND phase IN ('challenge', 'running')
        UNION
        SELECT match FROM matches
        WHERE opponent IN (SELECT value FROM json_each(?)) AND phase IN ('challenge', 'running')
    ) AS theirs WHERE EXISTS (SELECT 1 FROM meetings WHERE meetings.match = theirs.match)
"""

# Written

PUT_SEEK = Statement(upsert("seeks", _SEEK, "player, game"))
DROP_SEEK = Statement("DELETE FROM seeks WHERE player = ? AND game = ?")
MEET_SEEK = Statement("DELETE FROM seeks WHERE id = ?")
ADD_PRESS_OF_SEEK = Statement(  # a press counts for what it counted for first
    """
    INSERT INTO presses (press, match, counted)
    VALUES (?, ?, coalesce((SELECT at FROM heartbeat WHERE id = 1), 0))
    ON CONFLICT (press) DO NOTHING
    """
)
ADD_MEETING = Statement("INSERT INTO meetings (match) VALUES (?)")
DROP_OLD_SEEKS = Statement("DELETE FROM seeks WHERE until <= ?")

# Two players become one: what would be there twice is not moved, and dropped then.
MOVE_SEEKS = Statement(
    """
    UPDATE seeks SET player = ?1 WHERE player = ?2 AND NOT EXISTS (
        SELECT 1 FROM seeks AS there WHERE there.player = ?1 AND there.game = seeks.game
    )
    """
)
DROP_SEEKS = Statement("DELETE FROM seeks WHERE player = ?")

FORGET_SEEKS = Statement("DELETE FROM seeks WHERE player = ?")

OF_SEEKS = (
    *(PUT_SEEK, DROP_SEEK, MEET_SEEK, ADD_PRESS_OF_SEEK, ADD_MEETING),
    *(DROP_OLD_SEEKS, MOVE_SEEKS, DROP_SEEKS),
)
OF_FORGETTING = (FORGET_SEEKS,)
