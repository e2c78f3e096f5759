"""Whoever was challenged by a handle that nobody had here becomes the one who comes with it.

A newcomer simply is that player (`AccountRepository.meet`). Somebody who was here before under another handle
becomes one player with them, as by `/link`: while nobody acts.
"""

from __future__ import annotations

from contextlib import suppress

from bot.delivery.board_synchronizer import BoardSynchronizer
from bot.handlers.shared_lock import SharedLock
from bot.interface import Account
from bot.repositories.accounts import AccountRepository
from bot.repositories.freshness import Freshness
from games.events import PlayerId
from storage.errors import PeopleChanged

MOST_TRIES = 25


class AwaitedPeople:
    """Those who are known by their handle alone."""

    def __init__(
        self, accounts: AccountRepository, freshness: Freshness, boards: BoardSynchronizer, lock: SharedLock
    ) -> None:
        self._accounts, self._freshness = accounts, freshness
        self._synchronizer, self._lock = boards, lock

    async def welcome(self, account: Account) -> None:
        """See to it before somebody is met; the caller does not act yet."""
        if await self._accounts.meant_by_handle(account) is None:
            return
        async with self._lock.enter(exclusive=True):
            for _ in range(MOST_TRIES):  # as often as another process is quicker
                with suppress(PeopleChanged):
                    await self._join(account)
                    break

    async def _join(self, account: Account) -> None:
        await self._freshness.look()
        people = self._freshness.people
        both = await self._accounts.meant_by_handle(account)
        if both is None or await self._are_opponents(*both):
            return
        awaited, player = both
        taken_along = await self._accounts.under_way(awaited)
        await self._accounts.join(awaited, player, people=people)
        await self._synchronizer.redraw_matches(row.match for row in taken_along)

    async def _are_opponents(self, one: PlayerId, other: PlayerId) -> bool:
        """Somebody took the very handle that they had challenged: nobody plays against themselves."""
        return any(other in row.players for row in await self._accounts.under_way(one))
