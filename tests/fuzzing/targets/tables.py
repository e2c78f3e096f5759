"""Frames that pages of matches send: whoever opens one, and what is pressed there."""

from __future__ import annotations

import asyncio
import itertools
import json
import uuid
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import cast

from aiohttp import WSMessage, WSMsgType, web

from bot.platforms.table.server import TableServer
from bot.platforms.web.connection import Connection
from bot.texts import texts_for
from tests.bot.memory_platform import ADA
from tests.bot.platforms.table.guest import PUBLIC, TOKEN, link
from tests.fuzzing.ground import Ground, ground
from tests.fuzzing.laws import Broken
from tests.fuzzing.target import Take, Target
from tests.fuzzing.targets import buttons
from tests.fuzzing.targets.frames import ID, Page

LINK = "LINK-OF-ADA"
"""In a frame: a fresh link of Ada's, so that what comes after it is hers."""
MOST_FRAMES = 6


class Socket:
    """Brings a few frames, then is closed."""

    def __init__(self, frames: Sequence[str]) -> None:
        self._frames = list(frames)

    async def receive_str(self, *, timeout: float) -> str:  # noqa: ASYNC109  # as aiohttp's
        if not self._frames:
            raise TypeError
        return self._frames.pop(0)

    def __aiter__(self) -> Socket:
        return self

    async def __anext__(self) -> WSMessage:
        await asyncio.sleep(0)
        if not self._frames:
            raise StopAsyncIteration
        return WSMessage(WSMsgType.TEXT, self._frames.pop(0), None)


@asynccontextmanager
async def _open(folder: Path) -> AsyncIterator[Take]:
    async with ground(folder) as there:
        house, ids = there.house, itertools.count(1)
        server = TableServer(house.dispatcher, PUBLIC, 0, key=bytes(32), clock=lambda: house.now, token=TOKEN)
        yield lambda data: _take(there, server, data, str(uuid.UUID(int=next(ids))))


async def _take(there: Ground, server: TableServer, data: bytes, press: str) -> None:
    """A page that is opened and sends these frames, one a line; then it is closed."""
    text, page = data.decode("utf-8", "replace").replace(ID, press), Page()
    hers = LINK in text
    if hers:
        text = text.replace(LINK, await link(there.house, ADA, there.code))
    socket = cast(web.WebSocketResponse, Socket(text.split("\n")[:MOST_FRAMES]))
    await server._talk(socket, cast(Connection, page), texts_for("en"))
    await there.house.settled()
    if not page.frames:
        raise Broken("a page without an answer")
    there.check(ADA if hers else None)


async def _seeds(folder: Path) -> Sequence[bytes]:
    payloads = (await buttons.TARGET.seeds(folder))[::2]
    opens = [
        {"type": "open", "proof": {"link": LINK}, "match": ""},
        {"type": "open", "proof": {"link": "made-up"}, "match": "K7QF2M"},
        {"type": "open", "proof": {"session": "e30=.0"}, "match": ""},
        {"type": "open", "proof": {"telegram": "user=%7B%22id%22%3A1%7D&auth_date=1&hash=0"}, "match": ""},
    ]
    presses = [
        {"type": "press", "on": on, "payload": payload[1:].decode(), "id": ID}
        for payload in payloads
        for on in ("board", "note")
    ]
    found = [[opens[0], press] for press in presses] + [[one, presses[0]] for one in opens]
    return ["\n".join(map(json.dumps, frames)).encode() for frames in found]


TARGET = Target("tables", _open, _seeds, tokens=(*buttons.TARGET.tokens, LINK, ID, "\n"), share=2)
