"""Who may see which match on a page: links that count once, and what a page shows to come back."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import os
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from cachetools import TTLCache

from games.events import MatchId

LINK_LIVES = 600  # seconds; the text beside a link says so
SESSION_LIVES = 12 * 3600  # seconds from the first opening: a page that is left open for an evening
LINKS_KEPT = 10_000
KEY_BYTES = 32


@dataclass(frozen=True, slots=True)
class Pass:
    """Shows what one account may see."""

    platform: str
    account: str
    match: MatchId | None
    """The only one that it is good for; None: any."""
    until: int | None = field(default=None, compare=False)
    """When the session ends that showed it; None: none has."""


class Links:
    """Passes under random names, each given out once. They are in memory alone: a restart ends them all."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._passes: TTLCache[str, Pass] = TTLCache(LINKS_KEPT, LINK_LIVES, timer=clock)

    def name(self, known: Pass) -> str:
        """A name that nobody can guess, good for a short time."""
        name = secrets.token_urlsafe(KEY_BYTES)
        self._passes[_hash(name)] = known
        return name

    def redeem(self, name: str) -> Pass | None:
        """The pass of this name, which is good no more from now on."""
        found: Pass | None = self._passes.pop(_hash(name), None)
        return found

    def revoke(self, platform: str, account: str) -> None:
        """No link leads to what this account may see."""
        for name, known in list(self._passes.items()):
            if (known.platform, known.account) == (platform, account):
                self._passes.pop(name, None)


class Sessions:
    """Passes that carry their own proof: pages outlive a restart, as long as the key is kept."""

    def __init__(self, key: bytes, clock: Callable[[], int]) -> None:
        self._key, self._clock = key, clock

    def sign(self, known: Pass) -> str:
        """What shows this pass, for so many hours; shown again, it lives no longer."""
        until = known.until or self._clock() + SESSION_LIVES
        facts = [known.platform, known.account, known.match, until]
        told = base64.urlsafe_b64encode(json.dumps(facts).encode()).decode()
        return f"{told}.{self._mac(told)}"

    def read(self, session: str) -> Pass | None:
        """The pass, unless it is forged or too old."""
        told, _, mac = session.partition(".")
        if not hmac.compare_digest(mac.encode("utf-8", "replace"), self._mac(told).encode()):
            return None
        platform, account, match, end = json.loads(base64.urlsafe_b64decode(told))
        return Pass(platform, account, match, end) if self._clock() < end else None

    def _mac(self, told: str) -> str:
        return hmac.new(self._key, told.encode("utf-8", "replace"), hashlib.sha256).hexdigest()


def key_of(file: Path) -> bytes:
    """The key of this installation, drawn when it is first asked for; only the bot's user can read it."""
    try:
        key = file.read_bytes()
    except FileNotFoundError:
        key = b""
    if len(key) != KEY_BYTES:
        key = secrets.token_bytes(KEY_BYTES)
        write_private(file, key)
    return key


def write_private(file: Path, data: bytes) -> None:
    """Write a file whole or not at all, readable by its owner alone."""
    fresh = file.with_suffix(".new")
    with open(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as to:
        to.write(data)
    fresh.replace(file)


def _hash(name: str) -> str:
    return hashlib.sha256(name.encode("utf-8", "replace")).hexdigest()
