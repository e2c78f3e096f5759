"""The public pages of finished matches: HTML that needs no script, pictures, and records.

If a match is unknown, still runs or is not public, the answer is the same to the byte, and takes as long.
"""

from __future__ import annotations

import hashlib
import re
from asyncio import get_running_loop, sleep
from collections.abc import Awaitable, Callable, Mapping, Sequence
from html import escape

from aiohttp import web
from aiohttp.typedefs import Handler
from yarl import URL

from bot.interface import Image, PageFront, PublicMatch, WebLink
from bot.platforms.web.messages import size_of
from bot.platforms.web.server import language_of, template_of
from bot.texts import texts_for
from games.events import MatchId, match_id_of

FLOOR = 0.25
"""Seconds until the answer that there is no such page, so that its time reveals nothing."""
FRESH = 60  # seconds for which browsers and proxies may keep what they have got

_PLACE = re.compile(r"[0-9]{1,4}")
_PICTURE = r"{place:[0-9]{1,4}}{dark:(-dark)?}"

WaysIn = Callable[[str], Sequence[WebLink]]
"""Links that open the bot on its platforms, and hand it a payload."""


class NotFound(Exception):
    """There is no such page."""


class PublicPages:
    """Answers requests for the public pages."""

    def __init__(self, front: PageFront, url: URL, ways_in: WaysIn) -> None:
        self._front, self._url, self._ways_in = front, url, ways_in
        self._page_template = template_of("public")
        self._none_template = template_of("not_found")

    def link(self, match: MatchId) -> str:
        return str(self._url / "m" / match)

    @property
    def routes(self) -> Mapping[str, Handler]:
        return {
            "/m/{code}": self._guarded(self._page),
            f"/m/{{code}}/{_PICTURE}.png": self._guarded(self._picture),
            "/m/{code}/record.txt": self._guarded(self._record),
        }

    def _guarded(self, answer: Callable[[web.Request, MatchId], Awaitable[web.Response]]) -> Handler:
        """Limit the requests of each visitor, and answer in constant time if there is no page."""

        async def guarded(request: web.Request) -> web.StreamResponse:
            latest = get_running_loop().time() + FLOOR
            if wait := self._front.slow_down(_address(request)):
                text = texts_for(language_of(request))("no.too_fast", count=wait)
                raise web.HTTPTooManyRequests(text=text, headers={"Retry-After": str(wait)})
            try:
                code = match_id_of(request.match_info["code"])
                if code is None:
                    raise NotFound
                return await answer(request, code)
            except NotFound:
                await sleep(latest - get_running_loop().time())
                return self._not_found(request)

        return guarded

    def _not_found(self, request: web.Request) -> web.Response:
        texts = texts_for(language_of(request))
        page = self._none_template.substitute(
            language=texts.language,
            direction=texts.direction,
            title=escape(texts("public.nothing")),
            why=escape(texts("public.why")),
        )
        return web.Response(status=404, text=page, content_type="text/html")

    async def _page(self, request: web.Request, code: MatchId) -> web.Response:
        at = request.query.get("at")
        if at is not None and not _PLACE.fullmatch(at):
            raise NotFound
        match = await self._found(request, code, None if at is None else int(at))
        return _cached(request, self._html(match).encode(), "text/html")

    async def _picture(self, request: web.Request, code: MatchId) -> web.Response:
        place = int(request.match_info["place"])
        match = await self._found(request, code, place)
        image = match.shown.image if match.shown else None
        if image is None or match.place != place:
            raise NotFound
        dark = image.dark() if request.match_info["dark"] and image.dark else image.data
        return _cached(request, dark, "image/png")

    async def _record(self, request: web.Request, code: MatchId) -> web.Response:
        record = await self._front.public_record(code)
        if record is None:
            raise NotFound
        response = _cached(request, record.encode(), "text/plain")
        response.headers["Content-Disposition"] = f'attachment; filename="{code}.txt"'
        return response

    async def _found(self, request: web.Request, code: MatchId, place: int | None) -> PublicMatch:
        match = await self._front.see_public(code, language_of(request), place)
        if match is None:
            raise NotFound
        return match

    def _html(self, match: PublicMatch) -> str:
        texts, url = match.texts, self.link(match.match)
        image = match.shown.image if match.shown else None
        preview = f"{url}/{match.places}.png" if image else str(self._url / f"{match.game}.png")
        return self._page_template.substitute(
            language=texts.language,
            direction=texts.direction,
            title=escape(match.title),
            result=escape(match.result),
            url=escape(url),
            preview=escape(preview),
            card="summary_large_image" if image else "summary",
            alt=escape(image.alt if image else texts(f"{match.game}.name")),
            picture=_picture(match, image) if image else "",
            steps=_steps(match),
            steps_label=escape(texts("button.replay")),
            told=_paragraphs(match.shown.text if match.shown else texts("public.hidden")),
            ways=self._ways(match),
            about=escape(texts("public.about")),
        )

    def _ways(self, match: PublicMatch) -> str:
        """Links to play on from a position in the apps, and to the record."""
        texts, ways = match.texts, list[str]()
        if match.may_play_on:
            label = texts("public.play_on")
            for way in self._ways_in(f"on_{match.match}_{match.number}"):
                ways.append(_anchor(way.url, f"{label} ({way.label})"))
            typed = f"/replay {match.match}"
            button = texts("button.play_on")
            ways.append(escape(texts("public.typed", command=typed, number=match.number, button=button)))
        if match.shown:
            ways.append(_anchor(f"{match.match}/record.txt", texts("public.record")))
        items = "".join(f"<li>{way}</li>" for way in ways)
        return f"<ul>{items}</ul>" if items else ""


