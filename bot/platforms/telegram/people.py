"""People who did something since the bot runs: names, languages, admins of groups; all can be forgotten."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace

import telegram
from cachetools import LRUCache, TTLCache
from telegram.constants import ChatMemberStatus
from telegram.error import TelegramError

from bot.interface import Account
from bot.platforms.telegram.chat_ids import account_of
from bot.texts import Texts, texts_for

KEPT = 10_000  # people who were heard last
REMEMBERED = 60.0  # seconds for which somebody knows that a group shows things a little later
ADMINISTRATORS_FOR = 60.0  # seconds for which it is remembered who is one

MANAGING = (ChatMemberStatus.OWNER, ChatMemberStatus.ADMINISTRATOR)

log = logging.getLogger(__name__)


class KnownUsers:
    """People by id."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._patient: TTLCache[tuple[int, str], None] = TTLCache(KEPT, REMEMBERED, timer=clock)
        self._accounts: LRUCache[str, Account] = LRUCache(KEPT)
        self._chosen: LRUCache[str, str] = LRUCache(KEPT)  # languages

    def heard(self, user: telegram.User) -> Account:
        """Somebody did something; gives their account."""
        account, before = account_of(user), self._accounts.get(str(user.id))
        if before is not None and not account.language:
            account = replace(account, language=before.language)
        self._accounts[account.id] = account
        return account

    def forget(self, user: str) -> None:
        self._accounts.pop(user, None)
        self._chosen.pop(user, None)

    def account(self, user: str) -> Account | None:
        """Who has this id, if they were heard."""
        return self._accounts.get(user)

    def speaks(self, user: str, language: str) -> None:
        """The dispatcher speaks to them in this language."""
        self._chosen[user] = language

    def language(self, user: str) -> str:
        """What they have chosen, else what Telegram tells; "" where neither is known."""
        known = self._accounts.get(user)
        return self._chosen.get(user) or (known.language if known else "")

    def texts(self, account: Account) -> Texts:
        return texts_for(self.language(account.id) or account.language)

    def are_asked_patience(self, group: int, user: str) -> bool:
        """Whether somebody is yet to be told that a group shows things later; they count as told then."""
        told = (group, user) in self._patient
        self._patient[group, user] = None
        return not told


class Administrators:
    """Creators and administrators of groups: asked of Telegram where it matters."""

    def __init__(self, bot: telegram.Bot, clock: Callable[[], float]) -> None:
        self._bot = bot
        self._known: TTLCache[tuple[int, int], bool] = TTLCache(KEPT, ADMINISTRATORS_FOR, timer=clock)

    async def manages(self, account: Account, place: str) -> bool:
        """Whether somebody is an admin of a group; False where Telegram does not tell."""
        try:
            key = int(place), int(account.id)
        except ValueError:
            return False
        if key not in self._known:
            self._known[key] = await self._ask(*key)
        return self._known[key]

    async def _ask(self, group: int, user: int) -> bool:
        try:
            member = await self._bot.get_chat_member(group, user)
        except TelegramError as error:
            log.info("Telegram does not tell who manages a group: %s", error.message)
            return False
        return member.status in MANAGING
