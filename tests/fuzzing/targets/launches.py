"""`initData`: what an app says that Telegram has told it, signed by Telegram or by nobody."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from urllib.parse import parse_qsl, urlencode

from bot.interface import Account
from bot.platforms.web.passes import ExpiredInitData, ForgedInitData, Launch, verify_init_data
from tests.bot.platforms.web.guest import TOKEN, told
from tests.fuzzing.laws import Broken
from tests.fuzzing.target import Take, Target

NOW = 1_000_000
ADA = Account("telegram", "1", "Ada", "en", "ada_t")
GENUINE = (told(ADA, NOW), told(ADA, NOW, start_param="K7QF2M"), told(ADA, NOW - 7200))


@asynccontextmanager
async def _open(_: Path) -> AsyncIterator[Take]:
    yield _take


async def _take(data: bytes) -> None:
    """As it is, nobody is let in by it; signed as Telegram would, it is read or refused."""
    text = data.decode("utf-8", "surrogateescape")
    if _let_in(text) and _fields(text) not in map(_fields, GENUINE):
        raise Broken("let in without a signature")
    _let_in(_signed(text))
    if _let_in(text, "") or _let_in(_signed(text, ""), ""):
        raise Broken("let in where Telegram opens no page")


def _let_in(text: str, token: str = TOKEN) -> Launch | None:
    try:
        return verify_init_data(text, token, NOW)
    except (ForgedInitData, ExpiredInitData):
        return None


def _fields(text: str) -> dict[str, str]:
    return dict(parse_qsl(text, keep_blank_values=True))


def _signed(text: str, token: str = TOKEN) -> str:
    """With the signature that Telegram would give it."""
    fields = _fields(text)
    fields.pop("hash", None)
    lines = "\n".join(f"{name}={fields[name]}" for name in sorted(fields))
    key = hmac.new(b"WebAppData", token.encode(), hashlib.sha256).digest()
    fields["hash"] = hmac.new(key, lines.encode("utf-8", "replace"), hashlib.sha256).hexdigest()
    return urlencode(fields, errors="replace")


async def _seeds(_: Path) -> Sequence[bytes]:
    return [text.encode() for text in (*GENUINE, told(ADA, NOW, token="another"))]  # noqa: S106


TOKENS = (
    *("auth_date=", "user=", "hash=", "start_param=", "signature=", "&"),
    *("%7B%22id%22%3A1%7D", "%22first_name%22"),
)
TARGET = Target("launches", _open, _seeds, tokens=TOKENS, share=6, round=1_000_000)
