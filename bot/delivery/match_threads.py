"""Gives a match that begins in a channel a thread of its own, where the channel's settings say so."""

from __future__ import annotations

import logging
from dataclasses import replace

from bot import presentation
from bot.delivery.board_synchronizer import BoardSynchronizer
from bot.delivery.match_screens import MatchScreens
from bot.delivery.routing import chat_of, new_board
from bot.delivery.telling import REFUSED, Teller
from bot.interface import Chat, MessageGone, RetryLater
from bot.repositories.matches import MatchRepository
from bot.repositories.preferences import PreferencesRepository
from games.events import MatchId
from games.match import Match, Phase
from storage.boards import Board
from storage.jobs import Job
from storage.sql.boards import Boards

log = logging.getLogger(__name__)


class ThreadOpener:
    """The board goes on in the thread, and the message in the channel leads there."""

    def __init__(
        self,
        store: Boards,
        matches: MatchRepository,
        screens: MatchScreens,
        preferences: PreferencesRepository,
        teller: Teller,
        boards: BoardSynchronizer,
    ) -> None:
        self._store, self._matches, self._screens = store, matches, screens
        self._preferences, self._teller, self._synchronizer = preferences, teller, boards

    async def open(self, job: Job) -> None:
        """Open the threads of a match that has begun in a place."""
        code = MatchId(job.about)
        match = await self._matches.load(code)
        if match.phase is not Phase.RUNNING:
            return
        if not (await self._preferences.of_chat(job.platform, job.where)).threads:
            return
        known = [board for board in await self._store.boards_of(code) if board.moved_to is None]
        wanted = [board for board in known if _is_in(job, chat_of(board))]
        # One that is on its way will take the place of those that stand there.
        coming = {board.chat for board in wanted if board.message is None}
        for board in wanted:
            if board.message is not None and board.chat not in coming:
                await self._open(board, board.message, match)
        if coming:
            raise RetryLater

    async def _open(self, board: Board, message: str, match: Match) -> None:
        chat = chat_of(board)
        texts = (await self._screens.preferences_of(board)).texts
        phrasing = await self._screens.phrasing(match, board.platform, texts)
        name = presentation.thread_name(self._screens.view(match, None), phrasing)
        people = [person for person in phrasing.cast.values() if person.platform == board.platform]
        try:
            thread = await self._teller.open_thread(chat, message, name, people)
            if thread is not None:
                await self._go_on(board, thread)
        except MessageGone:
            pass  # another board is posted for it, in the channel
        except REFUSED:
            await self._stay(chat, match)

    async def _go_on(self, board: Board, thread: Chat) -> None:
        """Post the board in the thread; under the same nonce if it is done once more."""
        fresh = new_board(thread, board.match, None, after=f"thread of {board.id}", at=board.made)
        message, version = await self._screens.render(fresh)
        posted = await self._teller.post(thread, message, fresh.id)
        await self._synchronizer.move(board, replace(fresh, message=posted, shown=version))

    async def _stay(self, chat: Chat, match: Match) -> None:
        """Play in the channel, say why, and open no more threads there until somebody wants it again."""
        log.info("a thread could not be opened")
        try:
            await self._teller.say(chat, "thread.refused", f"no thread for {match.opened.match} in {chat.id}")
        except (RetryLater, *REFUSED):
            log.info("nobody could be told")
        await self._preferences.change_chat(
            chat.platform, chat.place, lambda chosen: replace(chosen, threads=False)
        )


def _is_in(job: Job, chat: Chat) -> bool:
    return not chat.private and (chat.platform, chat.place) == (job.platform, job.where)
