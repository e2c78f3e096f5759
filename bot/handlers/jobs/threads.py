"""Threads: where the settings ask for it, a match that has begun continues in a thread of its own."""

from __future__ import annotations

import logging
from dataclasses import replace

from bot.delivery.routing import chat_of, new_board
from bot.handlers.jobs.posting import REFUSED, concerns, post, try_to_post_text
from bot.handlers.services import Services
from bot.interface import Chat, MessageGone, RetryLater, Threads
from games.events import MatchId
from games.match import Match, Phase
from storage.boards import Board
from storage.jobs import Job

log = logging.getLogger(__name__)


async def open_threads(services: Services, job: Job) -> None:
    """Open a thread for a match, if the settings of the place say so.

    Raises:
        RetryLater: some of its boards there are not posted yet.
    """
    code = MatchId(job.about)
    match = await services.matches.load(code)
    if match.phase is not Phase.RUNNING or match.opened.vote:  # a channel plays where it is
        return
    if not (await services.preferences.of_chat(job.platform, job.where)).threads:
        return
    boards = [board for board in await services.store.boards.boards_of(code) if board.moved_to is None]
    here = [board for board in boards if not board.private and concerns(job, chat_of(board))]
    # A board that is not posted yet will replace the others in its chat.
    coming = {board.chat for board in here if board.message is None}
    for board in here:
        if board.message is not None and board.chat not in coming:
            await _open(services, board, board.message, match)
    if coming:
        raise RetryLater


async def _open(services: Services, board: Board, message: str, match: Match) -> None:
    """Move a board to a new thread; its message in the channel becomes a link."""
    chat, adapter = chat_of(board), services.adapters[board.platform]
    if not isinstance(adapter, Threads):
        return
    chosen = await services.screens.preferences_of(board)
    phrasing = await services.screens.phrasing(match, board.platform, chosen)
    name = phrasing.about("thread.title", services.screens.view(match, None))
    people = [person for person in phrasing.accounts.values() if person.platform == board.platform]
    try:
        thread = await adapter.open_thread(chat, message, name, people)
        if thread is not None:
            await _continue_in(services, board, thread)
    except MessageGone:
        pass  # a new board is posted in the channel
    except REFUSED:
        await _give_up(services, chat, match)


async def _continue_in(services: Services, board: Board, thread: Chat) -> None:
    """Post the board in the thread; a repetition uses the same nonce."""
    fresh = new_board(thread, board.match, None, after=f"thread of {board.id}", at=board.made)
    message, version = await services.screens.render(fresh)
    posted = await post(services, thread, message, fresh.id)
    await services.boards.move(board, replace(fresh, message=posted, shown=version))


async def _give_up(services: Services, chat: Chat, match: Match) -> None:
    """Stay in the channel, say why, and turn threads off for the place."""
    log.info("no thread could be opened for match %s on %s", match.opened.match, chat.platform)
    name = f"no thread for {match.opened.match} in {chat.id}"
    await try_to_post_text(services, chat, "thread.refused", name)
    await services.preferences.change_chat(
        chat.platform, chat.place, lambda chosen: replace(chosen, threads=False)
    )
