"""One open page: its socket, whose it is, and the queue of what it is still to be shown."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from aiohttp import WSCloseCode, web

from bot.interface import Account
from bot.platforms.listening import PATIENCE

BACKLOG_MAX = 500  # frames; a page that lags further behind starts over with a fresh history
FAREWELL = 2.0  # seconds that a page has to answer a goodbye


class Connection:
    """Writes to one socket at the page's own pace: one that is asleep keeps nobody else waiting."""

    def __init__(self, socket: web.WebSocketResponse, abort: Callable[[], None]) -> None:
        self.account: Account | None = None
        """Who is there; None before the hello, and after they were forgotten."""
        self.reader = ""
        """The account id of whoever said hello here last: the notes for them are shown here."""
        self._socket, self._abort = socket, abort
        self._frames: asyncio.Queue[str] = asyncio.Queue(BACKLOG_MAX)
        self._writer = asyncio.create_task(self._write())
        self._door: asyncio.TimerHandle | None = None

    def send(self, frame: str) -> None:
        """Put a frame behind those that wait; never blocks."""
        try:
            self._frames.put_nowait(frame)
        except asyncio.QueueFull:
            # No goodbye: whoever does not read would not read that either.
            self._abort()

    def wait_at_the_door(self) -> None:
        """Nobody keeps a line open who says nothing that lets them in."""
        self._door = asyncio.get_running_loop().call_later(PATIENCE, self._abort)

    def let_in(self) -> None:
        """Its browser may be here, and so the line stays open."""
        if self._door is not None:
            self._door.cancel()

    async def close(self) -> None:
        """Say that the server goes away; the page comes back by itself."""
        try:
            async with asyncio.timeout(FAREWELL):
                await self._socket.close(code=WSCloseCode.GOING_AWAY, message=b"restart")
        except TimeoutError:
            self._abort()

    async def finish(self) -> None:
        """Stop writing: the socket is closed."""
        self.let_in()
        self._writer.cancel()
        await asyncio.gather(self._writer, return_exceptions=True)

    async def _write(self) -> None:
        try:
            while True:
                await self._socket.send_str(await self._frames.get())
        except ConnectionError:
            pass  # Whoever reads from the socket notices as well.
