"""Which boards this process alone shows, where several processes have one store.

A press takes the free boards of its match with its change; whoever else shows a board takes it before. What
has been shown is given back. A process that died gives its boards back by time.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable

from bot.interface import RetryLater
from storage.boards import Board, BoardId, Lease
from storage.store import Store

TAKEN_FOR = 0.5  # seconds until a board that another process shows is looked at again
LONGEST = 30  # seconds until what a process has taken is free again, whatever became of it


class BoardLeases:
    """Nothing is taken where nobody else can have the store open."""

    def __init__(
        self,
        store: Store,
        clock: Callable[[], int],
        on_taken: Callable[[BoardId], None] = lambda _: None,
    ) -> None:
        """Nothing is taken yet.

        Args:
            store: where it is noted.
            clock: the time in seconds since 1970.
            on_taken: is told of what another process may have shown since it was shown here.
        """
        self._on_taken = on_taken
        self._store, self._clock = store, clock
        self._name = secrets.token_hex(8)
        self._done: set[BoardId] = set()

    @property
    def shared(self) -> bool:
        """Others have the store open, too."""
        return self._store.shared

    @property
    def pending(self) -> frozenset[BoardId]:
        """What is to be given back."""
        return frozenset(self._done)

    def lease(self, boards: Iterable[Board]) -> Lease | None:
        """What takes boards as they are stored; these are not given back before they are shown again."""
        if not self.shared:
            return None
        self._done.difference_update(board.id for board in boards)
        now = self._clock()
        return Lease(self._name, now, now + LONGEST)

    async def take(self, board: Board) -> bool:
        """Take a board, or keep it; False while another process has it."""
        if (lease := self.lease([board])) is None:
            return True
        await self._store.take_boards([board.id], lease)
        return await self.has(board)

    async def has(self, board: Board, *, lasting: bool = False) -> bool:
        """Nobody else has shown this board since it was taken, nor, if it is to last, will for a while."""
        if not self.shared:
            return True
        least = self._clock() + LONGEST // 2 if lasting else 0
        return bool(await self._store.taken_boards([board.id], self._name, least))

    async def taken_just_now(self, board: Board) -> bool:
        """This process shows the board from now on, as another one may have left it; False: it did before.

        Raises:
            RetryLater: another process does.
        """
        if await self.has(board, lasting=True):
            return False
        if not await self.take(board):
            raise RetryLater(TAKEN_FOR, due=True)
        self._on_taken(board.id)
        return True

    def done(self, board: BoardId) -> None:
        """A board is shown: it is given back with what is stored next."""
        if self.shared:
            self._done.add(board)

    def forget(self) -> None:
        """What was to be given back is so by time."""
        self._done.clear()

    async def give_back(self, stored: frozenset[BoardId]) -> None:
        """Give back those of these boards that have not been taken again; what they show is stored."""
        # Nothing may come between: a board that is taken again meanwhile is written after this.
        done = self._done & stored
        self._done -= done
        if done:
            await self._store.give_back_boards(sorted(done), self._name)
