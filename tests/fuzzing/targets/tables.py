"""Frames that pages of matches send: whoever opens one, and what is pressed there."""

from __future__ import annotations

import itertools
import json
import uuid
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from bot.platforms.web.match_pages import MatchPages
from bot.platforms.web.passes import Sessions
from tests.bot.memory_platform import ADA
from tests.bot.platforms.web.guest import PUBLIC, TOKEN, link, opening
from tests.fuzzing.ground import Ground, ground
from tests.fuzzing.laws import Broken
from tests.fuzzing.target import Take, Target
from tests.fuzzing.targets import buttons
from tests.fuzzing.targets.frames import ID, Visit

LINK = "LINK-OF-ADA"
"""In a frame: a fresh link of Ada's, so that what comes after it is hers."""
MOST_FRAMES = 6


@asynccontextmanager
async def _open(folder: Path) -> AsyncIterator[Take]:
    async with ground(folder) as there:
        house, ids = there.house, itertools.count(1)
        pages = MatchPages(house.dispatcher, PUBLIC, 0, Sessions(bytes(32), lambda: house.now), token=TOKEN)
        yield lambda data: _take(there, pages, data, str(uuid.UUID(int=next(ids))))


async def _take(there: Ground, pages: MatchPages, data: bytes, press: str) -> None:
    """A page that is opened and sends these frames, one a line; then it is closed."""
    text, visit = data.decode("utf-8", "replace").replace(ID, press), Visit(pages.open_page)
    hers = LINK in text
    if hers:
        text = text.replace(LINK, await link(there.house, ADA, there.code))
    for said in text.split("\n")[:MOST_FRAMES]:
        await visit.say(said)
    await visit.page.leave()
    await there.house.settled()
    if not visit.line.frames:
        raise Broken("a page without an answer")
    there.check(ADA if hers else None)


async def _seeds(folder: Path) -> Sequence[bytes]:
    payloads = (await buttons.TARGET.seeds(folder))[::2]
    opens = [
        opening(link=LINK),
        opening("K7QF2M", link="made-up"),
        opening(session="e30=.0"),
        opening(code="made-up", instance="i-1-gc-2-3"),
        opening(seat=f"K7QF2M{0:040}"),
        opening(seat=f"K7QF2M{0:040}", name="Zoe", browser="z" * 43),
        opening("K7QF2M", browser="z" * 43),
        opening(telegram="user=%7B%22id%22%3A1%7D&auth_date=1&hash=0"),
    ]
    presses = [
        {"type": "press", "message": on, "payload": payload[1:].decode(), "id": ID}
        for payload in payloads
        for on in ("board", "note")
    ]
    found = [[opens[0], press] for press in presses] + [[one, presses[0]] for one in opens]
    return ["\n".join(map(json.dumps, frames)).encode() for frames in found]


TARGET = Target("tables", _open, _seeds, tokens=(*buttons.TARGET.tokens, LINK, ID, "\n"), share=2)
