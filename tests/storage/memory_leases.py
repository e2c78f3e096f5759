"""Who shows which boards, and does what, in memory."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from storage.boards import Board, BoardId, Lease


class MemoryLeases:
    """The part of the `Boards` that is about leases, and the `Claims`."""

    shared = False
    boards: dict[BoardId, Board]
    leases: dict[BoardId, Lease]
    claims: dict[str, Lease]

    def with_lease(self, board: Board) -> Board:
        lease = self.leases.get(board.id)
        return replace(board, leased_by=lease.by, leased_until=lease.until) if lease else board

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

    async def give_back_boards(self, boards: Collection[BoardId], by: str) -> None:
        for board in await self.taken_boards(boards, by):
            del self.leases[board]
