"""In-memory data on people: accounts and languages of recent users, and the admins of groups."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace

import telegram
from cachetools import LRUCache, TTLCache
from telegram.constants import ChatMemberStatus
from telegram.error import TelegramError

from bot.interface import Account, Chat
from bot.platforms.telegram.chat_ids import account_of
from bot.texts import Texts, texts_for

KEPT = 10_000  # most recently active people
REMEMBERED = 60.0  # seconds until a person is notified again that boards of a group are delayed
ADMINISTRATORS_FOR = 60.0  # seconds for which a membership lookup is cached

MANAGING = (ChatMemberStatus.OWNER, ChatMemberStatus.ADMINISTRATOR)

log = logging.getLogger(__name__)


class KnownUsers:
    """People who were active since the bot started, by id."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._patient: TTLCache[tuple[str, str], None] = TTLCache(KEPT, REMEMBERED, timer=clock)
        self._accounts: LRUCache[str, Account] = LRUCache(KEPT)
        self._chosen: LRUCache[str, str] = LRUCache(KEPT)  # languages

    def remember(self, user: telegram.User) -> Account:
        """Store the account of an active user and return it; an unknown language keeps the previous one."""
        account, before = account_of(user), self._accounts.get(str(user.id))
        if before is not None and not account.language:
            account = replace(account, language=before.language)
        self._accounts[account.id] = account
        return account

    def forget(self, user: str) -> None:
        self._accounts.pop(user, None)
        self._chosen.pop(user, None)

    def account(self, user: str) -> Account | None:
        """The account with this id, if it was active since the start."""
        return self._accounts.get(user)

    def speaks(self, user: str, language: str) -> None:
        """Store the language in which the dispatcher writes to a person."""
        self._chosen[user] = language

    def language(self, user: str) -> str:
        """The stored language of a person, else the one Telegram reports; "" if neither is known."""
        known = self._accounts.get(user)
        return self._chosen.get(user) or (known.language if known else "")

    def texts(self, account: Account) -> Texts:
        return texts_for(self.language(account.id) or account.language)

    def wants_word_of_delay(self, chat: Chat, user: str) -> bool:
        """Whether a person has not recently been notified of delays in a chat; counts as a notification."""
        if (chat.id, user) in self._patient:
            return False
        self._patient[chat.id, user] = None
        return True


class Administrators:
    """Looks up who is an owner or administrator of a group, and caches the results."""

    def __init__(self, bot: telegram.Bot, clock: Callable[[], float]) -> None:
        self._bot = bot
        self._known: TTLCache[tuple[int, int], bool] = TTLCache(KEPT, ADMINISTRATORS_FOR, timer=clock)

    async def manages(self, account: Account, place: str) -> bool:
        """Whether a person is an admin of a group; False if Telegram does not answer."""
        try:
            key = int(place), int(account.id)
        except ValueError:
            return False
        if key not in self._known:
            try:
                member = await self._bot.get_chat_member(*key)
            except TelegramError as error:
                log.info("Telegram does not tell who manages a group: %s", error.message)
                return False
            self._known[key] = member.status in MANAGING
        return self._known[key]
