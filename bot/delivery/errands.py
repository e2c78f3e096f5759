"""Does what chats have asked for, or are told, when something happens in their matches.

An errand is stored with the events that ask for it, and dropped when it is done; what cannot be done now
waits, and is tried again. If the bot is killed between the two, it is done once more, under the same nonce.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Mapping

from bot.delivery.background import WokenTask
from bot.delivery.board_synchronizer import BoardSynchronizer
from bot.delivery.chat_writer import ChatWriter
from bot.delivery.claims import Claim, everything
from bot.delivery.match_screens import MatchScreens
from bot.delivery.match_threads import ThreadOpener
from bot.delivery.moderation_telling import ModerationTeller
from bot.delivery.result_telling import ResultTeller
from bot.repositories.matches import MatchRepository
from bot.repositories.preferences import PreferencesRepository
from games.events import ChallengeAccepted
from storage.changes import Change
from storage.jobs import Errand, ErrandKind
from storage.sql.store import Store

log = logging.getLogger(__name__)

Do = Callable[[Errand], Awaitable[bool]]
"""Whether there is nothing left to do."""


class ErrandRunner:
    """One task for all errands."""

    def __init__(
        self,
        store: Store,
        matches: MatchRepository,
        screens: MatchScreens,
        preferences: PreferencesRepository,
        writer: ChatWriter,
        boards: BoardSynchronizer,
    ) -> None:
        self._store = store
        self.results = ResultTeller(store, matches, screens, preferences, writer)
        threads = ThreadOpener(store.boards, matches, screens, preferences, writer, boards)
        moderation = ModerationTeller(matches, screens, writer)
        self._doing: Mapping[ErrandKind, Do] = {
            "result": self.results.tell,
            "thread": threads.open,
            "stopped": moderation.tell,
            "reported": moderation.tell,
        }
        self._work = WokenTask(self._do_all)
        self._waits = False
        self.claim: Claim = everything
        """Of what is to be done, gives what this process is to do."""
        matches.after_commit.append(self._committed)
        boards.on_posted.append(self.retry)

    def wake(self) -> None:
        """Time has passed: do what waits."""
        self._work.wake()

    def retry(self) -> None:
        """Something has happened that errands may have waited for."""
        if self._waits or self._work.is_at_work:
            self._work.wake()

    def _committed(self, change: Change) -> None:
        """Something has happened in a match."""
        if change.result or any(isinstance(event, ChallengeAccepted) for event in change.events):
            self.wake()

    async def settled(self) -> None:
        """Wait until nothing is being done."""
        await self._work.settled()

    async def close(self) -> None:
        """Stop; what waits is in the store."""
        await self._work.close()

    async def _do_all(self) -> None:
        waits = False
        for errand in await self._store.jobs.errands():
            try:
                place = f"{errand.platform}:{errand.place}"
                if not await self.claim([f"{errand.kind}:{errand.match}:{place}"]):
                    continue
                if await self._doing[errand.kind](errand):
                    await self._store.jobs.drop_errand(errand)
                else:
                    waits = True
            except Exception:
                log.exception("what match %s asks for could not be done: a %s", errand.match, errand.kind)
        self._waits = waits
