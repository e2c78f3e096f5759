"""Credentials for the pages of matches: links valid once, signed sessions, and Telegram's init data."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import os
import re
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

from cachetools import TTLCache

from bot.interface import NAMELESS, Account
from games.events import MatchId, match_id_of

LINK_LIVES = 600  # seconds; the text beside a link states it
SESSION_LIVES = 12 * 3600  # seconds from the first opening: enough for an evening
LINKS_KEPT = 10_000
KEY_BYTES = 32
TELEGRAM = "telegram"
MOST_FIELDS = 50
OPENED_WITHIN = 3600  # seconds for which init data of Telegram is valid
AHEAD = 300  # seconds by which Telegram's clock may be ahead of this one

_BROWSER_SECRET = re.compile(r"[\w-]{43}", re.ASCII)  # 32 bytes in base64url


@dataclass(frozen=True, slots=True)
class Pass:
    """Permission to see what one account may see."""

    platform: str
    account: str
    match: MatchId | None
    """The only match that it is valid for; None: any."""
    until: int | None = field(default=None, compare=False)
    """End of the session that it came from, in seconds since 1970; None: it came from no session."""


class Links:
    """Passes under random names, each redeemable once. They are in memory only: a restart ends them all."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._passes: TTLCache[str, Pass] = TTLCache(LINKS_KEPT, LINK_LIVES, timer=clock)

    def create(self, known: Pass) -> str:
        """Store a pass for a short time, and return an unguessable name for it."""
        name = secrets.token_urlsafe(KEY_BYTES)
        self._passes[hashed(name)] = known
        return name

    def redeem(self, name: str) -> Pass | None:
        """The pass of this name, which becomes invalid; None if there is none."""
        found: Pass | None = self._passes.pop(hashed(name), None)
        return found

    def revoke(self, platform: str, account: str) -> None:
        """Invalidate all links of an account."""
        for name, known in list(self._passes.items()):
            if (known.platform, known.account) == (platform, account):
                self._passes.pop(name, None)


class Sessions:
    """Signed passes: pages survive a restart as long as the key is kept."""

    def __init__(self, key: bytes, clock: Callable[[], int]) -> None:
        self._key, self.clock = key, clock

    def sign(self, known: Pass) -> str:
        """Sign a pass for `SESSION_LIVES` seconds; signing it again does not extend it."""
        until = known.until or self.clock() + SESSION_LIVES
        facts = [known.platform, known.account, known.match, until]
        encoded = base64.urlsafe_b64encode(json.dumps(facts).encode()).decode()
        return f"{encoded}.{self._mac(encoded)}"

    def read(self, session: str) -> Pass | None:
        """The pass of a session; None if it is forged or has expired."""
        encoded, _, mac = session.partition(".")
        if not hmac.compare_digest(mac.encode("utf-8", "replace"), self._mac(encoded).encode()):
            return None
        platform, account, match, until = json.loads(base64.urlsafe_b64decode(encoded))
        return Pass(platform, account, match, until) if self.clock() < until else None

    def _mac(self, text: str) -> str:
        return hmac.new(self._key, text.encode("utf-8", "replace"), hashlib.sha256).hexdigest()


def key_of(file: Path) -> bytes:
    """The key of this installation, generated on first use; only the bot's user can read the file."""
    try:
        key = file.read_bytes()
    except FileNotFoundError:
        key = b""
    if len(key) != KEY_BYTES:
        key = secrets.token_bytes(KEY_BYTES)
        write_private(file, key)
    return key


def write_private(file: Path, data: bytes) -> None:
    """Write a file atomically, readable by its owner only."""
    fresh = file.with_suffix(".new")
    with open(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as to:
        to.write(data)
    fresh.replace(file)


def is_browser_secret(text: str) -> bool:
    """Whether this can be a secret that a page has drawn for its browser."""
    return _BROWSER_SECRET.fullmatch(text) is not None


def hashed(secret: str) -> str:
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()


# Telegram


class ForgedInitData(ValueError):
    """The init data is not from Telegram."""


class ExpiredInitData(ValueError):
    """The init data is from Telegram, but has expired."""


@dataclass(frozen=True, slots=True)
class Launch:
    """The account that opened the Mini App, and the match asked for."""

    account: Account
    match: MatchId | None
    """The match named in the link that opened it, if any."""


def verify_init_data(init_data: str, token: str, now: int) -> Launch:
    """Verify the init data of a Mini App, and return who opened it.

    See https://core.telegram.org/bots/webapps#validating-data-received-via-the-mini-app: all fields but
    `hash`, sorted, one per line, are signed with a key derived from the bot's token. `signature`, for third
    parties without the token, is one of those fields.

    Raises:
        ForgedInitData, ExpiredInitData
    """
    try:
        fields = parse_qsl(init_data, keep_blank_values=True, strict_parsing=True, max_num_fields=MOST_FIELDS)
        facts = dict(fields)
        if len(facts) != len(fields) or not _signed(facts, token):
            raise ForgedInitData("no such signature")
        opened, user = int(facts["auth_date"]), json.loads(facts["user"])
        account = _account(user)
    except ForgedInitData:
        raise
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise ForgedInitData("not as Telegram writes it") from None
    if not now - OPENED_WITHIN <= opened <= now + AHEAD:
        raise ExpiredInitData
    return Launch(account, match_id_of(facts.get("start_param", "")))


def _signed(facts: dict[str, str], token: str) -> bool:
    proof = facts.get("hash", "")
    lines = "\n".join(f"{name}={value}" for name, value in sorted(facts.items()) if name != "hash")
    key = hmac.new(b"WebAppData", token.encode(), hashlib.sha256).digest()
    expected = hmac.new(key, lines.encode("utf-8", "surrogatepass"), hashlib.sha256).hexdigest()
    return bool(token) and hmac.compare_digest(proof.encode("utf-8", "replace"), expected.encode())


def _account(user: Any) -> Account:
    """The account of a user object, named as in Telegram's messages."""
    name = f"{user['first_name']} {user.get('last_name') or ''}".strip() or NAMELESS
    language, handle = user.get("language_code") or "", user.get("username") or ""
    if user.get("is_bot") or not all(isinstance(text, str) for text in (name, language, handle)):
        raise ForgedInitData("no person")
    return Account(TELEGRAM, str(int(user["id"])), name, language, handle)
