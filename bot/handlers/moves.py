"""Whatever makes something happen in a match: lock, decide, store, show."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot import interface
from bot.delivery.board_synchronizer import Boards
from bot.delivery.presence import Reach
from bot.delivery.routing import Places
from bot.delivery.turn_notices import Notices
from bot.domain import challenge_requests, match_requests
from bot.handlers.context import Visit
from bot.handlers.responses import Answers
from bot.interface import Answer
from bot.repositories.matches import Archive
from games.events import Event, MatchId
from games.game import Refused
from games.match import Match
from storage.store import Board, PressedBefore, Store, VersionConflict

Acted = challenge_requests.Answered | match_requests.Ruled
OnBoardsOnly = (
    interface.Choose
    | interface.AcceptDraw
    | interface.RefuseDraw
    | interface.AllowTakeBack
    | interface.RefuseTakeBack
    | match_requests.AboutTime
    | challenge_requests.Answered
)
"""Requests that no other message has buttons for."""


@dataclass(frozen=True, slots=True)
class Spot:
    """Where something was asked, as the store knows it."""

    board: Board
    """Of the match in this chat; one that does not stand yet if there is none."""
    known: bool = True
    """The store knows it."""
    adopted: bool = False
    """The pressed message was not known as a board: it becomes one if the request is granted."""
    own: bool = False
    """What was pressed is the person's own, and about this match: the answer can take its place."""


