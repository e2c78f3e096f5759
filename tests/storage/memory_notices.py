"""The notices that players are still to get, in memory: the contract in its shortest form."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from games.events import MatchId, PlayerId
from storage.merged_players import FormerPlayers
from storage.notices import OwedNotice


class MemoryNotices:
    """The part of a `MemoryStore` that keeps them."""

    owed: dict[tuple[PlayerId, MatchId], OwedNotice]
    former: FormerPlayers

    async def notices_due(self, at: int) -> tuple[OwedNotice, ...]:
        due = [one for one in self.owed.values() if not one.told and one.due <= at]
        return tuple(sorted(due, key=lambda one: (one.due, one.match, one.notice.player)))

    async def next_notice(self) -> int | None:
        return min((one.due for one in self.owed.values() if not one.told), default=None)

    async def told_times(self, player: PlayerId, after: int) -> tuple[int, ...]:
        mine = [one for one in self.owed.values() if one.told and one.notice.player == player]
        return tuple(sorted(one.due for one in mine if one.due > after))

    async def put_notices(self, notices: Sequence[OwedNotice]) -> None:
        for one in notices:
            player = self.former.get(one.notice.player, one.notice.player)
            self.owed[player, one.match] = replace(one, notice=replace(one.notice, player=player))

    async def settle_notices(self, notices: Sequence[OwedNotice], due: int, *, told: bool) -> None:
        for key, one in self._still(notices):
            self.owed[key] = replace(one, due=due, told=told)

    async def drop_notices(self, notices: Sequence[OwedNotice]) -> None:
        for key, _ in self._still(notices):
            del self.owed[key]

    async def drop_seen_notice(self, player: PlayerId, match: MatchId, at: int) -> None:
        one = self.owed.get((player, match))
        if one and not one.told and one.since < at:
            del self.owed[player, match]

    def join_notices(self, old: PlayerId, player: PlayerId) -> None:
        for one in [one for one in self.owed.values() if one.notice.player == old]:
            del self.owed[old, one.match]
            moved = replace(one, notice=replace(one.notice, player=player))
            self.owed.setdefault((player, one.match), moved)

    def forget_notices(self, player: PlayerId) -> None:
        self.owed = {key: one for key, one in self.owed.items() if key[0] != player}

    def _still(self, notices: Sequence[OwedNotice]) -> list[tuple[tuple[PlayerId, MatchId], OwedNotice]]:
        keys = [(one.notice.player, one.match) for one in notices]
        known = [(key, self.owed.get(key), one) for key, one in zip(keys, notices, strict=True)]
        return [
            (key, kept)
            for key, kept, one in known
            if kept and not kept.told and kept.notice.question == one.notice.question
        ]
