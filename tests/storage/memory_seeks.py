"""Who looks for an opponent, in memory: the contract in its shortest form."""

from __future__ import annotations

from dataclasses import replace

from games.events import MatchId, PlayerId
from storage.matches import MatchRow
from storage.seeks import ANY_RATING, Seek
from tests.storage.memory_news import require_there


class MemorySeeks:
    """The part of a `MemoryStore` that keeps them."""

    seeking: dict[tuple[PlayerId, str], Seek]
    meetings: set[MatchId]
    rows: dict[MatchId, MatchRow]
    gone: set[PlayerId]

    async def seeks(self, at: int, *, game: str | None = None, most: int) -> tuple[Seek, ...]:
        good = [one for one in self.seeking.values() if one.until > at and game in (None, one.game)]
        return tuple(sorted(good, key=lambda one: (one.at, one.id))[:most])

    async def seeks_of(self, player: PlayerId, at: int) -> tuple[Seek, ...]:
        return tuple(one for one in await self.seeks(at, most=10**6) if one.player == player)

    async def met_under_way(self, player: PlayerId) -> int:
        met = [row for row in self.rows.values() if row.match in self.meetings]
        return sum(row.phase in ("challenge", "running") and player in row.players for row in met)

    async def put_seek(self, seek: Seek) -> None:
        require_there(self.gone, seek.player)
        self.seeking[seek.player, seek.game] = seek

    async def drop_seek(self, player: PlayerId, game: str) -> None:
        self.seeking.pop((player, game), None)

    def join_seeks(self, old: PlayerId, player: PlayerId) -> None:
        for seek in [one for one in self.seeking.values() if one.player == old]:
            del self.seeking[old, seek.game]
            self.seeking.setdefault((player, seek.game), replace(seek, player=player))

    def forget_seeks(self, player: PlayerId) -> None:
        self.seeking = {key: one for key, one in self.seeking.items() if one.player != player}


def seek(number: str, player: PlayerId, game: str = "sahara", *, at: int = 100, until: int = 900) -> Seek:
    """With the same house rules in all tests."""
    what = (game, ("target=30", "clock=1d"), ANY_RATING)
    return Seek(number, player, *what, "web", f"press of {number}", at, until)
