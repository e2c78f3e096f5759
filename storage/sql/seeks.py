"""Seeks, which are deleted when two are paired, and the matches that came of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from games.events import MatchId, PlayerId
from storage.seeks import Seek
from storage.sql.database import Line, Part, Record, Statement, reader
from storage.sql.matches import COUNT_PRESS, UNDER_WAY
from storage.sql.table import NOT_GONE, Table

SEEKS = Table(
    "seeks",
    """
        id text, *player text, *game text, terms text, lowest integer, highest integer, platform text,
        press text, at integer, until integer
    """,
    constraints="UNIQUE (id)",
    indexes="(at, id); (game, at, id); (until)",
)
MEETINGS = Table("meetings", "*match text")

TABLES = (SEEKS, MEETINGS)

_SEEKS = f"{SEEKS.select} WHERE at > 0 AND until > ?1 ORDER BY at, id LIMIT ?2"
_SEEKS_OF_GAME = f"{SEEKS.select} WHERE game = ?1 AND until > ?2 ORDER BY at, id LIMIT ?3"
_SEEKS_OF_PLAYER = f"{SEEKS.select} WHERE player = ?1 AND until > ?2 ORDER BY at, id"
_COUNT_UNDER_WAY = f"""
    SELECT count(*) FROM ({UNDER_WAY}) AS theirs
    WHERE EXISTS (SELECT 1 FROM meetings WHERE meetings.match = theirs.match)
"""
_TO_SEEK = reader(Seek, "terms", "ratings")

_DROP = Statement("DELETE FROM seeks WHERE id = ?1")


class Seeks(Part):
    """The players who look for an opponent."""

    async def seeks(self, at: int, *, game: str | None = None, most: int) -> tuple[Seek, ...]:
        """At most `most` seeks that are valid at this time, of one game or of all, the oldest first."""
        if game is None:
            return await self._all(_to_seek, _SEEKS, at, most)
        return await self._all(_to_seek, _SEEKS_OF_GAME, game, at, most)

    async def seeks_of(self, player: PlayerId, at: int) -> tuple[Seek, ...]:
        return await self._all(_to_seek, _SEEKS_OF_PLAYER, player, at)

    async def count_under_way(self, player: PlayerId) -> int:
        """The number of a player's challenges and running matches that came of a seek of either player."""
        return await self._number(_COUNT_UNDER_WAY, player)

    async def put_seek(self, seek: Seek) -> None:
        lowest, highest = seek.ratings
        put = SEEKS.put(seek, terms=" ".join(seek.terms), lowest=lowest, highest=highest)
        await self._write((NOT_GONE, (seek.player,)), put)

    async def drop_seek(self, player: PlayerId, game: str) -> None:
        await self._write(SEEKS.drop(player, game))


def pair(match: MatchId, seeks: Iterable[Seek]) -> Iterator[Line]:
    """Delete the seeks that led to a match, and count their presses for it."""
    yield MEETINGS.add(match=match)
    for seek in seeks:
        yield _DROP, (seek.id,)
        yield COUNT_PRESS, (seek.press, match)


def _to_seek(row: Record) -> Seek:
    return _TO_SEEK(row, terms=tuple(row["terms"].split()), ratings=(row["lowest"], row["highest"]))
