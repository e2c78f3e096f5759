"""What somebody at the desk is shown in answer: a board, his own view, or why not."""

from __future__ import annotations

from dataclasses import replace

from bot import interface, presentation
from bot.delivery.board_synchronizer import BoardSynchronizer
from bot.delivery.match_screens import MatchScreens
from bot.handlers.context import RequestContext
from bot.handlers.help import note, private
from bot.interface import (
    Delivery,
    Message,
    Response,
)
from bot.repositories.matches import MatchRepository
from games.actions import Reason, RefusedByMatch
from games.events import MatchId
from games.game import Refused
from games.match import Match
from games.words import Words
from storage.store import Board, Store


class ResponseBuilder:
    """Makes answers; what they show of a match passes the wall in `MatchScreens`."""

    def __init__(
        self, store: Store, matches: MatchRepository, screens: MatchScreens, boards: BoardSynchronizer
    ) -> None:
        self._store, self._matches = store, matches
        self._screens, self._synchronizer = screens, boards

    # Boards

    async def update(
        self, context: RequestContext, match: Match, board: Board, request: interface.Request | None = None
    ) -> Response:
        """The pressed board, as it stands after the press."""
        message = await self._board(context, match, board, request)
        self._synchronizer.lease(board, message)
        return Response(update=message, delivery=Delivery(board.id, match.version), succeeded=True)

    async def post(self, context: RequestContext, match: Match, board: Board) -> Response:
        """A new board."""
        message = await self._board(context, match, board)
        first = await self._screens.first(board, message)
        self._synchronizer.lease(board, message)
        return Response(post=first, delivery=Delivery(board.id, match.version), succeeded=True)

    async def show_board(self, context: RequestContext, match_id: MatchId) -> Response:
        """The board here, afresh; it notifies nobody."""
        match = await self._matches.load(match_id)
        board = context.new_board(match_id)
        boards = await self._store.boards_of(match_id)
        answer = await self.post(context, match, board)
        if all(known.id != board.id for known in boards):
            await self._store.put_boards([board])  # not before it is leased: somebody would post it as well
        return answer

    # For one person's eyes

    async def own_view(
        self, context: RequestContext, match: Match, request: interface.Request | None = None
    ) -> Message:
        """The match as this person may see it, with the choices that follow what he has chosen."""
        words, page = _choice(request)
        return await self._screens.board(
            match, context.player, context.chat.platform, context.preferences, words=words, page=page
        )

    async def show_hand(self, context: RequestContext, match_id: MatchId) -> Response:
        """A player's own view, privately."""
        match = await self._matches.load(match_id)
        if match.seat_of(context.player) is None:
            reason = Reason.NO_SEAT if match.players else Reason.NOT_RUNNING
            return await self.refuse(context, match, RefusedByMatch(reason), None)
        if context.chat.private:
            return await self.show_board(context, match_id)
        return Response(note=await self.own_view(context, match), succeeded=True)

    async def confirm(self, context: RequestContext, match: Match) -> Response:
        """Does he really want to resign?"""
        phrasing = await self._screens.phrasing(match, context.chat.platform, context.texts)
        asked = presentation.confirm_resignation(self._screens.view(match, context.player), phrasing)
        return private(asked, succeeded=False)

    async def done(
        self, context: RequestContext, match: Match, request: interface.Request, *, own: bool
    ) -> Response:
        """That it is done; in place of the pressed message where that is his own."""
        phrasing = await self._screens.phrasing(match, context.chat.platform, context.texts)
        done = Message(presentation.done(request, self._screens.view(match, context.player), phrasing))
        return Response(update=done, succeeded=True) if own else Response(note=done, succeeded=True)

    async def verify(self, context: RequestContext, match_id: MatchId) -> Response:
        """Seal, seed and deal of a finished match."""
        match = await self._matches.load(match_id)
        try:
            proof = match.proof(match.seat_of(context.player))
        except Refused as refused:
            return await self.refuse(context, match, refused, None)
        phrasing = await self._screens.phrasing(match, context.chat.platform, context.texts)
        return private(presentation.verify_page(match.seen_by(None), proof, phrasing))

    async def refuse(
        self, context: RequestContext, match: Match, refused: Refused, board: Board | None
    ) -> Response:
        """Say why not, to this person alone; a press on an old board gets the present one with it."""
        phrasing = await self._screens.phrasing(match, context.chat.platform, context.texts)
        view = self._screens.view(match, context.player)
        asked = " ".join(getattr(context.incoming.request, "words", ()))
        told = note(presentation.refusal(refused, phrasing, view, asked))
        if context.incoming.message is None or not _moved_on(refused):
            return told
        if context.incoming.ephemeral:
            return replace(told, update=await self.own_view(context, match))
        if board is None or board.message != context.incoming.message:
            return told
        return replace(await self.update(context, match, board), note=told.note, succeeded=False)

    async def _board(
        self, context: RequestContext, match: Match, board: Board, request: interface.Request | None = None
    ) -> Message:
        preferences = context.preferences if board.private else await self._screens.preferences_of(board)
        words, page = _choice(request)
        return await self._screens.board(
            match, board.player, board.platform, preferences, words=words, page=page
        )


def _moved_on(refused: Refused) -> bool:
    """The board that was pressed may show an older version than the match has reached."""
    return isinstance(refused, RefusedByMatch) and refused.reason in (
        Reason.STALE,
        Reason.NOT_RUNNING,
        Reason.NO_CHALLENGE,
        Reason.NO_OFFER,
        Reason.NO_TAKE_BACK,
        Reason.NOTHING_TO_TAKE_BACK,
        Reason.TIME_NOT_UP,
    )


def _choice(request: interface.Request | None) -> tuple[Words, int]:
    """What a board has to show as chosen: nothing, once the move is played."""
    if isinstance(request, interface.Choose) and not request.final:
        return request.words, request.page
    return (), 0