class Turns:
    """Answers to challenges, moves, and how matches are given up or drawn."""

    def __init__(
        self,
        store: Store,
        archive: Archive,
        boards: Boards,
        answers: Answers,
        notices: Notices,
        places: Places,
        reach: Reach,
    ) -> None:
        self._store, self._archive = store, archive
        self._boards, self._answers = boards, answers
        self._notices, self._places, self._reach = notices, places, reach

    async def act(self, visit: Visit, request: Acted) -> Answer:
        """Decide about a request under the lock of its match, and show what came of it."""
        match_id = request.match or ""
        return await self._boards.after(match_id, self._locked(visit, request, match_id))

    async def _locked(self, visit: Visit, request: Acted, match_id: MatchId) -> Answer:
        async with self._archive.lock(match_id):
            try:
                return await self._decide_and_show(visit, request, match_id)
            except VersionConflict:  # What was in memory was older than the log: decide once more.
                return await self._decide_and_show(visit, request, match_id)

    async def _decide_and_show(self, visit: Visit, request: Acted, match_id: MatchId) -> Answer:
        match = await self._archive.load(match_id)
        boards = await self._store.boards_of(match_id)
        spot = await self._spot(visit, boards, request)
        try:
            events = _decide(match, visit, request)
        except Refused as refused:
            if not await self._store.pressed(visit.press):
                return await self._refuse(visit, match, request, refused, spot)
            events = ()  # The same press again gets the same answer again.
        if events:
            match = await self._store_events(visit, request, match, events, boards, spot)
        elif spot.adopted:
            await self._store.put_boards([spot.board])
        return await self._show(visit, match, request, spot)

    async def _refuse(
        self, visit: Visit, match: Match, request: Acted, refused: Refused, spot: Spot
    ) -> Answer:
        """Say why not; a message that becomes no board stays as it is.

        What shows more than has happened was posted after a copy of the database that was brought back: it is
        set right, and is a board from now on.
        """
        ahead = isinstance(request, interface.Choose) and request.version > match.version
        if spot.adopted and not ahead:
            return await self._answers.refuse(visit, match, refused, None)
        answer = await self._answers.refuse(visit, match, refused, spot.board)
        if spot.adopted and answer.update is not None:
            await self._store.put_boards([spot.board])
        return answer

    async def _store_events(
        self,
        visit: Visit,
        request: Acted,
        match: Match,
        events: tuple[Event, ...],
        known: Sequence[Board],
        spot: Spot,
    ) -> Match:
        after, shown = match.after(events), self._boards.unsaved()
        accepts_here = not spot.known and isinstance(request, interface.AcceptMatch)
        new = [spot.board] if spot.adopted or accepts_here else []
        new += await self._dealt(visit, after, known, request)
        answered = visit.chat if self._answers_here(visit, request, spot) else None
        boards = await self._notices.with_notice(match, after, visit.player, known, new, answered)
        try:
            after = await self._archive.append(
                match, events, press=visit.press, boards=boards, shown=shown, seen=visit.seen
            )
        except PressedBefore:
            return match
        self._boards.saved(shown)
        return after

    async def _dealt(self, visit: Visit, match: Match, known: Sequence[Board], request: Acted) -> list[Board]:
        """Where a game keeps secrets, each seat gets a board of its own as soon as it is dealt."""
        if not isinstance(request, interface.AcceptMatch) or not match.players or match.plays_openly:
            return []
        there = {board.player for board in known}
        if visit.chat.private:
            there.add(visit.player)
        boards = [
            await self._places.private_board(
                player, request.match, prefer=visit.chat.platform, after=visit.press, at=visit.at
            )
            for player in match.players
            if player not in there
        ]
        return [board for board in boards if board]

    async def _spot(self, visit: Visit, known: Sequence[Board], request: Acted) -> Spot:
        """The board of the match in this chat: the pressed one, if it was one that was pressed."""
        place = (visit.chat.platform, visit.chat.id)
        here = [board for board in known if (board.platform, board.chat) == place]
        pressed, alone = visit.incoming.message, visit.incoming.alone
        meant = getattr(visit.incoming.request, "match", None) == request.match
        own = alone
        if pressed is not None and not alone:
            for board in here:
                if board.message == pressed:
                    return Spot(board)
            taken = any(board.message == pressed for board in await self._store.boards_in(*place))
            if meant and not taken and isinstance(visit.incoming.request, OnBoardsOnly):
                return Spot(self._adopted(visit, request, here, pressed), adopted=True)
            own = visit.chat.private and not taken
        lasting = [board for board in here if board.moved_to is None]
        newest = max(lasting, key=lambda board: (board.made, board.id), default=None)
        return Spot(
            newest or visit.new_board(request.match or ""), known=newest is not None, own=own and meant
        )

    def _adopted(self, visit: Visit, request: Acted, here: list[Board], pressed: str) -> Board:
        """A message with the buttons of a board is one, though nothing is known of it (any more)."""
        # Posted, but its id got lost; one with a notice may still be on its way.
        nameless = [
            board for board in here if (board.message, board.notice, board.moved_to) == (None, None, None)
        ]
        return replace(nameless[0] if nameless else visit.new_board(request.match or ""), message=pressed)

    def _answers_here(self, visit: Visit, request: Acted, spot: Spot) -> bool:
        """All who are in the chat see by the answer what has happened."""
        if visit.incoming.message is None or visit.incoming.alone:
            accepts = isinstance(request, interface.AcceptMatch) and not spot.known
            return accepts or self._cannot_change(visit, spot)
        return spot.board.message == visit.incoming.message

    def _cannot_change(self, visit: Visit, spot: Spot) -> bool:
        """It was typed where the old board stays as it is: a fresh one is the answer."""
        closed = self._reach.is_closed(visit.chat.platform, visit.chat.id)
        return visit.incoming.message is None and spot.known and closed

    async def _show(self, visit: Visit, match: Match, request: Acted, spot: Spot) -> Answer:
        """The answer to a request that was granted."""
        pressed, alone = visit.incoming.message, visit.incoming.alone
        if isinstance(request, interface.GiveUp) and not request.sure:
            return await self._answers.confirm(visit, match)
        if isinstance(request, interface.KeepWaiting):
            return await self._answers.done(visit, match, request, own=False)
        if pressed is not None and not alone and spot.board.message == pressed:
            return await self._answers.update(visit, match, spot.board, request)
        # What is left was pressed on a message of the person's own or of another match, or typed.
        if isinstance(request, interface.Choose):
            view = await self._answers.own_view(visit, match, request)
            return Answer(update=view, granted=True) if spot.own else Answer(note=view, granted=True)
        if isinstance(request, interface.AcceptMatch) and not spot.known:
            return await self._answers.post(visit, match, spot.board)
        if self._cannot_change(visit, spot):
            return await self._answers.show_board(visit, match.opened.match)
        return await self._answers.done(visit, match, request, own=spot.own)


def _decide(match: Match, visit: Visit, request: Acted) -> tuple[Event, ...]:
    if isinstance(request, challenge_requests.Answered):
        return challenge_requests.respond(match, visit.player, request, press=visit.entropy, at=visit.at)
    return match_requests.rule(match, visit.player, request, visit.at)
