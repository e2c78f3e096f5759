"""Who shows which boards, in memory."""

from __future__ import annotations

from collections.abc import Collection

from storage.boards import Board, BoardId, Lease


class MemoryLeases:
    """The part of the `Boards` that is about leases."""

    shared = False
    boards: dict[BoardId, Board]
    leases: dict[BoardId, Lease]

    async def take_boards(self, boards: Collection[BoardId], lease: Lease) -> None:
        for board in self.boards.keys() & set(boards):
            held = self.leases.get(board)
            if held is None or held.by == lease.by or held.until <= lease.now:
                self.leases[board] = lease

    async def taken_boards(self, boards: Collection[BoardId], by: str, until: int = 0) -> frozenset[BoardId]:
        held = {board: self.leases[board] for board in boards if board in self.leases}
        return frozenset(board for board, lease in held.items() if lease.by == by and lease.until >= until)

    async def give_back_boards(self, boards: Collection[BoardId], by: str) -> None:
        for board in await self.taken_boards(boards, by):
            del self.leases[board]
