"""Who shows which boards, in memory."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from storage.boards import Board, BoardId, Lease


class MemoryLeases:
    """The part of the `Boards` that is about leases."""

    shared = False
    boards: dict[BoardId, Board]
    leases: dict[BoardId, Lease]

    def with_lease(self, board: Board) -> Board:
        lease = self.leases.get(board.id)
        return replace(board, leased_by=lease.by, leased_until=lease.until) if lease else board

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
