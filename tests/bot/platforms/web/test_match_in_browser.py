"""The page in a real browser, on a phone: opened by a link, played by keys, and the chat sees it."""

from __future__ import annotations

import socket
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from playwright.async_api import Browser, expect

from bot.interface import Account, OpenPage, Resign
from bot.platforms.web.match_pages import MatchPages
from bot.platforms.web.passes import Sessions
from tests.bot.memory_platform import CHANNEL, House
from tests.bot.platforms.web.guest import told
from tests.bot.platforms.web.page import NAME_OF_THE_FOCUS, PHONE

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.long, pytest.mark.timeout(120)]

MOST_STEPS = 40
TOKEN = "7654321:of-the-bot-that-is-ours"  # noqa: S105


async def test_a_move_is_made_by_keys_on_a_phone_and_the_chat_shows_it(
    browser: Browser, tmp_path: Path
) -> None:
    async with House(tmp_path) as house:
        server = await started(house)
        await house.start("/play sahara")
        board, code = house.board(), house.board().code
        (who,) = board.message.awaits
        answer = await house.ask(who, OpenPage(code), CHANNEL)
        assert answer.note
        assert answer.note.page
        phone: dict[str, Any] = dict(PHONE)
        context = await browser.new_context(**phone)
        page = await context.new_page()
        faults: list[str] = []
        page.on("console", lambda said: faults.append(said.text) if said.type == "error" else None)
        await page.goto(answer.note.page.url)
        picture = page.get_by_role("main").locator(".picture img")
        await expect(picture).to_be_visible()
        assert "#" not in page.url  # the link is in no history
        for width in (320, 360):
            await page.set_viewport_size({"width": width, "height": 740})
            assert await page.evaluate("document.querySelector('.picture img').clientWidth === innerWidth")
            assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        for _ in range(MOST_STEPS):
            if str(await page.evaluate(NAME_OF_THE_FOCUS)).strip() == "1":
                break
            await page.keyboard.press("Tab")
        await page.keyboard.press("ArrowRight")
        assert str(await page.evaluate(NAME_OF_THE_FOCUS)).strip() == "2"
        await page.keyboard.press("Enter")
        asked = page.get_by_role("main").locator(".sheet")
        await expect(asked).not_to_contain_text("Choose a hollow to sow.")
        await house.settled()
        assert house.board().message.text != board.message.text
        await page.reload()  # the tab remembers what the link let it see
        await expect(picture).to_be_visible()
        await page.goto("about:blank")
        await page.goto(answer.note.page.url)
        await expect(picture).to_be_visible()  # the tab's own way; the link itself is used up
        await page.get_by_role("button", name="More", exact=True).click()
        await expect(page.locator(".notes > .note")).to_have_count(1)
        await house.ask(who, Resign(code, sure=True), CHANNEL)
        await house.settled()
        await expect(page.get_by_role("main").locator(".headline")).to_be_visible()
        await expect(page.locator(".notes > .note")).to_have_count(0)  # it was told while the match went on
        other = await browser.new_context(**phone)
        stranger = await other.new_page()
        await stranger.goto(answer.note.page.url)
        await expect(stranger.get_by_role("alert")).to_contain_text("has been used already")
        forged = quote(told(Account("telegram", "4711", "Ada"), house.now))  # with another bot's token
        await stranger.goto(f"http://127.0.0.1:{server.port}/#tgWebAppData={forged}")
        await stranger.reload()
        await expect(stranger.get_by_role("alert")).to_contain_text("does not know who you are")
        assert faults == []
        await context.close()
        await other.close()
        await server.stop()


async def started(house: House) -> MatchPages:
    """The pages, at an address that is known before."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    server = MatchPages(
        house.dispatcher,
        f"http://127.0.0.1:{port}/",
        port,
        Sessions(bytes(32), lambda: house.now),
        token=TOKEN,
    )
    await server.start()
    return server
