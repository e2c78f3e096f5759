"""Accounts that were joined come apart: one of them is a new player, all that was theirs stays the other's.

Who played what is known by player, not by account, so nothing is divided.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bot import interface, presentation
from bot.delivery.board_synchronizer import BoardSynchronizer
from bot.delivery.routing import PresenceTracker
from bot.delivery.telling import of_parting
from bot.handlers.context import RequestContext, require_account
from bot.handlers.request_table import answers
from bot.handlers.responses import note, private
from bot.handlers.table_pages import TablePageHandler
from bot.interface import Account, Response, UnlinkAccount
from bot.presentation import Phrasing
from bot.repositories.accounts import AccountRepository, account_of
from games.events import PlayerId
from storage.people import Person, real_accounts
from storage.sql.boards import Boards


class AccountUnlinkingHandler:
    """Asks which account, then takes it away."""

    def __init__(
        self,
        store: Boards,
        accounts: AccountRepository,
        table_pages: TablePageHandler,
        boards: BoardSynchronizer,
        presence: PresenceTracker,
        wake: Callable[[], None],
    ) -> None:
        self._store, self._accounts, self._table_pages = store, accounts, table_pages
        self._synchronizer, self._presence, self._wake = boards, presence, wake

    @answers(interface.UnlinkAccount)
    async def answer(self, context: RequestContext, request: UnlinkAccount) -> Response:
        """For this person's eyes alone."""
        people = await self._accounts.people(context.player)
        require_account(context, people)
        accounts = tuple(map(account_of, real_accounts(people)))
        if len(accounts) < 2:
            return note(context.texts("no.unlink_alone"))
        if request.platform is None:
            under_way = len(await self._accounts.under_way(context.player))
            page = presentation.unlink_page(accounts, under_way, Phrasing(context.texts, {}))
            return private(page, succeeded=False)
        leaving = next((one for one in accounts if one.platform == request.platform), None)
        if leaving is None:
            return note(context.texts("no.unlink_alone"))
        return await self._part(context, leaving, people)

    async def _part(self, context: RequestContext, leaving: Account, people: Sequence[Person]) -> Response:
        """Take the account away, and tell it where it is not the one that asks."""
        player = context.player
        await self._withdraw_boards(player, leaving.platform)
        elsewhere = leaving.platform != context.incoming.account.platform
        told = [of_parting(leaving, context.at)] if elsewhere else []
        fresh = await self._accounts.part(player, leaving.platform, context.at, people, told)
        self._table_pages.people_changed()
        self._presence.part(player, leaving.platform, fresh)
        self._wake()
        return Response(note=presentation.unlinked(leaving, context.texts), succeeded=True)

    async def _withdraw_boards(self, player: PlayerId, platform: str) -> None:
        """What they alone could read on a platform is brought up to date no more."""
        for row in await self._accounts.under_way(player):
            boards = await self._store.boards_of(row.match)
            self._synchronizer.withdraw(
                board for board in boards if board.player == player and board.platform == platform
            )
