"""Whom the bot has heard of since it runs: usernames, languages, and whose private chat is closed to it.

Nothing is lost when it is forgotten: a closed chat is found out by trying, and the usernames of those who
have used the bot are stored with their accounts.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import telegram
from cachetools import LRUCache

from bot.interface import Account
from bot.platforms.telegram.chat_ids import account_of

KEPT = 10_000  # people who were heard last


@dataclass(frozen=True, slots=True)
class _Known:
    account: Account
    chosen: str = ""
    """The language that they have chosen in `/settings`."""


class KnownUsers:
    """People by id and by username."""

    def __init__(self) -> None:
        self._known: LRUCache[str, _Known] = LRUCache(KEPT)
        self._ids: LRUCache[str, str] = LRUCache(KEPT)  # by username in small letters
        self._closed: LRUCache[str, None] = LRUCache(KEPT)

    def heard(self, user: telegram.User) -> Account:
        """Somebody did something."""
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
        """They want to be known no more."""
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

    def opened(self, user: str) -> None:
        """Their private chat can be written to."""
        self._closed.pop(user, None)

    def closed(self, user: str) -> None:
        """Their private chat cannot be written to: they have not started the bot, or have blocked it."""
        self._closed[user] = None

    def is_closed(self, user: str) -> bool:
        """Whether it is known that their private chat cannot be written to."""
        return user in self._closed
