"""Who may come in, and which browser sits under which name: a name alone makes nobody anybody.

Nor is whoever takes a name next the person who had it before: once somebody was forgotten, names that are
taken from then on stand for other accounts, so that nothing for the earlier person reaches the later one.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import re
import secrets
from dataclasses import replace
from pathlib import Path

from cachetools import LRUCache, TTLCache

from bot.interface import Account
from bot.platforms.errors import CannotStart
from bot.platforms.web.frames import Hello
from bot.platforms.web.visitors import BadName, NotLetIn
from bot.texts import texts_for

KEPT = 10_000  # browsers that came in last; who sits under a name is known by that
TICKET_LIVES, TICKETS_KEPT = 60.0, 100  # seconds between the token and the page's first word
_SALT = "salt"  # in the file, among the keys of names: those have other letters
_BROWSER = re.compile(r"[\w-]{43}", re.ASCII)


class Seats:
    """The token that lets a browser in, drawn anew at each start, and the names that browsers have taken.

    A browser is known by a secret that its page has drawn and keeps in the storage of its origin: no cookie,
    which every port of the machine would get. Only a hash of it is kept here: whoever reads the file cannot
    sit down with it. Who sits comes in without the token, so that open pages outlive a restart.
    """

    def __init__(self, file: Path | None = None, way_in: Path | None = None) -> None:
        """Read who sits where.

        Args:
            file: keeps it; None: it is forgotten at the end.
            way_in: keeps the address with the token of this start; None: nobody needs it.

        Raises:
            CannotStart: the file is broken.
        """
        self.token = secrets.token_urlsafe(16)
        self._file, self._way_in = file, way_in
        self._let_in: LRUCache[str, None] = LRUCache(KEPT)
        self._tickets: TTLCache[str, str] = TTLCache(TICKETS_KEPT, TICKET_LIVES)
        self._taken, self._salt = _read(file) if file else ({}, "")

    def opens(self, token: str) -> bool:
        """Whether this is the token of this start."""
        return hmac.compare_digest(token.encode("utf-8", "replace"), self.token.encode())

    def keep_address(self, address: str) -> None:
        """Keep the way in for the host alone: what a service prints, others may read."""
        if self._way_in is not None:
            _write(self._way_in, f"{address}\n")

    def ticket(self, cookie: str = "") -> str:
        """What lets a page in, once and soon, that was opened with the token.

        Args:
            cookie: the secret by which a browser took names when it lay there: they come along.
        """
        ticket = secrets.token_urlsafe(16)
        self._tickets[ticket] = _hash(cookie)
        return ticket

    def admit(self, hello: Hello) -> None:
        """Let a page in that brings a ticket, or whose browser was let in before.

        Raises:
            NotLetIn
        """
        seen, before = _hash(hello.browser), self._tickets.pop(hello.ticket, None)
        if before is not None and _BROWSER.fullmatch(hello.browser):
            self._let_in[seen] = None
            self._move(before, seen)
        if not self.knows(hello.browser):
            raise NotLetIn(texts_for(hello.language)("no.web_entrance"))

    def knows(self, browser: str) -> bool:
        """Whether it was let in since the start, or sits under a name."""
        seen = _hash(browser)
        return seen in self._let_in or any(seen == there for there, _ in self._taken.values())

    def _move(self, before: str, seen: str) -> None:
        """The names of one browser become another's."""
        moved = {name: (seen, person) for name, (there, person) in self._taken.items() if there == before}
        if moved:
            self._taken |= moved
            self._keep()

    def take(self, account: Account, browser: str) -> Account:
        """Sit down under a name.

        Args:
            account: as its name gives it.
            browser: the secret of the browser.

        Returns:
            The account of whoever sits there.

        Raises:
            BadName: another browser sits there.
        """
        seen = _hash(browser)
        if account.id not in self._taken:
            self._taken[account.id] = seen, self._person(account.id)
            self._keep()
        there, person = self._taken[account.id]
        if there != seen:
            raise BadName(texts_for(account.language)("no.name_taken", name=account.name))
        return replace(account, id=person)

    def free(self, account_id: str) -> None:
        """Nobody sits under the name of this account any more, and nobody becomes it by a name again."""
        self._taken = {name: seat for name, seat in self._taken.items() if seat[1] != account_id}
        self._salt = secrets.token_hex(16)  # tells nothing of whoever was forgotten
        self._keep()

    def _person(self, name: str) -> str:
        """The account id of whoever takes a name now."""
        if not self._salt:
            return name
        return hashlib.blake2s(name.encode(), digest_size=8, key=bytes.fromhex(self._salt)).hexdigest()

    def _keep(self) -> None:
        if self._file is None:
            return
        kept = {_SALT: self._salt, **{name: [*seat] for name, seat in self._taken.items()}}
        _write(self._file, json.dumps(kept))


def _write(file: Path, text: str) -> None:
    """Whole or not at all, and readable by its owner alone."""
    fresh = file.with_suffix(".new")
    with open(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as to:
        to.write(text)
    fresh.replace(file)


def _hash(browser: str) -> str:
    return hashlib.sha256(browser.encode("utf-8", "replace")).hexdigest()


def _read(file: Path) -> tuple[dict[str, tuple[str, str]], str]:
    """By names the browser and the account that sit there, and the salt; older files tell browsers alone."""
    try:
        kept = json.loads(file.read_text("utf-8"))
        salt = str(kept.pop(_SALT, ""))
        bytes.fromhex(salt)
        seats = {name: (seat, name) if isinstance(seat, str) else seat for name, seat in kept.items()}
        return {str(name): (str(seen), str(person)) for name, (seen, person) in seats.items()}, salt
    except FileNotFoundError:
        return {}, ""
    except (ValueError, AttributeError, TypeError):
        raise CannotStart(f"{file} is broken; remove it, and people of the web chat sit down anew") from None
