"""Somebody who opens the page of a match: their socket, and how Telegram and links let them in."""

from __future__ import annotations

import hashlib
import hmac
import json
import socket
import uuid
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import urlencode

import aiohttp

from bot.interface import GUEST, Account, OpenPage
from bot.platforms.web.guests import Guests
from bot.platforms.web.match_pages import MatchPages
from bot.platforms.web.passes import Sessions
from games.events import MatchId
from tests.bot.memory_platform import CHANNEL, House, Seen
from tests.loopback.core.signal import PATIENCE

TOKEN = "7654321:of-the-bot-that-is-ours-and-no-other"  # noqa: S105
PUBLIC = "http://127.0.0.1:8322/"
PIXEL = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + (1).to_bytes(4, "big") * 2
"""In place of every picture: as much of one as the page reads."""


class Guest:
    """One socket, and all that it has received."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket
        self.received: list[str] = []
        self.frames: list[dict[str, Any]] = []

    async def open(self, match: str = "", **proof: str) -> dict[str, Any]:
        """Say who is there; gives what follows: `welcome` or `problem`."""
        await self.socket.send_json(opening(match, **proof))
        return await self.until("welcome", "offered", "problem")

    async def press(self, label: str, on: str = "board") -> None:
        """Press a button as the page does, and wait until that is dealt with."""
        message = self.newest(on)
        buttons = [button for row in message["rows"] for button in row]
        payload = next(button["payload"] for button in buttons if button["label"] == label)
        await self.send(payload, on)

    async def send(self, payload: str, on: str = "board") -> None:
        press = str(uuid.uuid4())
        await self.socket.send_json({"type": "press", "message": on, "payload": payload, "id": press})
        while (await self.until("answered"))["id"] != press:
            pass

    async def until(self, *kinds: str) -> dict[str, Any]:
        """Receive until a frame of such a kind comes."""
        while True:
            text = await self.socket.receive_str(timeout=PATIENCE)
            self.received.append(text)
            self.frames.append(json.loads(text))
            if self.frames[-1]["type"] in kinds:
                return self.frames[-1]

    def newest(self, which: str = "board") -> dict[str, Any]:
        """The newest board, or note."""
        shown = (frame["message"] for frame in reversed(self.frames) if "message" in frame)
        message: dict[str, Any] = next(message for message in shown if message["id"] == which)
        return message

    def labels(self, which: str = "board") -> list[str]:
        return [button["label"] for row in self.newest(which)["rows"] for button in row]


def opening(match: str = "", **proof: str) -> dict[str, str]:
    """The first frame of the page of a match."""
    shown = {"telegram": "", "link": "", "session": ""} | proof
    return {"type": "open", "match": match, "language": "en", **shown}


@asynccontextmanager
async def match_pages(house: House, port: int = 0) -> AsyncIterator[MatchPages]:
    """The pages of a house's matches; for a browser, at a port that is known before."""
    guests = house.others.get(GUEST)
    pages = MatchPages(
        house.dispatcher,
        f"http://127.0.0.1:{port}/" if port else PUBLIC,
        port,
        Sessions(bytes(32), lambda: house.now),
        token=TOKEN,
        guests=guests if isinstance(guests, Guests) else None,
    )
    await pages.start()
    try:
        yield pages
    finally:
        await pages.stop()


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
        return port


@asynccontextmanager
async def guest(pages: MatchPages, **headers: str) -> AsyncIterator[Guest]:
    """A page that is open, and has not said yet who is there."""
    address = f"http://127.0.0.1:{pages.port}/ws"
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(address, headers=headers) as socket,
    ):
        yield Guest(socket)


async def link(house: House, who: Account, code: MatchId) -> str:
    """What the link of the button has behind its `#`."""
    answer = await house.ask(who, OpenPage(code), CHANNEL)
    return name_in(answer)


def name_in(answer: Seen) -> str:
    assert answer.note is not None
    assert answer.note.page is not None
    address, _, name = answer.note.page.url.partition("#")
    assert address == PUBLIC
    return name


def told(who: Account, at: int, *, token: str = TOKEN, **more: str) -> str:
    """What Telegram tells a Mini App that this person opens."""
    user = {"id": int(who.id), "first_name": who.name, "language_code": who.language}
    fields = {"auth_date": str(at), "user": json.dumps(user), "signature": "of-theirs", **more}
    lines = "\n".join(f"{name}={fields[name]}" for name in sorted(fields))
    key = hmac.new(b"WebAppData", token.encode(), hashlib.sha256).digest()
    fields["hash"] = hmac.new(key, lines.encode(), hashlib.sha256).hexdigest()
    return urlencode(fields)
