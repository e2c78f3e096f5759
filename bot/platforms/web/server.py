"""The web server behind both doors: the local web chat (`adapter`), and the pages of matches (`match_pages`).

Each door has a port of its own, and so an origin of its own: a proxy that leads to the pages of matches never
leads to the chat. All else they share: the files, the socket with its frames, and what a browser may do.
Nothing that lets somebody in stays in an address, and there is no cookie.
"""

from __future__ import annotations

import asyncio
import json
import logging
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from html import escape
from importlib.resources import files
from string import Template

from aiohttp import WSCloseCode, WSMsgType, web

from bot.platforms.listening import PATIENCE, listen, only_for, origins_of
from bot.platforms.web.frames import (
    Command,
    Frame,
    Hello,
    Malformed,
    Open,
    Press,
    Refused,
    Upload,
    encode,
    problem,
    read,
)
from bot.texts import Message, Texts, texts_for

BACKLOG_MAX = 500  # frames; a page that lags further behind starts over with what there is then
FAREWELL = 2.0  # seconds that a page has to answer a goodbye
HEARTBEAT = 20.0  # seconds between two pings, so that a dead page is noticed
MOST_SOCKETS = 1000  # of a door at a time, those included that have not been let in
STATIC = files(__package__).joinpath("static")
TYPES = {".css": "text/css", ".js": "text/javascript", ".png": "image/png", ".svg": "image/svg+xml"}
PREFIX = "web."  # of the pages' own sentences in the catalogues

log = logging.getLogger(__name__)


class Connection:
    """Writes to one socket at the page's own pace: one that is asleep keeps nobody else waiting."""

    def __init__(self, socket: web.WebSocketResponse, abort: Callable[[], None]) -> None:
        self._socket, self._abort = socket, abort
        self._frames: asyncio.Queue[str] = asyncio.Queue(BACKLOG_MAX)
        self._writer = asyncio.create_task(self._write())
        self._door = asyncio.get_running_loop().call_later(PATIENCE, abort)

    def send(self, frame: str) -> None:
        """Put a frame behind those that wait; never blocks."""
        try:
            self._frames.put_nowait(frame)
        except asyncio.QueueFull:
            # No goodbye: a page that does not read would not read that either.
            self._abort()

    def let_in(self) -> None:
        """Keep the line open: it is cut after a while unless somebody is let in."""
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
        self._door.cancel()
        self._writer.cancel()
        await asyncio.gather(self._writer, return_exceptions=True)

    async def _write(self) -> None:
        try:
            while True:
                await self._socket.send_str(await self._frames.get())
        except ConnectionError:
            pass  # The reader of the socket notices as well.


class Page(ABC):
    """One open page: somebody comes in by its first frame, and is served from then on."""

    def __init__(self, line: Connection) -> None:
        self.line = line

    @property
    @abstractmethod
    def entered(self) -> bool:
        """Whether somebody has come in."""

    @abstractmethod
    async def enter(self, first: Hello | Open) -> None:
        """Let somebody in.

        Raises:
            Malformed, Refused
        """

    @abstractmethod
    async def serve(self, frame: Frame) -> None:
        """Do what somebody asks who has come in.

        Raises:
            Malformed
        """

    @abstractmethod
    async def leave(self) -> None:
        """It was closed."""

    async def take(self, frame: Frame) -> None:
        """Do what it asks.

        Raises:
            Malformed, Refused
        """
        if isinstance(frame, Hello | Open):
            if self.entered:
                raise Malformed(f"one socket, one person: {frame.type!r} comes once")
            await self.enter(frame)
        elif not self.entered:
            raise Malformed("who is there comes first")
        else:
            try:
                await self.serve(frame)
            finally:
                if isinstance(frame, Command | Press | Upload):
                    self.line.send(encode("answered", id=frame.id))


@dataclass(frozen=True, slots=True, kw_only=True)
class Door:
    """What is behind a port."""

    page: str
    """The name of its page among the files."""
    enter: Callable[[Connection], Page]
    """A page was opened; nobody has said yet who is there."""
    frame_max: int
    """Bytes of a frame; a longer one closes the socket with 1009, too big."""
    origin: str = ""
    """Where browsers reach it by way of a proxy; "": at the names of this machine, and of nothing else."""
    framed_by: str = "'none'"
    """Which other websites may show it in a frame."""
    fragment: Callable[[str], str] = lambda _: ""
    """What a `token` in the address becomes, behind the `#`, which no browser sends on."""


