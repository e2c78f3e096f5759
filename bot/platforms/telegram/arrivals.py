"""The bot comes to a group: it says there how to begin, once."""

from __future__ import annotations

from contextlib import suppress

import telegram
from cachetools import LRUCache
from telegram.constants import ChatMemberStatus

from bot.interface import Chat, Front
from bot.platforms.telegram.chat_ids import PLATFORM
from bot.platforms.telegram.known_users import KnownUsers
from bot.platforms.telegram.reply import FAULTS
from bot.platforms.telegram.sender import Sender

KEPT = 1000  # newest groups
SHORTLY = 60.0  # seconds
OUTSIDE = (ChatMemberStatus.BANNED, ChatMemberStatus.LEFT)
GROUPS = (telegram.Chat.GROUP, telegram.Chat.SUPERGROUP)


class Arrivals:
    """Greets groups that the bot is brought to."""

    def __init__(self, front: Front, writer: Sender, people: KnownUsers) -> None:
        self._front, self._writer, self._people = front, writer, people
        self._greeted: LRUCache[int, float] = LRUCache(KEPT)

    async def came(self, change: telegram.ChatMemberUpdated) -> None:
        """Greet where the bot was outside before; not where it got other rights, or a group another id."""
        chat, before, after = change.chat, change.old_chat_member, change.new_chat_member
        if chat.type not in GROUPS or before.status not in OUTSIDE or after.status in OUTSIDE:
            return
        if self._writer.has_moved_to(chat.id):
            return
        # Before anything is awaited: `/start` may be on its way.
        self._greeted[chat.id] = change.date.timestamp()
        place = Chat(PLATFORM, str(chat.id), private=False)
        brought_by = self._people.heard(change.from_user)
        message = await self._front.greeting(place, language=self._people.language(brought_by.id))
        if message is None:
            self._greeted.pop(chat.id, None)
            return
        with suppress(*FAULTS):
            await self._writer.turn(chat.id, f"hi{chat.id}")
            await self._writer.post(place, message)

    def has_answered(self, message: telegram.Message) -> bool:
        """Whether it is the `/start` that a client writes by itself for whoever brings the bot to a group."""
        greeted = self._greeted.get(message.chat.id)
        started = (message.text or "").startswith("/start")
        return started and greeted is not None and message.date.timestamp() - greeted < SHORTLY
