"""What Telegram tells a Mini App about who has opened it, and the proof that it was Telegram.

See https://core.telegram.org/bots/webapps#validating-data-received-via-the-mini-app: all fields but `hash`,
sorted, one a line, are signed with a key that is made of the bot's token. `signature`, by which third parties
can check without the token, is one of those fields.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl

from bot.interface import NAMELESS, Account
from games.events import MatchId, match_id_of

PLATFORM = "telegram"
MOST_FIELDS = 50
OPENED_WITHIN = 3600  # seconds for which what Telegram told can be used
AHEAD = 300  # seconds by which the clock there may be ahead of this one


class Forged(ValueError):
    """Not what Telegram told."""


class Aged(ValueError):
    """What Telegram told, but long ago."""


@dataclass(frozen=True, slots=True)
class Launch:
    """Who has opened the app, and what for."""

    account: Account
    match: MatchId | None
    """That the link named which opened it."""


def read(told: str, token: str, now: int) -> Launch:
    """Who opened the app.

    Args:
        told: `initData`, as the app was given it.
        token: the bot's.
        now: in seconds since 1970.

    Raises:
        Forged, Aged
    """
    try:
        fields = parse_qsl(told, keep_blank_values=True, strict_parsing=True, max_num_fields=MOST_FIELDS)
        facts = dict(fields)
        if len(facts) != len(fields) or not _signed(facts, token):
            raise Forged("no such signature")
        opened, user = int(facts["auth_date"]), json.loads(facts["user"])
        account = _account(user)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise Forged("not as Telegram tells it") from None
    if not now - OPENED_WITHIN <= opened <= now + AHEAD:
        raise Aged
    return Launch(account, match_id_of(facts.get("start_param", "")))


def _signed(facts: dict[str, str], token: str) -> bool:
    proof = facts.get("hash", "")
    lines = "\n".join(f"{name}={value}" for name, value in sorted(facts.items()) if name != "hash")
    key = hmac.new(b"WebAppData", token.encode(), hashlib.sha256).digest()
    expected = hmac.new(key, lines.encode("utf-8", "surrogatepass"), hashlib.sha256).hexdigest()
    return bool(token) and hmac.compare_digest(proof.encode("utf-8", "replace"), expected.encode())


def _account(user: Any) -> Account:
    """As Telegram's own messages name them."""
    name = f"{user['first_name']} {user.get('last_name') or ''}".strip() or NAMELESS
    language, handle = user.get("language_code") or "", user.get("username") or ""
    if user.get("is_bot") or not all(isinstance(one, str) for one in (name, language, handle)):
        raise Forged("no person")
    return Account(PLATFORM, str(int(user["id"])), name, language, handle)
