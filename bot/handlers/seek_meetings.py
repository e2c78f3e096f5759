"""A match of two people who looked for the same: stored with its boards, in one transaction."""

from __future__ import annotations

from dataclasses import replace

from bot.delivery.routing import ChatRouter
from bot.domain import challenge_requests
from bot.domain.seeks import is_confirmed
from bot.domain.terms import terms
from bot.handlers.context import RequestContext
from bot.handlers.deal_keys import DealKeys
from bot.handlers.match_transaction import MatchTransactions
from bot.handlers.responses import ResponseBuilder
from bot.interface import OfferChallenge, Response
from bot.repositories.preferences import PreferencesRepository
from games import actions
from games.events import MatchId, PlayerId
from games.match import Decision, Match, fold
from storage.boards import Board, Notice
from storage.errors import VersionConflict
from storage.seeks import Seek


class SeekMeetings:
    """Begins matches that nobody challenged anybody to."""

    def __init__(
        self,
        transactions: MatchTransactions,
        responses: ResponseBuilder,
        router: ChatRouter,
        keys: DealKeys,
        preferences: PreferencesRepository,
    ) -> None:
        self._transactions, self._responses = transactions, responses
        self._router, self._keys, self._preferences = router, keys, preferences

    async def can_reach(self, player: PlayerId, platform: str) -> bool:
        """There is a private chat in which somebody can be told of a match."""
        return (await self._router.reach(player)).private_chat(platform) is not None

    async def begin(self, context: RequestContext, found: Seek, *own: Seek) -> Response | None:
        """Let two people play; where time is short, as soon as who looked before says that they are there.

        Args:
            context: who asks, and where.
            found: who looked for an opponent before.
            own: what whoever asks looked for themselves; it is done with.

        Returns:
            The board, where it can stand here; None: it is in their private chat.
        """
        agreed = terms(found.game, found.terms)
        begun = self._asked(context, found) if is_confirmed(agreed) else await self._match(context, found)
        match = begun.after
        boards = await self._boards(context, match, found)
        async with self._transactions.begin(match.opened.match, new=True) as transaction:
            try:
                await transaction.open(
                    begun,
                    press=context.press,
                    boards=boards,
                    seen=context.seen if context.chat.private else None,
                    met=(found, *own),
                )
                if not context.chat.private:
                    return None
                return await self._responses.post(context, match, boards[0])
            except VersionConflict:  # The id is taken, a chance of one in many millions: draw another one.
                pass
        return await self.begin(context, found, *own)

    async def show_again(self, context: RequestContext, match_id: MatchId) -> Response | None:
        """What the same press was answered with before."""
        if not context.chat.private:
            return None
        return await self._responses.show_board(context.about(match_id))

    def _asked(self, context: RequestContext, found: Seek) -> Decision:
        """A challenge to who looked for one."""
        request = OfferChallenge(found.game, None, found.terms)
        zone, draws = context.preferences.zone, self._keys.draw()
        offered = challenge_requests.challenge(
            request, context.player, found.player, draws=draws, at=context.at, zone=zone
        )
        return Decision((offered,), fold([offered]))

    async def _match(self, context: RequestContext, found: Seek) -> Decision:
        """Offered by the one and accepted by the other."""
        zone = (await self._preferences.of(found.player)).zone
        offered = challenge_requests.challenge(
            OfferChallenge(found.game, None, found.terms),
            found.player,
            None,
            draws=self._keys.draw(),
            at=context.at,
            zone=zone,
        )
        accepts = actions.AcceptChallenge(
            context.player, self._keys.acceptance(offered.entropy, ""), zone=context.preferences.zone
        )
        return challenge_requests.taken(offered, accepts, context.at)

    async def _boards(self, context: RequestContext, match: Match, found: Seek) -> tuple[Board, ...]:
        """One for each, in private: in no chat anybody is shown who did not ask to play there."""
        match_id = match.opened.match
        own = (
            context.new_board(match_id)
            if context.chat.private
            else await self._private_board(context, match, context.player, context.chat.platform)
        )
        other = await self._private_board(context, match, found.player, found.platform)
        return tuple(board for board in (own, other) if board)

    async def _private_board(
        self, context: RequestContext, match: Match, player: PlayerId, platform: str
    ) -> Board | None:
        board = await self._router.private_board(
            player, match.opened.match, prefer=platform, after=context.press, at=context.at
        )
        seat = match.seat_of(player)
        question = 1 if player == match.opened.invited else None if seat is None else match.question(seat)
        if board is None or question is None or player == context.player:
            return board
        return replace(board, notice=Notice(player, question))
