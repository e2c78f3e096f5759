"""Codes that join two accounts: made, found again, and locked after too many wrong ones."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import replace

from bot.domain.challenge_requests import CODE_LETTERS
from bot.interface import Account
from storage.people import LinkCode, WrongCodes
from storage.sql.store import Store

CODE_LENGTH = 10  # letters, that is 49 bits
MINUTES = 10
EXPIRES_AFTER = 60 * MINUTES  # seconds
MOST_WRONG = 5  # codes that an account may get wrong within these minutes


class LinkCodes:
    """Keeps hashes of codes, and counts wrong ones."""

    def __init__(self, store: Store, draw: Callable[[int], bytes]) -> None:
        self._store, self._draw = store, draw

    async def give(self, account: Account, at: int) -> str:
        """A new code of an account, in place of any older one."""
        code = "".join(CODE_LETTERS[byte % len(CODE_LETTERS)] for byte in self._draw(CODE_LENGTH))
        await self.keep(LinkCode(_digest(code), account.platform, account.id, at + EXPIRES_AFTER))
        return code

    async def find(self, typed: str) -> LinkCode | None:
        """The code that somebody typed, also one that is used or expired."""
        return await self._store.people.link_code(_digest(typed))

    async def keep(self, code: LinkCode) -> None:
        """Store new facts about a code."""
        await self._store.people.put_link_code(code)

    async def is_locked(self, account: Account, at: int) -> bool:
        """An account has got too many codes wrong in the last minutes."""
        return (await self._tries(account, at)).count >= MOST_WRONG

    async def note_wrong(self, account: Account, at: int) -> None:
        """An account got a code wrong."""
        known = await self._tries(account, at)
        await self._store.people.put_wrong_codes(replace(known, count=known.count + 1))

    async def _tries(self, account: Account, at: int) -> WrongCodes:
        """The wrong codes of the last minutes."""
        known = await self._store.people.wrong_codes(account.platform, account.id)
        if known is None or at - known.since >= EXPIRES_AFTER:
            return WrongCodes(account.platform, account.id, 0, at)
        return known


def _digest(code: str) -> str:
    """What is stored of a code, however it was typed."""
    return hashlib.sha256(code.upper().encode()).hexdigest()
