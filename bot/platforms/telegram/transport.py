"""The way to Telegram's servers, on aiohttp: the library's own takes three times the work for each call."""

from __future__ import annotations

import aiohttp
from telegram.error import NetworkError, TimedOut
from telegram.request import BaseRequest, RequestData

from bot.platforms.telegram.forms import Field, written

PATIENCE = 20.0  # seconds for one call, an upload included
CONNECTING = 5.0  # seconds
BROKEN = 500  # the least status of a server that is at fault
IDLE = 30.0  # seconds that an unused connection is kept

Timeout = object
"""Seconds, None for no end, or the library's mark for "as always"."""


class AiohttpRequest(BaseRequest):
    """Sends the library's calls; connections are kept, and a cancelled call leaves none behind half read."""

    def __init__(self, *, connections: int = 100, patience: float = PATIENCE) -> None:
        """Nothing is opened yet.

        Args:
            connections: at most at once; others wait for a free one.
            patience: seconds for a call that does not say otherwise.
        """
        self._connections, self._patience = connections, patience
        self._session: aiohttp.ClientSession | None = None

    @property
    def read_timeout(self) -> float:
        """Seconds that a call takes at most."""
        return self._patience

    async def initialize(self) -> None:
        """Open."""
        if self._session is None:
            connector = aiohttp.TCPConnector(limit=self._connections, keepalive_timeout=IDLE)
            self._session = aiohttp.ClientSession(connector=connector, cookie_jar=aiohttp.DummyCookieJar())

    async def shutdown(self) -> None:
        """Close."""
        session, self._session = self._session, None
        if session is not None:
            await session.close()

    async def do_request(
        self,
        url: str,
        method: str,
        request_data: RequestData | None = None,
        read_timeout: Timeout = BaseRequest.DEFAULT_NONE,
        write_timeout: Timeout = BaseRequest.DEFAULT_NONE,
        connect_timeout: Timeout = BaseRequest.DEFAULT_NONE,
        pool_timeout: Timeout = BaseRequest.DEFAULT_NONE,
    ) -> tuple[int, bytes]:
        """Status and body of the answer; only the read timeout is heeded, as the end of the whole call.

        Raises:
            NetworkError, TimedOut: whether the call took effect is unknown.
        """
        if self._session is None:
            raise NetworkError("the connection is closed")
        total = read_timeout if isinstance(read_timeout, int | float) else self._patience
        timeout = aiohttp.ClientTimeout(total=total, sock_connect=CONNECTING)
        body, headers = _body(request_data)
        try:
            # An address carries the token: it must not be in what is raised.
            async with self._session.request(
                method, url, data=body, headers=headers, timeout=timeout, allow_redirects=False
            ) as response:
                body = await response.read()
                if response.status >= BROKEN and not body.startswith(b"{"):  # the page of a gateway
                    raise NetworkError(f"status {response.status} without an answer")
                return response.status, body
        except TimeoutError:
            raise TimedOut from None
        except (aiohttp.ClientError, OSError) as error:
            raise NetworkError(type(error).__name__) from None


def _body(data: RequestData | None) -> tuple[bytes | None, dict[str, str]]:
    """What a call carries, and the headers that tell of it: JSON, or a form where files go with it."""
    if data is None:
        return None, {}
    if not data.contains_files:
        return data.json_payload, {"Content-Type": "application/json"}
    words = [Field(name, value) for name, value in data.json_parameters.items()]
    files = [
        Field(name, content, filename, media_type)
        for name, (filename, content, media_type) in data.multipart_data.items()
    ]
    return written([*words, *files])
