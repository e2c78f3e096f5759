"""The documents of boards to touch, run in Chromium with a stand-in for what Telegram's apps bring along.

Only `TelegramWidget.request` of it is known; where it keeps the chat state the documents have to find.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, expect

from bot.platforms.telegram.widgets import CLOSED
from tests.bot.conftest import PATIENCE_MS
from tests.bot.platforms.telegram.test_widgets import (
    WAIT,
    board,
    drawn,
    nearest_to_a_move,
    playing,
    to_move,
    touchable,
)
from tests.loopback.telegram.people import Person
from tests.loopback.telegram.showing import Shown

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.long]

GAMES = ("sahara", "sator", "stacko", "sato")
TOUCHES = 14  # in a match: set-ups, moves of several words, and what follows them
NARROW, FINGER = 320, 20  # pixels: of a small phone, and of a place to touch at least

CHANGED = "(before) => document.querySelector('#board svg').innerHTML !== before"
STAND_IN = """
globalThis.TelegramWidget = {
    inner: { state: "" },
    request(data) {
        const size = new TextEncoder().encode(data).length
        if (size < 1 || size > 64) throw new TypeError("data must have 1 to 64 bytes")
        return sends(data).then((result) => ({ result }))
    },
}
"""


@dataclass
class App:
    """Somebody's app: it runs the document of their board, and passes on what is touched and told."""

    page: Page
    person: Person
    sent: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)

    async def open(self, shown: Shown) -> None:
        assert shown.message.content.widget
        await self.page.expose_function("sends", self._send)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", lambda line: self.complaints.append(line.text))
        self.page.on("request", lambda request: self.complaints.append(request.url))
        await self.page.set_content(f"<script>{STAND_IN}</script>{shown.message.content.widget.html}")

    async def _send(self, data: str) -> str:
        self.sent.append(data)
        touch = self.person.touch(board(self.person), payload=data)
        await self.person.until(lambda: touch.answer is not None)
        return touch.answer or ""

    async def told(self) -> None:
        """The chat state has come, and the document has found it."""
        state = _packed(drawn(board(self.person)))
        await self.page.evaluate("(told) => { TelegramWidget.inner.state = told }", state)
        await self.page.wait_for_function("(told) => heard === told", arg=state)
        await expect(self.page.locator("button")).to_have_count(len(touchable(board(self.person))))

    async def touch(self, word: str) -> None:
        label = drawn(board(self.person)).get("l", {}).get(word, word)
        place = self.page.get_by_role("button", name=label, exact=True)
        await place.click()

    async def picture(self) -> str:
        return await self.page.locator("#board svg").inner_html()


def _packed(state: dict[str, Any]) -> str:
    return json.dumps(state, ensure_ascii=False, separators=(",", ":"))


@pytest_asyncio.fixture(loop_scope="session")
async def pages(browser: Browser) -> AsyncIterator[list[Page]]:
    """For Ada and for Ben, on small phones, one of them dark."""
    contexts = [
        await browser.new_context(viewport={"width": NARROW, "height": 700}, color_scheme=scheme)
        for scheme in ("light", "dark")
    ]
    for context in contexts:
        context.set_default_timeout(PATIENCE_MS)
    yield [await context.new_page() for context in contexts]
    for context in contexts:
        await context.close()


@pytest.mark.parametrize("game", GAMES)
async def test_a_match_is_touched_in_the_documents(game: str, pages: list[Page], tmp_path: Path) -> None:
    async with playing(tmp_path, game) as there:
        apps = {one: App(page, one) for one, page in zip((there.ada, there.ben), pages, strict=True)}
        for person, app in apps.items():
            await app.open(board(person))
        for number in range(TOUCHES):
            asks = to_move(there)
            if not asks:
                break
            person, shown = asks[number % len(asks)]
            app = apps[person]
            await app.told()
            before = await app.picture()
            places = nearest_to_a_move(shown)
            word = places[number * 7 % len(places)]
            await app.touch(word)
            await there.settled()
            await app.page.wait_for_function(CHANGED, arg=before)
            assert word in app.sent[-1].split(":")[3].split()
            there.telegram.clock.advance(WAIT)
            for each in apps.values():
                await each.told()
                await assert_fits(each.page)
        assert sum(len(app.sent) for app in apps.values()) > TOUCHES / 2
        assert [app.complaints for app in apps.values()] == [[], []]


async def assert_fits(page: Page) -> None:
    """Nothing hangs over, and every place is as large as a finger."""
    assert await page.evaluate("document.documentElement.scrollWidth") <= NARROW
    for place in await page.locator("button").all():
        box = await place.bounding_box()
        assert box
        assert min(box["width"], box["height"]) >= FINGER


async def test_a_line_is_shown_below_the_board(pages: list[Page], tmp_path: Path) -> None:
    async with playing(tmp_path) as there:
        person, shown = to_move(there)[0]
        app = App(pages[0], person)
        await app.open(shown)
        await app.told()
        await app.touch("4")
        await there.settled()
        # The chat state has not come yet: the answer alone has brought the board.
        await expect(app.page.locator("button")).to_have_count(len(touchable(board(person))))
        await app.page.evaluate("touch('nonsense')")
        await expect(app.page.locator("#note")).not_to_be_empty()
        await expect(app.page.locator("button")).to_have_count(len(touchable(board(person))))
        await app.page.evaluate("(state) => show(state)", CLOSED)
        await expect(app.page.locator("#board > *")).to_have_count(0)
        assert app.complaints == []
