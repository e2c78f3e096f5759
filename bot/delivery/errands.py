"""Does what chats have asked for whenever something happens in their matches.

An errand is stored with the events that ask for it, and dropped when it is done; what cannot be done now
waits, and is tried again. If the bot is killed between the two, it is done once more, under the same nonce.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Mapping

from bot.delivery.background import WokenTask
from bot.repositories.matches import MatchRepository
from games.events import ChallengeAccepted
from storage.errands import Errand, ErrandKind, Errands
from storage.store import Change

log = logging.getLogger(__name__)

Do = Callable[[Errand], Awaitable[bool]]
"""Whether there is nothing left to do."""


class ErrandRunner:
    """One task for all errands."""

    def __init__(self, store: Errands, matches: MatchRepository, doing: Mapping[ErrandKind, Do]) -> None:
        self._store, self._doing = store, doing
        self._work = WokenTask(self._do_all)
        matches.after_commit.append(self._committed)

    def wake(self) -> None:
        """Time has passed: do what waits."""
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
        for errand in await self._store.errands():
            try:
                if await self._doing[errand.kind](errand):
                    await self._store.drop_errand(errand)
            except Exception:
                log.exception("what match %s asks for could not be done: a %s", errand.match, errand.kind)
