"""What somebody at the desk is shown in answer: a board, his own view, or why not."""

from __future__ import annotations

from dataclasses import replace

from bot import interface, presentation
from bot.delivery.board_synchronizer import Boards
from bot.delivery.match_screens import Display
from bot.handlers.context import Visit
from bot.handlers.help import note, private
from bot.interface import (
    Answer,
    Delivery,
    Message,
)
from bot.repositories.matches import Archive
from games.events import MatchId
from games.game import Refused
from games.match import Match
from games.requests import Reason, RefusedByMatch
from games.words import Words
from storage.store import Board, Store


class Answers:
    """Makes answers; what they show of a match passes the wall in `Display`."""

    def __init__(self, store: Store, archive: Archive, display: Display, boards: Boards) -> None:
        self._store, self._archive = store, archive
        self._display, self._boards = display, boards

    # Boards

    async def update(
        self, visit: Visit, match: Match, board: Board, request: interface.Request | None = None
    ) -> Answer:
        """The pressed board, as it stands after the press."""
        message = await self._board(visit, match, board, request)
        self._boards.lease(board, message)
        return Answer(update=message, delivery=Delivery(board.id, match.version), granted=True)

    async def post(self, visit: Visit, match: Match, board: Board) -> Answer:
        """A new board."""
        message = await self._board(visit, match, board)
        first = await self._display.first(board, message)
        self._boards.lease(board, message)
        return Answer(post=first, delivery=Delivery(board.id, match.version), granted=True)

    async def show_board(self, visit: Visit, match_id: MatchId) -> Answer:
        """The board here, afresh; it notifies nobody."""
        match = await self._archive.load(match_id)
        board = visit.new_board(match_id)
        boards = await self._store.boards_of(match_id)
        answer = await self.post(visit, match, board)
        if all(known.id != board.id for known in boards):
            await self._store.put_boards([board])  # not before it is leased: somebody would post it as well
        return answer

    # For one person's eyes

    async def own_view(self, visit: Visit, match: Match, request: interface.Request | None = None) -> Message:
        """The match as this person may see it, with the choices that follow what he has chosen."""
        words, page = _choice(request)
        return await self._display.board(
            match, visit.player, visit.chat.platform, visit.look, words=words, page=page
        )

    async def show_hand(self, visit: Visit, match_id: MatchId) -> Answer:
        """A player's own view, privately."""
        match = await self._archive.load(match_id)
        if match.seat_of(visit.player) is None:
            reason = Reason.NO_SEAT if match.players else Reason.NOT_RUNNING
            return await self.refuse(visit, match, RefusedByMatch(reason), None)
        if visit.chat.private:
            return await self.show_board(visit, match_id)
        return Answer(note=await self.own_view(visit, match), granted=True)

    async def confirm(self, visit: Visit, match: Match) -> Answer:
        """Does he really want to resign?"""
        voice = await self._display.voice(match, visit.chat.platform, visit.texts)
        asked = presentation.confirm_resignation(self._display.view(match, visit.player), voice)
        return private(asked, granted=False)

    async def done(self, visit: Visit, match: Match, request: interface.Request, *, own: bool) -> Answer:
        """That it is done; in place of the pressed message where that is his own."""
        voice = await self._display.voice(match, visit.chat.platform, visit.texts)
        done = Message(presentation.done(request, self._display.view(match, visit.player), voice))
        return Answer(update=done, granted=True) if own else Answer(note=done, granted=True)

    async def verify(self, visit: Visit, match_id: MatchId) -> Answer:
        """Seal, seed and deal of a finished match."""
        match = await self._archive.load(match_id)
        try:
            proof = match.proof(match.seat_of(visit.player))
        except Refused as refused:
            return await self.refuse(visit, match, refused, None)
        voice = await self._display.voice(match, visit.chat.platform, visit.texts)
        return private(presentation.verify_page(match.seen_by(None), proof, voice))

    async def refuse(self, visit: Visit, match: Match, refused: Refused, board: Board | None) -> Answer:
        """Say why not, to this person alone; a press on an old board gets the present one with it."""
        voice = await self._display.voice(match, visit.chat.platform, visit.texts)
        view = self._display.view(match, visit.player)
        asked = " ".join(getattr(visit.incoming.request, "words", ()))
        told = note(presentation.refusal(refused, voice, view, asked))
        if visit.incoming.message is None or not _moved_on(refused):
            return told
        if visit.incoming.alone:
            return replace(told, update=await self.own_view(visit, match))
        if board is None or board.message != visit.incoming.message:
            return told
        return replace(await self.update(visit, match, board), note=told.note, granted=False)

    async def _board(
        self, visit: Visit, match: Match, board: Board, request: interface.Request | None = None
    ) -> Message:
        look = visit.look if board.private else await self._display.look(board)
        words, page = _choice(request)
        return await self._display.board(match, board.player, board.platform, look, words=words, page=page)


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
