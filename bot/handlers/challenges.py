"""Challenges and rematches: offered, shown, and found again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from bot import interface, presentation
from bot.delivery.presence import PresenceTracker
from bot.delivery.routing import ChatRouter, new_board
from bot.domain import challenge_requests
from bot.domain.challenge_requests import Draws
from bot.handlers.challenge_policy import ChallengePolicy
from bot.handlers.context import MatchContext, RequestContext
from bot.handlers.match_transaction import MatchTransactions
from bot.handlers.moves import MoveHandler
from bot.handlers.responses import ResponseBuilder, note, private
from bot.interface import Response
from bot.presentation import Phrasing
from bot.repositories.accounts import AccountRepository
from bot.repositories.matches import MatchRepository
from games.actions import Reason, RefusedByMatch
from games.dice import SEED_BYTES
from games.events import MATCH_ID_LENGTH, ChallengeOffered, MatchId
from games.game import Refused
from games.match import Phase
from storage.boards import Board, Notice
from storage.errors import PressedBefore, VersionConflict
from storage.store import Store

ENDED_UNPLAYED = (Phase.DECLINED.value, Phase.CANCELLED.value, Phase.EXPIRED.value)


class ChallengeHandler:
    """Everything before a match."""

    def __init__(
        self,
        store: Store,
        matches: MatchRepository,
        accounts: AccountRepository,
        transactions: MatchTransactions,
        responses: ResponseBuilder,
        moves: MoveHandler,
        router: ChatRouter,
        presence: PresenceTracker,
        policy: ChallengePolicy,
        draw: Callable[[int], bytes],
    ) -> None:
        self._store, self._matches, self._accounts = store, matches, accounts
        self._transactions, self._responses, self._moves = transactions, responses, moves
        self._router, self._presence, self._policy = router, presence, policy
        self._draw = draw

    async def offer(self, context: RequestContext, request: interface.OfferChallenge) -> Response:
        """Challenge somebody, or everybody who sees it."""
        invited = None
        if request.opponent is not None:
            invited = await self._accounts.find(context.chat.platform, request.opponent)
        try:
            opened = challenge_requests.challenge(
                request, context.player, invited, draws=self._draws(), press=context.entropy, at=context.at
            )
        except RefusedByMatch:
            return note(context.texts("no.yourself"))
        except Refused as wrong:
            return note(presentation.refusal(wrong, Phrasing(context.texts, {}), asked=request.game))
        if refused := await self._policy.refusal(context, opened.invited):
            return refused
        try:
            return await self._open(context, opened)
        except VersionConflict:  # The id is taken, a chance of one in many millions: draw another one.
            return await self.offer(context, request)

    async def accept(self, context: MatchContext, request: interface.AcceptChallenge) -> Response:
        """Take a challenge, unless it is from somebody who wants to play with others."""
        match = await self._matches.load(context.match_id)
        if refused := await self._policy.keeps_away(context, match):
            return refused
        return await self._moves.act(context, request)

    async def decline(self, context: MatchContext, request: interface.DeclineChallenge) -> Response:
        """Refuse a challenge; he may want no other one of this person: his own board asks so, else a note."""
        answer = await self._moves.act(context, request)
        if not answer.succeeded or context.chat.private or context.incoming.ephemeral:
            return answer
        challenger = (await self._matches.load(context.match_id)).opened.challenger
        phrasing = Phrasing(context.texts, await self._accounts.cast([challenger], context.chat.platform))
        return replace(answer, note=private(presentation.declined(challenger, phrasing)).note)

    async def pick(self, context: RequestContext, request: interface.PickGame) -> Response:
        """Which game is it to be?"""
        player = await self._accounts.find(context.chat.platform, request.opponent)
        phrasing = Phrasing(context.texts, await self._accounts.cast([player], context.chat.platform))
        page = presentation.pick_page(request.opponent, phrasing.name(player), phrasing)
        return private(page, succeeded=False)

    async def play_again(self, context: MatchContext, request: interface.OfferRematch) -> Response:
        """The rematch of a match is one: whoever asks second accepts it, or is shown it again.

        So is the challenge that is made once more because it expired.
        """
        match = await self._matches.load(context.match_id)
        offered = challenge_requests.again if match.phase is Phase.EXPIRED else challenge_requests.rematch
        try:
            opened = offered(match, context.player, draws=self._draws(), press=context.entropy, at=context.at)
        except Refused as refused:
            if isinstance(refused, RefusedByMatch) and refused.reason is Reason.OWN_CHALLENGE:
                return note(context.texts("no.yourself"))
            return await self._responses.refuse(context, match, refused, None)
        for code in challenge_requests.rematch_ids(context.match_id):
            row = await self._store.row(code)
            if row is None:
                if why_not := await self._policy.refusal(context, opened.invited):
                    return why_not
                try:
                    return await self._open(context, replace(opened, match=code), before=context.match_id)
                except VersionConflict:  # The other one was quicker.
                    return await self.play_again(context, request)
            if row.phase == Phase.CHALLENGE.value and context.player in row.awaited:
                return await self.accept(context.about(code), interface.AcceptChallenge(code))
            if row.phase not in ENDED_UNPLAYED:
                return await self._responses.show_board(context.about(code))
        return note(context.texts("no.no_more_rematches"))

    async def _open(
        self, context: RequestContext, opened: ChallengeOffered, before: MatchId | None = None
    ) -> Response:
        """Store a challenge and show it here, and to the invited person where this chat is not his.

        `before` is the match that is played again.
        """
        notice = Notice(opened.invited, question=1) if opened.invited else None
        here = notice is None or await self._router.has_account(context.chat.platform, notice.player)
        if notice and (context.chat.private or not here):
            board = context.new_board(opened.match)
            there = (
                await self._where_he_played(context, opened, notice, before) if before and not here else ()
            )
            theirs = there or await self._private_board(context, opened, notice)
        else:
            board, theirs = context.new_board(opened.match, notice), ()
        async with self._transactions.begin(opened.match, new=True) as transaction:
            try:
                await transaction.open(
                    opened, press=context.press, boards=(board, *theirs), seen=context.seen
                )
                return await self._responses.post(context, transaction.match, board)
            except PressedBefore:
                pass
        return await self._show_again(context, opened)

    async def _where_he_played(
        self, context: RequestContext, opened: ChallengeOffered, notice: Notice, before: MatchId
    ) -> tuple[Board, ...]:
        """The challenge where the invited person is told of the match that is played again."""
        chat = await self._router.chat_to_notify(notice.player, before, await self._store.boards_of(before))
        if chat is None or not await self._policy.lets_in(chat):
            return ()
        reader = notice.player if chat.private else None
        return (new_board(chat, opened.match, reader, after=context.press, at=context.at, notice=notice),)

    async def _private_board(
        self, context: RequestContext, opened: ChallengeOffered, notice: Notice
    ) -> tuple[Board, ...]:
        """The challenge in the private chat of the invited person."""
        board = await self._router.private_board(
            notice.player,
            opened.match,
            prefer=context.chat.platform,
            after=context.press,
            at=context.at,
            notice=notice,
        )
        if board is None:
            self._presence.mark_unreached(notice.player, opened.match)
        return (board,) if board else ()

    async def _show_again(self, context: RequestContext, opened: ChallengeOffered) -> Response:
        """The challenge that the same press made already, on its board here."""
        match_id = await self._store.pressed(context.press) or opened.match
        async with self._transactions.begin(match_id) as transaction:
            made = context.new_board(match_id)
            board = next((board for board in transaction.boards if board.id == made.id), made)
            return await self._responses.post(context, transaction.match, board)

    def _draws(self) -> Draws:
        return Draws(seed=self._draw(SEED_BYTES), code=self._draw(MATCH_ID_LENGTH))
