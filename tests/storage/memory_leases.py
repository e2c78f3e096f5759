"""Who shows which boards, and does what, in memory."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

from games.events import MatchId
from storage.boards import Board, BoardId, Lease
from storage.matches import MatchRow


class MemoryLeases:
    """The part of the `Boards` that is about leases, and the `Claims`."""

    shared = False
    boards: dict[BoardId, Board]
    rows: dict[MatchId, MatchRow]
    leases: dict[BoardId, Lease]
    claims: dict[str, Lease]

    def with_lease(self, board: Board) -> Board:
        lease = self.leases.get(board.id)
        return replace(board, leased_by=lease.by, leased_until=lease.until) if lease else board

    async def count_processes(self) -> int:
        return 1

    async def claim(self, names: Collection[str], lease: Lease) -> frozenset[str]:
        for name in names:
            held = self.claims.get(name, lease)
            if held.by == lease.by or held.until <= lease.now:
                self.claims[name] = lease
        return await self.claimed(names, lease.by)

    async def claimed(self, names: Collection[str], by: str) -> frozenset[str]:
        return frozenset(name for name in names if name in self.claims and self.claims[name].by == by)

    async def disclaim(self, names: Collection[str], by: str) -> None:
        for name in names:
            if name in self.claims and self.claims[name].by == by:
                del self.claims[name]

    async def take_boards(self, boards: Collection[BoardId], lease: Lease) -> None:
        for board in self.boards.keys() & set(boards):
            held = self.leases.get(board)
            if held is None or held.by == lease.by or held.until <= lease.now:
                self.leases[board] = lease

    async def taken_boards(self, boards: Collection[BoardId], by: str) -> frozenset[BoardId]:
        return frozenset(one for one in boards if one in self.leases and self.leases[one].by == by)

    async def boards_behind(self) -> tuple[Board, ...]:
        raise NotImplementedError

    async def give_back_boards(self, boards: Mapping[BoardId, int], by: str) -> None:
        behind = {one.id for one in await self.boards_behind()}
        for board in await self.taken_boards(boards, by):
            lease = self.leases.pop(board)
            if board in behind and self.rows[self.boards[board].match].version > boards[board]:
                self.leases[board] = replace(lease, until=0)

    async def claim_boards(self, platform: str, after: str, lease: Lease, *, left: bool) -> tuple[Board, ...]:
        there = [one for one in await self.boards_behind() if one.platform == platform and one.id > after]
        held = {one.id: self.leases.get(one.id) for one in there}
        free = [one for one in there if (old := held[one.id]) and old.until <= lease.now]
        if not left:
            free = [one for one in there if not (old := held[one.id]) or one in free or old.by == lease.by]
        few = sorted(free, key=lambda one: one.id)[:32]
        self.leases |= {one.id: lease for one in few}
        return tuple(few)
