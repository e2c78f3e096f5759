"""Deletes a person's data: their matches under way end, then all that leads to them is deleted.

The log stays for those who played against them, with an id that leads to nobody. Nobody acts while that
happens (see `bot.handlers.shared_lock`).
"""

from __future__ import annotations

import logging
from contextlib import AsyncExitStack

from bot import interface, presentation
from bot.delivery.turn_notices import GOING_ON, UNDER_WAY, TurnNotifier
from bot.handlers.context import RequestContext
from bot.handlers.match_transaction import MatchTransaction, MatchTransactions
from bot.handlers.request_table import answers
from bot.handlers.responses import private
from bot.interface import ForgetMe, Message, Response
from bot.presentation import Phrasing
from bot.repositories.accounts import AccountRepository
from bot.repositories.preferences import PreferencesRepository
from games import actions
from games.events import MatchId, PlayerId
from games.match import Decision, Match, Phase
from storage.errors import PeopleChanged, PressedBefore, StoreError, VersionConflict
from storage.matches import MatchRow
from storage.people import Basis
from storage.sql.matches import Matches

log = logging.getLogger(__name__)

MOST_TRIES = 5


class AccountDeletionHandler:
    """Asks first, then forgets."""

    def __init__(
        self,
        store: Matches,
        accounts: AccountRepository,
        preferences: PreferencesRepository,
        transactions: MatchTransactions,
        notifier: TurnNotifier,
    ) -> None:
        self._store, self._accounts, self._preferences = store, accounts, preferences
        self._transactions, self._notifier = transactions, notifier

    @answers(interface.ForgetMe)
    async def answer(self, context: RequestContext, request: ForgetMe) -> Response:
        """For this person's eyes alone; nobody else may be acting where it is sure."""
        rows = await self._store.matches_of(context.player, UNDER_WAY)
        if not request.sure:
            return await self._ask(context, rows)
        async with AsyncExitStack() as ended:  # Their boards are shown when the person is forgotten.
            for row in rows:
                await self._end_if_it_can_be_read(context, row.match, ended)
            left = await self._store.matches_of(context.player, UNDER_WAY)
            if {row.match for row in left} - {row.match for row in rows}:
                raise PeopleChanged  # they have begun another match in another process
            basis = Basis(context.people, under_way=len(left))
            gone = await self._accounts.forget(context.player, context.at, basis)
            self._preferences.forget()
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
        except PeopleChanged:  # others are quicker again and again
            raise
        except StoreError:
            log.exception("match %s could not be ended before a player was forgotten", match_id)

    async def _end(self, context: RequestContext, match_id: MatchId, transaction: MatchTransaction) -> None:
        """Once more, as often as another process is quicker."""
        for _ in range(MOST_TRIES):
            decision = _leave(transaction.match, context.player, context.at)
            if decision is None:
                return
            try:
                told = await self._notifier.told_of_change(
                    transaction.match, decision.after, context.player, transaction.boards
                )
                await transaction.commit(decision, press=f"{context.press} {match_id}", told=told)
                return
            except (PressedBefore, VersionConflict):
                await transaction.read()
        raise PeopleChanged


def _leave(match: Match, player: PlayerId, at: int) -> Decision | None:
    """What somebody leaves a match with; None where an open challenge of somebody else is nothing to them."""
    if match.phase not in GOING_ON:  # ended by another process
        return None
    if match.phase is Phase.RUNNING:
        return match.decide(actions.Resign(player), at)
    if match.opened.challenger == player:
        return match.decide(actions.CancelChallenge(player), at)
    return match.decide(actions.DeclineChallenge(player), at) if match.opened.invited == player else None
