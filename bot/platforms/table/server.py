"""The web server of the pages, behind the host's own: everybody can reach it.

Nothing that lets somebody in is ever in an address that a server sees: a link has it behind its `#`, and
pages send it in their first frame. There are no cookies, so that no foreign page can act in somebody's name.
"""

from __future__ import annotations

import asyncio
import json
import logging
import re
from collections import defaultdict
from collections.abc import Callable
from importlib.resources import files
from typing import Any

from aiohttp import WSMsgType, web
from yarl import URL

from bot.interface import Account, TableFront
from bot.platforms.listening import listen
from bot.platforms.table import launch
from bot.platforms.table.page import OpenPage, frame
from bot.platforms.table.passes import Links, Pass, Sessions
from bot.platforms.web.connection import FAREWELL, Connection
from bot.platforms.web.front_page import front_page, sentences
from bot.platforms.web.http_server import HEARTBEAT, TYPES
from bot.texts import Texts, texts_for
from games.events import MatchId, match_id_of

HOST = "127.0.0.1"
FRAME_MAX_BYTES = 16 * 1024
OPENED_WITHIN = 30.0  # seconds that a page has to say who is there
MOST_TRIES = 4  # to say it: what Telegram told, then what the page still knows
MOST_PAGES = 8  # of one person at a time
MOST_SOCKETS = 1000  # of all, those included that have not said who is there
FRAMED_BY = "https://web.telegram.org"
SHARED = ("chat.css", "icon.svg", "dom.js", "message.js", "picture.js", "track.js")
"""Of the web chat: what draws a message."""
SERVED = (*SHARED, "table.js", "mini_app.js", "table.css")
"""Beside them small pictures of the games: squares out of painted boards, for lists of games elsewhere."""

_PRESS_ID = re.compile(r"[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")

log = logging.getLogger(__name__)


