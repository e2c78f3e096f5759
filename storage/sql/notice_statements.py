"""Queries and statements about the notices that players are still to get, by name."""

# ruff: noqa: S608 - only constants of this file are put together

from __future__ import annotations

from storage.sql.statement import Statement

_NOTICE = "player, match, question, since, due, told"

# Asked

NOTICES_DUE = f"SELECT {_NOTICE} FROM notices WHERE told = 0 AND due <= ? ORDER BY due, match, player"
NEXT_NOTICE = "SELECT due FROM notices WHERE told = 0 ORDER BY due LIMIT 1"
TOLD_TIMES = "SELECT due FROM notices WHERE player = ? AND told = 1 AND due > ? ORDER BY due"

# Written

PUT_NOTICE = Statement(
    f"""
    INSERT INTO notices ({_NOTICE})
    VALUES (coalesce((SELECT player FROM former_players WHERE former = ?1), ?1), ?2, ?3, ?4, ?5, ?6)
    ON CONFLICT (player, match) DO UPDATE SET
        question = excluded.question, since = excluded.since, due = excluded.due, told = excluded.told
    """
)
SETTLE_NOTICE = Statement(
    "UPDATE notices SET due = ?, told = ? WHERE player = ? AND match = ? AND question = ? AND told = 0"
)
DROP_NOTICE = Statement("DELETE FROM notices WHERE player = ? AND match = ? AND question = ? AND told = 0")
DROP_SEEN_NOTICE = Statement("DELETE FROM notices WHERE player = ? AND match = ? AND since < ? AND told = 0")
DROP_OLD_NOTICES = Statement("DELETE FROM notices WHERE told = 1 AND due <= ?")

# Two players become one; what would be there twice is not moved, and dropped then.
MOVE_NOTICES = Statement(
    """
    UPDATE notices SET player = ?1 WHERE player = ?2 AND NOT EXISTS (
        SELECT 1 FROM notices AS there WHERE there.player = ?1 AND there.match = notices.match
    )
    """
)
DROP_NOTICES_OF = Statement("DELETE FROM notices WHERE player = ?")

FORGET_NOTICES = Statement("DELETE FROM notices WHERE player = ?")

OF_NOTICES = (
    *(SETTLE_NOTICE, DROP_NOTICE, DROP_SEEN_NOTICE, DROP_OLD_NOTICES),
    *(MOVE_NOTICES, DROP_NOTICES_OF),
)
