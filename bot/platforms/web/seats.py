"""Identities in the web chat: a name, and the browser that it belongs to.

A name alone identifies nobody. After a person was forgotten, names taken later belong to other accounts, so
that nothing meant for the earlier person reaches the later one.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import secrets
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from cachetools import LRUCache, TTLCache

from bot.interface import Account
from bot.platforms.spec import CannotStart
from bot.platforms.web.frames import Hello, NotLetIn, Refused
from bot.platforms.web.passes import hashed, is_browser_secret, write_private
from bot.texts import texts_for

PLATFORM = "web"
NAME_MAX = 32  # characters, as on Discord
KEPT = 10_000  # browsers admitted last; those with a name need no entry
TICKET_LIVES, TICKETS_KEPT = 60.0, 100  # seconds between the token and the page's hello
AWAY_FOR = 60.0  # seconds without an open page, after which another browser can take over a name
NAMES = ("Ada", "Ben", "Cleo", "Dora", "Emil", "Fay", "Gil", "Hana")
"""Offered to somebody whose name another browser has; the page begins with the first two."""
_SALT = "salt"  # a key in the file beside those of names, which are hexadecimal
_ID = re.compile(r"[0-9a-f]{16}")
_LANGUAGE = re.compile(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}")
_JOINERS = str.maketrans("", "", "\u200c\u200d")
"""Invisible, but needed in Persian words and composed emoji."""
_BLANKS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters and symbols by category, but invisible."""


class BadName(Refused):
    """The name is empty, too long, not visible, or taken."""

    problem = "bad_name"


def account_named(name: str, language: str) -> Account:
    """The account of a name as typed.

    Names that look the same are the same: compatibility forms, upper and lower case, and runs of spaces
    make no difference. A language that is no tag such as `de-AT` counts as English.

    Raises:
        BadName
    """
    shown = " ".join(unicodedata.normalize("NFKC", name).split())
    visible, texts = shown.translate(_JOINERS), texts_for(language)
    if not any(unicodedata.category(character)[0] in "LNPS" for character in visible):
        raise BadName(texts("no.name_unseen"))
    if len(shown) > NAME_MAX:
        raise BadName(texts("no.name_long", most=NAME_MAX))
    if not visible.isprintable() or not _BLANKS.isdisjoint(visible):
        raise BadName(texts("no.name_hidden"))
    if "/" in visible:
        raise BadName(texts("no.name_command"))
    return Account(PLATFORM, _id(visible), shown, language if _LANGUAGE.fullmatch(language) else "en")


def _is_called(account: Account, name: str) -> bool:
    try:
        return account_named(name, "").id == account.id
    except BadName:
        return False


def is_account_id(text: str) -> bool:
    return _ID.fullmatch(text) is not None


def _id(visible: str) -> str:
    """The id of a name in any script: short, and of characters that fit into buttons."""
    # Case folding can undo the normalization (Unicode, section 3.13, compatibility caseless match).
    same = unicodedata.normalize("NFKC", visible.casefold())
    return hashlib.blake2s(same.encode(), digest_size=8).hexdigest()


