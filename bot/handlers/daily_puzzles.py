"""The puzzles that chats get each day: posted for all who are there, and nobody is notified.

That one is due is a fact in the store, moved on to the next day when it is posted. If the bot is killed
between the two, it is posted again under the nonce of its day, which makes no second message. Days on which
the bot was away are passed over.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from datetime import date

from bot import presentation
from bot.delivery.background import WokenTask
from bot.delivery.claims import Claim, everything
from bot.delivery.match_screens import MatchScreens
from bot.delivery.routing import derived_id
from bot.domain.puzzles import HOUR, of_day
from bot.domain.time_zones import day_begun, next_hour
from bot.interface import Adapter, Chat, RetryLater, Unreachable
from bot.presentation import Attempt, Phrasing
from bot.repositories.preferences import PreferencesRepository
from storage.settings import DailyPuzzle
from storage.sql.settings import Settings

log = logging.getLogger(__name__)


class DailyPuzzlePoster:
    """One task for all chats."""

    def __init__(
        self,
        store: Settings,
        adapters: Mapping[str, Adapter],
        serves: Callable[[str], bool],
        screens: MatchScreens,
        preferences: PreferencesRepository,
        clock: Callable[[], int],
    ) -> None:
        """Nothing is posted yet.

        Args:
            store: which chats want a puzzle each day.
            adapters: the platforms by key.
            serves: whether a platform can be written to at present.
            screens: paints.
            preferences: how chats want to be shown what they are shown.
            clock: the time in seconds since 1970.
        """
        self._store, self._adapters, self._serves = store, adapters, serves
        self._screens, self._preferences, self._clock = screens, preferences, clock
        self._work = WokenTask(self._post_due)
        self.claim: Claim = everything
        """Of what is due, gives what this process is to post."""

    def wake(self) -> None:
        """Time has passed: post what is due; if that is under way, this changes nothing."""
        if not self._work.is_at_work:
            self._work.wake()

    async def settled(self) -> None:
        """Wait until nothing is being posted."""
        await self._work.settled()

    async def close(self) -> None:
        """Stop; what is due is in the store."""
        await self._work.close()

    async def _post_due(self) -> None:
        try:
            for daily in await self._store.daily_puzzles_due(self._clock()):
                name = f"puzzle:{daily.platform}:{daily.place}:{daily.due}"
                here = daily.platform in self._adapters and self._serves(daily.platform)
                if here and await self.claim([name]):
                    await self._settle(daily)
        except Exception:
            log.exception("the puzzles of the day could not be posted")

    async def _settle(self, daily: DailyPuzzle) -> None:
        """Post a puzzle, and note when the next one is due; what cannot be posted now stays due."""
        now = self._clock()
        day = day_begun(HOUR, daily.zone, now)
        try:
            if day is not None:
                await self._post(daily, day)
        except RetryLater:
            return
        except Unreachable:
            log.info("a chat cannot be written to any more: it gets no puzzles")
            await self._store.drop_daily_puzzle(daily.platform, daily.place)
            return
        except Exception:
            log.exception("the puzzle of the day could not be posted on %s", daily.platform)
        await self._store.settle_daily_puzzle(daily, next_hour(HOUR, daily.zone, now))

    async def _post(self, daily: DailyPuzzle, day: date) -> None:
        puzzle = of_day(f"{daily.platform}:{daily.place}", day)
        if puzzle is None:
            return
        chat = Chat(daily.platform, daily.chat, private=False)
        chosen = await self._preferences.preferences_of_chat(chat)
        attempt = Attempt(puzzle, puzzle.view(), None, of_day=True)
        shown = presentation.puzzle_page(attempt, Phrasing(chosen.texts, {}), text_only=chosen.text_only)
        message = self._screens.page(shown, chosen)
        nonce = derived_id(f"puzzle of {day} in {daily.platform}:{daily.chat}")
        await self._adapters[daily.platform].post(chat, message, nonce)
