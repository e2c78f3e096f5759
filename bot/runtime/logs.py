"""Logging to standard error, as lines or JSON, without secrets."""

from __future__ import annotations

import logging
import re
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from copy import copy
from functools import cache
from types import TracebackType
from urllib.parse import quote

from cachetools import TTLCache
from pythonjsonlogger.json import JsonFormatter

from bot.runtime.platforms import PLATFORMS
from bot.runtime.settings import Settings
from storage.errors import StoreUnavailable

log = logging.getLogger(__name__)

PACKAGES = ("bot", "games", "renderers", "storage")
LINE_FORMAT = "%(asctime)s %(levelname)s %(name)s: %(message)s"
JSON_FIELDS = ("levelname", "name", "message")
JSON_NAMES = {"levelname": "level", "name": "logger", "exc_info": "traceback"}
REDACTED = "[secret]"
LOGGED_EVERY = 10.0  # seconds until the same fault of an unavailable store is logged again

_TOKENS = re.compile(
    "|".join(pattern for platform in PLATFORMS for pattern in platform.secrets), re.VERBOSE | re.ASCII
)
_facts: ContextVar[Mapping[str, str]] = ContextVar("facts")


def set_up(settings: Settings) -> None:
    """Log everything to standard error, as the host has configured it.

    Libraries never log below INFO: at DEBUG they log tokens, people's messages, and rows of the database.
    """
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(formatter(settings.log_format, settings.secrets()))
    handler.addFilter(add_facts)
    handler.addFilter(StoreFaultFilter())
    logging.basicConfig(
        level=max(logging.getLevelNamesMapping()[settings.log_level], logging.INFO), handlers=[handler]
    )
    for package in PACKAGES:
        logging.getLogger(package).setLevel(settings.log_level)
    logging.captureWarnings(True)
    sys.excepthook = _log_crash
    threading.excepthook = lambda crash: _log_crash(crash.exc_type, crash.exc_value, crash.exc_traceback)
    sys.unraisablehook = lambda crash: _log_crash(crash.exc_type, crash.exc_value, crash.exc_traceback)
    for chatty in ("httpx", "httpcore"):  # a line for every request, with the token in its URL
        logging.getLogger(chatty).setLevel(logging.WARNING)


def _log_crash(kind: type[BaseException], fault: BaseException | None, trace: TracebackType | None) -> None:
    """Log an error in place of Python printing it: its text can contain a token."""
    log.critical("nobody foresaw this", exc_info=(kind, fault or kind(), trace))


def formatter(log_format: str, secrets: Iterable[str] = ()) -> logging.Formatter:
    """A formatter for `text` or `json`; the `extra` of a record becomes fields of the JSON."""
    if log_format == "text":
        return RedactingFormatter(logging.Formatter(LINE_FORMAT), secrets)
    fields = JsonFormatter(JSON_FIELDS, style="sequence", rename_fields=JSON_NAMES, timestamp="time")
    return RedactingFormatter(fields, secrets)


class RedactingFormatter(logging.Formatter):
    """Redacts secrets in the output of another formatter: in messages, tracebacks and fields."""

    def __init__(self, inner: logging.Formatter, secrets: Iterable[str]) -> None:
        super().__init__()
        self._inner = inner
        self._secrets = frozenset(secrets)

    def format(self, record: logging.LogRecord) -> str:
        return redact(self._secrets, self._inner.format(_without_trace(record)))


def redact(secrets: frozenset[str], text: str) -> str:
    """Redact these secrets in a text, and everything that looks like a token."""
    return _TOKENS.sub(_redact_token, _any_of(secrets).sub(REDACTED, text))


@cache
def _any_of(secrets: frozenset[str]) -> re.Pattern[str]:
    spellings = {spelling for secret in secrets for spelling in (secret, quote(secret, safe=""))}
    longest_first = sorted(filter(None, spellings), key=len, reverse=True)
    return re.compile("|".join(map(re.escape, longest_first)) or "(?!)")


def _redact_token(found: re.Match[str]) -> str:
    """Redact a token, but not the id before it (a group of the pattern)."""
    return f"{''.join(filter(None, found.groups()))}{REDACTED}"


def _without_trace(record: logging.LogRecord) -> logging.LogRecord:
    """A copy of the record in one line if the store is at fault; other handlers get the original."""
    if (fault := _store_fault(record)) is None:
        return record
    shortened = copy(record)
    shortened.msg = f"{record.getMessage()}: {fault}"
    shortened.args = ()
    shortened.exc_info = shortened.exc_text = None
    return shortened


class StoreFaultFilter(logging.Filter):
    """Passes the same fault of the store once every few seconds, however often it is logged."""

    def __init__(self, elapsed: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._recent: TTLCache[tuple[str, str], None] = TTLCache(100, LOGGED_EVERY, timer=elapsed)

    def filter(self, record: logging.LogRecord) -> bool:
        if (fault := _store_fault(record)) is None:
            return True
        message_and_fault = (record.msg, str(fault))
        new = message_and_fault not in self._recent
        if new:
            self._recent[message_and_fault] = None
        return new


def _store_fault(record: logging.LogRecord) -> StoreUnavailable | None:
    fault = record.exc_info[1] if record.exc_info else None
    return fault if isinstance(fault, StoreUnavailable) else None


@contextmanager
def facts(**fields: str | None) -> Iterator[None]:
    """Add these fields to records that are logged inside the context; None values are left out."""
    given = {name: value for name, value in fields.items() if value is not None}
    token = _facts.set({**_facts.get({}), **given})
    try:
        yield
    finally:
        _facts.reset(token)


def add_facts(record: logging.LogRecord) -> bool:
    for name, value in _facts.get({}).items():
        if not hasattr(record, name):
            setattr(record, name, value)
    return True
