"""Opens challenges: where the policy allows it, and once for each press."""

from __future__ import annotations

from dataclasses import replace

from bot import presentation
from bot.domain.challenge_requests import ChallengeReason, ChallengeRefusal
from bot.handlers.challenge_placement import ChallengePlacement
from bot.handlers.challenge_policy import ChallengePolicy
from bot.handlers.context import RequestContext
from bot.handlers.match_transaction import MatchTransactions
from bot.handlers.responses import ResponseBuilder, private
from bot.interface import Response
from bot.presentation import Phrasing
from bot.repositories.accounts import AccountRepository
from games.events import ChallengeOffered, MatchId
from games.match import Decision
from storage.errors import PressedBefore
from storage.sql.store import Store


class ChallengeOpener:
    """Stores new challenges and shows them."""

    def __init__(
        self,
        store: Store,
        accounts: AccountRepository,
        transactions: MatchTransactions,
        responses: ResponseBuilder,
        placement: ChallengePlacement,
        policy: ChallengePolicy,
    ) -> None:
        self._store, self._accounts, self._transactions = store, accounts, transactions
        self._responses, self._placement, self._policy = responses, placement, policy

    async def open(self, context: RequestContext, begun: Decision, before: MatchId | None = None) -> Response:
        """Store a challenge and show it.

        Args:
            context: who challenges, and where.
            begun: the challenge, and whatever follows from it at once.
            before: the match that is played again.

        Raises:
            VersionConflict: the id is taken.
        """
        opened = begun.after.opened
        if refused := await self._policy.refusal(context, opened):
            return await self.refuse(context, refused)
        boards = await self._placement.boards(context, begun.after, before)
        async with self._transactions.begin(opened.match, new=True) as transaction:
            try:
                await transaction.open(begun, press=context.press, boards=boards, seen=context.seen)
                return await self._responses.post(context, transaction.match, boards[0])
            except PressedBefore:
                pass
        return await self._show_again(context, opened)

    async def refuse(self, context: RequestContext, refused: ChallengeRefusal) -> Response:
        """Why not, for the challenger alone."""
        cast = await self._accounts.cast([refused.player], context.chat.platform)
        told = private(
            presentation.challenge_refusal(refused, Phrasing(context.texts, cast)), succeeded=False
        )
        return replace(told, managers_only=refused.reason is ChallengeReason.MANAGERS_ONLY)

    async def _show_again(self, context: RequestContext, opened: ChallengeOffered) -> Response:
        """The challenge that the same press made already, on its board here."""
        match_id = await self._store.matches.pressed(context.press) or opened.match
        async with self._transactions.begin(match_id) as transaction:
            made = context.new_board(match_id)
            board = next((board for board in transaction.boards if board.id == made.id), made)
            return await self._responses.post(context, transaction.match, board)
