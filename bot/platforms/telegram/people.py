"""Whom the bot has heard of since it runs: usernames, languages, closed private chats, admins of groups.

All of it can be forgotten: a closed chat is found out by trying, and the usernames of those who have used the
bot are stored with their accounts.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, replace

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


@dataclass(frozen=True, slots=True)
class _Known:
    account: Account
    chosen: str = ""
    """The language that they have chosen in `/settings`."""


class KnownUsers:
    """People by id and by username."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._patient: TTLCache[tuple[int, str], None] = TTLCache(KEPT, REMEMBERED, timer=clock)
        self._known: LRUCache[str, _Known] = LRUCache(KEPT)
        self._ids: LRUCache[str, str] = LRUCache(KEPT)  # by username in small letters
        self._closed: LRUCache[str, None] = LRUCache(KEPT)

    def heard(self, user: telegram.User) -> Account:
        """Somebody did something; gives their account."""
        account = account_of(user)
        before, chosen = self._known.pop(account.id, None), ""
        if before is not None:
            self._ids.pop(before.account.handle.lower(), None)
            account = replace(account, language=account.language or before.account.language)
            chosen = before.chosen
        self._known[account.id] = _Known(account, chosen)
        if account.handle:
            self._ids[account.handle.lower()] = account.id
        return account

    def forget(self, user: str) -> None:
        self._closed.pop(user, None)
        if known := self._known.pop(user, None):
            self._ids.pop(known.account.handle.lower(), None)

    def account(self, user: str) -> Account | None:
        """Who has this id, if they were heard."""
        known = self._known.get(user)
        return known.account if known else None

    def named(self, username: str) -> str | None:
        """The id of whoever is called `@username`, if they were heard."""
        return self._ids.get(username.removeprefix("@").lower())

    def speaks(self, user: str, language: str) -> None:
        """The dispatcher speaks to them in this language."""
        if known := self._known.get(user):
            self._known[user] = replace(known, chosen=language)

    def language(self, user: str) -> str:
        """What they have chosen, else what Telegram tells; "" where neither is known."""
        known = self._known.get(user)
        return known.chosen or known.account.language if known else ""

    def texts(self, account: Account) -> Texts:
        return texts_for(self.language(account.id) or account.language)

    def opened(self, user: str) -> None:
        """Their private chat can be written to."""
        self._closed.pop(user, None)

    def closed(self, user: str) -> None:
        """Their private chat cannot be written to: they have not started the bot, or have blocked it."""
        self._closed[user] = None

    def is_closed(self, user: str) -> bool:
        """Whether it is known that their private chat cannot be written to."""
        return user in self._closed

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
