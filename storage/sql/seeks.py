"""Who looks for an opponent whom they do not know: facts beside the log, gone when two have met."""

from __future__ import annotations

from collections.abc import Sequence

from games.events import MatchId, PlayerId
from storage.seeks import Seek
from storage.sql.database import Record, Row, Statement, reader
from storage.sql.part import NOT_GONE, Part
from storage.sql.schema import MEETINGS, SEEKS

_ALL = f"SELECT {SEEKS.all} FROM seeks WHERE at > 0 AND until > ?1 ORDER BY at, id LIMIT ?2"
_OF_GAME = f"SELECT {SEEKS.all} FROM seeks WHERE game = ?1 AND until > ?2 ORDER BY at, id LIMIT ?3"
_OF_PLAYER = f"SELECT {SEEKS.all} FROM seeks WHERE player = ?1 AND until > ?2 ORDER BY at, id"
_MET_UNDER_WAY = """
    SELECT count(*) FROM (
        SELECT match FROM matches WHERE player = ?1 AND phase IN ('challenge', 'running')
        UNION
        SELECT match FROM matches WHERE opponent = ?1 AND phase IN ('challenge', 'running')
    ) AS theirs WHERE EXISTS (SELECT 1 FROM meetings WHERE meetings.match = theirs.match)
"""
_TO_SEEK = reader(Seek, "terms", "ratings")

_PUT, _DROP = Statement(SEEKS.put), Statement(SEEKS.drop)
_MEET = Statement("DELETE FROM seeks WHERE id = ?1")
_ADD_MEETING = Statement(MEETINGS.insert())
_COUNT_PRESS = Statement(  # a press counts for what it counted for first
    """
    INSERT INTO presses (press, match, counted)
    VALUES (?1, ?2, coalesce((SELECT at FROM heartbeat WHERE id = 1), 0)) ON CONFLICT (press) DO NOTHING
    """
)
DROP_OLD = Statement("DELETE FROM seeks WHERE until <= ?1")


class Seeks(Part):
    """The part of the store that knows who looks for an opponent."""

    async def seeks(self, at: int, *, game: str | None = None, most: int) -> tuple[Seek, ...]:
        """So many of those that are good at this time, of one game or of all, the oldest first."""
        if game is None:
            return await self._all(_to_seek, _ALL, at, most)
        return await self._all(_to_seek, _OF_GAME, game, at, most)

    async def seeks_of(self, player: PlayerId, at: int) -> tuple[Seek, ...]:
        """A player's own that are good at this time, the oldest first."""
        return await self._all(_to_seek, _OF_PLAYER, player, at)

    async def met_under_way(self, player: PlayerId) -> int:
        """How many challenges and running matches of a player came of seeks, theirs or others'."""
        return await self._number(_MET_UNDER_WAY, player)

    async def put_seek(self, seek: Seek) -> None:
        """Somebody looks for an opponent, and no more for another in the same game."""
        lowest, highest = seek.ratings
        row = SEEKS.row(seek, terms=" ".join(seek.terms), lowest=lowest, highest=highest)
        await self._write((NOT_GONE, (seek.player,)), (_PUT, row))

    async def drop_seek(self, player: PlayerId, game: str) -> None:
        await self._write((_DROP, (player, game)))


def met(match: MatchId, seeks: Sequence[Seek]) -> list[tuple[Statement, Row]]:
    """Who looked for this match looks no more, and what they pressed then counts for it."""
    lines: list[tuple[Statement, Row]] = [(_MEET, (seek.id,)) for seek in seeks]
    lines += [(_ADD_MEETING, (match,))] if seeks else []
    return lines + [(_COUNT_PRESS, (seek.press, match)) for seek in seeks]


def _to_seek(row: Record) -> Seek:
    return _TO_SEEK(row, terms=tuple(row["terms"].split()), ratings=(row["lowest"], row["highest"]))
