"""A person at the web chat without a browser: knows the frames it received, presses buttons it was shown."""

from __future__ import annotations

import asyncio
import base64
import json
import os
import signal
import sys
import uuid
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
from yarl import URL

Shown = dict[str, Any]
BROWSER = "B" * 43
"""The secret by which the same browser is known in all tests and after every restart."""
ANSWER_WITHIN = 60.0  # seconds; a guard against hanging, never waited for
TOLD = 10_000  # characters of a log that a failing test shows


class Bot:
    """`tischrand play` or `tischrand run` in a process of its own, to be killed and started again."""

    def __init__(
        self, data: Path, command: str = "play", environment: Mapping[str, str] | None = None
    ) -> None:
        self.data, self.command = data, command
        self.environment = {**os.environ, "TISCHRAND_DATA": str(data), **(environment or {})}
        self._log, self._begins = data.parent / f"{data.name}.{command}-{id(self)}.log", 0

    async def start(self, *, port: str = "0") -> str:
        """Start it and give its address, if it has one."""
        with self._log.open("ab") as log:
            self._begins = log.tell()
            self.process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "bot", self.command),
                stdout=asyncio.subprocess.PIPE,
                stderr=log,
                env={**self.environment, "TISCHRAND_PORT": port, "TISCHRAND_BROWSER": "false"},
            )
        assert self.process.stdout
        line = (await self.process.stdout.readline()).decode()
        assert "ready" in line, await self.errors()
        self.address = next((word for word in line.split() if word.startswith("http")), "")
        return self.address

    async def kill(self) -> None:
        """Without a word of warning."""
        self.process.send_signal(signal.SIGKILL)
        await self.process.wait()

    async def stop(self) -> str:
        """As a service manager does; gives what was written to standard error."""
        self.process.send_signal(signal.SIGTERM)
        return await self.errors()

    async def end(self) -> None:
        """Make sure that it is gone."""
        if self.process.returncode is None:
            await self.kill()

    async def errors(self) -> str:
        """What was written to standard error since the last start; at the end of the process."""
        await self.process.wait()
        return self._log.read_bytes()[self._begins :].decode()

    @property
    def story(self) -> str:
        """The end of what was written to standard error, by all processes; for a test that fails."""
        return self._log.read_text()[-TOLD:] if self._log.exists() else ""


