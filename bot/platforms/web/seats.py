"""Who may come in, and which browser sits under which name: a name alone makes nobody anybody."""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import re
import secrets
from pathlib import Path

from cachetools import LRUCache

from bot.interface import Account
from bot.platforms.errors import CannotStart
from bot.platforms.web.visitors import BadName
from bot.texts import texts_for

KEPT = 10_000  # browsers that came in last; who sits under a name is known by that
_BROWSER = re.compile(r"[\w-]{43}", re.ASCII)


class Seats:
    """The token that lets a browser in, drawn anew at each start, and the names that browsers have taken.

    A browser is known by a secret in its cookie, of which only a hash is kept: whoever reads the file cannot
    sit down with it. Who sits comes in without the token, so that open pages outlive a restart.
    """

    def __init__(self, file: Path | None = None) -> None:
        """Read who sits where.

        Args:
            file: keeps it; None: it is forgotten at the end.

        Raises:
            CannotStart: the file is broken.
        """
        self.token = secrets.token_urlsafe(16)
        self._file = file
        self._let_in: LRUCache[str, None] = LRUCache(KEPT)
        self._taken = _read(file) if file else {}

    def opens(self, token: str) -> bool:
        """Whether this is the token of this start."""
        return hmac.compare_digest(token.encode("utf-8", "replace"), self.token.encode())

    def let_in(self, browser: str) -> str:
        """Let in whoever had the token.

        Args:
            browser: the secret that it has already; it keeps its seats.

        Returns:
            The secret by which it is known from now on.
        """
        if not _BROWSER.fullmatch(browser):
            browser = secrets.token_urlsafe(32)
        self._let_in[_hash(browser)] = None
        return browser

    def knows(self, browser: str) -> bool:
        """Whether it was let in since the start, or sits under a name."""
        seen = _hash(browser)
        return seen in self._let_in or seen in self._taken.values()

    def take(self, account: Account, browser: str) -> None:
        """Sit down under a name.

        Raises:
            BadName: another browser sits there.
        """
        seen = _hash(browser)
        if account.id not in self._taken:
            self._taken[account.id] = seen
            self._keep()
        if self._taken[account.id] != seen:
            raise BadName(texts_for(account.language)("no.name_taken", name=account.name))

    def free(self, account_id: str) -> None:
        """Nobody sits under this name any more."""
        if self._taken.pop(account_id, None):
            self._keep()

    def _keep(self) -> None:
        if self._file is None:
            return
        fresh = self._file.with_suffix(".new")
        with open(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as to:
            json.dump(self._taken, to)
        fresh.replace(self._file)


def _hash(browser: str) -> str:
    return hashlib.sha256(browser.encode("utf-8", "replace")).hexdigest()


def _read(file: Path) -> dict[str, str]:
    try:
        taken = json.loads(file.read_text("utf-8"))
        return {str(account_id): str(seen) for account_id, seen in taken.items()}
    except FileNotFoundError:
        return {}
    except (ValueError, AttributeError):
        raise CannotStart(f"{file} is broken; remove it, and people of the web chat sit down anew") from None
