"""Encodes a request as the payload of a button, in at most 64 bytes, and decodes it.

The format is `verb:field:field…`, with numbers in base 36, words joined by spaces and missing values empty.
Nothing else about a button is stored, so it works forever, after a restart and on any worker.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable
from functools import cache, lru_cache
from typing import Any, get_type_hints

from bot.interface.invalid import InvalidPayload
from bot.interface.registry import VERB_OF, VERBS, Request
from bot.texts import whole
from games.events import MatchId, PlayerId
from games.words import Words

KEPT = 4096  # cached payloads: most buttons of a board stay the same, and it is shown in several places
PAYLOAD_MAX_BYTES = 64  # Telegram Bot API, InlineKeyboardButton.callback_data; Discord allows 100 characters

_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_WORD = re.compile(r"[^:\s\x00-\x1f]+")
_NUMBER = re.compile(r"[0-9a-z]{1,8}")


class TooLong(ValueError):
    """The request does not fit into a button."""


@lru_cache(maxsize=KEPT)
def encode(request: Request) -> str:
    """Encode a request as a payload.

    Raises:
        TooLong: the payload would have more than 64 bytes.
    """
    kind: Any = type(request)
    payload = ":".join([VERB_OF[kind], *(_dump(getattr(request, name)) for name in _fields(kind))])
    if len(payload.encode()) > PAYLOAD_MAX_BYTES:
        raise TooLong(f"{type(request).__name__} does not fit into a button")
    return payload


def decode(payload: str) -> Request:
    """Decode a payload; return `InvalidPayload` for anything that `encode` cannot have written."""
    verb, *texts = payload.split(":")
    kind: Any = VERBS.get(verb)
    if kind is None or len(payload) > PAYLOAD_MAX_BYTES or whole(payload) != payload:
        return InvalidPayload()
    parsers = _parsers(kind)
    if len(texts) != len(parsers):
        return InvalidPayload()
    try:
        values = [parse(text) for parse, text in zip(parsers, texts, strict=True)]
    except ValueError:
        return InvalidPayload()
    request: Request = kind(*values)
    return request


@cache
def _parsers(kind: Any) -> tuple[Callable[[str], Any], ...]:
    """The parsers for the fields of a request, in order."""
    hints = get_type_hints(kind)
    return tuple(_PARSERS[hints[name]] for name in _fields(kind))


@cache
def _fields(kind: Any) -> tuple[str, ...]:
    """The fields encoded in a button; keyword-only fields can only be typed."""
    return tuple(field.name for field in dataclasses.fields(kind) if not field.kw_only)


def _dump(value: str | int | Words | None) -> str:
    match value:
        case None:
            return ""
        case int():
            return _base36(value)
        case str():
            return value
        case _:
            return " ".join(value)


def _base36(number: int) -> str:
    digits = ""
    while number >= len(_DIGITS):
        number, rest = divmod(number, len(_DIGITS))
        digits = _DIGITS[rest] + digits
    return _DIGITS[number] + digits


def _number(text: str) -> int:
    return int(_match(_NUMBER, text), len(_DIGITS))


def _flag(text: str) -> bool:
    return ("0", "1").index(text) == 1


def _words(text: str) -> Words:
    return tuple(map(_word, text.split(" "))) if text else ()


def _match(pattern: re.Pattern[str], text: str) -> str:
    if not pattern.fullmatch(text):
        raise ValueError("not of this form")
    return text


def _word(text: str) -> str:
    return _match(_WORD, text)


def _optional(text: str) -> str | None:
    return _word(text) if text else None


_PARSERS: dict[Any, Callable[[str], Any]] = {
    int: _number,
    bool: _flag,
    str: _word,
    str | None: _optional,
    PlayerId: _word,
    MatchId: _word,
    MatchId | None: _optional,
    Words: _words,
}
