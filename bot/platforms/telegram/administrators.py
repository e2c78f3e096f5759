"""Who is an admin of which group: asked of Telegram where it matters, and remembered for a minute."""

from __future__ import annotations

import logging
from collections.abc import Callable

import telegram
from cachetools import TTLCache
from telegram.constants import ChatMemberStatus
from telegram.error import TelegramError

from bot.interface import Request, place_of
from bot.platforms.telegram.interaction import Interaction

log = logging.getLogger(__name__)

FRESH = 60.0  # seconds
KEPT = 1000  # newest answers

MANAGING = (ChatMemberStatus.OWNER, ChatMemberStatus.ADMINISTRATOR)


class Administrators:
    """Creators and administrators of groups."""

    def __init__(self, bot: telegram.Bot, clock: Callable[[], float]) -> None:
        """Nobody was asked for yet.

        Args:
            bot: started.
            clock: seconds; only differences count.
        """
        self._bot = bot
        self._known: TTLCache[tuple[int, int], bool] = TTLCache(KEPT, FRESH, timer=clock)

    async def manages(self, asked: Interaction, request: Request) -> bool:
        """Whether somebody is an admin of the group that their request is about; False where nobody tells."""
        place = place_of(request) or ("" if asked.chat.private else asked.chat.place)
        try:
            key = int(place), int(asked.account.id)
        except ValueError:
            return False
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = await self._ask(*key)
        return known

    async def _ask(self, group: int, user: int) -> bool:
        try:
            member = await self._bot.get_chat_member(group, user)
        except TelegramError as error:
            log.info("Telegram does not tell who manages a group: %s", error.message)
            return False
        return member.status in MANAGING