class Visitor:
    """One page, opened under one name."""

    def __init__(
        self,
        socket: aiohttp.ClientWebSocketResponse,
        name: str,
        ticket: str = "",
        secret: str = BROWSER,
        language: str = "en",
    ) -> None:
        self.socket, self.name = socket, name
        self._hello = hello(name, ticket=ticket, secret=secret, language=language)
        self.id = ""
        self.messages: dict[str, Shown] = {}
        self.posted: dict[str, str] = {}
        """Of all messages that have come, those included that are gone: in which chat."""
        self.notes: list[Shown] = []
        self.completions: dict[str, list[str]] = {}
        self.received: list[str] = []
        """Every frame, byte for byte."""
        self.answered: set[str] = set()
        self.ids: Iterator[uuid.UUID] = iter(uuid.uuid4, None)
        """By which its presses and questions are known."""

    async def hello(self) -> None:
        await self.send(**self._hello)
        await self.until(lambda: bool(self.id))

    async def send(self, **frame: str) -> None:
        await self.socket.send_str(json.dumps(frame))

    async def type(self, text: str, chat: str = "channel") -> None:
        """Type a line and wait until it is answered."""
        await self.ask(type="command", chat=chat, text=text)

    async def upload(self, data: bytes, chat: str = "channel") -> None:
        """Choose a file to import and wait until it is answered."""
        await self.ask(type="upload", chat=chat, data=base64.b64encode(data).decode())

    async def press(self, message: Shown, label: str, *, press_id: str = "", wait: bool = True) -> str:
        """Press a button; the id of the press, to send the same again."""
        payload = next(button["payload"] for button in buttons(message) if button["label"] == label)
        return await self.send_press(message["id"], payload, press_id=press_id, wait=wait)

    async def send_press(self, message: str, payload: str, *, press_id: str = "", wait: bool = True) -> str:
        return await self.ask(type="press", message=message, payload=payload, press_id=press_id, wait=wait)

    async def ask(self, *, press_id: str = "", wait: bool = True, **frame: str) -> str:
        press_id = press_id or str(next(self.ids))
        await self.send(id=press_id, **frame)
        if wait:
            await self.until(lambda: press_id in self.answered)
        return press_id

    async def until(self, condition: Any) -> None:
        """Read frames until the condition holds."""
        while not condition():
            async with asyncio.timeout(
                ANSWER_WITHIN
            ):  # over all frames: heartbeats begin the socket's own anew
                message = await self.socket.receive()
            assert message.type is aiohttp.WSMsgType.TEXT, message
            self.take(message.data)

    async def ping(self) -> None:
        """Take in all that was sent so far: the answer to a question of no interest comes last."""
        question = str(next(self.ids))
        await self.send(type="complete", chat="channel", text="/", id=question)
        await self.until(lambda: question in self.completions)
        self.received.pop()  # the id in it is our own

    async def more(self) -> None:
        """Read one more frame, whatever it is."""
        before = len(self.received)
        await self.until(lambda: len(self.received) > before)

    def take(self, text: str) -> None:
        self.received.append(text)
        frame = json.loads(text)
        match frame["type"]:
            case "welcome":
                self.id = frame["you"]["id"]
                shown = [message for chat in frame["chats"] for message in chat["messages"]]
                self.messages = {message["id"]: message for message in shown}
            case "message" | "edit":
                self.messages[frame["message"]["id"]] = frame["message"]
                self.posted[frame["message"]["id"]] = frame["message"]["chat"]
            case "deleted":
                self.messages.pop(frame["id"], None)
            case "note":
                self.notes.append(frame["message"])
            case "answered":
                self.answered.add(frame["id"])
            case "completions":
                self.completions[frame["id"]] = frame["options"]

    def board(self, chat: str = "channel", kept: Callable[[Shown], bool] = bool) -> Shown:
        """The newest message of the bot in a chat that is `kept`; an empty one where there is none yet."""
        shown = [
            message
            for message in self.messages.values()
            if message["chat"] == chat and message["kind"] == "bot" and kept(message)
        ]
        return shown[-1] if shown else {"text": "", "title": "", "rows": [], "awaits": []}

    def own(self) -> Shown:
        """The newest board in the private chat; a note on the press that made it may stand below."""
        return self.board(f"@{self.id}", lambda message: bool(message["match"]))

    async def close(self) -> None:
        await self.socket.close()


def buttons(message: Shown) -> list[dict[str, str]]:
    """Those that can be pressed."""
    return [button for row in message["rows"] for button in row if not button.get("disabled")]


def labels(message: Shown) -> list[str]:
    return [button["label"] for button in buttons(message)]


def hello(name: str, *, ticket: str = "", secret: str = BROWSER, language: str = "en") -> dict[str, str]:
    """The first frame of a page."""
    return {"type": "hello", "name": name, "language": language, "browser": secret, "ticket": ticket}


@asynccontextmanager
async def browser(entrance: str) -> AsyncIterator[tuple[aiohttp.ClientSession, str]]:
    """A browser at an address, the one with the token or the bare one; its addresses begin at the host.

    Yields:
        The session, and the ticket that the page has been given.
    """
    url = URL(entrance)
    async with aiohttp.ClientSession(url.origin()) as session:
        async with session.get(url.relative()) as response:
            assert response.status == 200
            ticket = response.real_url.fragment.removeprefix("ticket=")
        yield session, ticket


@asynccontextmanager
async def visitors(
    entrance: str, *names: str, secret: str = BROWSER, language: str = "en"
) -> AsyncIterator[list[Visitor]]:
    """Open the page under each name, all in one browser.

    Args:
        entrance: the address with the token, or the bare one.
        names: who is there.
        secret: by which the browser is known.
        language: that of the browser.
    """
    async with browser(entrance) as (session, ticket):
        pages = []
        for name in names:
            origin = str(URL(entrance).origin())
            socket = await session.ws_connect("/ws", origin=origin, max_msg_size=0)
            page = Visitor(socket, name, ticket, secret, language)
            await page.hello()
            pages.append(page)
        yield pages
        for page in pages:
            await page.close()
