"""Whatever makes something happen in a match: lock, decide, store, show."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot import interface
from bot.delivery.board_synchronizer import BoardSynchronizer
from bot.delivery.presence import PresenceTracker
from bot.delivery.routing import ChatRouter
from bot.delivery.turn_notices import TurnNotifier
from bot.domain import challenge_requests, match_requests
from bot.handlers.context import MatchContext
from bot.handlers.responses import ResponseBuilder
from bot.interface import Response
from bot.repositories.matches import MatchRepository
from games.events import Event
from games.game import Refused
from games.match import Match
from storage.boards import Board
from storage.errors import PressedBefore, VersionConflict
from storage.store import Store

Acted = challenge_requests.Answered | match_requests.Ruled
OnBoardsOnly = (
    interface.Choose
    | interface.AcceptDraw
    | interface.DeclineDraw
    | interface.AcceptTakeback
    | interface.DeclineTakeback
    | match_requests.AboutTime
    | challenge_requests.Answered
)
"""Requests that no other message has buttons for."""


@dataclass(frozen=True, slots=True)
class ReplyTarget:
    """Where something was asked, as the store knows it."""

    board: Board
    """Of the match in this chat; one that does not stand yet if there is none."""
    known: bool = True
    """The store knows it."""
    adopted: bool = False
    """The pressed message was not known as a board: it becomes one if the request is granted."""
    own: bool = False
    """What was pressed is the person's own, and about this match: the answer can take its place."""


