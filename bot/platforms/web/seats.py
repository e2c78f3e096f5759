"""Who people are in the web chat: their name, and the browser that sits under it.

A name alone makes nobody anybody. After somebody was forgotten, names that are taken from then on stand for
other accounts, so that nothing for the earlier person reaches the later one.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import secrets
import unicodedata
from dataclasses import replace
from pathlib import Path

from cachetools import LRUCache, TTLCache

from bot.interface import Account
from bot.platforms.spec import CannotStart
from bot.platforms.web.frames import Hello, NotLetIn, Refused
from bot.platforms.web.passes import write_private
from bot.texts import texts_for

PLATFORM = "web"
NAME_MAX = 32  # characters, as on Discord
KEPT = 10_000  # browsers that came in last; who sits under a name is known by that
TICKET_LIVES, TICKETS_KEPT = 60.0, 100  # seconds between the token and the page's first word
_SALT = "salt"  # in the file, among the keys of names: those have other letters
_BROWSER = re.compile(r"[\w-]{43}", re.ASCII)
_ID = re.compile(r"[0-9a-f]{16}")
_LANGUAGE = re.compile(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}")
_JOINERS = str.maketrans("", "", "\u200c\u200d")
"""Invisible, but Persian words and composed emoji need them."""
_BLANKS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters and signs by category, yet nothing is seen of them."""


class BadName(Refused):
    """The name is empty, too long, not visible, or taken."""

    problem = "bad_name"


def meet(name: str, language: str) -> Account:
    """The person of this name.

    Names that look the same are the same: compatibility forms, upper and lower case, and runs of blanks
    make no difference.

    Args:
        name: as it was typed.
        language: a tag such as `de-AT`; anything else counts as English.

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
    return Account(PLATFORM, _id(visible), shown, language if _LANGUAGE.fullmatch(language) else "en")


def is_account_id(text: str) -> bool:
    """Whether `meet` can have given this id."""
    return _ID.fullmatch(text) is not None


def _id(visible: str) -> str:
    """Short, and of letters that fit into buttons, whatever script the name has."""
    # Folding the case can undo the normal form (Unicode, section 3.13, compatibility caseless match).
    same = unicodedata.normalize("NFKC", visible.casefold())
    return hashlib.blake2s(same.encode(), digest_size=8).hexdigest()


class Seats:
    """The token that lets a browser in, drawn anew at each start, and the names that browsers have taken.

    A browser is known by a secret that its page has drawn and keeps in the storage of its origin: no cookie,
    which every port of the machine would get. Only a hash of it is kept here: a reader of the file cannot sit
    down with it. A browser that sits comes in without the token, so that open pages outlive a restart.
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
        self._tickets: TTLCache[str, bool] = TTLCache(TICKETS_KEPT, TICKET_LIVES)
        self._taken, self._salt = _read(file) if file else ({}, "")

    def keep_address(self, address: str) -> None:
        """Keep the way in for the host alone: what a service prints, others may read."""
        if self._way_in is not None:
            write_private(self._way_in, f"{address}\n".encode())

    def fragment(self, token: str) -> str:
        """What an address with this token gets behind its `#` in place of it; "" for a wrong token."""
        if not hmac.compare_digest(token.encode("utf-8", "replace"), self.token.encode()):
            return ""
        return f"ticket={self.ticket()}"

    def ticket(self) -> str:
        """What lets a page in, once and soon."""
        ticket = secrets.token_urlsafe(16)
        self._tickets[ticket] = True
        return ticket

    def admit(self, hello: Hello) -> None:
        """Let a page in that brings a ticket, or whose browser was let in before.

        Raises:
            NotLetIn
        """
        if self._tickets.pop(hello.ticket, False) and _BROWSER.fullmatch(hello.browser):
            self._let_in[_hash(hello.browser)] = None
        if not self.knows(hello.browser):
            raise NotLetIn(texts_for(hello.language)("no.web_entrance"))

    def knows(self, browser: str) -> bool:
        """Whether it was let in since the start, or sits under a name."""
        seen = _hash(browser)
        return seen in self._let_in or any(seen == there for there, _ in self._taken.values())

    def take(self, account: Account, browser: str) -> Account:
        """Sit down under a name.

        Args:
            account: as its name gives it.
            browser: the secret of the browser.

        Returns:
            The account of the person who sits there.

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
        self._salt = secrets.token_hex(16)  # tells nothing of the person who was forgotten
        self._keep()

    def _person(self, name: str) -> str:
        """The account id of somebody who takes a name now."""
        if not self._salt:
            return name
        return hashlib.blake2s(name.encode(), digest_size=8, key=bytes.fromhex(self._salt)).hexdigest()

    def _keep(self) -> None:
        if self._file is None:
            return
        kept = {_SALT: self._salt, **{name: [*seat] for name, seat in self._taken.items()}}
        write_private(self._file, json.dumps(kept).encode())


def _hash(browser: str) -> str:
    return hashlib.sha256(browser.encode("utf-8", "replace")).hexdigest()


def _read(file: Path) -> tuple[dict[str, tuple[str, str]], str]:
    """By names the browser and the account that sit there, and the salt."""
    try:
        kept = json.loads(file.read_text("utf-8"))
        salt = str(kept.pop(_SALT, ""))
        bytes.fromhex(salt)
        return {str(name): (str(seen), str(person)) for name, (seen, person) in kept.items()}, salt
    except FileNotFoundError:
        return {}, ""
    except (ValueError, AttributeError, TypeError):
        raise CannotStart(f"{file} is broken; remove it, and people of the web chat sit down anew") from None
