"""What keeps a change from being stored that was decided about people who are others by now.

The transaction of another process may be stored between a decision and its own. A database that is written
by several lets whoever changes who is who be alone, see `OF_WHO`: what these find holds until the commit.
"""

# ruff: noqa: S608 - only constants of this file are put together

from __future__ import annotations

from storage.errors import PeopleChanged
from storage.sql.statement import Statement, upsert

_REFUSE = "INSERT INTO refusals (reason) SELECT"
_OPEN = "phase IN ('challenge', 'running')"

# By whoever acts or is named

REFUSE_GONE = Statement(f"{_REFUSE} player FROM gone_players WHERE player = ?", PeopleChanged)
REFUSE_OTHERS = Statement(
    f"""
    {_REFUSE} 'another player' WHERE NOT EXISTS (
        SELECT 1 FROM people WHERE platform = ? AND account = ? AND player = ?
    )
    """,
    PeopleChanged,
)

# By whoever changes who is who

TAKE_PEOPLE = Statement(upsert("people_epoch", "id, number", "id"), PeopleChanged)
REFUSE_RATED = Statement(
    f"""
    {_REFUSE} 'rated meanwhile'
    WHERE (SELECT coalesce(sum(won + drawn + lost), 0) FROM ratings WHERE player IN (?, ?)) <> ?
    """,
    PeopleChanged,
)
_EACH = "IN (SELECT value FROM json_each({}))"
# +: by the matches of the first, who has few or none under way
REFUSE_OPPONENTS = Statement(
    f"""
    {_REFUSE} 'opponents' WHERE EXISTS (
        SELECT 1 FROM matches
        WHERE {_OPEN} AND player {_EACH.format("?1")} AND +opponent {_EACH.format("?2")}
        UNION ALL
        SELECT 1 FROM matches
        WHERE {_OPEN} AND +player {_EACH.format("?2")} AND opponent {_EACH.format("?1")}
    )
    """,
    PeopleChanged,
)
REFUSE_UNDER_WAY = Statement(
    f"""
    {_REFUSE} 'under way' WHERE (
        SELECT count(*) FROM (
            SELECT match FROM matches WHERE {_OPEN} AND player {_EACH.format("?1")}
            UNION
            SELECT match FROM matches WHERE {_OPEN} AND opponent {_EACH.format("?1")}
        ) AS under_way
    ) <> ?2
    """,
    PeopleChanged,
)
ADD_GONE = Statement("INSERT OR IGNORE INTO gone_players (player) VALUES (?)")

# What was on its way to somebody who is forgotten meanwhile


def _of_gone(table: str) -> str:
    """Whoever has become another one is there all the same."""
    present = f"coalesce((SELECT player FROM former_players WHERE former = {table}.player), player)"
    return f"{present} IN (SELECT player FROM gone_players)"


DROP_LATE_BOARD = Statement(f"DELETE FROM boards WHERE id = ? AND {_of_gone('boards')}")
DROP_LATE_REVIEW = Statement(f"DELETE FROM reviews WHERE match = ? AND seat = ? AND {_of_gone('reviews')}")

OF_ACTING = (REFUSE_GONE, REFUSE_OTHERS)
OF_WHO = (TAKE_PEOPLE, REFUSE_RATED, REFUSE_OPPONENTS, REFUSE_UNDER_WAY, ADD_GONE)
