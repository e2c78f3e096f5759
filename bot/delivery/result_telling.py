"""Tells results in the chat that somebody has chosen for the results of a place."""

from __future__ import annotations

import logging
from dataclasses import replace

from bot import presentation
from bot.delivery.chat_writer import ChatWriter
from bot.delivery.match_screens import MatchScreens
from bot.delivery.result_summary import result_summary
from bot.delivery.routing import chat_of
from bot.interface import Chat, InteractionRequired, RetryLater, Unreachable
from bot.repositories.matches import MatchRepository
from bot.repositories.preferences import PreferencesRepository
from games.events import MatchId
from storage.jobs import Job
from storage.sql.store import Store

log = logging.getLogger(__name__)


class ResultTeller:
    """What is told is made from what everybody may see of a match that is over."""

    def __init__(
        self,
        store: Store,
        matches: MatchRepository,
        screens: MatchScreens,
        preferences: PreferencesRepository,
        writer: ChatWriter,
    ) -> None:
        self._store, self._matches, self._screens = store, matches, screens
        self._preferences, self._writer = preferences, writer

    async def choose(self, chat: Chat, press: str) -> None:
        """Say in a chat that results are told there from now on, and do so.

        Args:
            chat: where.
            press: the id of the press that asks for it.

        Raises:
            Unreachable, InteractionRequired, RetryLater: nothing has changed.
        """
        await self._writer.say(chat, "result.begun", f"results in {chat.platform}:{chat.id} by {press}")
        await self._choose(chat.platform, chat.place, chat.id)

    async def stop(self, platform: str, place: str) -> None:
        """Tell no results of this place any more."""
        await self._choose(platform, place, "")

    async def tell(self, job: Job) -> None:
        """Tell the result of a match."""
        platform, place, code = job.platform, job.where, MatchId(job.about)
        chosen = (await self._preferences.of_chat(platform, place)).results
        if not chosen:
            return
        chat = Chat(platform, chosen, private=False)
        match = await self._matches.load(code)
        texts = (await self._preferences.preferences_of_chat(chat)).texts
        phrasing = await self._screens.phrasing(match, platform, texts)
        summary = await result_summary(self._store.results, match)
        result = presentation.result_page(self._screens.view(match, None), phrasing, summary)
        try:
            await self._writer.show(chat, result, f"result of {code} in {platform}:{chosen}")
        except (Unreachable, InteractionRequired):
            await self._lose(code, platform, place)

    async def _lose(self, match: MatchId, platform: str, place: str) -> None:
        """Say where the match was played that results cannot be told any more; no more are."""
        log.info("a chat for results cannot be written to any more")
        for board in await self._store.boards.boards_of(match):
            chat = chat_of(board)
            if board.private or (chat.platform, chat.place) != (platform, place):
                continue
            try:
                await self._writer.say(chat, "result.lost", f"lost {match} in {chat.id}")
            except (RetryLater, Unreachable, InteractionRequired):
                log.info("nobody could be told")
        await self.stop(platform, place)

    async def _choose(self, platform: str, place: str, chat: str) -> None:
        await self._preferences.change_chat(platform, place, lambda chosen: replace(chosen, results=chat))