class MoveHandler:
    """Answers to challenges, moves, and how matches are given up or drawn."""

    def __init__(
        self,
        store: Store,
        matches: MatchRepository,
        boards: BoardSynchronizer,
        responses: ResponseBuilder,
        notifier: TurnNotifier,
        router: ChatRouter,
        presence: PresenceTracker,
    ) -> None:
        self._store, self._matches = store, matches
        self._synchronizer, self._responses = boards, responses
        self._notifier, self._router, self._presence = notifier, router, presence

    async def act(self, context: MatchContext, request: Acted) -> Response:
        """Decide about a request under the lock of its match, and show what came of it."""
        return await self._synchronizer.after(context.match_id, self._locked(context, request))

    async def _locked(self, context: MatchContext, request: Acted) -> Response:
        async with self._matches.lock(context.match_id):
            try:
                return await self._decide_and_show(context, request)
            except VersionConflict:  # What was in memory was older than the log: decide once more.
                return await self._decide_and_show(context, request)

    async def _decide_and_show(self, context: MatchContext, request: Acted) -> Response:
        match = await self._matches.load(context.match_id)
        boards = await self._store.boards_of(context.match_id)
        spot = await self._spot(context, boards)
        try:
            events = _decide(match, context, request)
        except Refused as refused:
            if not await self._store.pressed(context.press):
                return await self._refuse(context, match, request, refused, spot)
            events = ()  # The same press again gets the same answer again.
        if events:
            match = await self._store_events(context, request, match, events, boards, spot)
        elif spot.adopted:
            await self._store.put_boards([spot.board])
        return await self._show(context, match, request, spot)

    async def _refuse(
        self, context: MatchContext, match: Match, request: Acted, refused: Refused, spot: ReplyTarget
    ) -> Response:
        """Say why not; a message that becomes no board stays as it is.

        What shows more than has happened was posted after a copy of the database that was brought back: it is
        set right, and is a board from now on.
        """
        ahead = isinstance(request, interface.Choose) and request.version > match.version
        if spot.adopted and not ahead:
            return await self._responses.refuse(context, match, refused, None)
        answer = await self._responses.refuse(context, match, refused, spot.board)
        if spot.adopted and answer.update is not None:
            await self._store.put_boards([spot.board])
        return answer

    async def _store_events(
        self,
        context: MatchContext,
        request: Acted,
        match: Match,
        events: tuple[Event, ...],
        known: Sequence[Board],
        spot: ReplyTarget,
    ) -> Match:
        after, shown = match.after(events), self._synchronizer.unsaved()
        accepts_here = not spot.known and isinstance(request, interface.AcceptChallenge)
        new = [spot.board] if spot.adopted or accepts_here else []
        new += await self._dealt(context, after, known, request)
        answered = context.chat if self._answers_here(context, request, spot) else None
        boards = await self._notifier.boards_of_change(match, after, context.player, known, new, answered)
        try:
            after = await self._matches.append(
                match, events, press=context.press, boards=boards, shown=shown, seen=context.seen
            )
        except PressedBefore:
            return match
        self._synchronizer.saved(shown)
        return after

    async def _dealt(
        self, context: MatchContext, match: Match, known: Sequence[Board], request: Acted
    ) -> list[Board]:
        """Where a game keeps secrets, each seat gets a board of its own as soon as it is dealt."""
        if not isinstance(request, interface.AcceptChallenge) or not match.players or match.plays_openly:
            return []
        there = {board.player for board in known}
        if context.chat.private:
            there.add(context.player)
        boards = [
            await self._router.private_board(
                player, context.match_id, prefer=context.chat.platform, after=context.press, at=context.at
            )
            for player in match.players
            if player not in there
        ]
        return [board for board in boards if board]

    async def _spot(self, context: MatchContext, known: Sequence[Board]) -> ReplyTarget:
        """The board of the match in this chat: the pressed one, if it was one that was pressed."""
        place = (context.chat.platform, context.chat.id)
        here = [board for board in known if (board.platform, board.chat) == place]
        pressed, ephemeral = context.incoming.message, context.incoming.ephemeral
        own = ephemeral
        if pressed is not None and not ephemeral:
            for board in here:
                if board.message == pressed:
                    return ReplyTarget(board)
            taken = any(board.message == pressed for board in await self._store.boards_in(*place))
            if context.named and not taken and isinstance(context.incoming.request, OnBoardsOnly):
                return ReplyTarget(self._adopted(context, here, pressed), adopted=True)
            own = context.chat.private and not taken
        lasting = [board for board in here if board.moved_to is None]
        newest = max(lasting, key=lambda board: (board.made, board.id), default=None)
        return ReplyTarget(
            newest or context.new_board(context.match_id), known=newest is not None, own=own and context.named
        )

    def _adopted(self, context: MatchContext, here: list[Board], pressed: str) -> Board:
        """A message with the buttons of a board is one, though nothing is known of it (any more)."""
        # Posted, but its id got lost; one with a notice may still be on its way.
        nameless = [
            board for board in here if (board.message, board.notice, board.moved_to) == (None, None, None)
        ]
        return replace(nameless[0] if nameless else context.new_board(context.match_id), message=pressed)

    def _answers_here(self, context: MatchContext, request: Acted, spot: ReplyTarget) -> bool:
        """All who are in the chat see by the answer what has happened."""
        if context.incoming.message is None or context.incoming.ephemeral:
            accepts = isinstance(request, interface.AcceptChallenge) and not spot.known
            return accepts or self._cannot_change(context, spot)
        return spot.board.message == context.incoming.message

    def _cannot_change(self, context: MatchContext, spot: ReplyTarget) -> bool:
        """It was typed where the old board stays as it is: a fresh one is the answer."""
        closed = self._presence.is_closed(context.chat.platform, context.chat.id)
        return context.incoming.message is None and spot.known and closed

    async def _show(self, context: MatchContext, match: Match, request: Acted, spot: ReplyTarget) -> Response:
        """The answer to a request that was granted."""
        pressed, ephemeral = context.incoming.message, context.incoming.ephemeral
        if isinstance(request, interface.Resign) and not request.sure:
            return await self._responses.confirm(context, match)
        if isinstance(request, interface.KeepWaiting):
            return await self._responses.done(context, match, request, own=False)
        if pressed is not None and not ephemeral and spot.board.message == pressed:
            return await self._responses.update(context, match, spot.board, request)
        # What is left was pressed on a message of the person's own or of another match, or typed.
        if isinstance(request, interface.Choose):
            view = await self._responses.own_view(context, match, request)
            return Response(update=view, succeeded=True) if spot.own else Response(note=view, succeeded=True)
        if isinstance(request, interface.AcceptChallenge) and not spot.known:
            return await self._responses.post(context, match, spot.board)
        if self._cannot_change(context, spot):
            return await self._responses.show_board(context)
        return await self._responses.done(context, match, request, own=spot.own)


def _decide(match: Match, context: MatchContext, request: Acted) -> tuple[Event, ...]:
    if isinstance(request, challenge_requests.Answered):
        return challenge_requests.respond(
            match, context.player, request, press=context.entropy, at=context.at
        )
    return match_requests.rule(match, context.player, request, context.at)
