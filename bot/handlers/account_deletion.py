"""Deletes a person's data: their matches under way end, then all that leads to them is deleted.

The log stays for those who played against them, with an id that leads to nobody. Where they have begun
another match until all is deleted, nothing is, and that one ends as well.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, suppress

from bot import interface, presentation
from bot.delivery.turn_notices import GOING_ON, UNDER_WAY, TurnNotifier
from bot.handlers.context import RequestContext, require_account
from bot.handlers.match_transaction import MatchTransaction, MatchTransactions
from bot.handlers.request_table import answers
from bot.handlers.responses import private
from bot.handlers.table_pages import TablePageHandler
from bot.interface import ForgetMe, Message, Response
from bot.presentation import Phrasing
from bot.repositories.accounts import AccountRepository
from games import actions
from games.events import MatchId, PlayerId
from games.match import Decision, Match, Phase
from storage.errors import PeopleChanged, PressedBefore, StoreError, VersionConflict
from storage.matches import MatchRow
from storage.sql.matches import Matches

log = logging.getLogger(__name__)


class AccountDeletionHandler:
    """Asks first, then forgets."""

    def __init__(
        self,
        store: Matches,
        accounts: AccountRepository,
        table_pages: TablePageHandler,
        transactions: MatchTransactions,
        notifier: TurnNotifier,
        locked_tournaments: Callable[[], AbstractAsyncContextManager[None]],
    ) -> None:
        self._store, self._accounts, self._table_pages = store, accounts, table_pages
        self._transactions, self._notifier = transactions, notifier
        self._locked_tournaments = locked_tournaments

    @answers(interface.ForgetMe)
    async def answer(self, context: RequestContext, request: ForgetMe) -> Response:
        """For this person's eyes alone."""
        rows = await self._store.matches_of(context.player, UNDER_WAY)
        if not request.sure:
            return await self._ask(context, rows)
        # Their boards are shown when the person is forgotten, and their tournaments go on then.
        async with self._locked_tournaments(), AsyncExitStack() as ended:
            for row in sorted(rows, key=lambda row: row.match):  # the order in which all take several locks
                await self._end_if_it_can_be_read(context, row.match, ended)
            left = await self._store.matches_of(context.player, UNDER_WAY)
            if {row.match for row in left} - {row.match for row in rows}:
                raise PeopleChanged  # they have begun another match
            people = await self._accounts.people(context.player)
            require_account(context, people)
            gone = await self._accounts.forget(context.player, context.at, people, len(left))
        self._table_pages.people_changed()
        told = context.texts("note.forgotten" if gone else "note.forgotten_later")
        return Response(note=Message(told), succeeded=True)

    async def _ask(self, context: RequestContext, rows: tuple[MatchRow, ...]) -> Response:
        running = sum(row.phase == Phase.RUNNING.value for row in rows)
        accounts = await self._accounts.accounts(context.player)
        page = presentation.forget_page(accounts, running, len(rows) - running, Phrasing(context.texts, {}))
        return private(page, succeeded=False)

    async def _end_if_it_can_be_read(
        self, context: RequestContext, match_id: MatchId, ended: AsyncExitStack
    ) -> None:
        """Resign, withdraw or decline; one broken log does not keep somebody from being forgotten."""
        try:
            transaction = await ended.enter_async_context(self._transactions.begin(match_id))
            await self._end(context, match_id, transaction)
        except VersionConflict:  # another process was quicker
            raise
        except StoreError:
            log.exception("match %s could not be ended before a player was forgotten", match_id)

    async def _end(self, context: RequestContext, match_id: MatchId, transaction: MatchTransaction) -> None:
        decision = _leave(transaction.match, context.player, context.at)
        if decision is not None:
            told = await self._notifier.told_of_change(
                transaction.match, decision.after, context.player, transaction.boards
            )
            with suppress(PressedBefore):  # by another process
                await transaction.commit(decision, press=f"{context.press} {match_id}", told=told)


def _leave(match: Match, player: PlayerId, at: int) -> Decision | None:
    """What somebody leaves a match with; None where an open challenge of somebody else is nothing to them."""
    if match.phase not in GOING_ON:  # ended by another process
        return None
    if match.phase is Phase.RUNNING:
        return match.decide(actions.Resign(player), at)
    if match.opened.challenger == player:
        return match.decide(actions.CancelChallenge(player), at)
    return match.decide(actions.DeclineChallenge(player), at) if match.opened.invited == player else None