def _picture(match: PublicMatch, image: Image) -> str:
    address = f"{match.match}/{match.place}"
    width, height = size_of(image)
    dark = f'<source srcset="{address}-dark.png" media="(prefers-color-scheme: dark)">' if image.dark else ""
    size = f'width="{width}" height="{height}"'
    return f'<picture>{dark}<img src="{address}.png" {size} alt="{escape(image.alt)}"></picture>'


def _steps(match: PublicMatch) -> str:
    """Links to the first, the previous, the next and the last position, where there are any."""
    if match.places < 2:
        return ""
    texts, last = match.texts, match.places
    steps = (
        ("first", 1, "button.first"),
        ("prev", match.place - 1, "button.back"),
        ("next", match.place + 1, "button.forward"),
        ("last", last, "button.last"),
    )
    return "".join(_step(match, name, place, texts(key)) for name, place, key in steps)


def _step(match: PublicMatch, name: str, place: int, label: str) -> str:
    if place == match.place or not 1 <= place <= match.places:
        return f'<span class="{name}" aria-hidden="true">{escape(label)}</span>'
    return f'<a class="{name}" href="{match.match}?at={place}">{escape(label)}</a>'


def _paragraphs(text: str) -> str:
    return "".join(f"<p>{escape(line)}</p>" for line in text.splitlines())


def _anchor(url: str, label: str) -> str:
    return f'<a href="{escape(url)}">{escape(label)}</a>'


def _cached(request: web.Request, body: bytes, media_type: str) -> web.Response:
    """A response with a tag of its contents; without them for a visitor who has them already."""
    tag = hashlib.sha256(body).hexdigest()[:32]
    same = any(known.value in (tag, "*") for known in request.if_none_match or ())
    charset = "utf-8" if media_type.startswith("text/") else None
    response = (
        web.Response(status=304)
        if same
        else web.Response(body=body, content_type=media_type, charset=charset)
    )
    response.etag = tag
    response.headers["Cache-Control"] = f"public, max-age={FRESH}"
    response.headers["Vary"] = "Accept-Language"
    return response


def _address(request: web.Request) -> str:
    """The IP address of the visitor, as the local proxy reports it."""
    return request.headers.get("X-Forwarded-For", "").rpartition(",")[2].strip() or request.remote or ""
