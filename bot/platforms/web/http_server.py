"""The web server: which requests it accepts, what it serves, and what a browser may do with it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from importlib.resources import files

from aiohttp import web

from bot.platforms.listening import Handler, names_this_server, only_for, port_of
from bot.platforms.web.connection import FAREWELL
from bot.platforms.web.frames import FRAME_MAX_BYTES
from bot.platforms.web.front_page import front_page
from bot.platforms.web.seats import Seats
from bot.texts import texts_for

TYPES = {".css": "text/css", ".js": "text/javascript", ".png": "image/png", ".svg": "image/svg+xml"}
OLD_COOKIE = "tischrand"  # held the secret of a browser once; beside the token it brings its names along
HEARTBEAT = 20.0  # seconds between two pings, so that a dead page is noticed

Talk = Callable[[web.WebSocketResponse, Callable[[], None]], Awaitable[None]]
"""Serves one socket of a browser until it closes; the last argument cuts the line at once."""


class HttpServer:
    """The HTTP side: the page, its files, `/health`, and `/ws` for people who come from the page itself."""

    def __init__(self, host: str, talk: Talk, seats: Seats) -> None:
        self._names = sorted({"localhost", "127.0.0.1", host})
        self._talk, self._seats = talk, seats
        self._template = files(__package__).joinpath("index.html").read_text("utf-8")
        self._files = {
            file.name: (file.read_bytes(), kind)
            for file in files(__package__).iterdir()
            for suffix, kind in TYPES.items()
            if file.name.endswith(suffix)
        }

    def application(self) -> web.Application:
        """All routes."""
        application = web.Application(middlewares=[only_for(self._names), self._guard])
        application.router.add_get("/", self._page)
        application.router.add_get("/health", self._health)
        application.router.add_get("/ws", self._socket)
        application.router.add_get("/{file}", self._file)
        application.on_response_prepare.append(self._harden)
        return application

    @web.middleware
    async def _guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Keep out other websites that are open in the same browser.

        A foreign page that opens a socket shows in `Origin`. Programs need send none: they could forge it.
        """
        origin = request.headers.get("Origin")
        if origin is not None and not names_this_server(origin, request, self._names):
            raise web.HTTPForbidden(text="This server talks to its own page only.")
        return await handler(request)

    async def _page(self, request: web.Request) -> web.Response:
        """The page, in the language that the browser likes best; it tells nothing before it is let in."""
        if "token" in request.query:  # It stays neither in the address line nor among the pages visited.
            raise self._moved(request)
        liked = request.headers.get("Accept-Language", "").partition(",")[0].partition(";")[0]
        page = front_page(self._template, texts_for(liked.strip()))
        response = web.Response(text=page, content_type="text/html", charset="utf-8")
        cookie = request.cookies.get(OLD_COOKIE)
        if cookie is not None and not self._seats.knows(cookie):
            response.del_cookie(OLD_COOKIE)
        return response

    def _moved(self, request: web.Request) -> web.HTTPException:
        """To the page without the token; with a ticket, behind the `#`, which no browser sends on."""
        there = request.rel_url.without_query_params("token")
        if self._seats.opens(request.query["token"]):
            there = there.with_fragment(f"ticket={self._seats.ticket(request.cookies.get(OLD_COOKIE, ''))}")
        return web.HTTPSeeOther(there)

    async def _file(self, request: web.Request) -> web.Response:
        found = self._files.get(request.match_info["file"])
        if found is None:
            raise web.HTTPNotFound(text="There is nothing here. The chat is at /")
        data, kind = found
        return web.Response(body=data, content_type=kind, charset="utf-8")

    async def _health(self, _: web.Request) -> web.Response:
        return web.Response(text="ok")

    async def _socket(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(
            heartbeat=HEARTBEAT, timeout=FAREWELL, max_msg_size=FRAME_MAX_BYTES, compress=False
        )
        await socket.prepare(request)
        await self._talk(socket, lambda: _cut(request))
        return socket

    async def _harden(self, request: web.Request, response: web.StreamResponse) -> None:
        """Nothing from elsewhere is loaded, nothing is sent elsewhere, and nobody frames the page."""
        sockets = " ".join(f"ws://{name}:{port_of(request)}" for name in self._names)
        response.headers["Content-Security-Policy"] = (
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
            f"connect-src 'self' {sockets}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        )
        response.headers["Cross-Origin-Opener-Policy"] = "same-origin"
        response.headers["Cross-Origin-Resource-Policy"] = "same-origin"
        response.headers["Referrer-Policy"] = "no-referrer"
        response.headers["X-Content-Type-Options"] = "nosniff"
        response.headers["Cache-Control"] = "no-store"


def _cut(request: web.Request) -> None:
    if request.transport is not None:
        request.transport.abort()
