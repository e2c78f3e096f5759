"""Frames that pages of the web chat send."""

from __future__ import annotations

import itertools
import json
import uuid
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import cast

from bot.platforms.web.adapter import WebAdapter
from bot.platforms.web.chat_pages import ChatPage
from bot.platforms.web.seats import Seats
from bot.platforms.web.server import Connection, Page
from storage.sqlite.chat_log import SqliteChatLog
from tests.bot.platforms.web.visitor import hello
from tests.fuzzing.ground import Ground, ground
from tests.fuzzing.laws import Broken
from tests.fuzzing.target import Take, Target
from tests.fuzzing.targets import buttons, lines

ID = "12345678-1234-1234-1234-123456789abc"


class Line:
    """The line of a page that reads nothing; what it is sent is kept until somebody looks."""

    def __init__(self) -> None:
        self.frames: list[str] = []

    def send(self, frame: str) -> None:
        frame.encode()  # as the socket does, long after the sender could be told
        self.frames.append(frame)

    def keep_open(self) -> None:
        pass


class Visit:
    """An open page, on either server."""

    def __init__(self, open_page: Callable[[Connection], Page]) -> None:
        self.line = Line()
        self.page = open_page(cast(Connection, self.line))

    async def say(self, text: str) -> None:
        await self.page.receive(text)
        await self.page.finish()  # a hint is answered beside what comes after it


@asynccontextmanager
async def _open(folder: Path) -> AsyncIterator[Take]:
    log = await SqliteChatLog.open(folder / "web-chat.db")
    seats = Seats()
    adapter = WebAdapter(log, port=0, clock=lambda: 1_000_000, seats=seats)
    ids = itertools.count(1)
    try:
        async with ground(folder, web=adapter) as there:
            adapter.connect(there.house.dispatcher)
            visit = Visit(adapter.open_page)
            await _hello(seats, visit)
            yield lambda data: _take(there, adapter, seats, visit, data, str(uuid.UUID(int=next(ids))))
    finally:
        await log.close()


async def _hello(seats: Seats, visit: Visit) -> None:
    await visit.say(json.dumps(hello("Cleo", ticket=seats.ticket())))


async def _take(
    there: Ground, adapter: WebAdapter, seats: Seats, visit: Visit, data: bytes, press: str
) -> None:
    """A frame of somebody who is there, then of somebody who has not said who they are."""
    text, nobody = data.decode("utf-8", "replace").replace(ID, press), Visit(adapter.open_page)
    if cast(ChatPage, visit.page).account is None:  # they have asked to be forgotten
        await _hello(seats, visit)
    for one in (visit, nobody):
        one.line.frames.clear()
        await one.say(text)
        if not one.line.frames:
            raise Broken("a frame without an answer")
        if any('"broken"' in frame for frame in one.line.frames):
            raise Broken(f"an unforeseen answer: {one.line.frames}")
    await nobody.page.leave()
    await there.house.settled()
    there.check(None)


async def _seeds(folder: Path) -> Sequence[bytes]:
    (folder / "b").mkdir()
    pressed = [seed[1:].decode() for seed in (await buttons.TARGET.seeds(folder / "b"))[::2]]
    typed = [line for line in lines.WORDS if line.startswith("/")]
    frames = [
        hello("Dora"),
        {"type": "earlier", "chat": "channel", "before": "1"},
        {"type": "upload", "chat": "channel", "data": "W1Rpc2NocmFuZCAiMSJd", "id": ID},
        *({"type": "press", "message": "1", "payload": payload, "id": ID} for payload in pressed),
        *({"type": "command", "chat": "channel", "text": line, "id": ID} for line in typed),
        *({"type": "complete", "chat": "@cleo", "text": line, "id": ID} for line in typed),
    ]
    return [json.dumps(frame).encode() for frame in frames]


TARGET = Target("frames", _open, _seeds, tokens=(*lines.WORDS, "channel", "@cleo", "@ada", ID), share=3)
