"""The puzzles that chats get each day: posted for all who are there, and nobody is notified.

When one has been posted, its job is due again the next day. If the bot is killed between the two, it is
posted again under the nonce of its day, which makes no second message. Days on which the bot was away are
passed over.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from datetime import date

from bot import presentation
from bot.delivery.match_screens import MatchScreens
from bot.delivery.routing import derived_id
from bot.domain.puzzles import HOUR, of_day
from bot.domain.time_zones import day_begun, next_hour
from bot.interface import Adapter, Chat, RetryLater, Unreachable
from bot.presentation import Attempt, Phrasing
from bot.repositories.preferences import PreferencesRepository
from storage.jobs import Job
from storage.settings import DailyPuzzle
from storage.sql.settings import Settings

log = logging.getLogger(__name__)


class DailyPuzzlePoster:
    """Posts each when it is due."""

    def __init__(
        self,
        store: Settings,
        adapters: Mapping[str, Adapter],
        screens: MatchScreens,
        preferences: PreferencesRepository,
        clock: Callable[[], int],
    ) -> None:
        """Nothing is posted yet.

        Args:
            store: which chats want a puzzle each day.
            adapters: the platforms by key.
            screens: paints.
            preferences: how chats want to be shown what they are shown.
            clock: the time in seconds since 1970.
        """
        self._store, self._adapters = store, adapters
        self._screens, self._preferences, self._clock = screens, preferences, clock

    async def post(self, job: Job) -> int | None:
        """Post a puzzle, and give when the next one is due; nothing to a chat that wants none any more."""
        daily = await self._store.daily_puzzle(job.platform, job.where)
        if daily is None:
            return None
        now = self._clock()
        day = day_begun(HOUR, daily.zone, now)
        try:
            if day is not None:
                await self._post(daily, day)
        except RetryLater:
            raise
        except Unreachable:
            log.info("a chat cannot be written to any more: it gets no puzzles")
            await self._store.drop_daily_puzzle(daily.platform, daily.place)
            return None
        except Exception:
            log.exception("the puzzle of the day could not be posted on %s", daily.platform)
        return next_hour(HOUR, daily.zone, now)

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