class Server:
    """One door: its page, the files that this loads, `/health`, and the socket at `/ws`."""

    def __init__(self, door: Door, host: str, port: int) -> None:
        self._door, self._host, self.port = door, host, port
        self._names = sorted({"localhost", "127.0.0.1", host})
        self._template = Template(STATIC.joinpath(f"{door.page}.html").read_text("utf-8"))
        self._icons = STATIC.joinpath("icons.html").read_text("utf-8")
        self._files = {
            file.name: (file.read_bytes(), kind)
            for file in STATIC.iterdir()
            for suffix, kind in TYPES.items()
            if file.name.endswith(suffix)
        }
        self._lines: set[Connection] = set()
        self._runner: web.AppRunner | None = None

    @property
    def listens(self) -> bool:
        """Whether the port is open."""
        return self._runner is not None

    async def start(self) -> None:
        """Open the port.

        Raises:
            OSError: it is taken, or forbidden.
        """
        application = web.Application(middlewares=[only_for(self._names, self._door.origin)])
        application.router.add_get("/", self._page)
        application.router.add_get("/health", self._health)
        application.router.add_get("/ws", self._socket)
        application.router.add_get("/{file}", self._file)
        application.on_response_prepare.append(self._harden)
        self._runner = await listen(application, self._host, self.port, farewell=FAREWELL)
        self.port = self._runner.addresses[0][1]

    async def stop(self) -> None:
        """Close the port: finish what is being answered, and say goodbye to every page."""
        if self._runner is None:
            return
        for site in list(self._runner.sites):
            await site.stop()
        await asyncio.gather(*(line.close() for line in self._lines))
        await self._runner.cleanup()
        self._runner = None

    async def _page(self, request: web.Request) -> web.Response:
        """The page, in the language that the browser likes best; it tells nothing of anybody."""
        if "token" in request.query:  # It stays neither in the address line nor among the pages visited.
            there = request.rel_url.without_query_params("token")
            raise web.HTTPSeeOther(there.with_fragment(self._door.fragment(request.query["token"])))
        liked = request.headers.get("Accept-Language", "").partition(",")[0].partition(";")[0]
        page = front_page(self._template, texts_for(liked.strip()), self._icons)
        return web.Response(text=page, content_type="text/html", charset="utf-8")

    async def _file(self, request: web.Request) -> web.Response:
        found = self._files.get(request.match_info["file"])
        if found is None:
            raise web.HTTPNotFound(text="There is nothing here. The page is at /")
        data, kind = found
        charset = None if kind == TYPES[".png"] else "utf-8"
        return web.Response(body=data, content_type=kind, charset=charset)

    async def _health(self, _: web.Request) -> web.Response:
        return web.Response(text="ok")

    async def _socket(self, request: web.Request) -> web.WebSocketResponse:
        if len(self._lines) >= MOST_SOCKETS:
            raise web.HTTPServiceUnavailable(text="Too many pages are open. Try again later.")
        socket = web.WebSocketResponse(
            heartbeat=HEARTBEAT, timeout=FAREWELL, max_msg_size=self._door.frame_max, compress=False
        )
        await socket.prepare(request)
        line = Connection(socket, lambda: _cut(request))
        self._lines.add(line)
        page = self._door.enter(line)
        try:
            async for message in socket:
                if message.type is WSMsgType.TEXT:
                    await answer(page, line, message.data)
                elif message.type is WSMsgType.BINARY:
                    line.send(problem("malformed", "a frame is text"))
        finally:
            self._lines.discard(line)
            await page.leave()
            await line.finish()
        return socket

    async def _harden(self, request: web.Request, response: web.StreamResponse) -> None:
        """Nothing from elsewhere is loaded, nothing is sent elsewhere, and hardly anybody frames the page."""
        origins = origins_of(request, self._names, self._door.origin)
        sockets = " ".join(origin.replace("http", "ws", 1) for origin in origins)
        response.headers["Content-Security-Policy"] = (
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
            f"connect-src 'self' {sockets}; base-uri 'none'; form-action 'none'; "
            f"frame-ancestors {self._door.framed_by}"
        )
        response.headers["Cross-Origin-Opener-Policy"] = "same-origin"
        if not self._door.origin:  # small pictures of the games are shown elsewhere, too
            response.headers["Cross-Origin-Resource-Policy"] = "same-origin"
        response.headers["Referrer-Policy"] = "no-referrer"
        response.headers["X-Content-Type-Options"] = "nosniff"
        response.headers["X-Robots-Tag"] = "noindex"
        response.headers["Cache-Control"] = "no-store"


async def answer(page: Page, line: Connection, text: str) -> None:
    """Have a page take a frame, and tell it what was wrong with that, if anything."""
    try:
        await page.take(read(text))
    except Malformed as wrong:
        line.send(problem("malformed", str(wrong)))
    except Refused as wrong:
        line.send(problem(wrong.problem, str(wrong)))
    except Exception:
        log.exception("a frame of a page could not be answered")
        line.send(problem("broken", "this could not be answered"))


def front_page(template: Template, texts: Texts, icons: str = "") -> str:
    """A page with its own sentences written in.

    Args:
        template: HTML with the places `$language`, `$noscript`, `$icons` and, in a script element, `$texts`.
        texts: those of the reader.
        icons: drawings that the page refers to.
    """
    said = json.dumps(sentences(texts), ensure_ascii=False).replace("<", "\\u003c")  # no text ends the script
    noscript = escape(texts(f"{PREFIX}noscript"))
    return template.substitute(language=texts.language, texts=said, noscript=noscript, icons=icons)


def sentences(texts: Texts) -> dict[str, Message]:
    """The pages' own sentences, by the names that their scripts have for them."""
    return {
        key.removeprefix(PREFIX): message for key, message in texts.messages.items() if key.startswith(PREFIX)
    }


def _cut(request: web.Request) -> None:
    if request.transport is not None:
        request.transport.abort()
