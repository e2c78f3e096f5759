"""The web server of the local web chat (`adapter`) and of pages of matches (`match_pages`, `public_pages`).

Each has a server with a port and therefore an origin of its own: a proxy for the pages of matches never leads
to the chat. They share all else: the files, the WebSocket with its frames, and the security headers. No
credential stays in a URL, and there are no cookies.
"""

from __future__ import annotations

import asyncio
import json
import logging
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from html import escape
from importlib.resources import files
from string import Template
from types import MappingProxyType

from aiohttp import WSCloseCode, WSMsgType, web
from aiohttp.typedefs import Handler

from bot.interface import AskHint, cancel_tasks
from bot.platforms import callback_data
from bot.platforms.listening import PATIENCE, listen, only_for, origins_of
from bot.platforms.spec import HOST
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

BACKLOG_MAX = 500  # frames; a page that lags further behind is disconnected and starts over
FAREWELL = 2.0  # seconds for a page to answer the closing handshake
HEARTBEAT = 20.0  # seconds between two pings that detect dead pages
MOST_SOCKETS = 1000  # of a server at a time, including those not admitted yet
HOST_NAMES = (HOST, "localhost")

STATIC = files(__package__).joinpath("static")
ICONS = STATIC.joinpath("icons.html").read_text("utf-8")
MEDIA_TYPES = {".css": "text/css", ".js": "text/javascript", ".png": "image/png", ".svg": "image/svg+xml"}
TEXT_PREFIX = "web."  # of the pages' own texts in the catalogues

log = logging.getLogger(__name__)


class Connection:
    """Writes to one socket at the page's own pace: a slow page delays nobody else."""

    def __init__(self, socket: web.WebSocketResponse, abort: Callable[[], None]) -> None:
        self._socket = socket
        self._abort = abort
        self._frames: asyncio.Queue[str] = asyncio.Queue(BACKLOG_MAX)
        self._writer = asyncio.create_task(self._write())
        self._timeout = asyncio.get_running_loop().call_later(PATIENCE, abort)

    def send(self, frame: str) -> None:
        try:
            self._frames.put_nowait(frame)
        except asyncio.QueueFull:
            # No closing handshake: a page that does not read would not answer it.
            self._abort()

    def keep_open(self) -> None:
        """To be called when somebody is admitted; else the connection is aborted after `PATIENCE` seconds."""
        self._timeout.cancel()

    async def close(self) -> None:
        """Close the socket with the code for a restart; the page reconnects by itself."""
        try:
            async with asyncio.timeout(FAREWELL):
                await self._socket.close(code=WSCloseCode.GOING_AWAY, message=b"restart")
        except TimeoutError:
            self._abort()

    async def finish(self) -> None:
        """Stop writing, after the socket was closed."""
        self._timeout.cancel()
        await cancel_tasks(self._writer)

    async def _write(self) -> None:
        try:
            while True:
                await self._socket.send_str(await self._frames.get())
        except ConnectionError:
            pass  # The reader of the socket notices it, too.


