"""What players have reported, for the host."""

from __future__ import annotations

from games.frozen import frozen
from storage.sql.database import Record, Rows
from storage.sql.remark_statements import PEOPLE_OF, REPORTED


@frozen
class ReportedWords:
    """Words of a player that somebody has reported; people as `Ben (discord 17)`."""

    match: str
    player: str
    reader: str
    reporter: str
    said: str
    """As it was typed; of a set phrase its key."""
    phrase: bool
    reported: int
    """When, in seconds since 1970."""


async def reports(rows: Rows, *, most: int) -> tuple[ReportedWords, ...]:
    """So many reports, the latest first."""
    return tuple([await _report(rows, row) for row in await rows(REPORTED, (most,))])


async def _report(rows: Rows, row: Record) -> ReportedWords:
    return ReportedWords(
        match=row["match"],
        player=await _person(rows, row["player"]),
        reader=await _person(rows, row["reader"]),
        reporter=await _person(rows, row["reporter"]),
        said=row["said"],
        phrase=bool(row["phrase"]),
        reported=row["reported"],
    )


async def _person(rows: Rows, player: str) -> str:
    people = await rows(PEOPLE_OF, (player,))
    return ", ".join(f"{row['name']} ({row['platform']} {row['account']})" for row in people) or "someone"
