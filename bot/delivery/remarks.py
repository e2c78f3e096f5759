"""Carries what players say to their opponents, without a sound.

A remark is stored before it goes anywhere, and stays in the store until it is posted. If the bot is killed
between the two, it is posted again under the same nonce, which makes no second message. To whom no chat leads
at present it comes later, as long as it is kept.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import replace

from bot import presentation
from bot.delivery.match_screens import MatchScreens
from bot.delivery.routing import ChatRouter, places_of
from bot.delivery.worker import NotHere
from bot.interface import (
    Adapter,
    Chat,
    InteractionRequired,
    Message,
    MessageGone,
    MessageKindFixed,
    RetryLater,
    Unreachable,
)
from bot.interface.display_preferences import DisplayPreferences
from bot.presentation import Said
from bot.repositories.matches import MatchRepository
from bot.repositories.preferences import PreferencesRepository
from games.events import MatchId
from games.match import Match
from storage.jobs import Job
from storage.sql.store import Store
from storage.talk import Posted, Remark

log = logging.getLogger(__name__)

CHATS = 3  # that are tried one after the other before a remark waits


class RemarkPoster:
    """Posts them, each where its reader is notified of a turn."""

    def __init__(
        self,
        store: Store,
        adapters: Mapping[str, Adapter],
        router: ChatRouter,
        matches: MatchRepository,
        screens: MatchScreens,
        preferences: PreferencesRepository,
    ) -> None:
        self._store, self._adapters, self._router = store, adapters, router
        self._matches, self._screens, self._preferences = matches, screens, preferences

    async def deliver(self, job: Job) -> None:
        """Deliver what waits in a match, the oldest first."""
        left = False
        for remark in await self._store.talk.remarks_waiting(MatchId(job.key)):
            if await self._chat(remark) is None:  # what this process cannot carry is left to others
                left = True
            elif await self._is_wanted(remark):
                left = not await self._deliver(remark) or left
            else:
                await self._store.talk.drop_remark(remark.id)
        if left:
            raise NotHere

    async def _is_wanted(self, remark: Remark) -> bool:
        """Whether it is still there and its reader wants to read it; whoever says it is not told."""
        reader, player = remark.reader, remark.player
        return (
            await self._store.talk.remark(remark.id) is not None
            and (await self._preferences.of(reader)).words
            and player not in await self._store.talk.muted_by(reader)
            and not await self._preferences.blocks(reader, player)
            and not await self._is_silenced(remark)
        )

    async def _is_silenced(self, remark: Remark) -> bool:
        """Whether a chat where the match is shown has hidden the speaker's messages since."""
        places = places_of(await self._store.boards.boards_of(remark.match))
        return any([remark.player in await self._store.talk.silenced_in(*place) for place in places])

    async def hide(self, remark: Remark) -> None:
        """Take the text out of the message that shows it, if it can still be changed."""
        posted = remark.posted
        if posted is None or not posted.message or posted.platform not in self._adapters:
            return
        chat = Chat(posted.platform, posted.chat, posted.private)
        match = await self._matches.load(remark.match)
        chosen = await self._chosen(remark, chat, match)
        hidden = self._screens.page(presentation.hidden_remark(chosen.texts), chosen)
        try:
            await self._adapters[posted.platform].edit(chat, posted.message, hidden)
        except (RetryLater, Unreachable, MessageGone, MessageKindFixed, InteractionRequired) as fault:
            log.info("words of match %s stay where they are: %s", remark.match, type(fault).__name__)
        else:
            await self._store.talk.post_remark(remark.id, replace(posted, message=""))

    async def _chosen(self, remark: Remark, chat: Chat, match: Match) -> DisplayPreferences:
        if chat.private:
            return await self._screens.preferences_of_reader(remark.reader, chat.platform)
        return await self._screens.preferences_of_chat(chat, match)

    async def _chat(self, remark: Remark) -> Chat | None:
        """Where its reader is notified of a turn; None if nothing can be posted there now."""
        boards = await self._store.boards.boards_of(remark.match)
        chat = await self._router.chat_to_notify(remark.reader, remark.match, boards)
        return chat if chat and self._router.is_running(chat.platform) else None

    async def _deliver(self, remark: Remark) -> bool:
        """Post it; False where no chat accepts messages now."""
        for _ in range(CHATS):
            if (chat := await self._chat(remark)) is None:
                return False
            message = await self._message(remark, chat)
            if not await self._is_wanted(remark):  # hidden or forgotten meanwhile
                await self._store.talk.drop_remark(remark.id)
                return True
            try:
                posted = await self._adapters[chat.platform].post(chat, message, nonce=remark.id)
            except Unreachable:
                self._router.mark_closed(chat)
            else:
                there = Posted(chat.platform, chat.id, chat.private, posted)
                await self._store.talk.post_remark(remark.id, there)
                if not await self._is_wanted(remark):  # hidden or forgotten while it was on its way
                    await self.hide(replace(remark, posted=there))
                return True
        return False

    async def _message(self, remark: Remark, chat: Chat) -> Message:
        match = await self._matches.load(remark.match)
        chosen = await self._chosen(remark, chat, match)
        phrasing = await self._screens.phrasing(match, chat.platform, chosen.texts)
        shown = presentation.remark_page(said(remark, match.opened.game), phrasing, private=chat.private)
        return self._screens.page(shown, chosen)


def said(remark: Remark, game: str) -> Said:
    """A remark as pages show it."""
    who = (remark.player, remark.reader)
    return Said(remark.match, game, *who, remark.said, remark.phrase, remark.id)
