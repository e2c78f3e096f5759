"""Who looks for an opponent, in SQLite."""

from __future__ import annotations

from games.events import PlayerId
from storage.seeks import Seek
from storage.sql import seek_statements as statements
from storage.sql.database import Record
from storage.sql.group_commit import Write
from storage.sql.guard_statements import REFUSE_GONE
from storage.sql.part import Part


class SqlSeeks(Part):
    """The `Seeks` of a database."""

    async def seeks(self, at: int, *, game: str | None = None, most: int) -> tuple[Seek, ...]:
        """So many of those that are good at this time, of one game or of all, the oldest first."""
        if game is None:
            return await self._seeks(statements.SEEKS, at, most)
        return await self._seeks(statements.SEEKS_OF_GAME, game, at, most)

    async def seeks_of(self, player: PlayerId, at: int) -> tuple[Seek, ...]:
        """A player's own that are good at this time, the oldest first."""
        return await self._seeks(statements.SEEKS_OF_PLAYER, player, at)

    async def met_under_way(self, player: PlayerId) -> int:
        """How many challenges and running matches of a player came of seeks."""
        theirs = await self._ids_of(player)
        return await self._count(statements.MET_UNDER_WAY, theirs, theirs)

    async def put_seek(self, seek: Seek) -> None:
        """Somebody looks for an opponent, and no more for another in the same game."""
        what = (seek.game, " ".join(seek.terms), *seek.ratings)
        row = (seek.id, seek.player, *what, seek.platform, seek.press, seek.at, seek.until)
        await self._group.write({REFUSE_GONE: [(seek.player,)], statements.PUT_SEEK: [row]})

    async def drop_seek(self, player: PlayerId, game: str) -> None:
        """Somebody looks for no opponent in a game any more."""
        await self._group.write({statements.DROP_SEEK: [(player, game)]})

    async def _seeks(self, query: str, *parameters: object) -> tuple[Seek, ...]:
        return tuple(map(_to_seek, await self._database.rows(query, parameters)))


def joined(player: PlayerId, old: PlayerId) -> Write:
    """What one player looks for becomes another's."""
    return {statements.MOVE_SEEKS: [(player, old)], statements.DROP_SEEKS: [(old,)]}


def forgotten(player: PlayerId) -> Write:
    """What a player looks for."""
    return {statements.FORGET_SEEKS: [(player,)]}


def _to_seek(row: Record) -> Seek:
    what = (row["game"], tuple(row["terms"].split()), (row["lowest"], row["highest"]))
    return Seek(row["id"], row["player"], *what, row["platform"], row["press"], row["at"], row["until"])