class Page(ABC):
    """One open page: its first frame admits a person, who is served from then on."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self._hints: set[asyncio.Task[None]] = set()

    @property
    @abstractmethod
    def is_admitted(self) -> bool:
        """Whether a person was admitted."""

    @abstractmethod
    async def admit(self, first: Hello | Open) -> None:
        """Admit a person.

        Raises:
            Malformed, Refused
        """

    @abstractmethod
    async def serve(self, frame: Frame) -> None:
        """Carry out a request of the admitted person.

        Raises:
            Malformed
        """

    @abstractmethod
    async def leave(self) -> None:
        """Clean up after the page was closed."""

    async def receive(self, text: str) -> None:
        """Handle a frame as it comes from the socket. Later ones wait for it, unless it asks for a hint."""
        try:
            frame = read(text)
        except Malformed as error:
            self.connection.send(problem("malformed", str(error)))
            return
        if isinstance(frame, Press) and isinstance(callback_data.decode(frame.payload), AskHint):
            hint = asyncio.create_task(self._answer(frame))
            self._hints.add(hint)
            hint.add_done_callback(self._hints.discard)
        else:
            await self._answer(frame)

    async def finish(self) -> None:
        """Wait for the hints, after the page was closed."""
        await asyncio.gather(*self._hints)

    async def _answer(self, frame: Frame) -> None:
        """Handle a frame; send the page the problem if that fails."""
        try:
            await self._handle(frame)
        except Malformed as error:
            self.connection.send(problem("malformed", str(error)))
        except Refused as error:
            self.connection.send(problem(error.problem, str(error), error.free))
        except Exception:
            log.exception("a frame of a page could not be answered")
            self.connection.send(problem("broken", "this could not be answered"))

    async def _handle(self, frame: Frame) -> None:
        if isinstance(frame, Hello | Open):
            if self.is_admitted:
                raise Malformed(f"one socket, one person: {frame.type!r} comes once")
            await self.admit(frame)
        elif not self.is_admitted:
            raise Malformed("who is there comes first")
        else:
            try:
                await self.serve(frame)
            finally:
                if isinstance(frame, Command | Press | Upload):
                    self.connection.send(encode("answered", id=frame.id))


class Server:
    """Serves one page, the files that it loads, `/health`, and the WebSocket at `/ws`."""

    def __init__(
        self,
        page: str,
        port: int,
        *,
        open_page: Callable[[Connection], Page],
        frame_max: int,
        origins: Sequence[str] = (),
        framed_by: str = "'none'",
        fragment: Callable[[str, Sequence[str]], str] = lambda *_: "",
        routes: Mapping[str, Handler] = MappingProxyType({}),
    ) -> None:
        """Prepare the server; `start` opens the port.

        Args:
            page: name of the page's HTML file, without its suffix.
            port: on 127.0.0.1; 0 takes a free one.
            open_page: creates the state of a page that was opened, before anybody is admitted.
            frame_max: maximum bytes of a frame; a longer one closes the socket with 1009, too big.
            origins: of the proxies through which browsers come; without any, only names of this machine.
            framed_by: other websites that may show the page in a frame, as a CSP source list.
            routes: what else is served, by path.
            fragment: maps a `token` in the URL, and each `name` there, to a fragment in place of the token,
                which browsers send to no server.
        """
        self.port = port
        self._open_page = open_page
        self._frame_max = frame_max
        self._origins = origins
        self._framed_by = framed_by
        self._fragment = fragment
        self._routes = routes
        self._template = template_of(page)
        self._files = {
            file.name: (file.read_bytes(), media_type)
            for file in STATIC.iterdir()
            for suffix, media_type in MEDIA_TYPES.items()
            if file.name.endswith(suffix)
        }
        self._connections: set[Connection] = set()
        self._runner: web.AppRunner | None = None

    @property
    def listens(self) -> bool:
        return self._runner is not None

    async def start(self) -> None:
        """Open the port.

        Raises:
            OSError: it is taken or forbidden.
        """
        application = web.Application(middlewares=[only_for(HOST_NAMES, self._origins)])
        application.router.add_get("/", self._page)
        application.router.add_get("/health", _health)
        application.router.add_get("/ws", self._socket)
        for path, handler in self._routes.items():
            application.router.add_get(path, handler)
        application.router.add_get("/{file}", self._file)
        application.on_response_prepare.append(self._harden)
        self._runner = await listen(application, HOST, self.port, farewell=FAREWELL)
        self.port = self._runner.addresses[0][1]

    async def stop(self) -> None:
        if self._runner is None:
            return
        for site in list(self._runner.sites):
            await site.stop()
        await asyncio.gather(*(connection.close() for connection in self._connections))
        await self._runner.cleanup()
        self._runner = None

    async def _page(self, request: web.Request) -> web.Response:
        """The page as its address wants it, else the browser; it contains nothing about anybody."""
        if "token" in request.query:  # Keep it out of the address bar and the browser history.
            url = request.rel_url.without_query_params("token")
            fragment = self._fragment(request.query["token"], request.query.getall("name", []))
            raise web.HTTPSeeOther(url.with_fragment(fragment))
        language = request.query.get("reads") or request.query.get("language") or language_of(request)
        page = front_page(self._template, texts_for(language), request.query.get("theme", ""))
        return web.Response(text=page, content_type="text/html", charset="utf-8")

    async def _file(self, request: web.Request) -> web.Response:
        file = self._files.get(request.match_info["file"])
        if file is None:
            raise web.HTTPNotFound(text="There is nothing here. The page is at /")
        data, media_type = file
        charset = None if media_type == MEDIA_TYPES[".png"] else "utf-8"
        return web.Response(body=data, content_type=media_type, charset=charset)

    async def _socket(self, request: web.Request) -> web.WebSocketResponse:
        if len(self._connections) >= MOST_SOCKETS:
            raise web.HTTPServiceUnavailable(text="Too many pages are open. Try again later.")
        socket = web.WebSocketResponse(
            heartbeat=HEARTBEAT, timeout=FAREWELL, max_msg_size=self._frame_max, compress=False
        )
        await socket.prepare(request)
        connection = Connection(socket, lambda: _abort(request))
        self._connections.add(connection)
        page = self._open_page(connection)
        try:
            async for message in socket:
                if message.type is WSMsgType.TEXT:
                    await page.receive(message.data)
                elif message.type is WSMsgType.BINARY:
                    connection.send(problem("malformed", "a frame is text"))
        finally:
            self._connections.discard(connection)
            await page.finish()
            await page.leave()
            await connection.finish()
        return socket

    async def _harden(self, request: web.Request, response: web.StreamResponse) -> None:
        """Set headers that forbid other origins: loading from them, sending to them, and most framing."""
        origins = origins_of(request, HOST_NAMES, self._origins)
        sockets = " ".join(origin.replace("http", "ws", 1) for origin in origins)
        response.headers["Content-Security-Policy"] = (
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
            f"connect-src 'self' {sockets}; base-uri 'none'; form-action 'none'; "
            f"frame-ancestors {self._framed_by}"
        )
        response.headers["Cross-Origin-Opener-Policy"] = "same-origin"
        if not self._origins:  # other sites show small pictures of the games, too
            response.headers["Cross-Origin-Resource-Policy"] = "same-origin"
        response.headers["Referrer-Policy"] = "no-referrer"
        response.headers["X-Content-Type-Options"] = "nosniff"
        response.headers["X-Robots-Tag"] = "noindex"
        response.headers.setdefault("Cache-Control", "no-store")


def template_of(page: str) -> Template:
    return Template(STATIC.joinpath(f"{page}.html").read_text("utf-8"))


def front_page(template: Template, texts: Texts, theme: str = "") -> str:
    """Fill the texts of a language into `$language`, `$direction`, `$noscript`, and `$texts`, in a script.

    Args:
        template: the page.
        texts: of its language.
        theme: "" for that of the system.
    """
    # No text ends the script.
    embedded = json.dumps(page_texts(texts), ensure_ascii=False).replace("<", "\\u003c")
    noscript = escape(texts(f"{TEXT_PREFIX}noscript"))
    return template.substitute(
        language=texts.language,
        direction=texts.direction,
        theme=escape(theme),
        texts=embedded,
        noscript=noscript,
        icons=ICONS,
    )


def language_of(request: web.Request) -> str:
    """The language that a browser prefers."""
    return request.headers.get("Accept-Language", "").partition(",")[0].partition(";")[0].strip()


def page_texts(texts: Texts) -> dict[str, Message]:
    """The pages' own texts, by their keys in the scripts."""
    return {
        key.removeprefix(TEXT_PREFIX): message
        for key, message in texts.messages.items()
        if key.startswith(TEXT_PREFIX)
    }


async def _health(_: web.Request) -> web.Response:
    return web.Response(text="ok")


def _abort(request: web.Request) -> None:
    if request.transport is not None:
        request.transport.abort()
