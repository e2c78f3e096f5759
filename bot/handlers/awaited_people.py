"""Whoever was challenged by a handle that nobody had here becomes the one who comes with it.

A newcomer simply is that player (`AccountRepository.meet`). Somebody who was here before under another handle
becomes one player with them, as by `/link`.
"""

from __future__ import annotations

from bot.delivery.board_synchronizer import BoardSynchronizer
from bot.delivery.routing import PresenceTracker
from bot.interface import Account
from bot.repositories.accounts import AccountRepository
from storage.errors import PeopleChanged, retried


class AwaitedPeople:
    """Those who are known by their handle alone."""

    def __init__(
        self, accounts: AccountRepository, boards: BoardSynchronizer, presence: PresenceTracker
    ) -> None:
        self._accounts, self._synchronizer, self._presence = accounts, boards, presence

    async def welcome(self, account: Account) -> None:
        """See to it before somebody is met."""
        await retried(PeopleChanged, lambda: self._join(account))

    async def _join(self, account: Account) -> None:
        both = await self._accounts.meant_by_handle(account)
        if both is None:
            return
        awaited, player = both
        known, taken_along = await self._accounts.people(*both), await self._accounts.under_way(awaited)
        if any(player in row.players for row in taken_along):
            return  # they took the very handle that they had challenged: nobody plays against themselves
        await self._accounts.join(awaited, player, known)
        self._presence.merge(awaited, player)
        await self._synchronizer.redraw_matches(row.match for row in taken_along)