class TableServer:
    """Serves the pages, and tells them what happens."""

    def __init__(
        self,
        front: TableFront,
        public_url: str,
        port: int,
        *,
        key: bytes,
        clock: Callable[[], int],
        token: str = "",
    ) -> None:
        """Nothing is opened yet.

        Args:
            front: the bot.
            public_url: where people reach the pages.
            port: on 127.0.0.1; 0 takes a free one.
            key: signs what pages show to come back.
            clock: the time in seconds since 1970.
            token: of the bot on Telegram; "": Telegram opens no page.
        """
        self._front, self._token, self._clock = front, token, clock
        self._links, self._sessions = Links(clock), Sessions(key, clock)
        self._url, self.port = URL(public_url), port
        self._pages: defaultdict[MatchId, dict[OpenPage, Connection]] = defaultdict(dict)
        self._runner: web.AppRunner | None = None
        self._sockets = 0
        self._template = files(__package__).joinpath("table.html").read_text("utf-8")
        own = [*files(__package__).iterdir(), *files("bot.platforms.web").iterdir()]
        self._files = {
            file.name: (file.read_bytes(), kind)
            for file in own
            for suffix, kind in TYPES.items()
            if file.name.endswith(suffix) and (file.name in SERVED or suffix == ".png")
        }
        front.serve_tables(self)
        front.when_forgotten(self._forget)

    # What the bot asks for

    def link(self, account: Account, match: MatchId) -> str:
        """An address that shows the match to this person, once."""
        return str(self._url.with_fragment(self._links.name(Pass(account.platform, account.id, match))))

    def changed(self, match: MatchId | None) -> None:
        """Pages of this match are behind; None: all pages are."""
        for shown in (match,) if match else tuple(self._pages):
            for page in self._pages.get(shown, ()):
                page.fall_behind()

    # Coming and going

    async def start(self) -> None:
        """Open the port.

        Raises:
            OSError: it is taken, or forbidden.
        """
        application = web.Application()
        application.router.add_get("/", self._page)
        application.router.add_get("/health", self._health)
        application.router.add_get("/ws", self._socket)
        application.router.add_get("/{file}", self._file)
        application.on_response_prepare.append(self._harden)
        self._runner = await listen(application, HOST, self.port, farewell=FAREWELL)
        self.port = self._runner.addresses[0][1]

    async def stop(self) -> None:
        """Say goodbye to every page and close the port."""
        runner, self._runner = self._runner, None
        if runner is None:
            return
        for site in list(runner.sites):
            await site.stop()
        lines = [line for pages in self._pages.values() for line in pages.values()]
        await asyncio.gather(*(line.close() for line in lines))
        await runner.cleanup()

    async def _page(self, request: web.Request) -> web.Response:
        page = front_page(self._template, _texts(request))
        return web.Response(text=page, content_type="text/html", charset="utf-8")

    async def _file(self, request: web.Request) -> web.Response:
        if (found := self._files.get(request.match_info["file"])) is None:
            raise web.HTTPNotFound(text="There is nothing here.")
        charset = "utf-8" if found[1] != TYPES[".png"] else None
        return web.Response(body=found[0], content_type=found[1], charset=charset)

    async def _health(self, _: web.Request) -> web.Response:
        return web.Response(text="ok")

    async def _socket(self, request: web.Request) -> web.WebSocketResponse:
        if request.headers.get("Origin", str(self._url.origin())) != str(self._url.origin()):
            raise web.HTTPForbidden(text="This server talks to its own page only.")
        if self._sockets >= MOST_SOCKETS:
            raise web.HTTPServiceUnavailable(text="Too many pages are open. Try again later.")
        socket = web.WebSocketResponse(
            heartbeat=HEARTBEAT, timeout=FAREWELL, max_msg_size=FRAME_MAX_BYTES, compress=False
        )
        await socket.prepare(request)
        line = Connection(socket, lambda: _cut(request))
        self._sockets += 1
        try:
            await self._talk(socket, line, _texts(request))
        finally:
            self._sockets -= 1
            await line.finish()
        return socket

    # What a page says

    async def _talk(self, socket: web.WebSocketResponse, line: Connection, texts: Texts) -> None:
        page = await self._opened(socket, line, texts)
        if page is None:
            await line.close()
            return
        match = page.match
        self._pages[match][page] = line
        page.fall_behind()  # by what happened while it was opened, if anything
        try:
            async for message in socket:
                if message.type is WSMsgType.TEXT:
                    await self._pressed(page, line, message.data)
        finally:
            self._pages[match].pop(page, None)
            if not self._pages[match]:
                del self._pages[match]
            await page.finish()

    async def _opened(self, socket: web.WebSocketResponse, line: Connection, texts: Texts) -> OpenPage | None:
        """The page, as soon as whoever is there has shown who they are."""
        for _ in range(MOST_TRIES):
            try:
                asked = _read(await socket.receive_str(timeout=OPENED_WITHIN))
            except (TypeError, TimeoutError):  # anything but a text: the socket is closed, for instance
                return None
            found = await self._known(asked, texts)
            if not isinstance(found, str):
                known, match = found
                seen = await self._front.at_table(known.platform, known.account, match, opening=True)
                if not isinstance(seen, str) and not self._has_many(known):
                    session, language = self._sessions.sign(known), seen.message.language
                    said = sentences(texts_for(language))
                    line.send(
                        frame("opened", session=session, match=seen.match, language=language, texts=said)
                    )
                    return OpenPage(self._front, line, known, seen)
                found = seen if isinstance(seen, str) else texts("no.too_fast", count=60)
            line.send(frame("closed", text=found))
        return None

    async def _known(self, asked: dict[str, Any], texts: Texts) -> tuple[Pass, MatchId | None] | str:
        """Who is there and which match they want, or why that is not believed."""
        proof, named = asked.get("proof"), match_id_of(_text(asked, "match"))
        proof = proof if asked.get("type") == "open" and isinstance(proof, dict) else {}
        button = texts("button.table")
        if told := _text(proof, "telegram"):
            try:
                opened = launch.read(told, self._token, self._clock())
            except launch.Aged:
                return texts("no.table_aged")
            except launch.Forged:
                return texts("no.table_forged", button=button)
            await self._front.meet(opened.account)
            return Pass(opened.account.platform, opened.account.id, None), opened.match or named
        if name := _text(proof, "link"):
            known = self._links.redeem(name)
            return (known, known.match) if known else texts("no.table_link", button=button)
        if known := self._sessions.read(_text(proof, "session")):
            return known, known.match or named
        return texts("no.table_forged", button=button)

    def _has_many(self, known: Pass) -> bool:
        who = (known.platform, known.account)
        pages = [page for pages in self._pages.values() for page in pages]
        return sum((page.known.platform, page.known.account) == who for page in pages) >= MOST_PAGES

    async def _pressed(self, page: OpenPage, line: Connection, text: str) -> None:
        asked = _read(text)
        press, payload = _text(asked, "id"), _text(asked, "payload")
        if asked.get("type") != "press" or not _PRESS_ID.fullmatch(press):
            return
        try:
            await page.press(_text(asked, "on"), payload, press)
        except Exception:
            log.exception("a press on a page of match %s could not be answered", page.match)
        line.send(frame("answered", id=press))

    async def _forget(self, account: Account) -> bool:
        """Pages and links of somebody are good no more."""
        self._links.revoke(account.platform, account.id)
        for pages in list(self._pages.values()):
            for page in pages:
                if (page.known.platform, page.known.account) == (account.platform, account.id):
                    page.end(texts_for(account.language)("no.table_nobody"))
        return True

    async def _harden(self, _: web.Request, response: web.StreamResponse) -> None:
        """Nothing from elsewhere is loaded, nothing is sent elsewhere, and only Telegram frames the page."""
        scheme = "wss" if self._url.scheme == "https" else "ws"
        response.headers["Content-Security-Policy"] = (
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
            f"connect-src 'self' {scheme}://{self._url.authority}; base-uri 'none'; form-action 'none'; "
            f"frame-ancestors {FRAMED_BY}"
        )
        response.headers["Referrer-Policy"] = "no-referrer"
        response.headers["X-Content-Type-Options"] = "nosniff"
        response.headers["X-Robots-Tag"] = "noindex"
        response.headers["Cache-Control"] = "no-store"


def _texts(request: web.Request) -> Texts:
    """In the language that the browser likes best."""
    return texts_for(request.headers.get("Accept-Language", "").partition(",")[0].partition(";")[0].strip())


def _read(text: str) -> dict[str, Any]:
    try:
        fields = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return fields if isinstance(fields, dict) else {}


def _text(fields: dict[str, Any], key: str) -> str:
    value = fields.get(key)
    return value if isinstance(value, str) else ""


def _cut(request: web.Request) -> None:
    if request.transport is not None:
        request.transport.abort()
