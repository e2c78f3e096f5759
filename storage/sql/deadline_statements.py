"""Every query and every statement about deadlines and about the time in which the bot is away, by name."""

# ruff: noqa: S608 - only constants of this file are put together

from __future__ import annotations

from storage.sql.statement import Statement

_DEADLINE = "match, kind, seat, began, due + seconds AS due"

# Asked

DEADLINES_OF_MATCHES = f"""
    SELECT {_DEADLINE} FROM deadlines JOIN credits USING (heard)
    WHERE match IN (SELECT value FROM json_each(?)) ORDER BY match, kind, seat
"""
# What each press asks: a list of one would take the server half as long again.
DEADLINES_OF_MATCH = f"""
    SELECT {_DEADLINE} FROM deadlines JOIN credits USING (heard) WHERE match = ? ORDER BY kind, seat
"""
DEADLINES_DUE = f"""
    SELECT {_DEADLINE} FROM credits CROSS JOIN deadlines USING (heard) WHERE due <= ? - seconds
    ORDER BY due + seconds, match, kind, seat
"""
COUNT_DEADLINES_DUE = """
    SELECT count(*) AS count FROM credits CROSS JOIN deadlines USING (heard)
    WHERE due <= ? - seconds AND kind IS NOT ?
"""
DEADLINES_TOLD = f"""
    SELECT {_DEADLINE} FROM credits CROSS JOIN deadlines USING (heard)
    WHERE heard = ?1 AND kind IN ('time', 'expiry')
        AND due >= ?2 - seconds AND due < ?3 - seconds AND (due > ?2 - seconds OR match > ?4)
    ORDER BY deadlines.due, match LIMIT ?5
"""
NEXT_DUE = """
    SELECT min(seconds + (
        SELECT due FROM deadlines WHERE deadlines.heard = credits.heard AND due > ? - seconds
        ORDER BY due LIMIT 1
    )) AS due FROM credits
"""
CREDITED = "SELECT heard FROM credits WHERE heard >= ''"  # all of them, by the key
OLD_PRESS = "SELECT press FROM presses WHERE counted < ? ORDER BY counted LIMIT 1"
CLAIMED = """
    SELECT name FROM claims WHERE claimed_by = ? AND name IN (SELECT value FROM json_each(?))
"""
LAST_HEARD = "SELECT platform, at FROM heartbeats WHERE platform >= ''"  # likewise
LAST_BEAT = "SELECT at FROM heartbeat WHERE id = 1"

# Written

DROP_DEADLINES = Statement("DELETE FROM deadlines WHERE match = ?")
PUT_DEADLINE = Statement(
    """
    INSERT INTO deadlines (match, kind, seat, began, due, heard)
    SELECT ?1, ?2, ?3, ?4,
        ?5 - coalesce((SELECT seconds FROM credits WHERE credits.heard = whose.heard), 0), heard
    FROM (
        SELECT coalesce(group_concat(platform, ' '), '') AS heard FROM (
            SELECT DISTINCT platform FROM people
            WHERE player = coalesce((SELECT player FROM former_players WHERE former = ?6), ?6)
            ORDER BY platform
        )
    ) AS whose
    """
)
# A credit of the time since the last beat, with what is not to be moved, or not so far, moved back before.
# Another process that gives the same credit waits for this one, and finds that it has been given.
LOCK_BEAT = Statement("UPDATE heartbeat SET at = at WHERE id = ?")
LEAVE_DUE = Statement(
    f"""
    UPDATE deadlines SET due = due - (?1 - ({LAST_BEAT}))
    WHERE heard = ?2 AND due <= ({LAST_BEAT}) - (SELECT seconds FROM credits WHERE heard = ?2)
    """
)
LEAVE_NOT_BEGUN = Statement(
    f"""
    UPDATE deadlines SET due = due - (began - ({LAST_BEAT}))
    WHERE heard = ?2 AND began > ({LAST_BEAT}) AND ?1 >= began
    """
)
CREDIT = Statement(f"UPDATE credits SET seconds = seconds + ?1 - ({LAST_BEAT}) WHERE heard = ?2")
PUT_BEAT = Statement(
    "INSERT INTO heartbeat (id, at) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET at = excluded.at"
)
PUT_HEARD = Statement(
    """
    INSERT INTO heartbeats (platform, at) VALUES (?, ?)
    ON CONFLICT (platform) DO UPDATE SET at = max(heartbeats.at, excluded.at)
    """
)
DROP_FORGOTTEN_ACCOUNTS = Statement("DELETE FROM forgotten_accounts WHERE until <= ?")
# Those who have come by now, and those whom no open challenge names any more.
DROP_AWAITED = Statement(
    """
    DELETE FROM people
    WHERE account >= '@' AND account < 'A' AND account < ? AND (
        EXISTS (
            SELECT 1 FROM people AS others
            WHERE others.player = people.player AND NOT (others.account >= '@' AND others.account < 'A')
        ) OR NOT EXISTS (SELECT 1 FROM matches WHERE opponent = people.player AND phase = 'challenge')
    )
    """
)
DROP_OLD_WRONG_CODES = Statement("DELETE FROM wrong_codes WHERE since <= ?")
DROP_OLD_PRESSES = Statement(
    """
    DELETE FROM presses
    WHERE press IN (SELECT press FROM presses WHERE counted < ? ORDER BY counted LIMIT ? /* SKIP LOCKED */)
    """
)
CLAIM = Statement(
    """
    INSERT INTO claims (name, claimed_by, claimed_until) VALUES (?1, ?2, ?3)
    ON CONFLICT (name) DO UPDATE SET claimed_by = excluded.claimed_by, claimed_until = excluded.claimed_until
    WHERE claims.claimed_by = excluded.claimed_by OR claims.claimed_until <= ?4
    """
)
DISCLAIM = Statement("DELETE FROM claims WHERE name = ? AND claimed_by = ?")
DROP_OLD_CLAIMS = Statement("DELETE FROM claims WHERE claimed_until <= ?")

OF_TIME = (
    *(LOCK_BEAT, LEAVE_DUE, LEAVE_NOT_BEGUN, CREDIT, PUT_BEAT, DROP_FORGOTTEN_ACCOUNTS, DROP_OLD_PRESSES),
    *(DROP_AWAITED, DROP_OLD_WRONG_CODES, PUT_HEARD, CLAIM, DISCLAIM, DROP_OLD_CLAIMS),
)
