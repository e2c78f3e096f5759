"""Whatever makes something happen in a match: lock, decide, store, show."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot import lobby, referee, screen
from bot.answers import Answers
from bot.archive import Archive
from bot.boards import Boards
from bot.notices import Notices
from bot.places import Places
from bot.reach import Reach
from bot.screen import Answer
from bot.visit import Visit
from games.events import Event, MatchId
from games.game import Refused
from games.match import Match
from storage.store import Board, PressedBefore, Store, VersionConflict

Acted = lobby.Answered | referee.Ruled
OnBoardsOnly = (
    screen.Choose
    | screen.AcceptDraw
    | screen.RefuseDraw
    | screen.AllowTakeBack
    | screen.RefuseTakeBack
    | referee.AboutTime
    | lobby.Answered
)
"""Requests that no other message has buttons for."""


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
        async with self._archive.lock(match_id):
            try:
                try:
                    return await self._decide_and_show(visit, request, match_id)
                except VersionConflict:  # What was in memory was older than the log: decide once more.
                    return await self._decide_and_show(visit, request, match_id)
            finally:  # What was stored is shown to the others, also where the answer to this one fails.
                await self._boards.refresh(match_id)

    async def _decide_and_show(self, visit: Visit, request: Acted, match_id: MatchId) -> Answer:
        match = await self._archive.load(match_id)
        boards = await self._store.boards_of(match_id)
        here = await self._board_here(visit, boards)
        board = here or visit.new_board(match_id)
        try:
            events = _decide(match, visit, request)
        except Refused as refused:
            if not await self._store.pressed(visit.press):
                return await self._answers.refuse(visit, match, refused, board)
            events = ()  # The same press again gets the same answer again.
        if here is not None and here not in boards:
            await self._store.put_boards([here])
        if events:
            after = match.after(events)
            new = [board] if here is None and isinstance(request, screen.AcceptMatch) else []
            new += await self._dealt(visit, after, boards, request)
            fresh = await self._notices.with_notice(match, after, visit.player, boards, new)
            match = await self._store_events(visit, match, events, fresh)
        return await self._show(visit, match, request, board, known=here is not None)

    async def _store_events(
        self, visit: Visit, match: Match, events: tuple[Event, ...], boards: tuple[Board, ...]
    ) -> Match:
        shown = self._boards.unsaved()
        try:
            return await self._archive.append(
                match, events, press=visit.press, boards=boards, shown=shown, seen=visit.seen
            )
        except PressedBefore:
            return match

    async def _dealt(self, visit: Visit, match: Match, known: Sequence[Board], request: Acted) -> list[Board]:
        """Where a game keeps secrets, each seat gets a board of its own as soon as it is dealt."""
        if not isinstance(request, screen.AcceptMatch) or not match.players or match.plays_openly:
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

    async def _board_here(self, visit: Visit, known: Sequence[Board]) -> Board | None:
        """The board of the match in this chat: the pressed one, if it was one that was pressed."""
        place = (visit.chat.platform, visit.chat.id)
        here = [board for board in known if (board.platform, board.chat) == place]
        pressed = None if visit.incoming.alone else visit.incoming.message
        for board in here:
            if pressed is not None and board.message == pressed:
                return board  # also one that is about to shrink: it does so when it has been answered
        boards = [board for board in here if board.moved_to is None]
        # The request of the button itself: what it was turned into may be about another match.
        if pressed is not None and isinstance(visit.incoming.request, OnBoardsOnly):
            match = visit.incoming.request.match
            if await self._shows_another(visit, match, pressed):
                return None
            return self._adopted(visit, match, boards, pressed)
        return max(boards, key=lambda board: (board.made, board.id), default=None)

    async def _shows_another(self, visit: Visit, match: MatchId, pressed: str) -> bool:
        """The message is known as the board of another match: the press was forged."""
        there = await self._store.boards_in(visit.chat.platform, visit.chat.id)
        return any(board.message == pressed and board.match != match for board in there)

    def _adopted(self, visit: Visit, match: MatchId, boards: list[Board], pressed: str) -> Board:
        """A message with the buttons of a board is one, though nothing is known of it (any more)."""
        # Posted, but its id got lost; one with a notice may still be on its way.
        nameless = [board for board in boards if board.message is None and board.notice is None]
        board = nameless[0] if nameless else visit.new_board(match)
        return replace(board, message=pressed)

    async def _show(self, visit: Visit, match: Match, request: Acted, board: Board, *, known: bool) -> Answer:
        """The answer to a request that was granted."""
        pressed, alone = visit.incoming.message, visit.incoming.alone
        if isinstance(request, screen.GiveUp) and not request.sure:
            return await self._answers.confirm(visit, match)
        if isinstance(request, screen.KeepWaiting):
            return await self._answers.done(visit, match, request, own=False)
        if pressed is not None and not alone and board.message == pressed:
            return await self._answers.update(visit, match, board, request)
        # What is left was pressed on a message of the person's own, or typed.
        own = pressed is not None and (alone or visit.chat.private)
        if isinstance(request, screen.Choose):
            view = await self._answers.own_view(visit, match, request)
            return Answer(update=view, granted=True) if own else Answer(note=view, granted=True)
        if isinstance(request, screen.AcceptMatch) and not known:
            return await self._answers.post(visit, match, board)
        if pressed is None and known and self._reach.is_closed(visit.chat.platform, visit.chat.id):
            return await self._answers.show_board(visit, match.opened.match)  # the old one cannot change
        return await self._answers.done(visit, match, request, own=own)


def _decide(match: Match, visit: Visit, request: Acted) -> tuple[Event, ...]:
    if isinstance(request, lobby.Answered):
        return lobby.respond(match, visit.player, request, press=visit.entropy, at=visit.at)
    return referee.rule(match, visit.player, request, visit.at)