class Seats:
    """The token that admits a browser, new at each start, and the names that browsers have taken.

    A browser is identified by a secret that its page generates and keeps in the storage of its origin: a
    cookie would be sent to every port of the machine. Only a hash is stored here, so a reader of the file
    cannot take over a name. A browser with a name needs no token, so that open pages survive a restart.
    """

    def __init__(self, file: Path | None = None, way_in: Path | None = None) -> None:
        """Read the names that are taken.

        Args:
            file: stores them; None: they are kept in memory only.
            way_in: file for the URL with the token of this start; None: it is not written.

        Raises:
            CannotStart: the file is broken.
        """
        self.token = secrets.token_urlsafe(16)
        self._file, self._way_in = file, way_in
        self._let_in: LRUCache[str, None] = LRUCache(KEPT)
        self._tickets: TTLCache[str, Sequence[str]] = TTLCache(TICKETS_KEPT, TICKET_LIVES)
        """With the names that the address with the token had."""
        self._claims: TTLCache[str, Sequence[str]] = TTLCache(TICKETS_KEPT, TICKET_LIVES)
        """The names that a browser has come in by."""
        self._taken, self._salt = _read(file) if file else ({}, "")

    def keep_address(self, address: str) -> None:
        """Write the URL with the token to a file for the host only: others may read what a service prints."""
        if self._way_in is not None:
            write_private(self._way_in, f"{address}\n".encode())

    def fragment(self, token: str, names: Sequence[str] = ()) -> str:
        """The URL fragment that replaces a token beside names, with a new ticket; "" for a wrong token."""
        if not hmac.compare_digest(token.encode("utf-8", "replace"), self.token.encode()):
            return ""
        return f"ticket={self.ticket(names)}"

    def ticket(self, names: Sequence[str] = ()) -> str:
        """Issue a ticket that admits a page under these names: once, within `TICKET_LIVES` seconds."""
        ticket = secrets.token_urlsafe(16)
        self._tickets[ticket] = names
        return ticket

    def admit(self, hello: Hello) -> None:
        """Admit a page with a ticket, or whose browser was admitted before.

        Raises:
            NotLetIn
        """
        names = self._tickets.pop(hello.ticket, None)
        if names is not None and is_browser_secret(hello.browser):
            secret = hashed(hello.browser)
            self._let_in[secret], self._claims[secret] = None, names
        if not self.knows(hello.browser):
            raise NotLetIn(texts_for(hello.language)("no.web_entrance"))

    def knows(self, browser: str) -> bool:
        """Whether a browser was admitted since the start, or has a name."""
        secret = hashed(browser)
        return secret in self._let_in or any(secret == owner for owner, _ in self._taken.values())

    def take(
        self, account: Account, browser: str, is_away: Callable[[str], bool] = lambda _: False
    ) -> Account:
        """Take a name for a browser, or confirm that it has it: the account of the person of this name.

        Args:
            account: of the name.
            browser: the secret of the browser.
            is_away: whether the person with this account id has no page open for `AWAY_FOR` seconds. Then
                a browser that came with the token and the name in its address takes it over.

        Raises:
            BadName: the name belongs to another browser.
        """
        secret, known = hashed(browser), self._taken.get(account.id)
        if known is None or (self._claims_name(secret, account) and is_away(known[1])):
            self._taken[account.id] = secret, known[1] if known else self._person(account.id)
            self._keep()
        owner, person = self._taken[account.id]
        if owner != secret:
            taken = BadName(
                texts_for(account.language)(
                    "no.name_taken", name=account.name, ending=f"&name={account.name}"
                )
            )
            taken.free = tuple(name for name in NAMES if account_named(name, "").id not in self._taken)
            raise taken
        return replace(account, id=person)

    def _claims_name(self, secret: str, account: Account) -> bool:
        return any(_is_called(account, name) for name in self._claims.get(secret, ()))

    def free(self, account_id: str) -> None:
        """Free the name of an account; no name leads to that account again."""
        self._taken = {name: seat for name, seat in self._taken.items() if seat[1] != account_id}
        self._salt = secrets.token_hex(16)  # reveals nothing about the forgotten person
        self._keep()

    def _person(self, name: str) -> str:
        """The account id of a person who takes a name now."""
        if not self._salt:
            return name
        return hashlib.blake2s(name.encode(), digest_size=8, key=bytes.fromhex(self._salt)).hexdigest()

    def _keep(self) -> None:
        if self._file is None:
            return
        seats = {name: [*seat] for name, seat in self._taken.items()}
        write_private(self._file, json.dumps({_SALT: self._salt, **seats}).encode())


def _read(file: Path) -> tuple[dict[str, tuple[str, str]], str]:
    """The browser and account of each name, and the salt."""
    try:
        seats = json.loads(file.read_text("utf-8"))
        salt = str(seats.pop(_SALT, ""))
        bytes.fromhex(salt)
        return {str(name): (str(owner), str(person)) for name, (owner, person) in seats.items()}, salt
    except FileNotFoundError:
        return {}, ""
    except (ValueError, AttributeError, TypeError):
        raise CannotStart(f"{file} is broken; remove it, and people of the web chat sit down anew") from None
