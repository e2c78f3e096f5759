"""Calls to Telegram over aiohttp, with plain values in and out, and the translation of errors.

Measured against python-telegram-bot's own transport, alternately on one machine: with that one a press takes
1.7 times the CPU; with ours but the library's objects for calls and answers, 1.2 times.
"""

from __future__ import annotations

import json
import logging
from dataclasses import dataclass
from typing import Any, cast

import aiohttp
import telegram
from telegram.error import (
    BadRequest,
    Conflict,
    Forbidden,
    InvalidToken,
    NetworkError,
    RetryAfter,
    TelegramError,
    TimedOut,
)
from telegram.request import BaseRequest, RequestData

from bot.interface import MessageGone, RetryLater, Unreachable

PATIENCE = 20.0  # timeout of one call in seconds, upload included
CONNECTING = 5.0  # timeout of a connection attempt in seconds
CONNECTIONS = 100
BROKEN = 500  # lowest status of a server error
IDLE = 30.0  # seconds until an unused connection is closed
SHUT_OUT = 60.0  # seconds until a retry when the token is refused (a new one has to be set) or on a conflict

UNCHANGED = "message is not modified"
NO_TEXT = "there is no text in the message"
WRONG_FILE = ("wrong file identifier", "wrong remote file")
_GONE = (
    "message to edit not found",
    "message to delete not found",
    "message can't be edited",
    "message_id_invalid",
    "message identifier is not specified",
)
_CLOSED = (
    "chat not found",
    "message can't be deleted",  # for everyone, after two days
    "not enough rights",
    "have no rights",
    "need administrator rights",
    "chat_write_forbidden",
    "chat_send_",  # as in CHAT_SEND_PHOTOS_FORBIDDEN
    "chat_restricted",
    "message thread not found",
    "topic_closed",
    "topic_deleted",
    "group chat was deactivated",
    "peer_id_invalid",
    "user_is_blocked",
    "user is deactivated",
)
"""Parts of Telegram's error messages, in lower case; the Bot API has no codes for these errors."""

Result = Any
"""The parsed JSON result of a call."""
Fields = dict[str, Any]
"""The parameters of a call by Telegram's names; None values are omitted."""


@dataclass(frozen=True, slots=True)
class Upload:
    """A file to upload with a call."""

    field: str
    name: str
    data: bytes
    media_type: str


@dataclass(frozen=True, slots=True)
class Body:
    """The content of a call, with what the transport needs of the library's `RequestData`."""

    fields: Fields
    upload: Upload | None

    @property
    def contains_files(self) -> bool:
        return self.upload is not None

    @property
    def json_payload(self) -> bytes:
        return json.dumps(self.fields).encode()


def bot_of(token: str, api_url: str | None) -> telegram.Bot:
    """The bot with this token on Telegram's server, or on that of a URL; not initialized yet."""
    logging.getLogger("telegram").setLevel(logging.INFO)  # The library's debug log contains whole messages.
    server = (api_url or "").rstrip("/")
    address = {"base_url": f"{server}/bot", "base_file_url": f"{server}/file/bot"} if server else {}
    requests = dict.fromkeys(("request", "get_updates_request"), AiohttpRequest())  # one for both
    return telegram.Bot(token, **address, **requests)  # type: ignore[arg-type]


async def call(
    bot: telegram.Bot, name: str, fields: Fields, *, upload: Upload | None = None, patience: float = PATIENCE
) -> Result:
    """Call a Bot API method, e.g. `editMessageMedia`; `patience` is the timeout of the whole call.

    Raises:
        TelegramError
    """
    given = {key: value for key, value in fields.items() if value is not None}
    body = cast(RequestData, Body(given, upload))
    return await bot.request.post(f"{bot.base_url}/{name}", body, read_timeout=patience)


class AiohttpRequest(BaseRequest):
    """HTTP transport that reuses connections; a cancelled call leaves no half-read connection in the pool."""

    def __init__(self) -> None:
        self._session: aiohttp.ClientSession | None = None

    @property
    def read_timeout(self) -> float:
        return PATIENCE

    async def initialize(self) -> None:
        if self._session is None:
            connector = aiohttp.TCPConnector(limit=CONNECTIONS, keepalive_timeout=IDLE)
            self._session = aiohttp.ClientSession(connector=connector, cookie_jar=aiohttp.DummyCookieJar())

    async def shutdown(self) -> None:
        session, self._session = self._session, None
        if session is not None:
            await session.close()

    async def do_request(
        self,
        url: str,
        method: str,
        request_data: RequestData | None = None,
        read_timeout: object = None,
        *_: Any,
        **__: Any,
    ) -> tuple[int, bytes]:
        """Send a request within the read timeout; after an error it may still have taken effect."""
        if self._session is None:
            raise NetworkError("the connection is closed")
        total = read_timeout if isinstance(read_timeout, int | float) else PATIENCE
        timeout = aiohttp.ClientTimeout(total=total, sock_connect=CONNECTING)
        try:
            # The URL contains the token and must not appear in an exception.
            async with self._session.request(
                method, url, timeout=timeout, allow_redirects=False, **await _content(request_data)
            ) as response:
                body = await response.read()
                if response.status >= BROKEN and not body.startswith(b"{"):  # an error page of a gateway
                    raise NetworkError(f"status {response.status} without an answer")
                return response.status, body
        except TimeoutError:
            raise TimedOut from None
        except (aiohttp.ClientError, OSError) as error:
            raise NetworkError(type(error).__name__) from None


async def _content(data: RequestData | None) -> dict[str, Any]:
    if data is None:
        return {}
    if not isinstance(data, Body) or data.upload is None:
        return {"data": data.json_payload, "headers": {"Content-Type": "application/json"}}
    fields = aiohttp.FormData(quote_fields=False)
    for name, value in data.fields.items():
        fields.add_field(name, value if isinstance(value, str) else json.dumps(value))
    file = data.upload
    fields.add_field(file.field, file.data, filename=file.name, content_type=file.media_type)
    form = fields()
    # As bytes: the library would write each border and each part to the network by itself.
    return {"data": await form.as_bytes(), "headers": form.headers}


def says(error: TelegramError, *phrases: str) -> bool:
    """Whether the error message contains one of the phrases, which are in lower case."""
    reason = error.message.lower()
    return any(phrase in reason for phrase in phrases)


def translated(error: TelegramError) -> Exception:
    """The error of the interface for one of Telegram; the error itself if there is none."""
    match error:
        case RetryAfter():
            return RetryLater(patience(error), due=True)
        case Forbidden():
            return Unreachable(error.message)
        case BadRequest() if says(error, *_GONE):
            return MessageGone(error.message)
        case BadRequest() if says(error, *_CLOSED):
            return Unreachable(error.message)
        case InvalidToken() | Conflict():
            return RetryLater(SHUT_OUT)
        case NetworkError() if not isinstance(error, BadRequest):
            return RetryLater()
    return error


def patience(error: RetryAfter) -> float:
    """The wait that Telegram asks for, in seconds."""
    after = error.retry_after
    return float(after) if isinstance(after, int) else after.total_seconds()
