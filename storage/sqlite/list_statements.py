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
